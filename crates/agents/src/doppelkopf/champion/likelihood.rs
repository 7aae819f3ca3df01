use super::judge::PositionJudge;
use super::past::PublicPast;
use crate::doppelkopf::features::{ANSWERS, PositionBits, WORDS, encode, legal, move_to_answer};
use kontra_doppelkopf::Cards;
use kontra_game::Seat;
use rustc_hash::FxHashMap;

/// How likely a player with a certain hand is to do what they did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Habits {
    /// Score points by which an answer must be better to be given about three times as often.
    pub temperature: f64,
    /// The share of decisions that are made at random: nobody's mistake is impossible.
    pub errors: f64,
}

impl Default for Habits {
    fn default() -> Habits {
        Habits { temperature: 0.25, errors: 0.05 }
    }
}

impl Habits {
    /// The logarithm of the probability of one legal answer.
    fn log_probability(self, values: &[f32; ANSWERS], legal: u64, given: u8) -> f64 {
        let worth = |answer: u8| f64::from(values[usize::from(answer)]) / self.temperature;
        let answers = || (0..ANSWERS as u8).filter(|answer| legal >> answer & 1 == 1);
        let best = answers().map(worth).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = answers().map(|answer| (worth(answer) - best).exp()).sum();
        let softmax = (worth(given) - best).exp() / sum;
        let share = 1.0 / f64::from(legal.count_ones());
        ((1.0 - self.errors) * softmax + self.errors * share).ln()
    }
}

/// The likelihood of what the others did, for hands that they may hold now.
///
/// A player decides by their own hand and by what everybody knows. So the likelihood of a deal is a product over players, and what
/// is known of one hand serves for all deals in which it occurs.
#[derive(Debug)]
pub(super) struct Likelihood<'a> {
    past: &'a PublicPast,
    habits: Habits,
    known: FxHashMap<(Seat, u64), f64>,
}

impl<'a> Likelihood<'a> {
    pub(super) fn new(past: &'a PublicPast, habits: Habits) -> Likelihood<'a> {
        Likelihood { past, habits, known: FxHashMap::default() }
    }

    /// The logarithm of the likelihood of everything that a player did who holds these cards now.
    pub(super) fn of(&self, seat: Seat, hand: Cards) -> f64 {
        self.known.get(&(seat, hand.bits())).copied().unwrap_or(0.0)
    }

    /// Finds out the likelihood of these hands.
    pub(super) fn learn(
        &mut self,
        judge: &mut PositionJudge,
        hands: impl IntoIterator<Item = (Seat, Cards)>,
    ) {
        let mut asked: Vec<((Seat, u64), u64, u8)> = vec![];
        let mut positions: Vec<PositionBits> = vec![];
        for (seat, hand) in hands {
            let key = (seat, hand.bits());
            if self.known.contains_key(&key) {
                continue;
            }
            self.known.insert(key, 0.0);
            for decision in self.past.of(seat) {
                let view = decision.public.seen_with(seat, hand.union(decision.played_since));
                let legal = legal(&view);
                let Some(given) = move_to_answer(&view, decision.action) else { continue };
                if legal.count_ones() < 2 {
                    continue;
                }
                let mut bits = [0; WORDS];
                encode(&view, &decision.watch, &mut bits);
                asked.push((key, legal, given));
                positions.push(bits);
            }
        }
        let (habits, known) = (self.habits, &mut self.known);
        judge.values(&positions, |place, values| {
            let (key, legal, given) = asked[place];
            if let Some(sum) = known.get_mut(&key) {
                *sum += habits.log_probability(values, legal, given);
            }
        });
    }
}
