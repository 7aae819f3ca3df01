use super::publisher::Publisher;
use super::{PlayOrder, Pulse, Reporter, RunFile};
use crate::selfplay::{SelfPlay, TurnCounts, Turnover, mix};
use crate::{Learner, Samples, Trouble};
use kontra_doppelkopf::Doppelkopf;
use std::cell::Cell;

/// What a run has done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RunCounts {
    /// Training steps.
    pub step: u64,
    /// Games that ended.
    pub games: u64,
    /// Decisions of the network.
    pub decisions: u64,
    /// Samples that were handed over.
    pub samples: u64,
}

/// A part of a run between two checkpoints. Everything in it follows from the learner's state, the run file and its number.
pub(super) struct Segment<'a> {
    pub(super) run: &'a RunFile,
    pub(super) threads: usize,
    pub(super) number: u64,
    /// Whether other networks have been seated.
    pub(super) company: bool,
}

impl Segment<'_> {
    /// Plays and trains up to the end of the segment; games are played here or elsewhere.
    pub(super) fn train(
        &self,
        learner: &mut dyn Learner,
        counts: &mut RunCounts,
        live: &mut Reporter<'_>,
        elsewhere: Option<&mut Publisher<'_>>,
    ) -> Result<(), Trouble> {
        let training = &self.run.training;
        let seed = mix(self.run.seed ^ mix(self.number));
        let lessons = self.run.lessons();
        let settings = self.run.engine(seed, self.threads, self.company);
        let engine = SelfPlay { lessons: &lessons, settings };
        let end = training.steps.min((self.number + 1) * training.segment);
        learner.forget();
        learner.refresh(false)?;
        let (mut filled, mut due) = (0_u64, 0.0_f64);
        let step = Cell::new(counts.step);
        let each = |learner: &mut dyn Learner, samples: &Samples, played: TurnCounts| {
            counts.games += played.games;
            counts.decisions += played.decisions;
            counts.samples += samples.len() as u64;
            if !samples.is_empty() {
                learner.remember(samples)?;
            }
            filled += samples.len() as u64;
            if filled >= training.fill.max(1) {
                due += samples.len() as f64 * training.uses / training.batch as f64;
            }
            while due >= 1.0 && counts.step < end {
                // Up to where the weights change for players, or the segment ends.
                let next = (counts.step / training.refresh + 1) * training.refresh;
                let steps = (next.min(end) - counts.step).min(due as u64);
                learner.train(steps as usize, training.rate.at(counts.step))?;
                counts.step += steps;
                due -= steps as f64;
                if counts.step == next {
                    learner.refresh(false)?;
                }
            }
            step.set(counts.step);
            live.beat(learner, Pulse { counts: *counts, rate: training.rate.at(counts.step) })?;
            let go_on = Turnover::Next(self.run.fade(counts.step));
            Ok(if counts.step < end { go_on } else { Turnover::Stop })
        };
        let rough = self.number * training.segment < training.rough;
        let fade = self.run.fade(self.number * training.segment);
        if let Some(publisher) = elsewhere {
            let (segment, company, networks) = (self.number, self.company, vec![]);
            let order = PlayOrder { number: 0, segment, rough, fade, company, networks };
            publisher.play(learner, order, &step, each)
        } else if rough {
            engine.play_roughly::<Doppelkopf>(learner, each)
        } else {
            engine.play::<Doppelkopf>(learner, fade, each)
        }
    }
}
