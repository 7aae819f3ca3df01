use super::face::{Asked, Face, Reply};
use super::style::{LOUD, paint, rule, signed};
use super::tree;
use kontra_agents::Playable;
use kontra_game::{Seat, Turn, quote, sees};
use std::io::{self, Write};
use std::marker::PhantomData;

/// The face of a game that has no better one: moves are listed by number.
pub(crate) struct PlainFace<G> {
    names: Vec<String>,
    person: Option<Seat>,
    game: PhantomData<G>,
}

impl<G: Playable> PlainFace<G> {
    pub(crate) fn new(names: &[String], person: Option<Seat>) -> PlainFace<G> {
        PlainFace { names: names.to_vec(), person, game: PhantomData }
    }
}

impl<G: Playable> Face<G> for PlainFace<G> {
    fn begin(&mut self, _game: &G, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn tell(
        &mut self,
        before: &G,
        action: G::Action,
        _after: &G,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        // An audience sees everything, a person what reaches the own seat.
        let text = match self.person {
            Some(seat) if !sees(before, seat, action) => "(you do not see it)".to_owned(),
            _ => before.action_text(action),
        };
        match before.turn() {
            Turn::Seat(seat) if Some(seat) != self.person => {
                writeln!(out, "  {}: {text}", self.names[seat.index()])
            }
            Turn::Chance => writeln!(out, "  {} {text}", paint(LOUD, "*")),
            _ => Ok(()),
        }
    }

    fn show(&mut self, question: &Asked<'_, G>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out)?;
        tree::write(&G::show(question.view), 1, out)?;
        for (number, (_, text)) in (1..).zip(question.moves) {
            writeln!(out, "  {number:3}  {text}")?;
        }
        Ok(())
    }

    fn prompt(&self, question: &Asked<'_, G>) -> String {
        format!("Your move (1-{} or its name): ", question.moves.len())
    }

    fn answer(&mut self, question: &Asked<'_, G>, text: &str) -> Reply<G::Action> {
        if text.is_empty() {
            return Reply::Show;
        }
        let number = text.parse::<usize>().ok().and_then(|n| question.moves.get(n.wrapping_sub(1)));
        let named = || question.moves.iter().find(|(_, name)| name.eq_ignore_ascii_case(text));
        match number.or_else(named) {
            Some(&(action, _)) => Reply::Play(vec![action]),
            None => Reply::Unclear(format!(
                "Expected a number from 1 to {} or a move, found {}.",
                question.moves.len(),
                quote(text)
            )),
        }
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "  Type the number or the name of a move; Enter shows everything again.")
    }

    fn end(&mut self, game: &G, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n{}", rule(&format!("The game is over: {}", game.ending())))?;
        for (name, &payoff) in self.names.iter().zip(game.payoffs().as_slice()) {
            writeln!(out, "  {name} {}", signed(payoff))?;
        }
        Ok(())
    }
}
