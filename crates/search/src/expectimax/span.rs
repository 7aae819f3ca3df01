use std::ops::Neg;

/// What is known about a value: it lies between two numbers, ends included.
///
/// A search that is cut short knows a value only from one side; a table keeps both sides apart and lets them
/// close in on each other.
///
/// ```
/// use kontra_search::expectimax::Span;
/// let known = Span::new(-3.0, 5.0);
/// assert_eq!(known.meet(Span::new(1.0, 9.0)), Span::new(1.0, 5.0));
/// assert!(Span::exact(2.0).is_exact());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    /// The value is not below this.
    pub low: f64,
    /// The value is not above this.
    pub high: f64,
}

impl Span {
    /// Nothing is known.
    pub const ALL: Span = Span { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// Between `low` and `high`.
    pub const fn new(low: f64, high: f64) -> Span {
        Span { low, high }
    }

    /// Exactly `value`.
    #[inline]
    pub const fn exact(value: f64) -> Span {
        Span { low: value, high: value }
    }

    /// Whether there is nothing left to find out.
    #[inline]
    pub fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// What is known from both together. Where they contradict each other, which only rounding and wrong
    /// bounds can bring about, it is the end of this one that is nearest to the other.
    #[inline]
    #[must_use]
    pub fn meet(self, other: Span) -> Span {
        let met = Span { low: self.low.max(other.low), high: self.high.min(other.high) };
        match () {
            () if met.low <= met.high => met,
            () if other.low > self.high => Span::exact(self.high),
            () => Span::exact(self.low),
        }
    }

    /// The smallest span that holds this one and a value.
    #[must_use]
    pub fn hull(self, value: f64) -> Span {
        Span { low: self.low.min(value), high: self.high.max(value) }
    }

    /// Whether the two contradict each other by more than rounding can explain.
    pub fn contradicts(self, other: Span) -> bool {
        let size = [self.low, self.high, other.low, other.high]
            .into_iter()
            .filter(|end| end.is_finite())
            .fold(1.0, |size: f64, end| size.max(end.abs()));
        self.low.max(other.low) > self.high.min(other.high) + 1e-9 * size
    }

    /// Whether the value is outside the window or known exactly: then the search is done here.
    #[inline]
    pub(crate) fn settles(self, window: Window) -> bool {
        self.low >= window.beta || self.high <= window.alpha || self.is_exact()
    }

    /// This span and `probability` times another one, added up.
    #[inline]
    #[must_use]
    pub(crate) fn plus(self, probability: f64, other: Span) -> Span {
        Span { low: self.low + probability * other.low, high: self.high + probability * other.high }
    }
}

/// The same as the other side sees it.
impl Neg for Span {
    type Output = Span;

    #[inline]
    fn neg(self) -> Span {
        Span { low: -self.high, high: -self.low }
    }
}

/// The values a search is asked to tell apart: it may call everything up to `alpha` too low and everything from
/// `beta` on too high.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl Window {
    /// Every value is to be told exactly.
    pub(crate) const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The part of the window that a value within `span` can reach.
    #[inline]
    pub(crate) fn within(self, span: Span) -> Window {
        let alpha = self.alpha.max(span.low);
        let beta = self.beta.min(span.high);
        // Only rounding can close a window that was open.
        Window { alpha, beta: if alpha < beta { beta } else { alpha.next_up() } }
    }
}

/// The same as the other side sees it.
impl Neg for Window {
    type Output = Window;

    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_side_sees_a_span_upside_down() {
        assert_eq!(-Span::new(-1.0, 4.0), Span::new(-4.0, 1.0));
    }

    #[test]
    fn spans_that_only_rounding_parts_do_not_contradict_each_other() {
        let third = 1.0 / 3.0;
        assert!(!Span::exact(third).contradicts(Span::exact(third + 1e-15)));
        assert!(Span::new(0.0, 1.0).contradicts(Span::new(1.1, 2.0)));
        assert!(!Span::ALL.contradicts(Span::exact(1e30)));
    }

    #[test]
    fn a_window_stays_open_within_a_span_of_one_number() {
        let window = Window { alpha: 1.0, beta: 2.0 }.within(Span::exact(1.5));
        assert!(window.alpha < window.beta);
    }
}
