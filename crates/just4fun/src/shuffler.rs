use rand::TryRng;
use std::convert::Infallible;

/// The order of the stacks that are still to come: a number from which every later shuffle follows.
///
/// The generator is SplitMix64, because a stranger can write it in four lines and check a record with it.
/// See [`Stack`](crate::Stack) for how cards are shuffled with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shuffler(pub u64);

impl TryRng for Shuffler {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|word| (word >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(word ^ word >> 31)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.try_next_u64()?.to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The published test vector for seed 1234567.
        let mut shuffler = Shuffler(1_234_567);
        let numbers = [0; 5].map(|_: u64| shuffler.next_u64());
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }
}
