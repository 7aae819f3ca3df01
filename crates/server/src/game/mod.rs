//! A game at a table, whichever game it is.

mod typed;
mod viewer;

pub(crate) use typed::TypedGame;
pub(crate) use viewer::Viewer;

use crate::messages::{Event, Judgement, Over, PositionAnalysis, Seen};
use crate::presentation::{Duty, Presentation, Surprise};
use crate::programs::Programs;
use crate::refusal::Refusal;
use kontra_agents::{AgentSpec, Failure, GameId, with_game};
use kontra_game::{BadInput, Json, Reader, Record, Seat, Streams, Turn};
use kontra_search::Limits;
use serde_json::Value;
use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// Nodes in one tree.
pub(crate) const MOST_NODES: usize = 500_000;

/// Something to think about, for a thread that thinks.
pub(crate) type Thought<T> = Box<dyn FnOnce(&Limits) -> T + Send>;

/// A move as the game itself has it. Only a game of the same kind can play it.
pub(crate) struct AnyMove {
    action: Box<dyn Any + Send + Sync>,
    /// How long the others want to look at the table before it is made, as a part of the table's pace.
    pub(crate) beats: f64,
}

impl AnyMove {
    fn new<A: Copy + Send + Sync + 'static>(action: A, beats: f64) -> AnyMove {
        AnyMove { action: Box::new(action), beats }
    }

    fn get<A: Copy + 'static>(&self) -> Option<A> {
        self.action.downcast_ref().copied()
    }
}

/// A game in progress or at its end.
pub(crate) trait AnyGame: Send + Sync {
    fn turn(&self) -> Turn;
    fn seats(&self) -> usize;
    /// The number of decisions so far.
    fn version(&self) -> usize;
    /// Plays a legal move of the seat to move that came as text.
    fn play_text(&mut self, text: &str) -> Result<Surprise, Refusal>;
    /// Plays a legal move of the seat to move.
    fn play_move(&mut self, chosen: &AnyMove) -> Result<Surprise, Refusal>;
    /// Any legal move of the seat to move.
    fn any_move(&self) -> Option<AnyMove>;
    /// Lets chance decide, by the stream of this decision alone.
    fn draw(&mut self, streams: Streams);
    /// Answers what the seat to move need not be asked; whether there was something to answer.
    fn answer_unasked(&mut self) -> bool;
    /// Takes back all decisions but this many at the beginning.
    fn take_back(&mut self, version: usize);
    /// The version at which a seat last decided something that others noticed, and was asked for it.
    fn last_decision(&self, seat: Seat) -> Option<usize>;
    /// The decisions after this many at the beginning, as text.
    fn moves(&self, since: usize) -> Vec<String>;
    /// The rules that the table agreed on, as everybody may see them.
    fn rules(&self) -> Value;
    /// How the game started; a secret while it goes on.
    fn start(&self) -> Value;
    /// What is seen of the position.
    fn seen(&self, viewer: Viewer) -> Seen;
    /// What was seen of the decisions after this many at the beginning.
    fn events(&self, viewer: Viewer, since: usize) -> Vec<Cow<'_, Event>>;
    /// How the game ended; `None` while it goes on.
    fn over(&self) -> Option<Over>;
    fn payoffs(&self) -> Vec<f64>;
    /// The game as text.
    fn record(&self, players: Vec<String>) -> Record;
    /// The next game at the same table. After the last game of a tournament the next one of as many games begins.
    fn follow(
        &self,
        rules: &Value,
        games: Option<u16>,
        streams: Streams,
    ) -> Result<Box<dyn AnyGame>, BadInput>;
    /// Where this game stands in a tournament; `None` where it is played for itself.
    fn duty(&self) -> Option<Duty>;
    /// What an agent would play on the seat to move.
    fn thought(
        &self,
        spec: &AgentSpec,
        streams: Streams,
        most: Duration,
    ) -> Option<Thought<Option<AnyMove>>>;
    /// What a program would play on the seat to move.
    fn question_to(
        &self,
        programs: &Arc<Programs>,
        name: &str,
        streams: Streams,
    ) -> Option<Thought<Result<AnyMove, Failure>>>;
    /// What the analyst thinks of the decision of the seat to move; the answer is about `version`.
    fn question(&self, version: usize, most: Duration) -> Option<Thought<PositionAnalysis>>;
    /// The plies at which a seat chose among several moves.
    fn decisions(&self) -> Vec<usize>;
    /// The game before one of its decisions.
    fn at(&self, ply: usize) -> Option<Box<dyn AnyGame>>;
    /// What the reviewer thinks of a decision.
    fn judgement(&self, ply: usize) -> Option<Thought<Option<Judgement>>>;
}

/// A fresh game by these rules; the first one of a tournament of this many games, where that is wanted.
// Some games always start the same: their start is `()`.
#[allow(clippy::let_unit_value, clippy::unit_arg)]
pub(crate) fn begin(
    game: GameId,
    rules: &Value,
    games: Option<u16>,
    streams: Streams,
) -> Result<Box<dyn AnyGame>, BadInput> {
    with_game!(game, G => {
        let start = compete::<G>(deal::<G>(rules, streams)?, games)?;
        Ok(Box::new(TypedGame::<G>::new(start)))
    })
}

/// The first start of a tournament, where one is wanted.
// Some games always start the same: their start is `()`.
#[allow(clippy::let_unit_value, clippy::unit_arg)]
fn compete<G: Presentation>(start: G::Start, games: Option<u16>) -> Result<G::Start, BadInput> {
    let Some(games) = games else { return Ok(start) };
    let none = || BadInput::expected("tournament", "a game that has tournaments", G::NAME);
    G::compete(start, games).ok_or_else(none)
}

/// A game from its start and its moves.
// Some games always start the same: their start is `()`.
#[allow(clippy::let_unit_value, clippy::unit_arg)]
pub(crate) fn restore(
    game: GameId,
    start: &Value,
    moves: &[String],
) -> Result<Box<dyn AnyGame>, Refusal> {
    with_game!(game, G => {
        let start = <G as kontra_game::Recorded>::read_start(&Reader::new(start, "start"))?;
        let mut restored = TypedGame::<G>::new(start);
        for text in moves {
            restored.play_text(text)?;
        }
        Ok(Box::new(restored))
    })
}

/// A game from a record, checked as `kontra replay` does.
// Some games always start the same: their start is `()`.
#[allow(clippy::let_unit_value, clippy::unit_arg)]
pub(crate) fn replay(record: &Record) -> Result<Box<dyn AnyGame>, BadInput> {
    let game: GameId = record.game.parse()?;
    with_game!(game, G => {
        let replay = record.replay::<G>()?;
        let mut replayed = TypedGame::<G>::new(replay.start);
        replay.actions.into_iter().for_each(|action| replayed.play(action));
        Ok(Box::new(replayed))
    })
}

/// A game from the line that was kept of it.
pub(crate) fn replay_line(line: &str) -> Result<(Record, Box<dyn AnyGame>), Refusal> {
    let Json(value) = serde_json::from_str(line)
        .map_err(|error| BadInput::json("record", "a record in JSON", &error))?;
    let record = Record::read(&Reader::new(&value, "record"))?;
    let replayed = replay(&record)?;
    Ok((record, replayed))
}

fn deal<G: Presentation>(rules: &Value, streams: Streams) -> Result<G::Start, BadInput> {
    let rules = G::read_rules(&Reader::new(rules, "rules"))?;
    Ok(G::deal(&rules, &mut streams.deal(0)))
}

/// Limits for one thought.
pub(crate) fn limits() -> Limits {
    Limits::new(MOST_NODES)
}
