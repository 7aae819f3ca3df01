use super::judge::{OpenBits, PositionJudge, open_bits};
use crate::doppelkopf::features::{
    ANSWERS, PositionBits, WORDS, Watch, answer_to_move, encode, legal,
};
use kontra_doppelkopf::{Doppelkopf, Move};
use kontra_game::{Game, Seat, Turn};
use kontra_search::Clock;

/// A game that the network plays to its end, or for some tricks.
#[derive(Clone, Debug)]
struct Playout {
    game: Doppelkopf,
    watch: Watch,
    /// Where its result goes.
    place: usize,
}

/// What comes of a decision, if the network decides everything that follows.
#[derive(Clone, Debug)]
pub(super) struct Continuation {
    /// Who decides.
    pub(super) seat: Seat,
    /// What happened so far.
    pub(super) watch: Watch,
    /// After how many complete tricks a value of this player's next decision takes the place of the rest, the critic's where
    /// there is one and else the network's; 12: never.
    pub(super) tricks: usize,
}

impl Continuation {
    /// The score of `seat` after each of these decisions in each of these deals, all played side by side. `None` where the clock
    /// ends it early.
    pub(super) fn values(
        &self,
        judge: &mut PositionJudge,
        decisions: &[(Doppelkopf, Move)],
        clock: &Clock,
    ) -> Option<Vec<f64>> {
        let mut values = vec![0.0; decisions.len()];
        let begin = |(place, &(game, action)): (usize, &(Doppelkopf, Move))| {
            let mut playout = Playout { game, watch: self.watch.clone(), place };
            playout.watch.play(&mut playout.game, action);
            playout
        };
        let mut open: Vec<Playout> = decisions.iter().enumerate().map(begin).collect();
        let mut positions: Vec<PositionBits> = vec![];
        let mut leaves: Vec<(usize, OpenBits)> = vec![];
        let until = decisions.first()?.0.public().tricks() + self.tricks;
        let is_leaf = |game: &Doppelkopf| {
            // Only the player who decided knows why: what others expect now would take a bluff for the truth.
            game.turn() == Turn::Seat(self.seat) && game.public().tricks() >= until
        };
        loop {
            open.retain_mut(|playout| {
                playout.watch.skip_formalities(&mut playout.game);
                let over = playout.game.turn() == Turn::Over;
                if over {
                    values[playout.place] = playout.game.payoffs().as_slice()[self.seat.index()];
                }
                let judged = judge.has_critic() && !over && is_leaf(&playout.game);
                if judged {
                    let bits = open_bits(&playout.bits(), &playout.game, self.seat);
                    leaves.push((playout.place, bits));
                }
                !over && !judged
            });
            if open.is_empty() {
                let (places, positions): (Vec<usize>, Vec<OpenBits>) = leaves.into_iter().unzip();
                judge.worth(&positions, |number, value| values[places[number]] = value);
                return Some(values);
            }
            if clock.is_late() {
                return None;
            }
            positions.clear();
            positions.extend(open.iter().map(Playout::bits));
            judge.values(&positions, |number, found| {
                let playout = &mut open[number];
                let Turn::Seat(next) = playout.game.turn() else { return };
                let view = playout.game.view(next);
                let (answer, value) = best(found, legal(&view));
                if is_leaf(&playout.game) {
                    values[playout.place] = value.into();
                    playout.place = DONE;
                } else if let Some(action) = answer_to_move(&view, answer) {
                    playout.watch.play(&mut playout.game, action);
                }
            });
            open.retain(|playout| playout.place != DONE);
        }
    }
}

/// The place of a playout whose value is known.
const DONE: usize = usize::MAX;

impl Playout {
    fn bits(&self) -> PositionBits {
        let mut bits = [0; WORDS];
        if let Turn::Seat(seat) = self.game.turn() {
            encode(&self.game.view(seat), &self.watch, &mut bits);
        }
        bits
    }
}

/// The best legal answer, the first of equals, and its value.
pub(super) fn best(values: &[f32; ANSWERS], legal: u64) -> (u8, f32) {
    let answers = (0..ANSWERS as u8).filter(|answer| legal >> answer & 1 == 1);
    let worth = answers.map(|answer| (answer, values[usize::from(answer)]));
    worth.reduce(|a, b| if b.1 > a.1 { b } else { a }).unwrap_or((0, f32::NEG_INFINITY))
}
