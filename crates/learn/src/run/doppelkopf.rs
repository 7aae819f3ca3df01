use super::{Evaluation, Figures};
use crate::matches::{Calibration, DuplicateMatch, Ended, Format, Opponent, Statistics};
use crate::selfplay::Learned;
use crate::{Learner, Trouble};
use kontra_agents::doppelkopf::Beginner;
use kontra_agents::doppelkopf::features::{FLAGS, Flag, POINT_MARKS};
use kontra_agents::{Agent, Recipe};
use kontra_arena::Clusters;
use kontra_doppelkopf::{Deal, Doppelkopf, Move, Rules, SEATS, Start};
use kontra_game::{Game, History, Seat, Streams};
use std::ops::ControlFlow;

/// How deal number `deal` starts: every seat is dealer in turn.
pub fn start_of(streams: Streams, deal: u64) -> Start {
    let dealer = Seat::wrapping(deal as usize + SEATS - 1, SEATS);
    Start { dealer, ..Start::single(Rules::default(), Deal::random(&mut streams.deal(deal))) }
}

fn by_rules(game: &Doppelkopf, seat: Seat) -> Move {
    Beginner.choose(&game.view(seat), History::unknown(seat))
}

impl Evaluation {
    /// A match of the learner's player 0.
    pub fn duplicate_match<'a>(
        &self,
        format: Format,
        opponent: Opponent<'a, Doppelkopf>,
        deals: u64,
    ) -> DuplicateMatch<
        'a,
        Doppelkopf,
        impl Fn(Streams, u64) -> Doppelkopf,
        impl Fn(&Doppelkopf, Seat) -> Move + Sync,
    > {
        DuplicateMatch {
            format,
            opponent,
            deals,
            first: 0,
            seed: self.seed,
            threads: self.threads,
            ask: self.ask,
            keep_every: if format == Format::Four { 16 } else { 0 },
            start: |streams: Streams, deal: u64| Doppelkopf::new(&start_of(streams, deal)),
            by_rules,
        }
    }

    /// Two against two players by rules.
    pub fn against_rules(&self, learner: &mut dyn Learner) -> Result<Figures, Trouble> {
        let the_match = self.duplicate_match(Format::Two, Opponent::Rules, self.deals);
        let result = the_match.play(learner, |_| ControlFlow::Continue(()))?;
        Ok(figures(&result))
    }

    /// A match in any format against any agent.
    pub fn against(
        &self,
        learner: &mut dyn Learner,
        format: Format,
        recipe: &Recipe<Doppelkopf>,
        mut each: impl FnMut(Ended<Doppelkopf>) -> ControlFlow<()>,
    ) -> Result<Clusters, Trouble> {
        self.duplicate_match(format, Opponent::Agent(recipe), self.deals).play(learner, &mut each)
    }

    /// How a network plays: types of games, solos and announcements of four of a kind, and how its chances of 121 and 151
    /// points agree with what happened.
    pub fn four_of_a_kind(
        &self,
        learner: &mut dyn Learner,
        flags: usize,
    ) -> Result<(Statistics, [Calibration; 2]), Trouble> {
        let streams = Streams::new(self.seed);
        let mut statistics = Statistics::default();
        let (mut bits, mut truth) = (vec![], vec![]);
        let the_match = self.duplicate_match(Format::Four, Opponent::Rules, self.games);
        the_match.play(learner, |ended| {
            statistics.add(&start_of(streams, ended.deal), &ended);
            for seen in &ended.seen {
                bits.extend_from_slice(&seen.bits);
                truth.push(reached(&ended.game, seen.seat));
            }
            ControlFlow::Continue(())
        })?;
        let mut calibrations = [Calibration::default(), Calibration::default()];
        if flags == FLAGS && !truth.is_empty() {
            let (mut values, mut outputs) = (vec![], vec![]);
            learner.evaluate(&bits, &mut values, &mut outputs)?;
            for (outputs, so) in outputs.chunks_exact(FLAGS).zip(truth) {
                for (i, calibration) in calibrations.iter_mut().enumerate() {
                    calibration.add(outputs[place(CALIBRATED[i])], so[i]);
                }
            }
        }
        Ok((statistics, calibrations))
    }
}

/// The card points whose chances are looked at.
const CALIBRATED: [u16; 2] = [121, 151];

fn place(mark: u16) -> usize {
    Flag::Points as usize + POINT_MARKS.iter().position(|&m| m == mark).unwrap_or(0)
}

/// Whether the seat's team has reached each of the marks.
fn reached(game: &Doppelkopf, seat: Seat) -> [bool; 2] {
    let mut flags = vec![0; FLAGS.div_ceil(64)];
    game.flags_at_end(seat, &mut flags);
    CALIBRATED.map(place).map(|at| flags[at / 64] >> (at % 64) & 1 == 1)
}

/// Points with their interval.
pub fn figures(result: &Clusters) -> Figures {
    Figures {
        points: result.mean(),
        half_width: result.half_width().unwrap_or(f64::INFINITY),
        deals: result.count(),
    }
}
