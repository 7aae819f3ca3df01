//! Files of weights: what was written is read; what is damaged is refused with one sentence, and nothing panics.

use kontra_nets::{Activation, BadWeights, Builder, Graph, Precision, Weights};

fn network() -> Graph {
    let mut b = Builder::new();
    let board = b.dense(9, 2);
    let x = b.convolution(board, 3);
    let x = b.batch_norm(x);
    let x = b.activation(x, Activation::LeakyRelu(0.1));
    let x = b.dropout(x, 0.1);
    let x = b.flatten(x);
    let x = b.layer_norm(x);
    let x = b.linear(x, 4);
    b.finish(&[("policy", x)])
}

fn weights() -> Weights {
    let mut weights = Weights::zeros(&network());
    for (n, w) in weights.parameters_mut().iter_mut().enumerate() {
        *w = (n as f32).sin();
    }
    weights
}

fn file(precision: Precision) -> Vec<u8> {
    weights().to_file(&network(), precision, &[("games", "5")]).unwrap()
}

fn refused(bytes: &[u8]) -> Option<String> {
    let why = Weights::from_file(bytes).err().map(|e: BadWeights| e.to_string());
    assert!(!why.as_deref().unwrap_or_default().contains('\n'), "{why:?}");
    why
}

/// Changes the text of the header, and its length with it.
fn edited(from: &str, to: &str) -> Vec<u8> {
    let bytes = file(Precision::F32);
    let length = u64::from_le_bytes(*bytes.first_chunk().unwrap()) as usize;
    let header = std::str::from_utf8(&bytes[8..8 + length]).unwrap();
    let mut header = header.replacen(from, to, 1).trim_end().to_owned();
    while !header.len().is_multiple_of(8) {
        header.push(' ');
    }
    let mut all = (header.len() as u64).to_le_bytes().to_vec();
    all.extend(header.as_bytes());
    all.extend(&bytes[8 + length..]);
    all
}

#[test]
fn what_was_written_is_read() {
    let (graph, read, facts) = Weights::from_file(&file(Precision::F32)).unwrap();
    assert_eq!((graph, read), (network(), weights()));
    assert_eq!(facts.get("games").map(String::as_str), Some("5"));
    let (_, half, _) = Weights::from_file(&file(Precision::F16)).unwrap();
    for (a, b) in half.parameters().iter().zip(weights().parameters()) {
        assert!((a - b).abs() <= b.abs() / 1024.0 + 1e-7, "{a} {b}");
    }
}

/// Seven bits of a fraction are left: a number of 16 bits is off by a part in 256 at most, and packed files are smaller.
#[test]
fn thirteen_bits_are_sixteen_that_end_in_zeros() {
    let (half, short) = (file(Precision::F16), file(Precision::F13));
    assert_eq!(half.len(), short.len());
    let (_, read, _) = Weights::from_file(&short).unwrap();
    let (_, whole, _) = Weights::from_file(&half).unwrap();
    for (a, b) in read.parameters().iter().zip(whole.parameters()) {
        assert!((a - b).abs() <= b.abs() / 256.0 + 1e-6, "{a} {b}");
        // As bits of 32, a fraction of seven bits ends in sixteen zeros.
        assert_eq!(a.to_bits() & 0xFFFF, 0, "{a}");
    }
    let packed = |file: &[u8]| kontra_nets::pack(file).unwrap().len();
    assert!(packed(&short) < packed(&half), "{} {}", packed(&short), packed(&half));
    // Between two such numbers, the even one; where rounding leads beyond all numbers, readers refuse.
    let mut weights = weights();
    let one = |n: u16| f32::from(n) / 1024.0;
    weights.parameters_mut()[..2].copy_from_slice(&[one(1028), one(1036)]);
    let (_, read, _) =
        Weights::from_file(&weights.to_file(&network(), Precision::F13, &[]).unwrap()).unwrap();
    assert_eq!(read.parameters()[..2], [one(1024), one(1040)]);
    weights.parameters_mut()[0] = 65504.0;
    let large = weights.to_file(&network(), Precision::F13, &[]).unwrap();
    assert!(refused(&large).unwrap().contains("expected finite numbers, found inf"));
}

