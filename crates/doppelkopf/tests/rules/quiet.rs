//! Two deals whose tricks are known beforehand.

use super::table::{Setup, Table, deal};

/// Every answer open to a player of re, and of kontra, who may still announce anything.
pub(crate) const RE: &str = "no re no90 no60 no30 black";
pub(crate) const KONTRA: &str = "no kontra no90 no60 no30 black";

/// A normal game of seats 0 and 2 against 1 and 3 in which the first seven tricks show no ♣Q.
pub(crate) fn quiet() -> Setup {
    deal([
        "CA CA SA SA HA HQ HQ SQ SQ CQ HT HT",
        "C9 CK S9 SK H9 HJ SJ SJ CJ CJ DQ DQ",
        "C9 CT S9 ST H9 HK D9 DA DJ DJ HJ CQ",
        "CK CT SK ST HK HA D9 DK DK DT DT DA",
    ])
}

/// Seat 0 leads and wins each of them.
const QUIET_TRICKS: [&str; 7] = [
    "CA C9 C9 CK",
    "CA CK CT CT",
    "SA S9 S9 SK",
    "SA SK ST ST",
    "HA H9 H9 HK",
    "HT SJ HJ D9",
    "HT SJ DJ DA",
];

/// Seat 0 holds both ♣Q and can win as many of the first tricks as it likes.
pub(crate) fn wedding() -> Setup {
    deal([
        "CA CA SA SA HA D9 SQ SQ CQ CQ HT HT",
        "C9 CK S9 SK H9 HJ SJ SJ CJ CJ DQ DQ",
        "C9 CT S9 ST H9 HK D9 DA DJ DJ HJ HQ",
        "CK CT SK ST HK HA DK DK DT DT DA HQ",
    ])
}

/// Seat 3 wins this trick of the wedding, and so becomes the partner.
pub(crate) const PROPOSAL: &str = "D9 CJ DJ HQ";

impl Table {
    /// The first tricks of the quiet game; nobody announces anything before any of their cards.
    #[track_caller]
    pub(crate) fn quiet_tricks(self, count: usize) -> Table {
        QUIET_TRICKS[..count].iter().fold(self, |table, trick| table.trick(0, trick))
    }

    /// The tricks of the wedding up to the one in which seat 3 becomes the partner.
    #[track_caller]
    pub(crate) fn married_in_trick(self, number: usize) -> Table {
        self.quiet_tricks(number - 1).trick(0, PROPOSAL)
    }
}
