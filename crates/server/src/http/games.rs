//! Endpoints of finished games.

use super::ask::{Answer, Ask};
use crate::course::Eyes;
use crate::face::{Fields, fields};
use crate::fair::{Claim, Lane};
use crate::hall::{Hall, replay_line, unreadable};
use crate::ids;
use crate::played::Played;
use crate::refusal::Refusal;
use axum::http::StatusCode;
use kontra_agents::GameId;
use kontra_game::{BadInput, Record, Seat, Turn};
use serde_json::{Value, json};
use std::sync::Arc;

/// A game with its record.
struct Found {
    id: String,
    record: Record,
    played: Box<dyn Played>,
    review: Option<String>,
}

async fn find(hall: &Hall, ask: &Ask) -> Result<Found, Refusal> {
    let id = ask.part("game_id").to_owned();
    let missing = || Refusal::not_found("game");
    if !ids::is_id(&id) {
        return Err(missing());
    }
    let stored = hall.disk.game(id.clone()).await?.ok_or_else(missing)?;
    let (record, played) = replay_line(&stored.record).map_err(unreadable)?;
    Ok(Found { id, record, played, review: stored.review })
}

/// Takes a record from outside, checked as `kontra replay` does.
pub(crate) async fn add(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let text = ask.read(|object| Ok(object.field("record")?.text()?.to_owned()))?;
    let record = check(&text)?;
    let id = ids::fresh_id();
    let most = i64::from(hall.config.limits.stored_records);
    hall.disk.add_record(id.clone(), record.to_line(), most).await?;
    Ok(Answer::Json(StatusCode::CREATED, json!({ "game_id": id })))
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
    if record.game == GameId::OnTop.name() && !record.start["board"].is_string() {
        let expected = "the name of a board that comes with Kontra";
        return Err(BadInput::expected("start.board", expected, "another board"));
    }
    crate::played::replay(&record)?;
    Ok(record)
}

pub(crate) async fn show(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let Found { id, record, played, .. } = find(&hall, &ask).await?;
    Ok(json!({
        "game_id": id,
        "game": record.game,
        "rules": played.rules(),
        "players": record.players,
        "plies": played.version(),
        "decisions": played.decisions(),
        "events": played.events(Eyes::All, 0),
        "over": played.over(),
    })
    .into())
}

pub(crate) async fn position(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let [seat] = ask.numbers(["seat"])?;
    let ply = ask.number("ply")?;
    let Found { id, record, played, .. } = find(&hall, &ask).await?;
    let position = played.at(ply).ok_or_else(|| Refusal::not_found("position"))?;
    let seats = position.seats();
    let eyes = match seat {
        None => Eyes::All,
        Some(number) if number < seats => Eyes::Seat(Seat::wrapping(number, seats)),
        Some(number) => {
            let expected = format!("a seat from 0 to {}", seats - 1);
            return Err(BadInput::expected("seat", expected, number).into());
        }
    };
    let turn = match position.turn() {
        Turn::Seat(seat) => Some(seat.index()),
        Turn::Chance | Turn::Over => None,
    };
    let mut answer: Fields = fields(json!({
        "game_id": id,
        "game": record.game,
        "ply": ply,
        "turn": turn,
        "you": seat,
    }));
    position.write_seen(eyes, &mut answer);
    answer.insert("next".to_owned(), played.moves(ply).first().cloned().into());
    Ok(Value::Object(answer).into())
}

pub(crate) async fn record(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let Found { id, record, .. } = find(&hall, &ask).await?;
    let name = format!("kontra-{}-{id}.jsonl", record.game);
    Ok(Answer::File { name, content: record.to_line() + "\n" })
}

pub(crate) async fn analysis(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let ply = ask.read(|object| object.field("ply")?.integer(0..=1_000_000))? as usize;
    let Found { id, played, .. } = find(&hall, &ask).await?;
    let position = played.at(ply).ok_or_else(|| Refusal::not_found("position"))?;
    let most = hall.config.limits.analysis;
    let claim = Claim { lane: Lane::Question, address: ask.from, table: id, most };
    let thought = position.question(most).ok_or_else(|| {
        Refusal::conflict("not-your-turn", "ply: expected a decision of a seat, found none")
    })?;
    let mut answer = hall.think(claim, thought).await?;
    answer["version"] = ply.into();
    Ok(answer.into())
}

pub(crate) async fn review(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let found = find(&hall, &ask).await?;
    Ok(standing(&hall, &found).into())
}

fn standing(hall: &Hall, found: &Found) -> Value {
    let done = found.review.as_deref().and_then(|text| serde_json::from_str(text).ok());
    done.or_else(|| hall.review_progress(&found.id)).unwrap_or(json!({ "status": "none" }))
}

pub(crate) async fn begin_review(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    ask.read(|_| Ok(()))?;
    let found = find(&hall, &ask).await?;
    if found.review.is_some() {
        return Ok(Answer::Json(StatusCode::ACCEPTED, standing(&hall, &found)));
    }
    let game: GameId = found.record.game.parse()?;
    hall.begin_review(&found.id, game, found.played, ask.from)?;
    let progress = hall.review_progress(&found.id).unwrap_or(json!({ "status": "waiting" }));
    Ok(Answer::Json(StatusCode::ACCEPTED, progress))
}
