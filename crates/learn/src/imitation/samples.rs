use crate::Trouble;
use std::ops::Range;

/// Decisions of recorded games, in parallel lists.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct ImitationSamples {
    /// Positions, one after the other, the same number of words each.
    pub bits: Vec<u64>,
    /// Legal answers, as bits.
    pub legal: Vec<u64>,
    /// The answer that was given.
    pub answers: Vec<u8>,
    /// Where each game ends among the samples.
    pub ends: Vec<usize>,
}

impl ImitationSamples {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// The samples of some games.
    pub fn of_games(&self, games: Range<usize>) -> Range<usize> {
        let end = |games: usize| games.checked_sub(1).map_or(0, |last| self.ends[last]);
        end(games.start)..end(games.end)
    }

    /// Adds further samples of the same shape.
    pub fn append(&mut self, other: &ImitationSamples) {
        let before = self.len();
        self.bits.extend(&other.bits);
        self.legal.extend(&other.legal);
        self.answers.extend(&other.answers);
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    /// One sentence where the lists do not belong together.
    pub fn check(&self, words: usize, answers: usize) -> Result<(), Trouble> {
        let (count, given) = (self.len(), self.answers.iter().zip(&self.legal));
        let fits = self.bits.len() == count * words && self.legal.len() == count && { given }
            .all(|(answer, legal)| legal >> answer & 1 == 1 && legal >> answers == 0);
        fits.then_some(()).ok_or_else(|| {
            Trouble(format!(
                "samples: expected {count} positions of {words} words, each with a legal answer below {answers}"
            ))
        })
    }
}
