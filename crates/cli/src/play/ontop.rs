//! OnTop in the terminal.

use super::face::{Asked, Face, Reply, Terminal};
use super::phrases::{named, says};
use super::plain::PlainFace;
use super::style::{LOUD, paint, rule, signed};
use kontra_game::{Game, Notation, Seat, Turn};
use kontra_ontop::draw::text::{self, Paint};
use kontra_ontop::{Action, OnTop};
use std::io::{self, Write};

/// How many moves stand in one line.
const MOVES_IN_LINE: usize = 8;

impl Terminal for OnTop {
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
  Two to four colours. In your turn you lay the tile that is drawn on two free triangles, one side
  against what lies there already. A circle is scored when all triangles around it are full: the
  colour with most sixths gets a point, and one more for each colour in second place; on the gold
  border it counts twice. The winner and the seconds place a stone. The game ends when a colour has
  placed its last stone, or no tile can be laid; then points less stones left decide.";

/// The board, drawn before every move of the person and, for an audience, after every move.
struct Board {
    names: Vec<String>,
    person: Option<Seat>,
    /// Answers are read as in a game without a face of its own.
    plain: PlainFace<OnTop>,
}

impl Board {
    fn drawn(&self, drawing: &str) -> String {
        named(drawing, &self.names)
    }

    /// What a move closed: points and stones, colour by colour.
    fn gains(before: &OnTop, after: &OnTop) -> String {
        let seats = Seat::all(before.seats()).map(|seat| before.colour(seat));
        let gain = |colour| {
            let points = i16::from(after.points(colour)) - i16::from(before.points(colour));
            let stones = i16::from(before.stones(colour)) - i16::from(after.stones(colour));
            (points > 0 || stones > 0).then(|| format!("{colour} +{points} ({stones} stones)"))
        };
        let gains: Vec<String> = seats.filter_map(gain).collect();
        if gains.is_empty() { String::new() } else { format!(": {}", gains.join(", ")) }
    }
}

impl Face<OnTop> for Board {
    fn begin(&mut self, game: &OnTop, out: &mut dyn Write) -> io::Result<()> {
        for seat in Seat::all(game.seats()) {
            let plays = says(&self.names[seat.index()], "play");
            writeln!(out, "  {plays} {}", game.colour(seat))?;
        }
        Ok(())
    }

    fn tell(
        &mut self,
        before: &OnTop,
        action: Action,
        after: &OnTop,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let text = before.action_text(action);
        match before.turn() {
            Turn::Seat(seat) => {
                let lays = says(&self.names[seat.index()], "lay");
                let gains = Board::gains(before, after);
                writeln!(out, "  {lays} {}{gains}", paint(LOUD, &text))?;
                if self.person.is_none() {
                    writeln!(out, "\n{}", self.drawn(&text::game(after, Paint::Ansi)))?;
                }
                Ok(())
            }
            Turn::Chance if self.person.is_none() => writeln!(out, "  A tile is drawn: {text}"),
            Turn::Chance | Turn::Over => Ok(()),
        }
    }

    fn show(&mut self, question: &Asked<'_, OnTop>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{}", self.drawn(&text::game(question.view, Paint::Ansi)))?;
        writeln!(out, "You can lay it here, in either of two ways (+ and -):")?;
        for line in question.moves.chunks(MOVES_IN_LINE) {
            let moves: Vec<&str> = line.iter().map(|(_, text)| text.as_str()).collect();
            writeln!(out, "  {}", moves.join("  "))?;
        }
        Ok(())
    }

    fn prompt(&self, _question: &Asked<'_, OnTop>) -> String {
        "Your move, for example c4c5+: ".to_owned()
    }

    fn answer(&mut self, question: &Asked<'_, OnTop>, text: &str) -> Reply<Action> {
        self.plain.answer(question, text)
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "A tile covers two triangles, named by row and column: c4c5 are the triangles c4 and c5; + or - says\n\
             which way round. One side must touch what lies there. A circle is scored when all its triangles are\n\
             full: the colour with most sixths wins a point, and one more for each colour in second place, twice\n\
             that on the gold border (@). Winner and seconds place a stone each; the player who places the last one ends\n\
             the game. Otherwise points minus stones left decide. Enter shows the board again."
        )
    }

    fn end(&mut self, game: &OnTop, out: &mut dyn Write) -> io::Result<()> {
        if self.person.is_some() {
            writeln!(out, "\n{}", self.drawn(&text::game(game, Paint::Ansi)))?;
        }
        let Some(outcome) = game.outcome() else { return Ok(()) };
        writeln!(out, "{}", rule("The game is over"))?;
        for seat in Seat::all(game.seats()) {
            let colour = game.colour(seat);
            let (points, stones) = (game.points(colour), game.stones(colour));
            let name = &self.names[seat.index()];
            let won = match (outcome.wins(seat), outcome.is_draw()) {
                (true, true) => format!("{} the first place", says(name, "share")),
                (true, false) => says(name, "win"),
                (false, _) => String::new(),
            };
            let score = signed(f64::from(outcome.score(seat)));
            writeln!(
                out,
                "  {name} ({colour}): {points} points, {stones} stones left, {score}  {won}"
            )?;
        }
        Ok(())
    }
}
