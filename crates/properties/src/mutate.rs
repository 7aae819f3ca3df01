use kontra_game::{SearchRng, choose};

/// Values that readers trip over.
const ODD: [&[u8]; 12] = [
    b"-1",
    b"999999999999999999999",
    b"null",
    b"[]",
    b"{}",
    b"\"\"",
    b"1e308",
    b"\\u0000",
    b"\xff\xfe",
    b"\"a\":1,\"a\":2",
    b"((((((((((",
    b"[[[[[[[[[[[[[[[[",
];

/// Changes some bytes: flips bits, cuts, repeats, mixes with another input, puts in odd values.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], rng: &mut SearchRng) {
    for _ in 0..=choose::below(rng, 4) {
        let mut below = |end: usize| choose::below(rng, end.max(1) as u32) as usize;
        let at = below(bytes.len() + 1);
        let to = (at + 1 + below(12)).min(bytes.len());
        match below(7) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << below(8);
                }
            }
            1 => drop(bytes.drain(at..to.max(at))),
            2 => {
                let part = bytes[at..to.max(at)].to_vec();
                bytes.splice(at..at, part);
            }
            3 => bytes.insert(at, below(256) as u8),
            4 => bytes.truncate(at),
            5 => {
                let from = below(other.len());
                let part = &other[from.min(other.len())..(from + 20).min(other.len())];
                bytes.splice(at..to.max(at), part.iter().copied());
            }
            _ => drop(bytes.splice(at..to.max(at), ODD[below(ODD.len())].iter().copied())),
        }
    }
}
