use crate::doppelkopf::features::{ANSWERS, POINTS_PER_UNIT, PositionBits};
use crate::doppelkopf::network::Model;
use kontra_nets::BatchEvaluator;

/// Positions that are evaluated at once: their numbers stay in a core's cache.
pub(super) const BATCH: usize = 128;

/// A network that evaluates many positions, as fast as this processor can.
#[derive(Debug)]
pub(super) struct PositionJudge {
    evaluator: BatchEvaluator,
    /// Evaluations so far.
    pub(super) evaluations: u64,
}

impl PositionJudge {
    pub(super) fn new(model: &Model) -> PositionJudge {
        PositionJudge { evaluator: model.network().evaluator(), evaluations: 0 }
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
