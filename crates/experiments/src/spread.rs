use crate::Finding;
use crate::finding::REACH;

/// How standardised differences are spread. If chance alone tells ours from the paper's, they are spread like the standard normal
/// distribution: mean 0, standard deviation 1, 5 % beyond ±1.96 and 0.27 % beyond ±3.
///
/// Cells of one match depend on each other, so the spread of a few hundred cells is less certain than that of as many
/// independent numbers.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct ZSpread {
    /// The differences, in the order of the cells.
    pub values: Vec<f64>,
}

impl ZSpread {
    /// Those of cells whose error the paper gives, and those of cells whose error it does not give: there the paper's own chance is
    /// missing, and the differences look greater than they are.
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> (ZSpread, ZSpread) {
        let (mut known, mut unknown) = (ZSpread::default(), ZSpread::default());
        for finding in findings {
            let spread = if finding.paper_ci.is_some() { &mut known } else { &mut unknown };
            spread.values.extend(finding.z);
        }
        (known, unknown)
    }

    /// Their mean; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        let count = self.values.len();
        (count > 0).then(|| self.values.iter().sum::<f64>() / count as f64)
    }

    /// Their standard deviation; `None` with fewer than two.
    pub fn deviation(&self) -> Option<f64> {
        let (mean, freedom) = (self.mean()?, self.values.len().checked_sub(1)?);
        let squares: f64 = self.values.iter().map(|z| (z - mean).powi(2)).sum();
        (freedom > 0).then(|| (squares / freedom as f64).sqrt())
    }

    /// How many lie beyond ±1.96.
    pub fn beyond_95(&self) -> usize {
        self.beyond(REACH)
    }

    /// How many lie beyond ±3.
    pub fn beyond_3(&self) -> usize {
        self.beyond(3.0)
    }

    fn beyond(&self, limit: f64) -> usize {
        self.values.iter().filter(|z| z.abs() > limit).count()
    }

    /// This many of them in per cent.
    pub fn percent(&self, number: usize) -> f64 {
        100.0 * number as f64 / self.values.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_deviation_and_tails() {
        let spread = ZSpread { values: vec![-4.0, -2.0, 0.0, 1.0, 2.5, 2.5] };
        assert_eq!(spread.mean(), Some(0.0));
        assert!((spread.deviation().unwrap() - (33.5_f64 / 5.0).sqrt()).abs() < 1e-12);
        assert_eq!((spread.beyond_95(), spread.beyond_3()), (4, 1));
        assert!((spread.percent(1) - 16.667).abs() < 1e-3);
        let none = ZSpread::default();
        assert_eq!((none.mean(), none.deviation(), none.percent(0)), (None, None, 0.0));
    }
}
