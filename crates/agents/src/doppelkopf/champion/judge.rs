use crate::doppelkopf::features::{
    ANSWERS, OPEN_WORDS, POINTS_PER_UNIT, PositionBits, WORDS, held_flags,
};
use crate::doppelkopf::network::{Critic, Model};
use kontra_doppelkopf::Doppelkopf;
use kontra_game::Seat;
use kontra_nets::BatchEvaluator;

/// A position with what is hidden behind it.
pub(super) type OpenBits = [u64; OPEN_WORDS];

/// What a critic sees where `seat` decides: the position of its network, and all hands.
pub(super) fn open_bits(position: &PositionBits, game: &Doppelkopf, seat: Seat) -> OpenBits {
    let mut bits = [0; OPEN_WORDS];
    bits[..WORDS].copy_from_slice(position);
    bits[WORDS..].copy_from_slice(&held_flags(game, seat));
    bits
}

/// Positions that are evaluated at once: their numbers stay in a core's cache.
pub(super) const BATCH: usize = 128;

/// A network that evaluates many positions, and perhaps its critic, as fast as this processor can.
#[derive(Debug)]
pub(super) struct PositionJudge {
    evaluator: BatchEvaluator,
    critic: Option<BatchEvaluator>,
    /// Evaluations so far.
    pub(super) evaluations: u64,
}

impl PositionJudge {
    pub(super) fn new(model: &Model, critic: Option<&Critic>) -> PositionJudge {
        PositionJudge {
            evaluator: model.network().evaluator(),
            critic: critic.map(|critic| critic.network().evaluator()),
            evaluations: 0,
        }
    }

    /// Whether it has a critic.
    pub(super) fn has_critic(&self) -> bool {
        self.critic.is_some()
    }

    /// Hands over the critic's value of each position, in score points, in order.
    pub(super) fn worth(&mut self, positions: &[OpenBits], mut found: impl FnMut(usize, f64)) {
        let Some(critic) = &mut self.critic else { return };
        for (part, positions) in positions.chunks(BATCH).enumerate() {
            critic.evaluate_bits(positions.as_flattened(), positions.len());
            for (place, value) in critic.output("critic").unwrap_or_default().iter().enumerate() {
                found(part * BATCH + place, f64::from(POINTS_PER_UNIT * value));
            }
        }
        self.evaluations += positions.len() as u64;
    }

    /// Hands over the values of each position's answers, in score points, in order.
    pub(super) fn values(
        &mut self,
        positions: &[PositionBits],
        mut found: impl FnMut(usize, &[f32; ANSWERS]),
    ) {
        for (part, positions) in positions.chunks(BATCH).enumerate() {
            self.evaluator.evaluate_bits(positions.as_flattened(), positions.len());
            let values = self.evaluator.output("values").unwrap_or_default();
            for (place, values) in values.chunks_exact(ANSWERS + 1).enumerate() {
                let points = std::array::from_fn(|answer| {
                    POINTS_PER_UNIT * (values[answer] + values[ANSWERS])
                });
                found(part * BATCH + place, &points);
            }
        }
        self.evaluations += positions.len() as u64;
    }
}
