use super::engine::PassEngine;
use super::learner::fill_bits;
use crate::random::{AHEAD, unit, word};
use crate::{LearnerSetup, Samples, look_ahead};
use kontra_nets::{Layout, Value};

/// A critic that values later decisions of the players in a batch.
pub(super) struct CpuCritic {
    engine: PassEngine<f32>,
    output: Value,
    /// Where its weights begin among those that are trained.
    first: usize,
    ahead: f32,
}

impl CpuCritic {
    /// The critic of this learner, where it has one that looks at later decisions.
    pub(super) fn new(setup: &LearnerSetup, threads: usize) -> Option<CpuCritic> {
        let critic = setup.critic.as_ref().filter(|critic| critic.ahead < 1.0)?;
        Some(CpuCritic {
            engine: PassEngine::new(&critic.alone, threads),
            output: critic.alone.output("critic")?,
            first: Layout::new(&setup.graph).parameter_count(),
            ahead: critic.ahead,
        })
    }

    /// How things turned out for each sample of a batch: the critic's value of a later decision, or the target where the game
    /// ended before.
    pub(super) fn later_values(
        &mut self,
        setup: &LearnerSetup,
        samples: &Samples,
        drawn: &[usize],
        step: u64,
        parameters: &[f32],
    ) -> Vec<f32> {
        let ahead = |(row, place): (usize, &usize)| {
            let further = |decision: u32| {
                let lane = 64 * row as u32 + decision;
                unit(word(setup.seed, AHEAD, step, lane)) < self.ahead
            };
            look_ahead(|n| samples.next[n], setup.ring, *place, further)
        };
        let later: Vec<(usize, bool)> = drawn.iter().enumerate().map(ahead).collect();
        let places: Vec<usize> = later.iter().map(|(place, _)| *place).collect();
        let fill = |input: Value, rows: std::ops::Range<usize>, out: &mut [f32]| {
            fill_bits(samples, input.0 > 0, &places[rows], out);
        };
        self.engine.infer(&parameters[self.first..], &[], drawn.len(), &fill);
        let values = self.engine.tapes().flat_map(|tape| tape.value(self.output));
        let outcomes = values.zip(later).zip(drawn);
        outcomes.map(|((v, (_, over)), n)| if over { samples.targets[*n] } else { *v }).collect()
    }
}
