use crate::Clusters;
use kontra_game::{BadInput, quote};
use serde::Serialize;
use std::str::FromStr;

/// A sequential test: ends a match as soon as it is decided which of two claims about an agent's mean holds.
///
/// The null hypothesis is that the mean payoff is `h0` (or less), the alternative that it is `h1` (or more).
/// After every deal the generalised likelihood ratio of both is computed, of normal averages over deals with
/// unknown variance; because it is computed over deals, repeated deals are no problem. The test ends when the
/// ratio is above 1 / `alpha` or below `beta`, Wald's bounds on the safe side (Wald 1945): then the null hypothesis is
/// rejected wrongly in at most the share `alpha` of all matches, and the alternative in at most `beta`. For a known
/// distribution that is a theorem; that it holds for skewed results too is tested on simulated matches.
///
/// ```
/// use kontra_arena::{Clusters, Sprt, Verdict};
/// let sprt = Sprt { claim: "0,0.5".parse()?, alpha: 0.05, beta: 0.05 };
/// let deals: Clusters = (0..200).map(|deal| if deal % 3 == 0 { -1.0 } else { 1.5 }).collect();
/// assert_eq!(sprt.verdict(&deals), Verdict::H1);
/// # Ok::<(), kontra_game::BadInput>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The two means.
    pub claim: Hypotheses,
    /// How often, at most, `h1` is accepted although `h0` is true.
    pub alpha: f64,
    /// How often, at most, `h0` is accepted although `h1` is true.
    pub beta: f64,
}

/// The two means that a sequential test tells apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hypotheses {
    h0: f64,
    h1: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The mean is rather `h0` or less.
    H0,
    /// The mean is rather `h1` or more.
    H1,
    /// Not yet, or never: the match had too few deals.
    Undecided,
}

/// With fewer deals nothing is decided: the variance is not known well enough, and rare large results may not
/// have shown yet.
pub const FEWEST_DEALS: u64 = 100;

impl Sprt {
    /// The logarithm of the likelihood ratio of `h1` to `h0` after these deals.
    pub fn log_ratio(&self, deals: &Clusters) -> f64 {
        let squares = |mean: f64| deals.variance() + (deals.mean() - mean).powi(2);
        deals.count() as f64 / 2.0 * (squares(self.claim.h0) / squares(self.claim.h1)).ln()
    }

    /// Below the first `h0` is accepted, above the second `h1`.
    pub fn bounds(&self) -> [f64; 2] {
        [self.beta.ln(), -self.alpha.ln()]
    }

    /// What these deals say.
    pub fn verdict(&self, deals: &Clusters) -> Verdict {
        let (ratio, [lower, upper]) = (self.log_ratio(deals), self.bounds());
        match () {
            () if deals.count() < FEWEST_DEALS => Verdict::Undecided,
            () if ratio >= upper => Verdict::H1,
            () if ratio <= lower => Verdict::H0,
            () => Verdict::Undecided,
        }
    }

    /// What is reported about the test after these deals.
    pub fn report(&self, deals: &Clusters) -> SprtReport {
        SprtReport {
            h0: self.claim.h0,
            h1: self.claim.h1,
            alpha: self.alpha,
            beta: self.beta,
            log_ratio: self.log_ratio(deals),
            bounds: self.bounds(),
            verdict: self.verdict(deals),
        }
    }
}

/// What is reported about a sequential test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// The smaller mean.
    pub h0: f64,
    /// The larger mean.
    pub h1: f64,
    /// How often, at most, `h1` is accepted although `h0` is true.
    pub alpha: f64,
    /// How often, at most, `h0` is accepted although `h1` is true.
    pub beta: f64,
    /// The logarithm of the likelihood ratio in the end.
    pub log_ratio: f64,
    /// Where the test ends.
    pub bounds: [f64; 2],
    /// What the test says.
    pub verdict: Verdict,
}

impl Hypotheses {
    /// These two means, if the first is smaller.
    pub fn new(h0: f64, h1: f64) -> Option<Hypotheses> {
        (h0 < h1 && h0.is_finite() && h1.is_finite()).then_some(Hypotheses { h0, h1 })
    }

    /// Both means, the smaller first.
    pub fn means(&self) -> [f64; 2] {
        [self.h0, self.h1]
    }
}

impl FromStr for Hypotheses {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Hypotheses, BadInput> {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let means = text.split_once(',').and_then(|(h0, h1)| Some((number(h0)?, number(h1)?)));
        means.and_then(|(h0, h1)| Hypotheses::new(h0, h1)).ok_or_else(|| {
            let expected = "two means, the smaller first, such as 0,0.5";
            BadInput::expected("--sprt", expected, quote(text))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(h0: f64, h1: f64) -> Sprt {
        Sprt { claim: Hypotheses::new(h0, h1).unwrap(), alpha: 0.05, beta: 0.05 }
    }

    #[test]
    fn walds_bounds() {
        let [lower, upper] = sprt(0.0, 1.0).bounds();
        assert!((lower + 2.995_7).abs() < 1e-4 && (upper - 2.995_7).abs() < 1e-4);
    }

    #[test]
    fn a_mean_in_the_middle_says_nothing() {
        let deals: Clusters = (0..100).map(|deal| f64::from(deal % 2)).collect();
        assert_eq!(sprt(0.0, 1.0).log_ratio(&deals), 0.0);
        // Mean 0.5, variance 0.25: fifty times ln (0.5 / 0.3125) for a claim that is half as far away.
        assert!((sprt(0.0, 0.75).log_ratio(&deals) - 50.0 * 1.6_f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn nothing_is_decided_too_early() {
        let deals = |count: u64| -> Clusters { (0..count).map(|deal| (deal % 2) as f64).collect() };
        assert_eq!(sprt(-1.0, 0.4).verdict(&deals(FEWEST_DEALS - 2)), Verdict::Undecided);
        assert_eq!(sprt(-1.0, 0.4).verdict(&deals(FEWEST_DEALS)), Verdict::H1);
        assert_eq!(sprt(0.6, 2.0).verdict(&deals(FEWEST_DEALS)), Verdict::H0);
    }

    #[test]
    fn deals_without_any_spread_decide() {
        let deals: Clusters = (0..FEWEST_DEALS).map(|_| 0.0).collect();
        assert_eq!(sprt(0.0, 0.5).verdict(&deals), Verdict::H0);
        assert_eq!(sprt(-0.5, 0.0).verdict(&deals), Verdict::H1);
    }

    #[test]
    fn claims_that_make_no_sense_get_a_sentence() {
        for text in ["", "1", "1,0", "0,0", "0,x", "0,inf", "NaN,1", "0,1,2"] {
            let complaint = text.parse::<Hypotheses>().unwrap_err().to_string();
            let expected = "--sprt: expected two means, the smaller first, such as 0,0.5, found ";
            assert_eq!(complaint, format!("{expected}'{text}'"));
        }
    }
}
