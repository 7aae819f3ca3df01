//! Endpoints of puzzles.

use super::request::{Answer, ApiRequest};
use crate::app::App;
use crate::game::{AnyGame, Viewer};
use crate::messages::{PuzzleAnswerRequest, PuzzleListed, PuzzleShown, PuzzleSolved, Puzzles};
use crate::puzzles::{self, Puzzle};
use crate::refusal::Refusal;
use crate::scheduler::{Claim, Lane};
use kontra_game::{BadInput, Seat, Turn};
use std::sync::Arc;

/// The game that all puzzles are of.
const GAME: &str = "doppelkopf";

fn listed(puzzle: &'static Puzzle) -> PuzzleListed {
    let Puzzle { id, theme, rating, .. } = puzzle;
    PuzzleListed { puzzle: id, game: GAME.to_owned(), theme, rating: *rating }
}

/// The puzzle that is meant, its position and the seat that decides.
fn find(request: &ApiRequest) -> Result<(&'static Puzzle, Box<dyn AnyGame>, Seat), Refusal> {
    let missing = || Refusal::not_found("puzzle");
    let puzzle = puzzles::find(request.part("puzzle")).ok_or_else(missing)?;
    let position = puzzle.position().ok_or_else(missing)?;
    match position.turn() {
        Turn::Seat(seat) => Ok((puzzle, position, seat)),
        Turn::Chance | Turn::Over => Err(missing()),
    }
}

pub(crate) async fn list(_app: Arc<App>, _request: ApiRequest) -> Result<Answer, Refusal> {
    Ok(Answer::ok(&Puzzles { puzzles: puzzles::all().iter().map(listed).collect() }))
}

/// What the seat that decides sees; the game goes no further, so nothing else can be told.
pub(crate) async fn show(_app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let (puzzle, position, seat) = find(&request)?;
    Ok(Answer::ok(&PuzzleShown {
        listed: listed(puzzle),
        rules: position.rules(),
        version: position.version(),
        you: seat.index(),
        seen: position.seen(Viewer::Seat(seat)),
        events: position.events(Viewer::Seat(seat), 0),
    }))
}

pub(crate) async fn answer(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let PuzzleAnswerRequest { moves } = request.read()?;
    let (puzzle, position, seat) = find(&request)?;
    let choices = position.seen(Viewer::Seat(seat)).choices;
    let Some(choice) = choices.iter().find(|choice| *choice.send == *moves) else {
        let found = kontra_game::quote(&moves.join(" "));
        return Err(BadInput::expected("moves", "what one of the choices sends", found).into());
    };
    let solved = choice.send.first().is_some_and(|first| puzzle.answers.contains(first));
    let view = position.seen(Viewer::Everything).view;
    let most = app.config.limits.analysis;
    let claim =
        Claim { lane: Lane::Question, address: request.from, table: puzzle.id.clone(), most };
    let thought = position.question(position.version(), most);
    let thought = thought.ok_or_else(|| Refusal::not_found("puzzle"))?;
    let analysis = app.think(claim, thought).await?;
    Ok(Answer::ok(&PuzzleSolved { solved, answers: &puzzle.answers, analysis, view }))
}
