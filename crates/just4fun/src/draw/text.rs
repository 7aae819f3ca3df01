//! The game as text, for terminals and test failures.

use crate::{Field, Outcome, Place, PlayerView, Public, SIDE};
use kontra_game::{Seat, Turn, View};
use std::fmt;

/// What stands for the stones of each seat in drawings.
pub const MARKS: [char; 4] = ['x', 'o', '+', '#'];

fn mark(seat: Seat) -> char {
    MARKS[seat.index()]
}

/// The board, row by row. In each field its number, who has the majority (with `!` when the field is
/// secured), and below it everybody's stones; `*` marks the winning line.
impl fmt::Display for Public {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<[String; 2]> = Place::all().map(|place| self.cell(place)).collect();
        let widest = cells.iter().flatten().map(|text| text.chars().count()).max();
        let width = widest.unwrap_or(0).max(5);
        let rule = format!("+{}", "-".repeat(width + 2)).repeat(SIDE) + "+";
        writeln!(f, "{rule}")?;
        for row in cells.chunks(SIDE) {
            for line in 0..2 {
                for cell in row {
                    write!(f, "| {:<width$} ", cell[line])?;
                }
                writeln!(f, "|")?;
            }
            writeln!(f, "{rule}")?;
        }
        let left = |seat| format!("{} {}", mark(seat), self.stones().left(seat));
        let left: Vec<String> = Seat::all(self.seats()).map(left).collect();
        writeln!(f, "stones left: {}", left.join(", "))?;
        writeln!(f, "used cards:  {}", self.used())?;
        writeln!(f, "stack:       {} cards", self.stack_size())?;
        writeln!(f, "{}", self.situation())
    }
}

impl Public {
    fn cell(&self, place: Place) -> [String; 2] {
        let field = self.board().field(place);
        let stones = self.stones();
        let won = self.winning_line().is_some_and(|line| line.contains(&place));
        let mut head = format!("{}{field}", if won { "*" } else { "" });
        if let Some(seat) = stones.holder(field) {
            head.extend([' ', mark(seat)]);
        }
        if stones.securer(field).is_some() {
            head.push('!');
        }
        let stones = Seat::all(self.seats()).map(|seat| (mark(seat), stones.on(field, seat)));
        let stones = stones.filter(|(_, count)| *count > 0);
        [head, stones.map(|(mark, count)| format!("{mark}{count}")).collect()]
    }

    /// What happens next, or how it ended, in one line.
    fn situation(&self) -> String {
        let who = |seat: Seat| format!("seat {seat} ({})", mark(seat));
        match (self.ending(), self.turn()) {
            (Some(Outcome::Pattern(seat)), _) => format!("{} wins with four in a line", who(seat)),
            (Some(Outcome::Points(seat)), _) => {
                let points = self.stones().points();
                let points: Vec<String> =
                    Seat::all(self.seats()).map(|seat| points[seat.index()].to_string()).collect();
                format!("{} wins by points ({})", who(seat), points.join(" : "))
            }
            (Some(Outcome::HighestField(seat)), _) => {
                format!("{} wins with the highest field", who(seat))
            }
            (Some(Outcome::Draw), _) => "a draw: nobody holds a field".to_owned(),
            (None, Turn::Chance) => {
                let field = self.chosen().map_or(0, Field::number);
                format!("{} has chosen field {field}", who(self.mover()))
            }
            (None, _) => format!("{} is to move", who(self.mover())),
        }
    }
}

/// The table as this player sees it, and their hand.
impl fmt::Display for PlayerView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table().fmt(f)?;
        write!(f, "hand of seat {} ({}): {}", self.seat(), mark(self.seat()), self.hand())?;
        if self.known().is_empty() {
            Ok(())
        } else {
            write!(f, "; the other holds {}", self.known())
        }
    }
}
