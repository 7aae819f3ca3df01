use std::fmt;
use std::io::{self, IsTerminal, Write};

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
