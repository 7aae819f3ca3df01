use crate::Colour;

/// Characters in rows and columns, some of them coloured.
pub(super) struct Canvas {
    rows: Vec<Vec<(char, Option<Colour>)>>,
}

/// How colours are shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Paint {
    /// By letters alone: for tests, files and pipes.
    #[default]
    Plain,
    /// Letters in colour, by ANSI escape sequences: for terminals.
    Ansi,
}

impl Canvas {
    pub(super) fn new(rows: usize, columns: usize) -> Canvas {
        Canvas { rows: vec![vec![(' ', None); columns]; rows] }
    }

    /// Sets a character; outside the canvas nothing happens.
    pub(super) fn set(&mut self, row: usize, column: usize, sign: char, colour: Option<Colour>) {
        if let Some(cell) = self.rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *cell = (sign, colour);
        }
    }

    pub(super) fn write(&mut self, row: usize, column: usize, text: &str) {
        for (i, sign) in text.chars().enumerate() {
            self.set(row, column + i, sign, None);
        }
    }

    /// The canvas as lines of text, without spaces at their ends.
    pub(super) fn to_text(&self, paint: Paint) -> String {
        let line = |row: &Vec<(char, Option<Colour>)>| {
            let end = row.iter().rposition(|(sign, _)| *sign != ' ').map_or(0, |last| last + 1);
            row[..end].iter().map(|&(sign, colour)| paint.sign(sign, colour)).collect::<String>()
        };
        self.rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

impl Paint {
    pub(super) fn sign(self, sign: char, colour: Option<Colour>) -> String {
        let code = match colour {
            Some(colour) if self == Paint::Ansi => match colour {
                Colour::Blue => "1;97;44",
                Colour::White => "1;30;107",
                Colour::Red => "1;97;41",
                Colour::Yellow => "1;30;103",
            },
            _ => return sign.to_string(),
        };
        format!("\x1b[{code}m{sign}\x1b[0m")
    }
}
