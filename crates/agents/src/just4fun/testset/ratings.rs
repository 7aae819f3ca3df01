use super::TestSet;
use std::fmt;

/// How good a number is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rating {
    /// Far from what an able player says.
    Unsuccessful,
    /// Near.
    Acceptable,
    /// As expected.
    Successful,
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rating::Unsuccessful => "unsuccessful",
            Rating::Acceptable => "acceptable",
            Rating::Successful => "successful",
        })
    }
}

/// The rating of a value of the expected moves (Gastegger 2024, table 6.2).
pub fn value_rating(set: TestSet, value: f64) -> Rating {
    let within = |low: f64, high: f64| (low..=high).contains(&value);
    let above = |low: f64, high: f64| value > low && value <= high;
    let (success, acceptable) = match set {
        TestSet::WinPattern | TestSet::PreferWinPattern | TestSet::WinPatternMs => {
            (above(0.8, 4.0), above(0.6, 0.8))
        }
        TestSet::WinPointsMs | TestSet::WinMaxFieldMs => (above(0.8, 4.0), above(0.45, 0.8)),
        TestSet::PreventLossPattern => (within(-0.3, 0.0), within(-0.8, 0.3)),
        TestSet::PreventLossPatternMs => (within(-0.45, 0.1), within(-0.8, 0.3)),
        TestSet::DoublePattern => (above(0.0, 0.6), within(-0.1, 1.0)),
        TestSet::TrianglePattern => (above(0.1, 0.6), within(-0.1, 1.1)),
    };
    rating(success, acceptable)
}

/// The rating of the probability of the expected moves together (table 6.3).
pub fn policy_rating(set: TestSet, probability: f64) -> Rating {
    let (success, acceptable) = match set {
        TestSet::DoublePattern => (0.45, 0.3),
        TestSet::TrianglePattern => (0.45, 0.2),
        TestSet::WinPointsMs | TestSet::WinMaxFieldMs => (0.8, 0.45),
        _ => (0.8, 0.6),
    };
    rating(probability > success, probability > acceptable)
}

fn rating(success: bool, acceptable: bool) -> Rating {
    match (success, acceptable) {
        (true, _) => Rating::Successful,
        (false, true) => Rating::Acceptable,
        (false, false) => Rating::Unsuccessful,
    }
}
