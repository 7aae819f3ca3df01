//! Names and secrets from the system's randomness.

use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicU64, Ordering};

/// Letters that are not mistaken for each other when somebody reads an id aloud.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The letters of base64 in addresses.
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// How long an id is: 60 random bits.
const ID_LENGTH: usize = 12;

/// Bytes of a token: 192 bits, which become 32 letters.
const TOKEN_BYTES: usize = 24;

/// What is kept of a token: enough to recognise it, not enough to use it.
pub(crate) type Fingerprint = [u8; 32];

/// Letters of a token.
const TOKEN_LENGTH: usize = 4 * TOKEN_BYTES / 3;

/// Where ids, secrets and seeds come from.
#[derive(Debug, Default)]
pub(crate) enum Random {
    #[default]
    System,
    /// The same ones every time, for tests that compare whole messages.
    Counted(AtomicU64),
}

impl Random {
    /// Fresh random bytes.
    ///
    /// # Panics
    /// When the system has none: then no secret can be kept, and no table may be opened.
    fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match self {
            Random::System => getrandom::fill(&mut bytes).expect("the system gives random bytes"),
            Random::Counted(counter) => {
                let number = counter.fetch_add(1, Ordering::Relaxed);
                let hash: [u8; 32] = Sha256::digest(number.to_le_bytes()).into();
                bytes.iter_mut().zip(hash).for_each(|(byte, known)| *byte = known);
            }
        }
        bytes
    }

    /// A seed for a game.
    pub(crate) fn seed(&self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    /// The id of a table or a game.
    pub(crate) fn id(&self) -> String {
        let letter = |byte| char::from(LETTERS[usize::from(byte % 32_u8)]);
        self.bytes::<ID_LENGTH>().map(letter).iter().collect()
    }

    /// A secret that opens one seat.
    pub(crate) fn token(&self) -> String {
        let bytes = self.bytes::<TOKEN_BYTES>();
        let mut token = String::with_capacity(TOKEN_LENGTH);
        for three in bytes.chunks_exact(3) {
            let word = three.iter().fold(0_usize, |word, &byte| word << 8 | usize::from(byte));
            token.extend([18, 12, 6, 0].map(|shift| char::from(BASE64[word >> shift & 63])));
        }
        token
    }
}

/// The id that belongs to a hash: the same one every time.
pub(crate) fn id_of(hash: u64) -> String {
    (0..ID_LENGTH).map(|i| char::from(LETTERS[(hash >> (5 * i)) as usize % 32])).collect()
}

/// Whether a text has the form of an id.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == ID_LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// Whether a text has the form of a token.
pub(crate) fn is_token(text: &str) -> bool {
    text.len() == TOKEN_LENGTH && text.bytes().all(|byte| BASE64.contains(&byte))
}

/// The id of the table that somebody makes with this token: the same one every time, so that the person who did not hear the
/// answer may ask again. It says nothing about the token that could be used.
pub(crate) fn id_of_token(token: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(format!("table {token}").as_bytes()).into();
    let (first, _) = hash.split_at(8);
    id_of(first.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

/// The code of a game's deal: the same one every time. The game cannot be found by it.
pub(crate) fn deal_code(game: &str) -> String {
    id_of_token(&format!("deal of {game}"))
}

/// What is kept of a token.
pub(crate) fn fingerprint(token: &str) -> Fingerprint {
    Sha256::digest(token.as_bytes()).into()
}

/// Whether two fingerprints are the same, in a time that does not tell where they differ.
pub(crate) fn is_same(a: &Fingerprint, b: &Fingerprint) -> bool {
    let difference = a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b));
    std::hint::black_box(difference) == 0
}

/// A fingerprint as text.
pub(crate) fn to_hex(fingerprint: &Fingerprint) -> String {
    fingerprint.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A fingerprint that was written as text.
pub(crate) fn from_hex(text: &str) -> Option<Fingerprint> {
    let mut fingerprint = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (i, byte) in fingerprint.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(fingerprint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn tokens_and_ids_are_long_and_never_the_same() {
        let tokens: HashSet<String> = (0..1000).map(|_| Random::System.token()).collect();
        assert!(tokens.len() == 1000 && tokens.iter().all(|token| is_token(token)));
        assert!(!is_token("") && !is_token(&"+".repeat(32)) && !is_token(&"a".repeat(33)));
        let made: HashSet<String> = tokens.iter().map(|token| id_of_token(token)).collect();
        assert!(made.len() == 1000 && made.iter().all(|id| is_id(id)));
        let ids: HashSet<String> = (0..1000).map(|_| Random::System.id()).collect();
        assert!(ids.len() == 1000 && ids.iter().all(|id| is_id(id)));
        assert!(!is_id("") && !is_id("abcdefghijk1") && !is_id("../../etc/pw"));
    }

    #[test]
    fn a_fingerprint_reads_back_and_knows_its_token() {
        let token = Random::System.token();
        let print = fingerprint(&token);
        assert_eq!(from_hex(&to_hex(&print)), Some(print));
        assert!(is_same(&print, &fingerprint(&token)));
        assert!(!is_same(&print, &fingerprint(&Random::System.token())));
        assert_eq!((from_hex(""), from_hex(&"g".repeat(64))), (None, None));
    }
}
