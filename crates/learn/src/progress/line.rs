use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// Where a run stands, for one line.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Status {
    /// Since the run began, resumed parts together.
    pub elapsed: Duration,
    /// Games played.
    pub games: u64,
    /// Games in a second, lately.
    pub games_per_second: f64,
    /// Samples learned from in a second, lately.
    pub samples_per_second: f64,
    /// The loss, lately.
    pub loss: Option<f64>,
    /// The last evaluation in words, such as `beginner +0.86 ± 0.04`.
    pub evaluation: Option<String>,
    /// Until the run is over.
    pub left: Option<Duration>,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {} games", Clock(self.elapsed), Short(self.games as f64))?;
        write!(f, "  {} games/s", Short(self.games_per_second))?;
        write!(f, "  {} samples/s", Short(self.samples_per_second))?;
        if let Some(loss) = self.loss {
            write!(f, "  loss {loss:.4}")?;
        }
        if let Some(evaluation) = &self.evaluation {
            write!(f, "  {evaluation}")?;
        }
        match self.left {
            Some(left) => write!(f, "  {} left", Clock(left)),
            None => Ok(()),
        }
    }
}

/// Minutes and seconds, with hours where there are some.
struct Clock(Duration);

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        match hours {
            0 => write!(f, "{minutes}:{seconds:02}"),
            _ => write!(f, "{hours}:{minutes:02}:{seconds:02}"),
        }
    }
}

/// A number with three digits, and k, M or G behind it.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut x, mut unit) = (self.0, "");
        for next in [" k", " M", " G"] {
            if x >= 999.5 {
                (x, unit) = (x / 1000.0, next);
            }
        }
        let decimals = match x {
            _ if unit.is_empty() && x.fract() == 0.0 => 0,
            x if x < 9.995 => 2,
            x if x < 99.95 => 1,
            _ => 0,
        };
        write!(f, "{x:.decimals$}{unit}")
    }
}

/// Tells how fast counts grow: how much came since the last look, by the time since then.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Meter {
    at: Duration,
    counts: [u64; 2],
}

impl Meter {
    /// A meter that begins with these counts.
    pub fn new(at: Duration, counts: [u64; 2]) -> Meter {
        Meter { at, counts }
    }

    /// How much each count grew in a second since the last look.
    pub fn look(&mut self, at: Duration, counts: [u64; 2]) -> [f64; 2] {
        let seconds = at.saturating_sub(self.at).as_secs_f64();
        let before = std::mem::replace(self, Meter { at, counts }).counts;
        let rate = |n: usize| match counts[n].saturating_sub(before[n]) as f64 / seconds {
            rate if rate.is_finite() => rate,
            _ => 0.0,
        };
        [rate(0), rate(1)]
    }
}

/// Shows one line that changes: on a terminal in place, elsewhere one line after the other.
pub struct Live<W: Write> {
    out: W,
    in_place: bool,
    shown: bool,
}

impl Live<io::Stderr> {
    /// On the standard error output: the standard output is for results.
    pub fn stderr() -> Live<io::Stderr> {
        let in_place = io::stderr().is_terminal();
        Live { out: io::stderr(), in_place, shown: false }
    }
}

/// Back to the start of the line, which is emptied; lines that are too long are cut, not wrapped.
const FRESH: &str = "\r\x1b[2K\x1b[?7l";
/// Lines wrap again.
const DONE: &str = "\x1b[?7h";

impl<W: Write> Live<W> {
    /// On any output; `in_place` where it is a terminal.
    pub fn new(out: W, in_place: bool) -> Live<W> {
        Live { out, in_place, shown: false }
    }

    /// Shows a line in place of the last one. A terminal that is gone is no reason to stop a run.
    pub fn show(&mut self, line: &dyn fmt::Display) {
        let _ = match self.in_place {
            true => write!(self.out, "{FRESH}{line}{DONE}"),
            false => writeln!(self.out, "{line}"),
        };
        let _ = self.out.flush();
        self.shown = self.in_place;
    }

    /// Says something that stays, above the line.
    pub fn say(&mut self, text: &dyn fmt::Display) {
        let _ = match self.shown {
            true => writeln!(self.out, "{FRESH}{DONE}{text}"),
            false => writeln!(self.out, "{text}"),
        };
        self.shown = false;
    }

    /// Leaves the last line where it is.
    pub fn finish(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = writeln!(self.out);
        }
    }
}

impl<W: Write> Drop for Live<W> {
    fn drop(&mut self) {
        self.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_where_the_run_stands() {
        let status = Status {
            elapsed: Duration::from_secs(375),
            games: 51_000_000,
            games_per_second: 131_000.0,
            samples_per_second: 7_012_345.0,
            loss: Some(0.41236),
            evaluation: Some("beginner +0.86 ± 0.04".to_owned()),
            left: Some(Duration::from_secs(3_725)),
        };
        assert_eq!(
            status.to_string(),
            "6:15  51.0 M games  131 k games/s  7.01 M samples/s  loss 0.4124  beginner +0.86 ± 0.04  1:02:05 left"
        );
        let begun = "0:00  0 games  0 games/s  0 samples/s";
        assert_eq!(Status::default().to_string(), begun);
    }

    #[test]
    fn numbers_have_three_digits() {
        let check = |x: f64, text: &str| assert_eq!(Short(x).to_string(), text);
        check(0.5, "0.50");
        check(7.0, "7");
        check(999.0, "999");
        check(999.7, "1.00 k");
        check(12_345.0, "12.3 k");
        check(999_600.0, "1.00 M");
        check(2.5e9, "2.50 G");
    }

    #[test]
    fn a_meter_counts_since_the_last_look() {
        let mut meter = Meter::new(Duration::from_secs(10), [100, 0]);
        assert_eq!(meter.look(Duration::from_secs(12), [300, 10]), [100.0, 5.0]);
        assert_eq!(meter.look(Duration::from_secs(14), [300, 20]), [0.0, 5.0]);
        assert_eq!(meter.look(Duration::from_secs(14), [400, 30]), [0.0, 0.0]);
    }

    #[test]
    fn a_terminal_gets_one_line_and_a_file_many() {
        let shown = |in_place| {
            let mut out = vec![];
            let mut live = Live::new(&mut out, in_place);
            live.show(&"one");
            live.show(&"two");
            live.say(&"saved");
            live.show(&"three");
            drop(live);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(shown(false), "one\ntwo\nsaved\nthree\n");
        let fresh = "\r\x1b[2K\x1b[?7l";
        let expected = format!(
            "{fresh}one\x1b[?7h{fresh}two\x1b[?7h{fresh}\x1b[?7hsaved\n{fresh}three\x1b[?7h\n"
        );
        assert_eq!(shown(true), expected);
    }
}
