//! Packed files of weights: the same bytes again, and one sentence for what is damaged.

use kontra_game::testkit::size;
use kontra_nets::{Activation, Builder, Graph, Precision, Weights, pack, unpack};

fn network() -> Graph {
    let mut b = Builder::new();
    let bits = b.bits(64);
    let x = b.linear(bits, 32);
    let x = b.activation(x, Activation::Relu);
    let x = b.linear(x, 5);
    b.finish(&[("values", x)])
}

fn file(precision: Precision) -> Vec<u8> {
    let mut weights = Weights::zeros(&network());
    for (n, w) in weights.parameters_mut().iter_mut().enumerate() {
        *w = (n as f32).sin() / 8.0;
    }
    weights.to_file(&network(), precision, &[("games", "5")]).unwrap()
}

fn packed(precision: Precision) -> Vec<u8> {
    pack(&file(precision)).unwrap()
}

/// Why a file is refused: one sentence, the same whether it is unpacked or read.
fn refused(bytes: &[u8]) -> String {
    let why = unpack(bytes).expect_err("a damaged file").to_string();
    assert_eq!(Weights::from_file(bytes).unwrap_err().to_string(), why);
    assert!(why.starts_with("weights: expected ") && !why.contains('\n'), "{why}");
    why
}

const DAMAGED: &str =
    "weights: expected a whole packed file, found one that is truncated or damaged";

#[test]
fn what_was_packed_is_read_and_is_smaller() {
    for (name, precision) in Precision::NAMES {
        let (plain, packed) = (file(precision), packed(precision));
        assert_eq!(*unpack(&packed).unwrap(), plain, "{name}");
        assert_eq!(Weights::from_file(&packed), Weights::from_file(&plain), "{name}");
        assert!(packed.len() < plain.len(), "{name}: {} of {}", packed.len(), plain.len());
    }
}

#[test]
fn bytes_that_are_not_packed_stay_as_they_are() {
    for bytes in [&b""[..], b"packed", b"packed-2 and more", &file(Precision::F16)] {
        assert_eq!(*unpack(bytes).unwrap(), *bytes);
    }
}

/// Whatever is packed, also where the length of a header makes no sense, and numbers that are cut off.
#[test]
fn any_bytes_come_back() {
    let whole = file(Precision::F32);
    let lengths = [0, 1, 7, 8, 9, 12, 300, whole.len() - 3, whole.len() - 1];
    for length in lengths {
        for first in [whole[0], 0, 255] {
            let mut bytes = whole[..length].to_vec();
            if let Some(byte) = bytes.first_mut() {
                *byte = first;
            }
            assert_eq!(*unpack(&pack(&bytes).unwrap()).unwrap(), bytes, "{length}, {first}");
        }
    }
}

#[test]
fn a_packed_file_is_refused_where_it_is_truncated_or_has_more_behind_it() {
    let good = packed(Precision::F16);
    for end in 8..good.len() {
        assert_eq!(refused(&good[..end]), DAMAGED, "the first {end} bytes");
    }
    assert_eq!(refused(&[&good[..], b"\0"].concat()), DAMAGED);
}

/// Between the last number and the checksum there may be bits that mean nothing.
#[test]
fn every_changed_bit_is_found_unless_it_means_nothing() {
    let (good, plain) = (packed(Precision::F16), file(Precision::F16));
    let mut meaningless = 0;
    for bit in 0..8 * good.len() {
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        match Weights::from_file(&bytes) {
            Err(why) => assert!(why.to_string().starts_with("weights: "), "{bit}: {why}"),
            Ok(_) => {
                assert_eq!(*unpack(&bytes).unwrap(), plain, "{bit}");
                meaningless += 1;
            }
        }
    }
    assert!(meaningless < 8, "{meaningless} bits");
}

/// A claim costs nothing: the largest that is believed is written into the file, and what is above is refused before memory is asked for.
#[test]
fn claims_of_size_are_not_believed() {
    let good = packed(Precision::F16);
    let claimed = |length: u32| [&good[..8], &length.to_le_bytes(), &good[12..]].concat();
    let length = u32::try_from(file(Precision::F16).len()).unwrap();
    assert_eq!(claimed(length), good);
    for wrong in [0, length - 1, length + 1, 64 << 20] {
        assert_eq!(refused(&claimed(wrong)), DAMAGED, "{wrong}");
    }
    let most = "weights: expected at most 67108864 bytes to unpack, found";
    assert_eq!(refused(&claimed((64 << 20) + 1)), format!("{most} 67108865"));
    assert_eq!(refused(&claimed(u32::MAX)), format!("{most} 4294967295"));
    let large = vec![0; (64 << 20) + 1];
    let why = pack(&large).unwrap_err().to_string();
    assert_eq!(why, "weights: expected at most 67108864 bytes to pack, found 67108865");
}

#[test]
fn nothing_panics_whatever_the_bytes() {
    let good = packed(Precision::F32);
    let mut x = 88_172_645_463_325_252_u64;
    let mut random = move || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x as usize
    };
    let mut bad = 0;
    let rounds = size(2_000, 100_000);
    for _ in 0..rounds {
        let mut bytes = good.clone();
        // Behind the name and the length, and from there on.
        let first = 12 + random() % 40;
        for _ in 0..1 + random() % 4 {
            let at = first + random() % (bytes.len() - first);
            bytes[at] = random() as u8;
        }
        bad += usize::from(unpack(&bytes).is_err());
    }
    assert!(bad > rounds * 9 / 10, "{bad} of {rounds} were refused");
}
