//! Puzzles: decisions of games between strong agents, of which the right answer is known. `data/README.md` says how they
//! were found.

use crate::game::{AnyGame, replay_line};
use kontra_game::{BadInput, Json, Reader};
use std::sync::OnceLock;

/// One puzzle on each line.
const DATA: &str = include_str!("../data/doppelkopf-puzzles.jsonl");

/// A decision with its answer.
#[derive(Debug)]
pub(crate) struct Puzzle {
    pub(crate) id: String,
    /// What it is about.
    pub(crate) theme: String,
    /// How hard it is, on the scale of the solvers' ratings.
    pub(crate) rating: u32,
    /// The moves that are right.
    pub(crate) answers: Vec<String>,
    /// The game up to the decision, as a record. Nobody is shown it before the answer.
    record: String,
}

impl Puzzle {
    fn read(line: &str) -> Result<Puzzle, BadInput> {
        let Json(value) = serde_json::from_str(line)
            .map_err(|error| BadInput::json("puzzle", "a puzzle in JSON", &error))?;
        let mut object = Reader::new(&value, "puzzle").object()?;
        let answers = object.field("answers")?.list()?;
        let answers = answers.iter().map(|answer| Ok(answer.text()?.to_owned()));
        let puzzle = Puzzle {
            answers: answers.collect::<Result<_, BadInput>>()?,
            id: object.field("id")?.text()?.to_owned(),
            theme: object.field("theme")?.text()?.to_owned(),
            rating: object.field("rating")?.integer(0..=4000)? as u32,
            record: object.field("record")?.value().to_string(),
        };
        object.finish()?;
        Ok(puzzle)
    }

    /// The game at the decision.
    pub(crate) fn position(&self) -> Option<Box<dyn AnyGame>> {
        replay_line(&self.record).ok().map(|(_, game)| game)
    }
}

/// All puzzles.
pub(crate) fn all() -> &'static [Puzzle] {
    static ONCE: OnceLock<Vec<Puzzle>> = OnceLock::new();
    // A test reads every line.
    ONCE.get_or_init(|| DATA.lines().filter_map(|line| Puzzle::read(line).ok()).collect())
}

/// The puzzle with this id.
pub(crate) fn find(id: &str) -> Option<&'static Puzzle> {
    all().iter().find(|puzzle| puzzle.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Viewer;
    use kontra_game::Turn;
    use std::collections::BTreeSet;

    #[test]
    fn every_line_is_a_puzzle_with_an_answer_that_can_be_given() {
        let (mut ids, mut themes) = (BTreeSet::new(), BTreeSet::new());
        for line in DATA.lines() {
            let puzzle = Puzzle::read(line).unwrap();
            let game = puzzle.position().unwrap();
            let Turn::Seat(seat) = game.turn() else { panic!("{}: nobody decides", puzzle.id) };
            let choices = game.seen(Viewer::Seat(seat)).choices;
            let given = |answer: &&String| choices.iter().any(|choice| choice.send[0] == **answer);
            assert!(puzzle.answers.iter().any(|answer| given(&answer)), "{}", puzzle.id);
            let wrong = choices.iter().any(|choice| !puzzle.answers.contains(&choice.send[0]));
            assert!(wrong, "{}: every answer is right", puzzle.id);
            assert!(ids.insert(puzzle.id.clone()), "{} is there twice", puzzle.id);
            themes.insert(puzzle.theme);
        }
        assert_eq!(ids.len(), all().len());
        assert!(ids.len() >= 60 && themes.len() >= 5, "{} puzzles, {themes:?}", ids.len());
    }
}
