//! Decisions: one side chooses the best of its moves.

use super::fan::Probed;
use super::moves::OrderedMoves;
use super::{Algorithm, Guide, Side, Span, Star, Window};
use kontra_game::Game;

/// What was found out about a decision.
pub(super) struct Found {
    /// Its value for the first side.
    pub(super) span: Span,
    /// The moves that were searched.
    pub(super) probed: Probed,
    /// The best of them, by its number in the game's order, if it is better than what was to be beaten.
    best: Option<u8>,
}

impl<G: Game, K: Guide<G>> Star<G, K> {
    /// The value of a decision (Briesemeister 2009, listing 4.2, with a window).
    pub(super) fn decision(&mut self, state: &G, side: Side, plies: u32, window: Window) -> Span {
        self.try_moves(state, side, plies, window, Probed::NONE, usize::MAX).span
    }

    /// Whether decisions at this depth are kept in the table. The last ones are not: there are many of them, and
    /// they are searched as fast as they are looked up.
    #[inline]
    pub(super) fn remembers(&self, plies: u32) -> bool {
        plies > 1 && self.table.is_used()
    }

    /// The value of a decision as far as its moves up to number `end` tell (listing 4.5): the best of them is what
    /// the side can surely have. Those probed `before` are not searched again.
    pub(super) fn try_moves(
        &mut self,
        state: &G,
        side: Side,
        plies: u32,
        window: Window,
        before: Probed,
        end: usize,
    ) -> Found {
        if !self.remembers(plies) {
            return self.best(state, side, plies, window, before, end);
        }
        let (key, useful) = (self.guide.key(state), self.useful(state, plies));
        let known = self.table.look_up(key, useful);
        if known.span.settles(window) {
            self.counts.found += 1;
            return Found { span: known.span, probed: before, best: None };
        }
        // The moves must come in the same order as when the first of them were probed.
        let first = if before.moves == 0 { known.best } else { before.first };
        let mut found = self.best(state, side, plies, window, Probed { first, ..before }, end);
        found.span = known.span.meet(found.span);
        if !self.stopped {
            self.table.store(key, useful, found.span, found.best.or(known.best));
        }
        found
    }

    fn best(
        &mut self,
        state: &G,
        side: Side,
        plies: u32,
        window: Window,
        before: Probed,
        end: usize,
    ) -> Found {
        // From here on the side sees things its own way: more is better.
        let window = side.sees(window);
        let exhaustive = self.settings.algorithm == Algorithm::Expectimax;
        let mut moves = OrderedMoves::new(state, &self.guide, self.settings.ordering, before.first);
        let (mut best, mut choice, mut place) = (before.best, None, 0);
        while place < end && !self.stopped {
            let Some((number, action)) = moves.next() else { break };
            place += 1;
            if place <= before.moves {
                continue;
            }
            let mut next = state.clone();
            next.play(action);
            self.counts.moves += 1;
            self.watch();
            let beaten = window.alpha.max(best.low);
            let rest = match exhaustive {
                true => Window::OPEN,
                false => side.sees(Window { alpha: beaten, beta: window.beta }),
            };
            let found = side.sees(self.search(&next, plies - 1, rest));
            if found.low > beaten {
                choice = Some(number);
            }
            best = Span { low: best.low.max(found.low), high: best.high.max(found.high) };
            if best.low >= window.beta && !exhaustive {
                break;
            }
        }
        let probed = match before.is_known() {
            true => Probed { moves: place, best, first: before.first },
            false => Probed::unknown(place),
        };
        if place < moves.len() || !before.is_known() {
            // Another move may be better still.
            best.high = f64::INFINITY;
        }
        Found { span: side.sees(best), probed, best: choice }
    }
}
