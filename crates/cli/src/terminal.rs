//! Text that is safe for a terminal. Names of players and matches come from anywhere, and may hold sequences that colour,
//! clear or rewrite the screen, or characters that turn the order of the text around.
//!
//! Everything that commands print goes through [`Safe`], and every complaint through [`safe`]: no command has to think of it.

use std::borrow::Cow;
use std::io::{self, Write};

/// The sequences of our own styles (`play/style.rs`). They can do nothing but colour what follows.
const STYLES: [&str; 11] = [
    "\x1b[0m",
    "\x1b[1m",
    "\x1b[2m",
    "\x1b[32m",
    "\x1b[33m",
    "\x1b[36m",
    "\x1b[91m",
    // The four colours of OnTop.
    "\x1b[1;97;44m",
    "\x1b[1;30;107m",
    "\x1b[1;97;41m",
    "\x1b[1;30;103m",
];

/// Whether a character moves the cursor, begins a sequence, or changes the direction of the text around it.
fn is_unsafe(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        _ => c.is_control(),
    }
}

/// The text with such characters spelt out, as JSON does: `\u001b`. In JSON it means the same as before.
pub(crate) fn safe(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_unsafe(c) {
            plain += &format!("\\u{:04x}", u32::from(c));
        } else {
            plain.push(c);
        }
    }
    Cow::Owned(plain)
}

/// Hands on what is safe, and our own colours.
pub(crate) struct Safe<W: Write> {
    inner: W,
    /// The beginning of a character or of a sequence, of which the rest has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Safe<W> {
    pub(crate) fn new(inner: W) -> Safe<W> {
        Safe { inner, begun: vec![] }
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some(place) = rest.find('\x1b') {
            let (before, sequence) = rest.split_at(place);
            self.inner.write_all(safe(before).as_bytes())?;
            if let Some(style) = STYLES.iter().find(|style| sequence.starts_with(*style)) {
                self.inner.write_all(style.as_bytes())?;
                rest = &sequence[style.len()..];
            } else if STYLES.iter().any(|style| style.starts_with(sequence)) {
                self.begun = sequence.as_bytes().to_vec();
                return Ok(());
            } else {
                self.inner.write_all(safe("\x1b").as_bytes())?;
                rest = &sequence[1..];
            }
        }
        self.inner.write_all(safe(rest).as_bytes())
    }
}

impl<W: Write> Write for Safe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        match std::str::from_utf8(&all) {
            Ok(text) => self.write_text(text)?,
            // A character whose end comes next.
            Err(error) if error.error_len().is_none() => {
                let (text, begun) = all.split_at(error.valid_up_to());
                self.write_text(&String::from_utf8_lossy(text))?;
                self.begun.extend_from_slice(begun);
            }
            Err(_) => self.write_text(&String::from_utf8_lossy(&all))?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Write> Drop for Safe<W> {
    /// What was begun and never ended is no style.
    fn drop(&mut self) {
        let begun = std::mem::take(&mut self.begun);
        let _ = self.inner.write_all(safe(&String::from_utf8_lossy(&begun)).as_bytes());
        let _ = self.inner.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::style;

    /// The text written in pieces of this many bytes.
    fn written(text: &str, piece: usize) -> String {
        let mut out = vec![];
        let mut safe = Safe::new(&mut out);
        text.as_bytes().chunks(piece).for_each(|bytes| safe.write_all(bytes).unwrap());
        drop(safe);
        String::from_utf8(out).unwrap()
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        for piece in [1, 2, 3, 1000] {
            assert_eq!(written(text, piece), expected, "in pieces of {piece}");
        }
    }

    #[test]
    fn sequences_and_turned_text_are_spelt_out() {
        check("plain – ♣ 日本\n\tnext", "plain – ♣ 日本\n\tnext");
        check("\x1b[2J\x1b]0;title\x07", "\\u001b[2J\\u001b]0;title\\u0007");
        check("over\rwritten\x08\x7f", "over\\u000dwritten\\u0008\\u007f");
        check("\u{9b}31m", "\\u009b31m");
        check(
            "a\u{202e}b\u{2066}c\u{200f}d\u{61c}\u{2028}",
            "a\\u202eb\\u2066c\\u200fd\\u061c\\u2028",
        );
        check("\x1b[8mhidden\x1b", "\\u001b[8mhidden\\u001b");
        check("\x1b[3", "\\u001b[3");
    }

    #[test]
    fn our_own_colours_pass() {
        use style::{BOLD, DIM, GOOD, LOUD, RED, TITLE};
        for style in [BOLD, DIM, GOOD, LOUD, RED, TITLE] {
            let text = style::paint(style, "text");
            check(&text, &text);
        }
    }

    #[test]
    fn json_means_the_same() {
        let name = "a\u{202e}b\u{7f}";
        let line = serde_json::to_string(name).unwrap();
        let safe = written(&line, 1000);
        assert_ne!(safe, line);
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), name);
    }
}
