//! A table that is drawn anew in its place, where the output is a terminal.

use std::io::{self, IsTerminal, Write};

/// Terminals have at least this many lines.
const LINES: usize = 24;

/// What happened since the person was asked last, to be shown above the new drawing.
pub(crate) struct TerminalScreen {
    in_place: bool,
    news: Vec<u8>,
}

impl TerminalScreen {
    /// A screen; where the output is a file or a pipe, everything stays in it one after the other.
    pub(crate) fn new(person: bool) -> TerminalScreen {
        let in_place = person && io::stdout().is_terminal() && io::stdin().is_terminal();
        TerminalScreen { in_place, news: vec![] }
    }

    /// Says something that is to be seen until the person has answered.
    pub(crate) fn tell(
        &mut self,
        out: &mut dyn Write,
        tell: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut text = vec![];
        tell(&mut text)?;
        out.write_all(&text)?;
        if self.in_place {
            self.news.extend(text);
        }
        Ok(())
    }

    /// Shows a drawing in the place of the last one, below as much of the news as there is room for.
    pub(crate) fn show(
        &mut self,
        out: &mut dyn Write,
        draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        if !self.in_place {
            return draw(out);
        }
        let mut drawing = vec![];
        draw(&mut drawing)?;
        out.flush()?;
        clear()?;
        out.write_all(&page(&std::mem::take(&mut self.news), &drawing))
    }

    /// Keeps what is on the screen: it is not to be drawn over.
    pub(crate) fn forget(&mut self) {
        self.news.clear();
    }
}

/// Empties the screen. The sequence goes past what makes text safe, which would spell it out.
fn clear() -> io::Result<()> {
    let mut terminal = io::stdout();
    terminal.write_all(b"\x1b[H\x1b[2J")?;
    terminal.flush()
}

/// The last lines of the news that fit above the drawing, with a line left for the answer.
fn page(news: &[u8], drawing: &[u8]) -> Vec<u8> {
    let count = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
    let room = LINES.saturating_sub(2 + count(drawing));
    let lines: Vec<&[u8]> = news.split_inclusive(|byte| *byte == b'\n').collect();
    let mut page = lines[lines.len().saturating_sub(room)..].concat();
    page.extend_from_slice(drawing);
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_news_stand_above_the_drawing() {
        let news: String = (0..40).map(|number| format!("news {number}\n")).collect();
        let page = String::from_utf8(page(news.as_bytes(), b"one\ntwo\n")).unwrap();
        assert_eq!(page.lines().count(), LINES - 2);
        assert!(page.starts_with("news 20\n") && page.ends_with("news 39\none\ntwo\n"), "{page}");
    }

    #[test]
    fn a_large_drawing_stands_alone() {
        let drawing = "line\n".repeat(30);
        assert_eq!(page(b"news\n", drawing.as_bytes()), drawing.as_bytes());
    }

    #[test]
    fn a_pipe_gets_everything_once() {
        let mut screen = TerminalScreen { in_place: false, news: vec![] };
        let mut out = vec![];
        screen.tell(&mut out, |out| writeln!(out, "news")).unwrap();
        screen.show(&mut out, |out| writeln!(out, "table")).unwrap();
        assert_eq!(out, b"news\ntable\n");
    }
}
