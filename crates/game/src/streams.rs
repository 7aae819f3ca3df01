use crate::Seat;
use rand::SeedableRng;
use rand::rngs::{ChaCha8Rng, Xoshiro256PlusPlus};

/// The generator of deals and draws: its past and future cannot be told from its output.
pub type DealRng = ChaCha8Rng;

/// The generator of searches and playouts: small and fast.
pub type SearchRng = Xoshiro256PlusPlus;

/// What a random stream is used for. No two purposes ever share numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u64)]
pub enum Purpose {
    /// Cards dealt before the game.
    Deal = 1,
    /// Chance turns during the game.
    Chance = 2,
    /// An agent's thinking; one stream for each seat.
    Agent = 3,
    /// Everything a test or a benchmark draws for itself.
    Test = 4,
}

/// All random numbers of a run, derived from one seed.
///
/// A stream is named by its purpose, the number of the deal, the number of the game on that deal and the seat.
/// It is the same on any number of threads, in any order, and after an interruption, because nothing is
/// handed from one stream to the next.
///
/// ```
/// use kontra_game::{Seat, Streams};
/// use rand::Rng;
/// let streams = Streams::new(2012);
/// let seat = Seat::new(0).unwrap();
/// let (mut deal, mut agent) = (streams.deal(7), streams.agent(7, 0, seat));
/// assert_ne!(deal.next_u64(), agent.next_u64());
/// assert_eq!(streams.deal(7).next_u64(), Streams::new(2012).deal(7).next_u64());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Streams {
    seed: u64,
}

impl Streams {
    /// The streams of this seed.
    pub fn new(seed: u64) -> Streams {
        Streams { seed }
    }

    /// The seed all streams come from.
    pub fn seed(self) -> u64 {
        self.seed
    }

    /// The cards of deal number `deal`. Every game on the same deal starts with the same cards.
    pub fn deal(self, deal: u64) -> DealRng {
        self.stream(Purpose::Deal, deal, 0)
    }

    /// The chance turns of every game on deal number `deal`.
    pub fn chance(self, deal: u64) -> DealRng {
        self.stream(Purpose::Chance, deal, 0)
    }

    /// What the agent on `seat` draws in game number `game` on deal number `deal`.
    pub fn agent(self, deal: u64, game: u64, seat: Seat) -> SearchRng {
        self.fast(Purpose::Agent, deal, game * 8 + seat.index() as u64)
    }

    /// Random numbers for a test or a benchmark.
    pub fn test(self, index: u64) -> SearchRng {
        self.fast(Purpose::Test, index, 0)
    }

    /// The four numbers that name a stream *are* the ChaCha key, so different names give unrelated streams.
    fn stream(self, purpose: Purpose, index: u64, part: u64) -> ChaCha8Rng {
        let mut key = [0; 32];
        for (slot, word) in key.chunks_exact_mut(8).zip([self.seed, purpose as u64, index, part]) {
            slot.copy_from_slice(&word.to_le_bytes());
        }
        ChaCha8Rng::from_seed(key)
    }

    fn fast(self, purpose: Purpose, index: u64, part: u64) -> SearchRng {
        SearchRng::from_rng(&mut self.stream(purpose, index, part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;
    use std::collections::HashSet;

    #[test]
    fn streams_with_different_names_share_no_number() {
        let mut seen = HashSet::new();
        let mut drawn = 0;
        for seed in 0..4 {
            let streams = Streams::new(seed);
            for index in 0..4 {
                for word in 0..16 {
                    let mut all = vec![];
                    let skip = |rng: &mut dyn Rng| (0..=word).map(|_| rng.next_u64()).last();
                    all.push(skip(&mut streams.deal(index)));
                    all.push(skip(&mut streams.chance(index)));
                    all.push(skip(&mut streams.test(index)));
                    for game in 0..2 {
                        for seat in Seat::all(4) {
                            all.push(skip(&mut streams.agent(index, game, seat)));
                        }
                    }
                    drawn += all.len();
                    seen.extend(all);
                }
            }
        }
        assert_eq!(seen.len(), drawn);
    }

    #[test]
    fn a_stream_never_changes() {
        assert_eq!(Streams::new(2012).deal(0).next_u64(), 12_905_987_781_306_534_671);
        assert_eq!(
            Streams::new(2012).agent(0, 0, Seat::wrapping(1, 4)).next_u64(),
            13_979_131_853_921_598_727
        );
    }
}
