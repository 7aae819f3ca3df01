#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| kontra_properties::spec_parser(input));
