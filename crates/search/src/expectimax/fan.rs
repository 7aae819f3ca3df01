use super::{Span, Window};
use arrayvec::ArrayVec;
use kontra_game::{Chances, Game, MAX_CHANCES};

/// The outcomes of a chance node, the likeliest first, and what is known about the value of each.
pub(crate) struct Fan<A> {
    outcomes: ArrayVec<ChanceOutcome<A>, MAX_CHANCES>,
}

/// One outcome.
#[derive(Clone, Copy)]
pub(crate) struct ChanceOutcome<A> {
    pub(crate) action: A,
    pub(crate) probability: f64,
    pub(crate) span: Span,
    /// What probing found out about the first moves after it.
    pub(crate) probed: Option<Probed>,
    /// The weighted sum of the spans of all later outcomes.
    after: Span,
}

/// The best of the first moves of a decision, as the side that makes it sees it.
#[derive(Clone, Copy)]
pub(crate) struct Probed {
    /// How many moves.
    pub(crate) moves: usize,
    /// The value of the best of them; nothing is known of it while it is minus infinity.
    pub(crate) best: Span,
    /// The move that was put before all others, by its number in the game's order.
    pub(crate) first: Option<u8>,
}

impl Probed {
    /// No move.
    pub(crate) const NONE: Probed = Probed::unknown(0);

    /// This many moves of which nothing is known.
    pub(crate) const fn unknown(moves: usize) -> Probed {
        Probed { moves, best: Span::exact(f64::NEG_INFINITY), first: None }
    }

    /// Whether something is known of all the moves.
    #[inline]
    pub(crate) fn is_known(self) -> bool {
        self.moves == 0 || self.best.high > f64::NEG_INFINITY
    }
}

impl<A: Copy> Fan<A> {
    /// The possible outcomes of a chance turn, all with the same bounds.
    #[inline]
    pub(crate) fn new<G: Game<Action = A>>(state: &G, bounds: Span) -> Fan<A> {
        let mut chances = Chances::new();
        state.chances(&mut chances);
        let mut outcomes: ArrayVec<ChanceOutcome<A>, MAX_CHANCES> = ArrayVec::new();
        for (action, probability) in chances {
            if probability > 0.0 {
                // Insertion: few outcomes, mostly in order, and equal ones keep theirs.
                let place = outcomes.iter().rposition(|o| o.probability >= probability);
                let (span, probed, after) = (bounds, None, Span::ALL);
                let outcome = ChanceOutcome { action, probability, span, probed, after };
                outcomes.insert(place.map_or(0, |place| place + 1), outcome);
            }
        }
        Fan { outcomes }
    }

    /// How many outcomes there are.
    pub(crate) fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Goes through the outcomes once. `look` is asked about each that is not known exactly, with the window
    /// of values that would leave the chance node undecided; what it says is remembered. `Err` is the span of the
    /// chance node as soon as that is outside `window`, `Ok` is its span in the end.
    ///
    /// The windows are those of Star1 (Briesemeister 2009, equations 4.10 and 4.11), with the best that is known of
    /// each later outcome in place of the bounds, which makes them Star2's (4.12) after a probe.
    #[inline]
    pub(crate) fn pass(
        &mut self,
        window: Window,
        mut look: impl FnMut(&mut ChanceOutcome<A>, Window) -> Span,
    ) -> Result<Span, Span> {
        let mut after = Span::exact(0.0);
        for outcome in self.outcomes.iter_mut().rev() {
            outcome.after = after;
            after = after.plus(outcome.probability, outcome.span);
        }
        let mut before = Span::exact(0.0);
        for outcome in &mut self.outcomes {
            let ChanceOutcome { probability, span, after, .. } = *outcome;
            if !span.is_exact() {
                let undecided = Window {
                    alpha: (window.alpha - before.high - after.high) / probability,
                    beta: (window.beta - before.low - after.low) / probability,
                };
                let found = look(outcome, undecided.within(span));
                outcome.span = span.meet(found);
                let total = before.plus(1.0, after).plus(probability, outcome.span);
                // What was decided by dividing must not be undone by rounding in the sum.
                if outcome.span.low >= undecided.beta {
                    let low = total.low.max(window.beta);
                    return Err(Span { low, high: total.high.max(low) });
                }
                if outcome.span.high <= undecided.alpha {
                    let high = total.high.min(window.alpha);
                    return Err(Span { low: total.low.min(high), high });
                }
            }
            before = before.plus(probability, outcome.span);
        }
        Ok(before)
    }
}

impl<A: Copy> Clone for Fan<A> {
    fn clone(&self) -> Fan<A> {
        Fan { outcomes: self.outcomes.iter().copied().collect() }
    }
}
