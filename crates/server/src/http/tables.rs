//! Endpoints of tables.

use super::ask::{Answer, Ask};
use crate::hall::{Hall, Place};
use crate::refusal::Refusal;
use crate::table::{Asker, Order, Table};
use axum::http::StatusCode;
use kontra_game::{BadInput, Object, Seat};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

/// The most tables in a list.
const MOST_LISTED: i64 = 50;

pub(crate) async fn make(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let order = Order::read(&ask.body)?;
    let (id, tokens) = hall.make(order).await?;
    let links: Vec<Value> = tokens.iter().map(|(seat, token)| link(&id, *seat, token)).collect();
    tracing::info!(table = id, people = links.len(), "made");
    Ok(Answer::Json(StatusCode::CREATED, json!({ "table": id, "links": links })))
}

fn link(table: &str, seat: Seat, token: &str) -> Value {
    json!({ "seat": seat.index(), "token": token, "path": format!("/table/{table}#{token}") })
}

pub(crate) async fn list(hall: Arc<Hall>, _ask: Ask) -> Result<Answer, Refusal> {
    Ok(hall.listed(MOST_LISTED).await?.into())
}

pub(crate) async fn state(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let [since, number] = ask.numbers(["since", "number"])?;
    let place = hall.place(ask.part("table")).await?;
    let mut table = place.table.lock().await;
    let asker = table.asker(ask.token.as_deref())?;
    table.touched = Instant::now();
    let same_game = number.is_none_or(|number| number == table.number as usize);
    let since = since.filter(|_| same_game).unwrap_or(0);
    Ok(table.message(asker, since).into())
}

/// The version that a request names, and the rest of what it says.
fn version(object: &mut Object<'_>) -> Result<usize, BadInput> {
    Ok(object.field("version")?.integer(0..=1_000_000)? as usize)
}

/// Reads `version` and `moves`.
pub(crate) fn read_moves(object: &mut Object<'_>) -> Result<(usize, Vec<String>), BadInput> {
    let version = version(object)?;
    let moves = object.field("moves")?.list()?;
    let moves = moves.iter().map(|text| text.text().map(str::to_owned));
    Ok((version, moves.collect::<Result<_, _>>()?))
}

pub(crate) async fn moves(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let begun = Instant::now();
    let (version, moves) = ask.read(read_moves)?;
    let place = hall.place(ask.part("table")).await?;
    let mut table = place.table.lock().await;
    let seat = table.seat(ask.token.as_deref())?;
    let answer = make_moves(&hall, &place, &mut table, seat, version, &moves).await;
    hall.metrics.moves.add(begun.elapsed());
    Ok(answer?.into())
}

/// Makes moves for a seat; the message after them, with the events since the version that was named.
pub(crate) async fn make_moves(
    hall: &Arc<Hall>,
    place: &Arc<Place>,
    table: &mut Table,
    seat: Seat,
    version: usize,
    moves: &[String],
) -> Result<Value, Refusal> {
    table.take_from_bucket(seat, hall.config.limits.moves)?;
    if table.is_over() {
        return Err(Refusal::conflict("over", "move: expected none, the game is over"));
    }
    table.check_version(version)?;
    hall.play(place, table, seat, moves).await?;
    Ok(table.message(Asker::Seat(seat), version))
}

pub(crate) async fn hurry(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    ask.read(|_| Ok(()))?;
    let place = hall.place(ask.part("table")).await?;
    let table = place.table.lock().await;
    table.may_direct(ask.token.as_deref())?;
    Ok(json!({ "hurried": table.hurry() }).into())
}

