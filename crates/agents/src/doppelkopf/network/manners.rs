use crate::doppelkopf::features::Answer;
use kontra_doppelkopf::Level;
use kontra_game::{SearchRng, choose};

/// How a player departs from what its network holds for best: as people do, never by plain blunders.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manners {
    /// How far apart two answers may be and still be mixed up, in score points; 0: the best answer, always.
    pub temperature: f32,
    /// Answers that are worse than the best one by more than this are never given, in score points.
    pub loss: f32,
    /// By how many score points an announcement must be better than silence.
    pub announcing: f32,
    /// By how many score points a solo must be better than no solo.
    pub solo: f32,
    /// The highest level that is announced.
    pub highest: Level,
}

impl Manners {
    /// The best answer, always.
    pub const NONE: Manners =
        Manners { temperature: 0.0, loss: 0.0, announcing: 0.0, solo: 0.0, highest: Level::Black };

    /// The answer to give. `values` has the expected score of each answer in score points; `legal` has at least one bit;
    /// `may_marry`: a reservation need not become a solo.
    pub(super) fn choose(
        &self,
        values: &[f32],
        legal: u64,
        may_marry: bool,
        rng: &mut SearchRng,
    ) -> u8 {
        let worth = |answer: u8| values[usize::from(answer)] - self.reluctance(answer, may_marry);
        let allowed = |answer: &u8| legal >> answer & 1 == 1 && self.is_allowed(*answer);
        let answers = || (0..values.len() as u8).filter(allowed);
        let best = answers().map(worth).fold(f32::NEG_INFINITY, f32::max);
        let mut chosen = (f32::NEG_INFINITY, legal.trailing_zeros() as u8);
        for answer in answers() {
            let value = worth(answer);
            if value < best - self.loss {
                continue;
            }
            // The highest of values with Gumbel noise is a draw from their softmax.
            let noise = if self.temperature > 0.0 { self.temperature * gumbel(rng) } else { 0.0 };
            if value + noise > chosen.0 {
                chosen = (value + noise, answer);
            }
        }
        chosen.1
    }

    /// What an answer must bring beyond its alternative.
    fn reluctance(&self, answer: u8, may_marry: bool) -> f32 {
        const IMMEDIATELY: u8 = Answer::ImmediateSolo as u8 + 1;
        const RESERVATION: u8 = Answer::Reservation as u8 + 1;
        const SOLO: u8 = Answer::Solo as u8 + 1;
        match answer {
            IMMEDIATELY | SOLO => self.solo,
            RESERVATION if !may_marry => self.solo,
            _ if (Answer::Level as u8..Answer::Card as u8).contains(&answer) => self.announcing,
            _ => 0.0,
        }
    }

    fn is_allowed(&self, answer: u8) -> bool {
        let (first, end) = (Answer::Level as u8, Answer::Card as u8);
        !(first..end).contains(&answer) || usize::from(answer - first) < self.highest as usize
    }
}

fn gumbel(rng: &mut SearchRng) -> f32 {
    let unit = choose::unit(rng).max(f64::MIN_POSITIVE);
    -(-unit.ln()).max(f64::MIN_POSITIVE).ln() as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;

    fn values(pairs: &[(u8, f32)]) -> (Vec<f32>, u64) {
        let mut values = vec![9.0; 43];
        let legal = pairs.iter().fold(0, |legal, (answer, _)| legal | 1 << answer);
        pairs.iter().for_each(|(answer, value)| values[usize::from(*answer)] = *value);
        (values, legal)
    }

    #[test]
    fn without_manners_the_best_legal_answer_is_given() {
        let (values, legal) = values(&[(20, 1.0), (21, 1.5), (22, -3.0)]);
        let rng = &mut Streams::new(1).test(0);
        assert!((0..100).all(|_| Manners::NONE.choose(&values, legal, false, rng) == 21));
    }

    #[test]
    fn an_answer_that_is_much_worse_is_never_given() {
        let (values, legal) = values(&[(20, 1.0), (21, 0.5), (22, -0.6)]);
        let manners = Manners { temperature: 5.0, loss: 1.5, ..Manners::NONE };
        let rng = &mut Streams::new(1).test(0);
        let given: Vec<u8> =
            (0..1000).map(|_| manners.choose(&values, legal, false, rng)).collect();
        assert!(given.contains(&20) && given.contains(&21) && !given.contains(&22));
    }

    #[test]
    fn announcements_need_their_margin_and_stop_at_the_highest_level() {
        let (silence, re, no90) =
            (Answer::Silence as u8, Answer::Level as u8, Answer::Level as u8 + 1);
        let (values, legal) = values(&[(silence, 1.0), (re, 1.4), (no90, 3.0)]);
        let rng = &mut Streams::new(1).test(0);
        let given =
            |manners: Manners, rng: &mut SearchRng| manners.choose(&values, legal, false, rng);
        assert_eq!(given(Manners::NONE, rng), no90);
        assert_eq!(given(Manners { highest: Level::Game, ..Manners::NONE }, rng), re);
        assert_eq!(
            given(Manners { highest: Level::Game, announcing: 0.5, ..Manners::NONE }, rng),
            silence
        );
    }
}
