//! Endpoints of finished games.

use super::request::{Answer, ApiRequest};
use crate::app::{App, unreadable};
use crate::game::{AnyGame, Viewer, replay, replay_line};
use crate::ids;
use crate::messages::{
    ErrorCode, GameAdded, GameShown, Nothing, PlyRequest, Position, RecordRequest, Review,
    ReviewStatus,
};
use crate::refusal::Refusal;
use crate::scheduler::{Claim, Lane};
use axum::http::StatusCode;
use kontra_agents::GameId;
use kontra_game::{BadInput, Reader, Record, Seat, Turn};
use std::sync::Arc;

/// A game with its record.
struct Found {
    id: String,
    record: Record,
    played: Box<dyn AnyGame>,
    review: Option<String>,
}

async fn find(app: &App, request: &ApiRequest) -> Result<Found, Refusal> {
    let id = request.part("game_id").to_owned();
    let missing = || Refusal::not_found("game");
    if !ids::is_id(&id) {
        return Err(missing());
    }
    let stored = app.disk.game(id.clone()).await?.ok_or_else(missing)?;
    let (record, played) = replay_line(&stored.record).map_err(unreadable)?;
    Ok(Found { id, record, played, review: stored.review })
}

/// Takes a record from outside, checked as `kontra replay` does.
pub(crate) async fn add(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let RecordRequest { record } = request.read()?;
    let record = check(&record)?;
    let id = app.random.id();
    let most = i64::from(app.config.limits.stored_records);
    app.disk.add_record(id.clone(), record.to_line(), most).await?;
    Ok(Answer::with(StatusCode::CREATED, &GameAdded { game_id: id }))
}

/// The longest name of a player in a record, in bytes: specs may be long, but a name is no place to keep things.
const LONGEST_NAME: usize = 1000;

/// The one record in a text.
pub(super) fn check(text: &str) -> Result<Record, BadInput> {
    let mut records = kontra_game::Records::new(text.as_bytes());
    let nothing = || BadInput::expected("record", "a record", "nothing");
    let record = records.next().ok_or_else(nothing)??;
    if records.next().is_some() {
        return Err(BadInput::expected("record", "one record", "more than one"));
    }
    if let Some(seat) = record.players.iter().position(|name| name.len() > LONGEST_NAME) {
        let expected = format!("a name of at most {LONGEST_NAME} bytes");
        return Err(BadInput::expected(format!("players[{seat}]"), expected, "a longer one"));
    }
    // A board that is written out would stay in memory for ever.
    if record.game == GameId::OnTop.name() && !names_its_board(&record) {
        let expected = "the name of a board that comes with Kontra";
        return Err(BadInput::expected("start.board", expected, "another board"));
    }
    replay(&record)?;
    Ok(record)
}

fn names_its_board(record: &Record) -> bool {
    let start = Reader::new(&record.start, "start").object();
    let board = start.ok().and_then(|mut start| start.optional("board"));
    board.is_some_and(|board| board.text().is_ok())
}

pub(crate) async fn show(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let Found { id, record, played, .. } = find(&app, &request).await?;
    Ok(Answer::ok(&GameShown {
        game_id: &id,
        game: &record.game,
        rules: played.rules(),
        players: &record.players,
        plies: played.version(),
        decisions: played.decisions(),
        events: played.events(Viewer::Everything, 0),
        over: played.over(),
    }))
}

pub(crate) async fn position(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let [seat] = request.numbers(["seat"])?;
    let ply = request.number("ply")?;
    let Found { id, record, played, .. } = find(&app, &request).await?;
    let position = played.at(ply).ok_or_else(|| Refusal::not_found("position"))?;
    let seats = position.seats();
    let viewer = match seat {
        None => Viewer::Everything,
        Some(number) if number < seats => Viewer::Seat(Seat::wrapping(number, seats)),
        Some(number) => {
            let expected = format!("a seat from 0 to {}", seats - 1);
            return Err(BadInput::expected("seat", expected, number).into());
        }
    };
    let turn = match position.turn() {
        Turn::Seat(seat) => Some(seat.index()),
        Turn::Chance | Turn::Over => None,
    };
    Ok(Answer::ok(&Position {
        game_id: &id,
        game: &record.game,
        ply,
        turn,
        you: seat,
        seen: position.seen(viewer),
        next: played.moves(ply).into_iter().next(),
    }))
}

pub(crate) async fn record(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let Found { id, record, .. } = find(&app, &request).await?;
    let name = format!("kontra-{}-{id}.jsonl", record.game);
    Ok(Answer::File { name, content: record.to_line() + "\n" })
}

pub(crate) async fn analysis(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let PlyRequest { ply } = request.read()?;
    let Found { id, played, .. } = find(&app, &request).await?;
    let position = played.at(ply).ok_or_else(|| Refusal::not_found("position"))?;
    let most = app.config.limits.analysis;
    let claim = Claim { lane: Lane::Question, address: request.from, table: id, most };
    let thought = position.question(ply, most).ok_or_else(|| {
        Refusal::conflict(ErrorCode::NotYourTurn, "ply: expected a decision of a seat, found none")
    })?;
    Ok(Answer::ok(&app.think(claim, thought).await?))
}

pub(crate) async fn review(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let found = find(&app, &request).await?;
    Ok(Answer::ok(&standing(&app, &found)))
}

fn standing(app: &App, found: &Found) -> Review {
    let done = found.review.as_deref().and_then(|text| serde_json::from_str(text).ok());
    let progress = || app.review_progress(&found.id).map(Review::Progress);
    let none = Review::None { status: ReviewStatus::None };
    done.map(Review::Done).or_else(progress).unwrap_or(none)
}

pub(crate) async fn begin_review(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    request.read::<Nothing>()?;
    let found = find(&app, &request).await?;
    if found.review.is_some() {
        return Ok(Answer::with(StatusCode::ACCEPTED, &standing(&app, &found)));
    }
    let game: GameId = found.record.game.parse()?;
    app.begin_review(&found.id, game, found.played, request.from)?;
    // A short review may be over already.
    let begun = Review::None { status: ReviewStatus::Waiting };
    let progress = app.review_progress(&found.id).map_or(begun, Review::Progress);
    Ok(Answer::with(StatusCode::ACCEPTED, &progress))
}