pub(crate) async fn next(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let number = ask.read(|object| object.field("number")?.integer(1..=u64::from(u32::MAX)))?;
    let place = hall.place(ask.part("table")).await?;
    let mut table = place.table.lock().await;
    table.may_direct(ask.token.as_deref())?;
    let asker = table.asker(ask.token.as_deref())?;
    let now = u64::from(table.number);
    if now == number {
        if !table.is_over() {
            let message = "next: expected a game that is over, found one that goes on";
            return Err(Refusal::conflict("not-over", message));
        }
        hall.next_game(&place, &mut table).await?;
    } else if now != number + 1 {
        // Somebody else at the table may have asked for the same game a moment before; all else is stale.
        let message = format!("number: expected {now}, found {number}");
        return Err(Refusal::conflict("stale", message));
    }
    Ok(table.message(asker, 0).into())
}

pub(crate) async fn seat(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let (name, ask_always) = ask.read(|object| {
        let name =
            object.optional("name").map(|name| crate::table::read_name(&name)).transpose()?;
        let words = [("own-turn", false), ("always", true)];
        let ask_always = object.optional("ask").map(|ask| ask.one_of(&words)).transpose()?;
        Ok((name, ask_always))
    })?;
    let place = hall.place(ask.part("table")).await?;
    let mut table = place.table.lock().await;
    let seat = table.seat(ask.token.as_deref())?;
    table.take_from_bucket(seat, hall.config.limits.moves)?;
    let version = table.played.version();
    hall.change_seat(&place, &mut table, seat, name, ask_always).await?;
    Ok(table.message(Asker::Seat(seat), version).into())
}

pub(crate) async fn take_back(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    ask.read(|_| Ok(()))?;
    let place = hall.place(ask.part("table")).await?;
    let mut table = place.table.lock().await;
    let seat = table.seat(ask.token.as_deref())?;
    table.take_from_bucket(seat, hall.config.limits.moves)?;
    let version = table.played.version();
    hall.take_back_plan(&place, &mut table, seat).await?;
    Ok(table.message(Asker::Seat(seat), version).into())
}

pub(crate) async fn renew(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    ask.read(|_| Ok(()))?;
    let place = hall.place(ask.part("table")).await?;
    let mut table = place.table.lock().await;
    let seat = table.seat(ask.token.as_deref())?;
    table.take_from_bucket(seat, hall.config.limits.moves)?;
    let chair = table.chairs[seat.index()].clone();
    let token = table.renew_token(seat);
    if let Err(refusal) = hall.keep_settings(&table).await {
        table.chairs[seat.index()] = chair;
        return Err(refusal);
    }
    place.tell();
    Ok(link(&table.id, seat, &token).into())
}

pub(crate) async fn analysis(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    Ok(think(&hall, &ask).await?.1.into())
}

async fn think(hall: &Arc<Hall>, ask: &Ask) -> Result<(Arc<Place>, Value), Refusal> {
    let version = ask.read(version)?;
    let place = hall.place(ask.part("table")).await?;
    let seat = place.table.lock().await.seat(ask.token.as_deref())?;
    let answer = hall.analyze(&place, seat, version).await?;
    Ok((place, answer))
}

/// The choice that begins with what the analysis likes best.
pub(crate) async fn hint(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let (place, analysis) = think(&hall, &ask).await?;
    let table = place.table.lock().await;
    let asker = table.asker(ask.token.as_deref())?;
    let first = analysis["chosen"].as_str().unwrap_or_default();
    let then = analysis["next"]["chosen"].as_str();
    let message = table.message(asker, usize::MAX);
    let none = vec![];
    let choices = message["choices"].as_array().unwrap_or(&none);
    let begins = |choice: &&Value, moves: &[&str]| {
        moves.iter().enumerate().all(|(i, text)| choice["send"][i].as_str() == Some(text))
    };
    let path: Vec<&str> = [Some(first), then].into_iter().flatten().collect();
    let choice = choices
        .iter()
        .find(|choice| begins(choice, &path))
        .or_else(|| choices.iter().find(|choice| begins(choice, &path[..1])));
    Ok(json!({ "version": analysis["version"], "choice": choice }).into())
}