#[test]
fn equal_weights_are_equal_files() {
    let facts = [("a", "ä"), ("z", "\"1\""), ("b", "2"), ("c", "3"), ("x", "4"), ("d", "5")];
    let file = || weights().to_file(&network(), Precision::F32, &facts).unwrap();
    let first = file();
    for _ in 0..5 {
        assert_eq!(first, file());
    }
    let (_, _, found) = Weights::from_file(&first).unwrap();
    let mut expected = facts;
    expected.sort_unstable();
    let text = String::from_utf8_lossy(&first);
    let places: Vec<_> =
        expected.iter().map(|(name, _)| text.find(&format!("\"{name}\":"))).collect();
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{places:?}");
    assert!(found.iter().map(|(a, b)| (&a[..], &b[..])).eq(expected));
}

/// What is written today can be compared with what was written long ago.
#[test]
fn files_of_32_and_16_bits_stay_as_they_are() {
    let mut weights = Weights::zeros(&network());
    for (n, w) in weights.parameters_mut().iter_mut().enumerate() {
        *w = (n * 37 % 101) as f32 / 64.0 - 0.7;
    }
    let hash = |precision| {
        let bytes = weights.to_file(&network(), precision, &[("games", "5")]).unwrap();
        // FNV-1a.
        let step = |hash: u64, b: &u8| (hash ^ u64::from(*b)).wrapping_mul(0x100_0000_01B3);
        (bytes.len(), bytes.iter().fold(0xCBF2_9CE4_8422_2325, step))
    };
    assert_eq!(hash(Precision::F32), (2288, 7_842_943_872_750_478_177));
    assert_eq!(hash(Precision::F16), (1824, 13_662_537_609_670_587_502));
}

#[test]
fn truncated_files_are_refused() {
    for (_, precision) in Precision::NAMES {
        let good = file(precision);
        for end in 0..good.len() {
            assert!(refused(&good[..end]).is_some(), "the first {end} bytes");
        }
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    for x in [f32::NAN, f32::INFINITY] {
        let mut weights = weights();
        weights.parameters_mut()[60] = x;
        let bytes = weights.to_file(&network(), Precision::F32, &[]).unwrap();
        let why = refused(&bytes).unwrap();
        assert!(why.contains("expected finite numbers, found"), "{why}");
    }
}

#[test]
fn other_shapes_are_refused() {
    let check = |from: &str, to: &str, words: &str| {
        let why = refused(&edited(from, to)).unwrap();
        assert!(why.contains(words), "{why}");
    };
    check("[4,27]", "[27,4]", "tensor '8.weight': expected the shape [4, 27], found [27, 4]");
    check("8.weight", "9.weight", "tensor '8.weight': expected it, found nothing");
    check(r#"\"width\":27"#, r#"\"width\":26"#, "network, operation");
    check(r#"\"width\":4"#, r#"\"width\":65536"#, "expected 1835128 numbers, found a file of");
    check(r#"\"from\":0"#, r#"\"from\":7"#, "a value that comes before it, found 7");
    check(r#"\"op\":\"dense\""#, r#"\"op\":\"magic\""#, "weights, graph: ");
    check("graph", "grape", "expected the network's graph in the metadata");
}

#[test]
fn nothing_panics_whatever_the_bytes() {
    for (_, precision) in Precision::NAMES {
        check_changed_headers(&file(precision));
    }
}

fn check_changed_headers(good: &[u8]) {
    let mut x = 88_172_645_463_325_252_u64;
    let mut random = move || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        x as usize
    };
    let rounds = kontra_game::testkit::size(4_000, 200_000);
    let header = u64::from_le_bytes(*good.first_chunk().unwrap()) as usize;
    let mut bad = 0;
    for _ in 0..rounds {
        let mut bytes = good.to_vec();
        for _ in 0..1 + random() % 4 {
            let at = random() % (header + 8);
            bytes[at] =
                if random() % 2 == 0 { b'0' + (random() % 10) as u8 } else { random() as u8 };
        }
        bad += usize::from(refused(&bytes).is_some());
    }
    assert!(bad > rounds / 2, "{bad} of {rounds} were refused");
}
