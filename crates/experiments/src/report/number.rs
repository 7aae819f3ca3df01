//! Numbers as people read them.

use crate::Finding;

/// A number with this many decimals, thousands apart, and a true minus.
pub(super) fn plain(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, fraction) =
        text.split_once('.').map_or((text.as_str(), None), |(w, f)| (w, Some(f)));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let zero = text.chars().all(|c| matches!(c, '0' | '.'));
    let sign = if value < 0.0 && !zero { "−" } else { "" };
    fraction.map_or(format!("{sign}{grouped}"), |fraction| format!("{sign}{grouped}.{fraction}"))
}

/// A number with its interval.
fn with_half(value: f64, half: Option<f64>, decimals: usize) -> String {
    let value = plain(value, decimals);
    match half {
        // An exact number needs no interval.
        Some(half) if half > 0.0 => format!("{value} ± {}", plain(half, decimals)),
        _ => value,
    }
}

/// What the paper prints.
pub(super) fn paper(finding: &Finding) -> String {
    finding.paper.map_or_else(String::new, |value| {
        with_half(value, finding.paper_ci, finding.decimals.max(decimals(finding.paper_ci)))
    })
}

/// What we found, with one decimal more than the paper where its interval is narrow.
pub(super) fn ours(finding: &Finding) -> String {
    finding.ours.map_or_else(String::new, |value| {
        with_half(value, finding.ours_ci, finding.decimals.max(decimals(finding.ours_ci)))
    })
}

/// The standardised difference behind a sign.
pub(super) fn z(finding: &Finding) -> String {
    finding.z.map_or_else(String::new, |z| format!(" {}", signed(z)))
}

/// A number with its sign, one decimal; nobody needs to know how far away 100 standard errors are.
fn signed(z: f64) -> String {
    let text = plain(z, 1);
    match z {
        z if z.abs() >= 100.0 => if z > 0.0 { ">100" } else { "<−100" }.to_owned(),
        z if z > 0.0 && text != "0.0" => format!("+{text}"),
        _ => text,
    }
}

/// Enough decimals to show two digits of a half width below 1, one above, none above 100.
fn decimals(half: Option<f64>) -> usize {
    match half {
        Some(half) if half > 0.0 && half < 1.0 => 2,
        Some(half) if half > 0.0 && half < 100.0 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_a_sign() {
        let texts = [0.04, 1.26, -2.0, 99.99, 1234.0, -1234.0].map(signed);
        assert_eq!(texts, ["0.0", "+1.3", "−2.0", "+100.0", ">100", "<−100"]);
    }

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(plain(1_234_567.0, 0), "1,234,567");
        assert_eq!(plain(-0.5, 2), "−0.50");
        assert_eq!(plain(-0.001, 1), "0.0");
        assert_eq!(plain(123.0, 0), "123");
        assert_eq!(plain(-1234.5, 1), "−1,234.5");
    }
}
