//! Chance nodes: bounds, the table, ChanceProbCut, probing, and the search itself.

use super::fan::{ChanceOutcome, Fan, Probed};
use super::{Algorithm, Guide, ProbCut, Probing, Span, Star, Window};
use kontra_game::{Game, Turn};

impl<G: Game, K: Guide<G>> Star<G, K> {
    /// The value of a chance node (Briesemeister 2009, listings 4.1, 4.3 and 4.4).
    pub(super) fn chance(&mut self, state: &G, plies: u32, window: Window) -> Span {
        if self.settings.algorithm == Algorithm::Expectimax && !self.table.is_used() {
            return self.average(state, plies);
        }
        let bounds = match self.settings.algorithm {
            Algorithm::Expectimax => Span::ALL,
            _ => {
                self.counts.asked += 1;
                self.guide.bounds(state, plies)
            }
        };
        if bounds.settles(window) {
            self.counts.bounded += 1;
            return bounds;
        }
        if !self.table.is_used() {
            return self.outcomes(state, plies, window, bounds);
        }
        let (key, useful) = (self.guide.key(state), self.useful(state, plies));
        let known = self.table.look_up_value(key, useful);
        if known.settles(window) {
            self.counts.found += 1;
            return known;
        }
        let found = known.meet(self.outcomes(state, plies, window, bounds));
        if !self.stopped {
            self.table.store(key, useful, found, None);
        }
        found
    }

    /// Plain Expectimax: every outcome with its probability (equation 4.1).
    fn average(&mut self, state: &G, plies: u32) -> Span {
        let mut fan = Fan::new(state, Span::ALL);
        fan.pass(Window::OPEN, |outcome, _| self.child(state, outcome, plies, Window::OPEN))
            .unwrap_or_else(|cut| cut)
    }

    /// The value of a chance node that bounds and table did not settle.
    fn outcomes(&mut self, state: &G, plies: u32, window: Window, bounds: Span) -> Span {
        let mut fan = Fan::new(state, bounds);
        match self.shortcuts(state, plies, window, &mut fan) {
            Err(cut) => {
                self.counts.probed += 1;
                cut
            }
            Ok(()) => {
                let outcomes = self.counts.outcomes;
                let found = fan.pass(window, |outcome, window| {
                    let found = match outcome.probed {
                        Some(probed) => self.continued(state, outcome, plies, window, probed),
                        None => self.child(state, outcome, plies, window),
                    };
                    self.check(outcome.span, found);
                    found
                });
                if found.is_err() && self.counts.outcomes - outcomes < fan.len() as u64 {
                    self.counts.cut += 1;
                }
                found.unwrap_or_else(|cut| cut)
            }
        }
    }

    /// Everything that may settle a chance node before its outcomes are searched, or tell more about them.
    fn shortcuts(
        &mut self,
        state: &G,
        plies: u32,
        window: Window,
        fan: &mut Fan<G::Action>,
    ) -> Result<(), Span> {
        if self.settings.etc && self.remembers(plies) {
            fan.pass(window, |outcome, _| self.remembered(state, outcome, plies))?;
        }
        if let Some(cut) = self.settings.prob_cut
            && plies >= cut.plies
            && plies > cut.reduction
        {
            // What is only probable must not be taken for known later on.
            fan.clone().pass(window, |outcome, window| {
                self.probable(state, outcome, plies, window, cut)
            })?;
        }
        let (factor, probing) = self.settings.algorithm.probes();
        match probing {
            _ if factor == 0 => {}
            Probing::Sequential => self.probe(state, plies, window, fan, 0, factor as usize)?,
            Probing::Cyclic => {
                for number in 0..factor as usize {
                    self.probe(state, plies, window, fan, number, number + 1)?;
                }
            }
        }
        Ok(())
    }

    /// Searches the moves from `begin` to `end` after each outcome. That bounds its value from one side, no matter who makes the
    /// move: so this works for trees of every shape.
    fn probe(
        &mut self,
        state: &G,
        plies: u32,
        window: Window,
        fan: &mut Fan<G::Action>,
        begin: usize,
        end: usize,
    ) -> Result<(), Span> {
        fan.pass(window, |outcome, window| {
            let next = self.after(state, outcome);
            let Turn::Seat(seat) = next.turn() else {
                // Nobody has a move to try here: the search will have to do.
                return outcome.span;
            };
            if self.stopped {
                return Span::ALL;
            }
            self.visit_outcome();
            let side = self.guide.side(&next, seat);
            let before = match outcome.probed {
                Some(probed) if probed.best.settles(side.sees(window)) => probed,
                _ => Probed::unknown(begin),
            };
            let found = self.try_moves(&next, side, plies, window, before, end);
            self.check(outcome.span, found.span);
            if self.settings.keep_probes && found.probed.is_known() {
                outcome.probed = Some(found.probed);
            }
            found.span
        })?;
        Ok(())
    }

    /// Searches an outcome but for the moves that were probed, unless it matters what they are worth exactly.
    fn continued(
        &mut self,
        state: &G,
        outcome: &ChanceOutcome<G::Action>,
        plies: u32,
        window: Window,
        probed: Probed,
    ) -> Span {
        let next = self.after(state, outcome);
        let Turn::Seat(seat) = next.turn() else {
            return self.child(state, outcome, plies, window);
        };
        let side = self.guide.side(&next, seat);
        if self.stopped || !probed.best.settles(side.sees(window)) {
            return self.child(state, outcome, plies, window);
        }
        self.visit_outcome();
        self.try_moves(&next, side, plies, window, probed, usize::MAX).span
    }

    /// StarETC: what the table knows about an outcome.
    fn remembered(&mut self, state: &G, outcome: &ChanceOutcome<G::Action>, plies: u32) -> Span {
        self.counts.lookups += 1;
        let next = self.after(state, outcome);
        self.table.look_up_value(self.guide.key(&next), self.useful(&next, plies))
    }

    /// ChanceProbCut: what a shallower search makes probable.
    fn probable(
        &mut self,
        state: &G,
        outcome: &ChanceOutcome<G::Action>,
        plies: u32,
        window: Window,
        cut: ProbCut,
    ) -> Span {
        let Window { alpha, beta } = window;
        let wider = Window { alpha: alpha - cut.margin, beta: beta + cut.margin };
        let found = self.child(state, outcome, plies - cut.reduction, wider);
        outcome.span.meet(Span { low: found.low - cut.margin, high: found.high + cut.margin })
    }

    #[inline]
    fn child(
        &mut self,
        state: &G,
        outcome: &ChanceOutcome<G::Action>,
        plies: u32,
        window: Window,
    ) -> Span {
        if self.stopped {
            return Span::ALL;
        }
        self.visit_outcome();
        self.search(&self.after(state, outcome), plies, window)
    }

    #[inline]
    fn after(&self, state: &G, outcome: &ChanceOutcome<G::Action>) -> G {
        let mut next = state.clone();
        next.play(outcome.action);
        next
    }

    #[inline]
    fn visit_outcome(&mut self) {
        self.counts.outcomes += 1;
        self.watch();
    }

    /// Wrong bounds make wrong searches: debug builds complain.
    #[inline]
    fn check(&self, bounds: Span, found: Span) {
        debug_assert!(
            self.stopped
                || !self.guide.certain()
                || self.settings.prob_cut.is_some()
                || !bounds.contradicts(found),
            "wrong bounds: a value cannot lie in {bounds:?} and in {found:?}"
        );
    }
}
