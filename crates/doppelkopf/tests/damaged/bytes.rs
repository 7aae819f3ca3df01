//! Texts that are no JSON.

use super::damage::{Damage, is_one_sentence, read};
use super::samples;
use kontra_game::MAX_RECORD_BYTES;

/// The record broken off after every 23rd byte, and after the last but one.
fn truncated() -> Vec<Damage> {
    let text = samples::normal().to_string().into_bytes();
    let lengths = (1..text.len()).step_by(23).chain([text.len() - 1]);
    lengths.map(|length| Damage::text(format!("only {length} bytes"), &text[..length])).collect()
}

/// Something else in the place of the dealer's number.
fn instead_of_a_number() -> Vec<Damage> {
    let values = [
        "NaN",
        "nan",
        "Infinity",
        "-Infinity",
        "+1",
        "01",
        "1.",
        ".5",
        "0x1",
        "1e",
        "1e999",
        "-1e999",
        "1_000",
        "--1",
        "True",
        "nul",
        "undefined",
        "'1'",
        "1 1",
        "",
        "[1",
        "{1}",
        "/* */ 1",
        "\"\\x\"",
        "\"\\ud800\"",
        "\"a\nb\"",
        "\"\0\"",
    ];
    let record = samples::solo();
    let dealer = format!("\"dealer\":{}", record["start"]["dealer"]);
    let replace = |value: &str| {
        let text = record.to_string().replacen(&dealer, &format!("\"dealer\":{value}"), 1);
        Damage::text(format!("the dealer is {value:?}"), text)
    };
    values.into_iter().map(replace).collect()
}

/// Values inside of values inside of values.
fn nesting_bombs() -> Vec<Damage> {
    let deep =
        |open: &str, close: &str, depth: usize| open.repeat(depth) + "1" + &close.repeat(depth);
    let mut list = vec![];
    for depth in [128, 1000, 100_000] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]"), ("[", "")] {
            let bomb = deep(open, close, depth);
            list.push(Damage::text(format!("{depth} times {open}"), bomb.clone()));
            let text = samples::normal().to_string().replacen(
                "\"duty\":null",
                &format!("\"duty\":{bomb}"),
                1,
            );
            list.push(Damage::text(format!("a duty of {depth} times {open}"), text));
        }
    }
    list
}

/// Bytes that are no text at some places of the record.
fn invalid_utf_8() -> Vec<Damage> {
    let text = samples::normal().to_string().into_bytes();
    let mut list = vec![];
    for (i, wrong) in
        [&b"\xff"[..], b"\xc3\x28", b"\xe2\x82", b"\xf0\x9f\x92", b"\xed\xa0\x80", b"\x80"]
            .iter()
            .enumerate()
    {
        for place in [20, 60, 150, 300] {
            let place = place + i;
            let bytes = [&text[..place], wrong, &text[place..]].concat();
            list.push(Damage::text(format!("{wrong:?} at byte {place}"), bytes));
        }
    }
    list
}

fn broken_syntax() -> Vec<Damage> {
    let text = samples::normal().to_string();
    let list = [
        ("single quotes", text.replace('"', "'")),
        ("no quotes", text.replace('"', "")),
        ("semicolons", text.replace(',', ";")),
        ("no colons", text.replace(':', " ")),
        ("no commas", text.replace(',', " ")),
        ("a trailing comma", text.replacen("],\"result\"", ",],\"result\"", 1)),
        ("a comma at the end", text.replace('}', ",}")),
        ("round brackets", text.replace('[', "(").replace(']', ")")),
        ("a byte order mark", format!("\u{feff}{text}")),
        ("a comment", format!("// a record\u{20}{text}")),
        ("a key that is a number", text.replacen("\"kontra\"", "1", 1)),
        ("only an opening brace", "{".to_owned()),
        ("only a closing brace", "}".to_owned()),
        ("some words", "a game of Doppelkopf".to_owned()),
        ("zeros", "\0".repeat(1000)),
    ];
    list.into_iter().map(|(what, text)| Damage::text(what, text)).collect()
}

pub(crate) fn all() -> Vec<Damage> {
    let families =
        [truncated(), instead_of_a_number(), nesting_bombs(), invalid_utf_8(), broken_syntax()];
    families.into_iter().flatten().collect()
}

#[test]
fn texts_that_are_no_json_are_rejected_by_line_and_column() {
    all().iter().for_each(Damage::is_rejected);
}

#[test]
fn a_bad_record_after_a_good_one_is_named_by_its_number() {
    let good = samples::normal().to_string();
    let bad = read(format!("{good}\n{good}\n\n{}", &good[..300]).as_bytes()).unwrap_err();
    is_one_sentence(&bad);
    assert_eq!(
        bad.to_string(),
        "record 3, line 4, column 300: expected a record in JSON, found an early end of the input"
    );
    for garbage in ["x", "]", ",", "\0", "\u{a0}"] {
        let bad = read(format!("{good}\n{garbage}").as_bytes()).unwrap_err();
        is_one_sentence(&bad);
        assert!(bad.place.starts_with("record 2, line 2, column "), "{bad}");
    }
}

#[test]
fn a_record_that_is_too_long_is_rejected_before_it_is_read() {
    let text = samples::normal().to_string();
    let long =
        text.replacen("\"players\":[", &format!("\"players\":[\"{}\",", "x".repeat(2 << 20)), 1);
    let bad = read(long.as_bytes()).unwrap_err();
    assert_eq!(
        bad.to_string(),
        format!("record 1: expected at most {MAX_RECORD_BYTES} bytes, found more")
    );
}

/// An endless file: a reader that wants all of it never comes back.
struct Endless(u8);

impl std::io::Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        buffer.fill(self.0);
        Ok(buffer.len())
    }
}

#[test]
fn a_file_without_end_is_given_up() {
    for byte in [b' ', b'\n', b'[', b'1', b'x', b'"', 0] {
        let first = kontra_game::Records::new(Endless(byte)).next();
        assert!(first.is_some_and(|record| record.is_err()), "{byte}");
    }
}

#[test]
fn input_that_cannot_be_read_is_one_sentence_too() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is on fire"))
        }
    }
    let bad = kontra_game::Records::new(Broken).next().expect("a complaint").unwrap_err();
    let expected =
        "record 1: expected a record in JSON, found unreadable input (the disk is on fire)";
    assert_eq!(bad.to_string(), expected);
}
