use crate::Finding;

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
    /// Our intervals lie apart, as the paper says.
    Holds,
    /// They lie apart the other way round.
    Contradicted,
    /// They overlap.
    Undecided,
    /// Not measured yet.
    Unknown,
}

impl ClaimVerdict {
    /// Judges by our numbers. Intervals that only touch decide nothing, so this errs on the side of caution, and it holds
    /// also for numbers of the same match, which are not independent.
    pub fn of(more: &Finding, less: &Finding) -> ClaimVerdict {
        match (more.ours_range(), less.ours_range()) {
            (Some((low, _)), Some((_, high))) if low > high => ClaimVerdict::Holds,
            (Some((_, high)), Some((low, _))) if high < low => ClaimVerdict::Contradicted,
            (Some(_), Some(_)) => ClaimVerdict::Undecided,
            _ => ClaimVerdict::Unknown,
        }
    }

    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            ClaimVerdict::Holds => "holds",
            ClaimVerdict::Contradicted => "contradicted",
            ClaimVerdict::Undecided => "undecided",
            ClaimVerdict::Unknown => "not measured",
        }
    }
}
