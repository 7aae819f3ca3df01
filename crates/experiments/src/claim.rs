use crate::finding::REACH;
use crate::{Cell, Experiment, Finding};

/// What a paper concludes: that one number is greater than another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The conclusion in words.
    pub text: String,
    /// The label of the cell that is said to be greater.
    pub more: String,
    /// The label of the cell that is said to be less.
    pub less: String,
}

/// Whether a conclusion holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimVerdict {
    /// Our numbers differ beyond chance, as the paper says.
    Holds,
    /// They differ beyond chance the other way round.
    Contradicted,
    /// The difference may be chance.
    Undecided {
        /// How many units more would decide it in four runs of five, if the difference is the paper's, or ours where the paper has
        /// none; `None` where no number of them would.
        more_units: Option<u64>,
    },
    /// Not measured yet.
    Unknown,
}

/// A difference between two of our numbers.
struct Difference {
    ours: f64,
    /// Half the width of its 95 % interval.
    half: f64,
    /// What it is in the paper.
    paper: Option<f64>,
    units: u64,
}

impl Claim {
    /// Judges it by our numbers, which belong to the experiment's cells in their order.
    pub fn judge(&self, experiment: &Experiment, findings: &[Finding]) -> ClaimVerdict {
        let of = |label: &str| {
            let mut cells = experiment.cells.iter().zip(findings);
            cells.find(|(cell, _)| cell.label == label)
        };
        let difference = of(&self.more).zip(of(&self.less)).and_then(|(a, b)| Difference::of(a, b));
        difference.map_or(ClaimVerdict::Unknown, |difference| difference.verdict())
    }
}

impl Difference {
    fn of(more: (&Cell, &Finding), less: (&Cell, &Finding)) -> Option<Difference> {
        let ((more_cell, more), (less_cell, less)) = (more, less);
        let (one, two) = (more.ours_ci?, less.ours_ci?);
        // Numbers of one match depend on each other, in the worst case so that their errors add up. Those of two matches do not, and
        // where the matches have the same deals the true interval is narrower still.
        let mut whats = more_cell.terms.iter().map(|term| &term.what);
        let same = whats.any(|what| less_cell.terms.iter().any(|term| term.what == *what));
        Some(Difference {
            ours: more.ours? - less.ours?,
            half: if same { one + two } else { one.hypot(two) },
            paper: more.paper.zip(less.paper).map(|(more, less)| more - less),
            units: more.units.min(less.units),
        })
    }

    fn verdict(&self) -> ClaimVerdict {
        if self.ours > self.half {
            ClaimVerdict::Holds
        } else if self.ours < -self.half {
            ClaimVerdict::Contradicted
        } else {
            ClaimVerdict::Undecided { more_units: self.more_units() }
        }
    }

    /// An interval becomes narrower with the square root of the units. It must reach as far as the difference, and beyond it as far
    /// as the difference is exceeded in four runs of five.
    fn more_units(&self) -> Option<u64> {
        const FOUR_OF_FIVE: f64 = 0.841_621_234;
        let difference = self.paper.filter(|paper| *paper > 0.0).unwrap_or(self.ours.abs());
        let factor = (self.half / difference * (REACH + FOUR_OF_FIVE) / REACH).powi(2);
        let needed = (factor * self.units as f64).ceil();
        (needed < 1e9).then(|| (needed as u64).saturating_sub(self.units).max(1))
    }
}

impl ClaimVerdict {
    /// In a word or two.
    pub fn word(self) -> &'static str {
        match self {
            ClaimVerdict::Holds => "holds",
            ClaimVerdict::Contradicted => "contradicted",
            ClaimVerdict::Undecided { .. } => "undecided",
            ClaimVerdict::Unknown => "not measured",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(ours: f64, half: f64, paper: Option<f64>) -> ClaimVerdict {
        Difference { ours, half, paper, units: 100 }.verdict()
    }

    #[test]
    fn a_difference_beyond_its_interval_decides() {
        assert_eq!(verdict(2.1, 2.0, None), ClaimVerdict::Holds);
        assert_eq!(verdict(-2.1, 2.0, None), ClaimVerdict::Contradicted);
    }

    #[test]
    fn an_open_question_says_what_would_decide_it() {
        // With a difference of half the interval: (2 · 2.8016 / 1.96)² = 8.17 times as many.
        let open = |more| ClaimVerdict::Undecided { more_units: Some(more) };
        assert_eq!(verdict(1.0, 2.0, None), open(718));
        // The paper's difference counts, not ours; but not one that the paper does not find either.
        assert_eq!(verdict(0.1, 2.0, Some(1.0)), open(718));
        assert_eq!(verdict(1.0, 2.0, Some(-1.0)), open(718));
        assert_eq!(verdict(0.0, 2.0, None), ClaimVerdict::Undecided { more_units: None });
    }
}
