//! Endpoints of tables.

use super::ask::{Answer, Ask};
use super::rate::Network;
use crate::hall::{Guest, Hall, Place};
use crate::ids;
use crate::refusal::Refusal;
use crate::table::{Asker, Order, Table, read_name, read_token};
use axum::http::StatusCode;
use kontra_game::{BadInput, Object, Seat};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

/// The most tables in a list.
const MOST_LISTED: i64 = 50;

pub(crate) async fn make(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let order = Order::read(&ask.body, hall.config.agents())?;
    let (place, own) = hall.make(order, ask.from).await?;
    let table = place.table.lock().await;
    let id = table.id.clone();
    let links: Vec<Value> = own.iter().map(|(seat, token)| link(&id, *seat, token)).collect();
    tracing::info!(table = id, "made");
    let made = json!({ "table": id, "links": links, "invite": table.invite_path() });
    Ok(Answer::Json(StatusCode::CREATED, made))
}

/// Lets somebody who has the invite link sit down.
pub(crate) async fn sit(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let (invite, token, name) = ask.read(|object| {
        let invite = object.field("invite")?.text()?.to_owned();
        let token = object.optional("token").as_ref().map(read_token).transpose()?;
        let name = object.optional("name").as_ref().map(read_name).transpose()?;
        Ok((invite, token.unwrap_or_else(ids::fresh_token), name.unwrap_or_default()))
    })?;
    let place = hall.place(ask.part("table"), ask.from).await?;
    let mut table = place.table.lock().await;
    let guest = Guest { invite: &invite, token: &token, name };
    let seat = hall.sit(&place, &mut table, guest).await?;
    Ok(link(&table.id, seat, &token).into())
}

fn link(table: &str, seat: Seat, token: &str) -> Value {
    json!({ "seat": seat.index(), "token": token, "path": format!("/table/{table}#{token}") })
}

pub(crate) async fn list(hall: Arc<Hall>, _ask: Ask) -> Result<Answer, Refusal> {
    Ok(hall.listed(MOST_LISTED).await?.into())
}

pub(crate) async fn state(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let [since, number] = ask.numbers(["since", "number"])?;
    let place = hall.place(ask.part("table"), ask.from).await?;
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

/// Moves that somebody wants to make.
pub(crate) struct Wish {
    /// The game to which the version belongs; `None`: the present one.
    number: Option<u64>,
    version: usize,
    moves: Vec<String>,
}

impl Wish {
    pub(crate) fn read(object: &mut Object<'_>) -> Result<Wish, BadInput> {
        let number = object.optional("number");
        let number = number.map(|number| number.integer(1..=u64::from(u32::MAX))).transpose()?;
        let version = version(object)?;
        let moves = object.field("moves")?.list()?;
        let moves = moves.iter().map(|text| text.text().map(str::to_owned));
        Ok(Wish { number, version, moves: moves.collect::<Result<_, _>>()? })
    }
}

pub(crate) async fn moves(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let begun = Instant::now();
    let wish = ask.read(Wish::read)?;
    let place = hall.place(ask.part("table"), ask.from).await?;
    let mut table = place.table.lock().await;
    let seat = table.seat(ask.token.as_deref())?;
    let answer = make_moves(&hall, &place, &mut table, ask.from, seat, &wish).await;
    hall.metrics.moves.add(begun.elapsed());
    Ok(answer?.into())
}

/// Makes moves for a seat; the message after them, with the events since the version that was named.
pub(crate) async fn make_moves(
    hall: &Arc<Hall>,
    place: &Arc<Place>,
    table: &mut Table,
    from: Network,
    seat: Seat,
    wish: &Wish,
) -> Result<Value, Refusal> {
    table.take_from_bucket(seat, hall.config.limits.moves)?;
    // A request that was sent twice must not make a move in the next game, which has the same versions.
    if let Some(number) = wish.number.filter(|&number| number != u64::from(table.number)) {
        let message = format!("number: expected {}, found {number}", table.number);
        return Err(Refusal::conflict("stale", message));
    }
    if table.is_over() {
        return Err(Refusal::conflict("over", "move: expected none, the game is over"));
    }
    table.check_version(wish.version)?;
    // The answer to this move is thought about at this address's expense.
    (table.payer, table.moved) = (from, true);
    hall.play(place, table, seat, &wish.moves).await?;
    Ok(table.message(Asker::Seat(seat), wish.version))
}

pub(crate) async fn hurry(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    ask.read(|_| Ok(()))?;
    let place = hall.place(ask.part("table"), ask.from).await?;
    let table = place.table.lock().await;
    table.may_direct(ask.token.as_deref())?;
    Ok(json!({ "hurried": table.hurry() }).into())
}

pub(crate) async fn next(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let number = ask.read(|object| object.field("number")?.integer(1..=u64::from(u32::MAX)))?;
    let place = hall.place(ask.part("table"), ask.from).await?;
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
        let name = object.optional("name").as_ref().map(read_name).transpose()?;
        let words = [("own-turn", false), ("always", true)];
        let ask_always = object.optional("ask").map(|ask| ask.one_of(&words)).transpose()?;
        Ok((name, ask_always))
    })?;
    let place = hall.place(ask.part("table"), ask.from).await?;
    let mut table = place.table.lock().await;
    let seat = table.seat(ask.token.as_deref())?;
    table.take_from_bucket(seat, hall.config.limits.moves)?;
    let version = table.played.version();
    hall.change_seat(&place, &mut table, seat, name, ask_always).await?;
    Ok(table.message(Asker::Seat(seat), version).into())
}

pub(crate) async fn take_back(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    ask.read(|_| Ok(()))?;
    let place = hall.place(ask.part("table"), ask.from).await?;
    let mut table = place.table.lock().await;
    let seat = table.seat(ask.token.as_deref())?;
    table.take_from_bucket(seat, hall.config.limits.moves)?;
    let version = table.played.version();
    hall.take_back_plan(&place, &mut table, seat).await?;
    Ok(table.message(Asker::Seat(seat), version).into())
}

pub(crate) async fn renew(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let token = ask.read(|object| object.optional("token").as_ref().map(read_token).transpose())?;
    let place = hall.place(ask.part("table"), ask.from).await?;
    let mut table = place.table.lock().await;
    // Whoever did not hear the answer asks again: the seat has the new token already.
    let renewed = token.as_deref().and_then(|token| table.seat(Some(token)).ok());
    if let (Some(seat), Some(token)) = (renewed, &token) {
        table.take_from_bucket(seat, hall.config.limits.moves)?;
        return Ok(link(&table.id, seat, token).into());
    }
    let seat = table.seat(ask.token.as_deref())?;
    table.take_from_bucket(seat, hall.config.limits.moves)?;
    let chair = table.chairs[seat.index()].clone();
    let token = token.unwrap_or_else(ids::fresh_token);
    table.renew_token(seat, &token);
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
    let place = hall.place(ask.part("table"), ask.from).await?;
    let seat = place.table.lock().await.seat(ask.token.as_deref())?;
    let answer = hall.analyze(&place, ask.from, seat, version).await?;
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
