use std::hash::Hasher;

/// A small hash function that gives the same result on every machine and in every version of Kontra.
///
/// Keys and checksums are stored and compared across machines, so the standard library's hasher
/// (seeded at random, free to change) will not do.
#[derive(Clone, Debug)]
pub struct StableHasher(u64);

impl Default for StableHasher {
    fn default() -> Self {
        StableHasher(0x6b6f_6e74_7261_2121)
    }
}

impl StableHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        // One step of splitmix64's finaliser for each word: cheap, and every input bit reaches every output bit.
        let mut x = self.0.rotate_left(25) ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = x ^ (x >> 31);
    }
}

impl Hasher for StableHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
        self.add(bytes.len() as u64);
    }

    fn write_u8(&mut self, i: u8) {
        self.add(u64::from(i));
    }

    fn write_u16(&mut self, i: u16) {
        self.add(u64::from(i));
    }

    fn write_u32(&mut self, i: u32) {
        self.add(u64::from(i));
    }

    fn write_u64(&mut self, i: u64) {
        self.add(i);
    }

    fn write_usize(&mut self, i: usize) {
        self.add(i as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::Hash;

    fn hash(value: impl Hash) -> u64 {
        let mut hasher = StableHasher::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn the_hash_of_a_value_never_changes() {
        assert_eq!(hash((7_u8, 300_u16, 70_000_u32, 1_u64 << 40)), 8_393_997_163_932_508_311);
    }

    #[test]
    fn neighbouring_values_hash_differently() {
        let hashes: std::collections::HashSet<u64> = (0..10_000_u32).map(hash).collect();
        assert_eq!(hashes.len(), 10_000);
    }
}
