use kontra_game::{BadInput, quote};
use serde::Deserialize;

/// A document whose tables and figures are run again.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// The name of its folder, for example `sievers2012`.
    #[serde(skip)]
    pub id: String,
    /// How it is called in a sentence.
    pub name: String,
    /// Who, what, where, when.
    pub citation: String,
    /// How its experiments are run here, as far as they have it in common.
    pub about: String,
}

/// What a paper prints in a cell: a number, perhaps with an interval, or a range.
///
/// ```
/// use kontra_experiments::Printed;
/// let printed = Printed::read("9.87 ± 0.84")?.unwrap();
/// assert_eq!((printed.value, printed.half), (9.87, Some(0.84)));
/// assert_eq!(Printed::read("40 to 50")?.unwrap().value, 45.0);
/// assert_eq!(Printed::read("?")?, None);
/// # Ok::<(), kontra_game::BadInput>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Printed {
    /// The number, or the middle of the range.
    pub value: f64,
    /// Half the width of the paper's interval or range.
    pub half: Option<f64>,
    /// Whether `half` is that of a range, every number of which is as likely as any other.
    pub range: bool,
    /// Digits after the point.
    pub decimals: usize,
}

impl Printed {
    /// Reads a cell; `None` for a question mark, which stands where a paper has a picture and no number.
    pub fn read(text: &str) -> Result<Option<Printed>, BadInput> {
        let text = text.trim();
        if text == "?" {
            return Ok(None);
        }
        let bad = || {
            let expected = "a number, '9.87 ± 0.84', '40 to 50', '?' or '-'";
            BadInput::expected("", expected, quote(text))
        };
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
        let decimals = |text: &str| text.trim().split_once('.').map_or(0, |(_, d)| d.len());
        let pair = |parts: Option<(&str, &str)>| {
            parts.map(|(a, b)| Some((number(a)?, number(b)?, decimals(a).max(decimals(b)))))
        };
        let printed = match (pair(text.split_once('±')), pair(text.split_once(" to "))) {
            (Some(both), _) => both.map(|(value, half, decimals)| Printed {
                value,
                half: Some(half),
                range: false,
                decimals,
            }),
            (None, Some(ends)) => ends.map(|(low, high, decimals)| Printed {
                value: f64::midpoint(low, high),
                half: Some((high - low) / 2.0),
                range: true,
                decimals,
            }),
            (None, None) => number(text).map(|value| Printed {
                value,
                half: None,
                range: false,
                decimals: decimals(text),
            }),
        };
        printed.filter(|p| p.half.is_none_or(|half| half >= 0.0)).map(Some).ok_or_else(bad)
    }

    /// Half a unit of the last digit.
    pub fn rounding(&self) -> f64 {
        0.5 * 0.1_f64.powi(self.decimals as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_gets_its_sentence() {
        for text in ["", "many", "1 ± ", "1 ± -2", "5 to 3", "NaN"] {
            assert!(Printed::read(text).is_err(), "{text}");
        }
        let complaint = Printed::read("many").unwrap_err().problem;
        assert_eq!(
            complaint,
            "expected a number, '9.87 ± 0.84', '40 to 50', '?' or '-', found 'many'"
        );
    }

    #[test]
    fn rounding_follows_the_digits() {
        let half = |text| Printed::read(text).unwrap().unwrap().rounding();
        assert!((half("0.45") - 0.005).abs() < 1e-12);
        assert!((half("80") - 0.5).abs() < 1e-12);
    }
}
