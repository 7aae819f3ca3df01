//! Colours. The output strips them where they are not wanted (`NO_COLOR`, files, pipes).

use anstyle::{AnsiColor, Style};
use std::fmt::Display;

pub(crate) const RED: Style = AnsiColor::BrightRed.on_default();
pub(crate) const LOUD: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const TITLE: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();

/// The text in this style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// A line across the screen with a title in it.
pub(crate) fn rule(title: &str) -> String {
    const WIDTH: usize = 76;
    let rest = WIDTH.saturating_sub(title.chars().count() + 4);
    format!("{} {} {}", paint(DIM, "──"), paint(TITLE, title), paint(DIM, "─".repeat(rest)))
}

/// A score with its sign, and a true minus.
pub(crate) fn signed(score: f64) -> String {
    let sign = if score < 0.0 {
        "−"
    } else if score > 0.0 {
        "+"
    } else {
        "±"
    };
    format!("{sign}{}", score.abs())
}
