//! Just 4 Fun in the terminal.

use super::face::{Asked, Face, Reply, Terminal};
use super::phrases::{named, says};
use super::plain::PlainFace;
use super::style::{LOUD, paint, rule, signed};
use kontra_game::{Game, Notation, Seat, Turn};
use kontra_just4fun::{Action, Just4Fun};
use std::io::{self, Write};

impl Terminal for Just4Fun {
    fn rules_in_short() -> &'static str {
        RULES
    }

    fn face(names: &[String], person: Option<Seat>) -> Box<dyn Face<Self>> {
        let plain = PlainFace::new(names, person);
        Box::new(Board { names: names.to_vec(), person, plain })
    }
}

/// The rules in a few sentences.
const RULES: &str = "\
  The board has 36 fields with the numbers 1 to 36. In your turn you lay down one to four of your
  four cards; their sum is the field on which you place a stone. You can place stones where others
  have some, unless somebody leads by two there: then the field is secured. Who holds four fields in
  a line, in a row, a column or diagonally, wins at once. When all stones are placed, the sum of the
  fields that you hold decides, then the highest field.";

/// The lines below a board of stones beside it, where there is room, so that everything fits a small screen.
fn beside(drawing: &str, more: &[&str]) -> String {
    const GAP: usize = 51;
    const WIDTH: usize = 79;
    let is_board = |line: &&str| line.starts_with(['+', '|']);
    let board: Vec<&str> = drawing.lines().take_while(is_board).collect();
    let below = drawing.lines().skip(board.len()).chain(more.iter().copied());
    let mut panel: Vec<String> = vec![];
    for text in below {
        let mut line = String::new();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH - GAP {
                panel.push(std::mem::take(&mut line));
                line.push_str("  ");
            } else if !line.is_empty() {
                line.push(' ');
            }
            line += word;
        }
        panel.push(line);
    }
    let lines = board.len().max(panel.len());
    let at = |lines: &[&str], line: usize| lines.get(line).copied().unwrap_or("").to_owned();
    let lines = (0..lines).map(|line| {
        let right = panel.get(line).map_or("", String::as_str);
        format!("{:GAP$}{right}", at(&board, line)).trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
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
            writeln!(out, "  {} {mark}", says(&self.names[seat.index()], "play"))?;
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
            writeln!(out, "\n{}", named(&after.table().to_string(), &self.names))?;
        }
        Ok(())
    }

    fn show(&mut self, question: &Asked<'_, Just4Fun>, out: &mut dyn Write) -> io::Result<()> {
        let moves: Vec<&str> = question.moves.iter().map(|(_, text)| text.as_str()).collect();
        let drawing = named(&question.view.to_string(), &self.names);
        writeln!(out, "\n{}", beside(&drawing, &["You can play:", &moves.join(" ")]))
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
             decides. Enter shows the board again."
        )
    }

    fn end(&mut self, game: &Just4Fun, out: &mut dyn Write) -> io::Result<()> {
        if self.person.is_some() {
            writeln!(out, "\n{}", named(&game.table().to_string(), &self.names))?;
        }
        writeln!(out, "{}", rule("The game is over"))?;
        for (name, &payoff) in self.names.iter().zip(game.payoffs().as_slice()) {
            writeln!(out, "  {name} {}", signed(payoff))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_and_what_is_beside_it_fit_a_small_screen() {
        let board = format!("{}+{}+\n", "+-----+\n|     |\n".repeat(9), "-".repeat(47));
        let text =
            format!("{board}stones left: x 20, o 20\nused cards:  1 2 3 4 5 6 7 8 9 10 11 12 13\n");
        let moves = (1..37).map(|field| field.to_string()).collect::<Vec<_>>().join(" ");
        let drawn = beside(&text, &["You can play:", &moves]);
        assert_eq!(drawn.lines().count(), 19, "{drawn}");
        assert!(drawn.lines().all(|line| line.chars().count() <= 79), "{drawn}");
        assert!((1..37).all(|field| drawn.contains(&field.to_string())));
        assert!(drawn.lines().next().unwrap().ends_with("stones left: x 20, o 20"), "{drawn}");
    }
}
