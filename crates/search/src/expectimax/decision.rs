//! Decisions: one side chooses the best of its moves.

use super::moves::Moves;
use super::{Algorithm, Guide, Side, Span, Star, Window};
use kontra_game::Game;
use std::ops::Range;

impl<G: Game, K: Guide<G>> Star<G, K> {
    /// The value of a decision (Briesemeister 2009, listing 4.2, with a window).
    pub(super) fn decision(&mut self, state: &G, side: Side, plies: u32, window: Window) -> Span {
        self.try_moves(state, side, plies, window, 0..usize::MAX)
    }

    /// The value of a decision as far as some of its moves tell (listing 4.5): the best of them is what the side
    /// can surely have.
    pub(super) fn try_moves(
        &mut self,
        state: &G,
        side: Side,
        plies: u32,
        window: Window,
        moves: Range<usize>,
    ) -> Span {
        if !self.table.is_used() {
            return self.best(state, side, plies, window, moves, None).0;
        }
        let (key, useful) = (self.guide.key(state), self.useful(state, plies));
        let known = self.table.look_up(key, useful);
        if known.span.settles(window) {
            self.counts.found += 1;
            return known.span;
        }
        let (found, best) = self.best(state, side, plies, window, moves, known.best);
        let found = known.span.meet(found);
        if !self.stopped {
            self.table.store(key, useful, found, best.or(known.best));
        }
        found
    }

    fn best(
        &mut self,
        state: &G,
        side: Side,
        plies: u32,
        window: Window,
        range: Range<usize>,
        first: Option<u8>,
    ) -> (Span, Option<u8>) {
        // From here on the side sees things its own way: more is better.
        let window = side.sees(window);
        let exhaustive = self.settings.algorithm == Algorithm::Expectimax;
        let mut moves = Moves::new(state, &self.guide, self.settings.ordering, first);
        let mut best = Span { low: f64::NEG_INFINITY, high: f64::NEG_INFINITY };
        let (mut choice, mut seen) = (None, 0);
        for place in 0..range.end.min(moves.len()) {
            if self.stopped {
                break;
            }
            let Some((number, action)) = moves.next() else { break };
            if place < range.start {
                continue;
            }
            let mut next = state.clone();
            next.play(action);
            self.counts.moves += 1;
            self.watch();
            let rest_alpha = window.alpha.max(best.low);
            let rest = match exhaustive {
                true => Window::OPEN,
                false => side.sees(Window { alpha: rest_alpha, beta: window.beta }),
            };
            let found = side.sees(self.search(&next, plies - 1, rest));
            if found.low > rest_alpha {
                choice = Some(number);
            }
            best = Span { low: best.low.max(found.low), high: best.high.max(found.high) };
            seen += 1;
            if best.low >= window.beta && !exhaustive {
                break;
            }
        }
        if seen < moves.len() {
            // Another move may be better still.
            best.high = f64::INFINITY;
        }
        (side.sees(best), choice)
    }
}
