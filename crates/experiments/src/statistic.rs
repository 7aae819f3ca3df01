use crate::{Measured, SeriesName};
use kontra_game::{BadInput, quote};
use std::fmt;
use std::str::FromStr;

/// How a cell's number follows from a measurement: a series, its least or its most, times a factor.
///
/// ```
/// use kontra_experiments::Statistic;
/// let round: Statistic = "4 * P1.mean".parse()?;
/// assert_eq!(round.to_string(), "4 * P1.mean");
/// assert!("least(saved)".parse::<Statistic>().is_ok());
/// # Ok::<(), kontra_game::BadInput>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Statistic {
    factor: f64,
    part: SeriesPart,
    series: SeriesName,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SeriesPart {
    Mean,
    Least,
    Most,
    Sum,
}

/// The parts that are written like functions.
const PARTS: [(&str, SeriesPart); 3] =
    [("least", SeriesPart::Least), ("most", SeriesPart::Most), ("sum", SeriesPart::Sum)];

impl Statistic {
    /// The series it is made of.
    pub fn series(&self) -> &SeriesName {
        &self.series
    }

    /// Its value and half the width of its 95 % interval, if the series was measured. What is no mean has no interval.
    pub fn of(&self, measured: &Measured) -> Option<(f64, Option<f64>)> {
        let Some(series) = measured.series.get(&self.series) else {
            let absent = self.series.may_be_absent() && measured.units > 0;
            return absent.then(|| (0.0, Some(self.factor.abs() * rule_of_three(measured.units))));
        };
        let (value, half) = match self.part {
            SeriesPart::Mean if self.series.is_share() && [0.0, 100.0].contains(&series.mean()) => {
                (series.mean(), Some(rule_of_three(series.count())))
            }
            SeriesPart::Mean => (series.mean(), series.half_width()),
            SeriesPart::Least => (series.least(), None),
            SeriesPart::Most => (series.most(), None),
            SeriesPart::Sum => (series.mean() * series.count() as f64, None),
        };
        Some((self.factor * value, half.map(|half| self.factor.abs() * half)))
    }
}

/// What never (or always) happened in this many units may still happen (or fail) in up to this many per cent of them, with
/// 95 % confidence. An interval from the spread of the numbers would have no width.
fn rule_of_three(units: u64) -> f64 {
    300.0 / (units as f64 + 3.0)
}

impl fmt::Display for Statistic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.factor != 1.0 {
            write!(f, "{} * ", self.factor)?;
        }
        match PARTS.iter().find(|(_, part)| *part == self.part) {
            Some((name, _)) => write!(f, "{name}({})", self.series),
            None => write!(f, "{}", self.series),
        }
    }
}

impl FromStr for Statistic {
    type Err = BadInput;

    fn from_str(text: &str) -> Result<Statistic, BadInput> {
        let bad = || {
            let expected = "a statistic such as P1.win, 4 * P1.mean or least(saved)";
            BadInput::expected("statistic", expected, quote(text))
        };
        let (factor, rest) = match text.split_once('*') {
            None => (1.0, text.trim()),
            Some((factor, rest)) => {
                let factor: f64 = factor.trim().parse().map_err(|_| bad())?;
                (factor, rest.trim())
            }
        };
        let function = PARTS.iter().find_map(|(name, part)| {
            let inside = rest.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
            Some((*part, inside))
        });
        let (part, series) = function.unwrap_or((SeriesPart::Mean, rest));
        let series = series.parse().map_err(|_| bad())?;
        if !factor.is_finite() {
            return Err(bad());
        }
        Ok(Statistic { factor, part, series })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_gets_its_sentence() {
        let complaint = "x * P1.mean".parse::<Statistic>().unwrap_err().to_string();
        assert_eq!(
            complaint,
            "statistic: expected a statistic such as P1.win, 4 * P1.mean or least(saved), found 'x * P1.mean'"
        );
        assert!("".parse::<Statistic>().is_err());
        assert!("P1 mean".parse::<Statistic>().is_err());
    }

    #[test]
    fn a_factor_stretches_the_interval_as_well() {
        let mut measured = Measured::default();
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            measured.add(&[("P1.mean".parse().unwrap(), value)].into());
        }
        let of = |text: &str| text.parse::<Statistic>().unwrap().of(&measured);
        let (value, half) = of("-4 * P1.mean").unwrap();
        assert_eq!(value, -20.0);
        assert!((half.unwrap() - 4.0 * 1.7875).abs() < 1e-3);
        assert_eq!(of("least(P1.mean)"), Some((2.0, None)));
        assert_eq!(of("sum(P1.mean)"), Some((40.0, None)));
        assert_eq!(of("P2.mean"), None);
        assert_eq!(of("ending:draw"), Some((0.0, Some(300.0 / 11.0))));
    }
}
