//! Just 4 Fun in the terminal.

use super::face::{Asked, Face, Reply, Terminal};
use super::plain::PlainFace;
use super::style::{LOUD, paint, rule, signed};
use kontra_game::{Game, Notation, Seat, Turn};
use kontra_just4fun::{Action, Just4Fun};
use std::io::{self, Write};

impl Terminal for Just4Fun {
    fn face(names: &[String], person: Option<Seat>) -> Box<dyn Face<Self>> {
        let plain = PlainFace::new(names, person);
        Box::new(Board { names: names.to_vec(), person, plain })
    }
}

/// The board, drawn before every move of the person and, for an audience, after every move.
struct Board {
    names: Vec<String>,
    person: Option<Seat>,
    /// Answers are read as in a game without a face of its own.
    plain: PlainFace<Just4Fun>,
}

impl Face<Just4Fun> for Board {
    fn begin(&mut self, game: &Just4Fun, out: &mut dyn Write) -> io::Result<()> {
        for seat in Seat::all(game.seats()) {
            let mark = kontra_just4fun::MARKS[seat.index()];
            writeln!(out, "  {} plays {mark}", self.names[seat.index()])?;
        }
        Ok(())
    }

    fn tell(
        &mut self,
        before: &Just4Fun,
        action: Action,
        after: &Just4Fun,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let text = before.action_text(action);
        match before.turn() {
            Turn::Seat(seat) => {
                writeln!(out, "  {}: {}", self.names[seat.index()], paint(LOUD, &text))?;
            }
            Turn::Chance => writeln!(out, "  with {text}")?,
            Turn::Over => {}
        }
        if self.person.is_none() && after.turn() != Turn::Chance {
            writeln!(out, "\n{}", after.table())?;
        }
        Ok(())
    }

    fn show(&mut self, question: &Asked<'_, Just4Fun>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{}", question.view)?;
        let moves: Vec<&str> = question.moves.iter().map(|(_, text)| text.as_str()).collect();
        writeln!(out, "You can play: {}", moves.join("  "))
    }

    fn prompt(&self, _question: &Asked<'_, Just4Fun>) -> String {
        "Your move: ".to_owned()
    }

    fn answer(&mut self, question: &Asked<'_, Just4Fun>, text: &str) -> Reply<Action> {
        // A field's number is its name, so numbers never mean a place in the list here.
        let named = question.moves.iter().find(|(_, name)| name.eq_ignore_ascii_case(text));
        match named {
            Some(&(action, _)) => Reply::Play(vec![action]),
            None if text.is_empty() => Reply::Show,
            None if text.parse::<usize>().is_ok() => Reply::Unclear(format!(
                "No combination of your cards reaches field {text}, or it is closed."
            )),
            None => self.plain.answer(question, text),
        }
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "Type a field that one to four of your cards add up to: you put a stone there. Two stones ahead\n\
             secure a field: nobody can play there any more. Four fields in a row, column or diagonal on which\n\
             you have the majority win at once; when all stones are placed, the sum of the fields you hold\n\
             decides. Enter shows the board again; q quits."
        )
    }

    fn end(&mut self, game: &Just4Fun, out: &mut dyn Write) -> io::Result<()> {
        if self.person.is_some() {
            writeln!(out, "\n{}", game.table())?;
        }
        writeln!(out, "{}", rule("The game is over"))?;
        for (name, &payoff) in self.names.iter().zip(game.payoffs().as_slice()) {
            writeln!(out, "  {name} {}", signed(payoff))?;
        }
        Ok(())
    }
}
