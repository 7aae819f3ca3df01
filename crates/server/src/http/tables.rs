//! Endpoints of tables.

use super::request::{Answer, ApiRequest};
use crate::app::{App, Guest, OpenTable};
use crate::messages::{
    ErrorCode, Hint, Hurried, Link, LinkRequest, Made, MovesRequest, NewTable, NextRequest,
    Nothing, PositionAnalysis, SeatChange, SitRequest, State, VersionRequest,
};
use crate::rate_limit::Network;
use crate::refusal::Refusal;
use crate::table::{Asker, Order, Table};
use axum::http::StatusCode;
use kontra_game::Seat;
use std::sync::Arc;
use std::time::Instant;

/// The most tables in a list.
const MOST_LISTED: i64 = 50;

pub(crate) async fn make(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let mut wanted = request.read::<NewTable>()?;
    let deal = wanted.deal.take();
    let mut order = Order::check(wanted, app.config.allowed(), app.config.pace)?;
    if let Some(deal) = deal {
        order.dealt = Some(super::deals::wanted(&app, &deal, &order).await?);
    }
    let (open, own) = app.make(order, request.from).await?;
    let table = open.table.lock().await;
    let id = table.id.clone();
    tracing::info!(table = id, "made");
    let links = own.iter().map(|(seat, token)| Link::new(&id, seat.index(), token)).collect();
    let made = Made { table: id, links, invite: table.invite_path() };
    Ok(Answer::with(StatusCode::CREATED, &made))
}

/// Lets somebody who has the invite link sit down.
pub(crate) async fn sit(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let SitRequest { invite, token, name } = request.read()?;
    let token = token.unwrap_or_else(|| app.random.token());
    let open = app.open_table(request.part("table"), request.from).await?;
    let mut table = open.table.lock().await;
    let guest = Guest { invite: &invite, token: &token, name: name.unwrap_or_default() };
    let seat = app.sit(&open, &mut table, guest).await?;
    Ok(link(&table, seat, &token))
}

fn link(table: &Table, seat: Seat, token: &str) -> Answer {
    Answer::ok(&Link::new(&table.id, seat.index(), token))
}

pub(crate) async fn list(app: Arc<App>, _request: ApiRequest) -> Result<Answer, Refusal> {
    Ok(Answer::ok(&app.listed(MOST_LISTED).await?))
}

pub(crate) async fn state(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let [since, number] = request.numbers(["since", "number"])?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let mut table = open.table.lock().await;
    let asker = table.asker(request.token.as_deref())?;
    table.touched = Instant::now();
    let same_game = number.is_none_or(|number| number == table.number as usize);
    let since = since.filter(|_| same_game).unwrap_or(0);
    Ok(Answer::ok(&table.message(asker, since)))
}

pub(crate) async fn moves(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let begun = Instant::now();
    let wanted = request.read()?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let mut table = open.table.lock().await;
    let seat = table.seat(request.token.as_deref())?;
    let made = make_moves(&app, &open, &mut table, request.from, seat, &wanted).await;
    let answer = made.map(|message| Answer::ok(&message));
    app.metrics.moves.add(begun.elapsed());
    answer
}

/// Makes moves for a seat; the message after them, with the events since the version that was named.
pub(crate) async fn make_moves<'a>(
    app: &Arc<App>,
    open: &Arc<OpenTable>,
    table: &'a mut Table,
    from: Network,
    seat: Seat,
    wanted: &MovesRequest,
) -> Result<State<'a>, Refusal> {
    table.take_from_bucket(seat, app.config.limits.moves)?;
    // A request that was sent twice must not make a move in the next game, which has the same versions.
    if let Some(number) = wanted.number.filter(|&number| number != table.number) {
        let message = format!("number: expected {}, found {number}", table.number);
        return Err(Refusal::conflict(ErrorCode::Stale, message));
    }
    if table.is_over() {
        return Err(Refusal::conflict(ErrorCode::Over, "move: expected none, the game is over"));
    }
    table.check_version(wanted.version)?;
    app.arrive(open, table, seat).await?;
    // The answer to this move is thought about at this address's expense.
    (table.payer, table.moved) = (from, true);
    app.play(open, table, seat, &wanted.moves).await?;
    Ok(table.message(Asker::Seat(seat), wanted.version))
}

pub(crate) async fn hurry(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    request.read::<Nothing>()?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let table = open.table.lock().await;
    table.may_direct(request.token.as_deref())?;
    Ok(Answer::ok(&Hurried { hurried: table.hurry() }))
}

pub(crate) async fn next(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let NextRequest { number } = request.read()?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let mut table = open.table.lock().await;
    table.may_direct(request.token.as_deref())?;
    let asker = table.asker(request.token.as_deref())?;
    let seat = if let Asker::Seat(seat) = asker { Some(seat) } else { None };
    let now = table.number;
    if now == number {
        if !table.is_over() {
            let message = "next: expected a game that is over, found one that goes on";
            return Err(Refusal::conflict(ErrorCode::NotOver, message));
        }
        app.ready(&open, &mut table, seat).await?;
    } else if Some(now) != number.checked_add(1) {
        // Somebody else at the table may have asked for the same game a moment before; all else is stale.
        let message = format!("number: expected {now}, found {number}");
        return Err(Refusal::conflict(ErrorCode::Stale, message));
    }
    Ok(Answer::ok(&table.message(asker, 0)))
}

pub(crate) async fn seat(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let wanted: SeatChange = request.read()?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let mut table = open.table.lock().await;
    let seat = table.seat(request.token.as_deref())?;
    table.take_from_bucket(seat, app.config.limits.moves)?;
    let version = table.game.version();
    app.change_seat(&open, &mut table, seat, wanted).await?;
    Ok(Answer::ok(&table.message(Asker::Seat(seat), version)))
}

pub(crate) async fn take_back(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    request.read::<Nothing>()?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let mut table = open.table.lock().await;
    let seat = table.seat(request.token.as_deref())?;
    table.take_from_bucket(seat, app.config.limits.moves)?;
    let version = table.game.version();
    app.take_back_plan(&open, &mut table, seat).await?;
    Ok(Answer::ok(&table.message(Asker::Seat(seat), version)))
}

pub(crate) async fn renew(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let LinkRequest { token } = request.read()?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let mut table = open.table.lock().await;
    // A caller who did not hear the answer asks again: the seat has the new token already.
    let renewed = token.as_deref().and_then(|token| table.seat(Some(token)).ok());
    if let (Some(seat), Some(token)) = (renewed, &token) {
        table.take_from_bucket(seat, app.config.limits.moves)?;
        return Ok(link(&table, seat, token));
    }
    let seat = table.seat(request.token.as_deref())?;
    table.take_from_bucket(seat, app.config.limits.moves)?;
    let chair = table.chairs[seat.index()].clone();
    let token = token.unwrap_or_else(|| app.random.token());
    table.renew_token(seat, &token);
    if let Err(refusal) = app.keep_settings(&table).await {
        table.chairs[seat.index()] = chair;
        return Err(refusal);
    }
    open.tell();
    Ok(link(&table, seat, &token))
}

pub(crate) async fn analysis(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    Ok(Answer::ok(&think(&app, &request).await?.1))
}

async fn think(
    app: &Arc<App>,
    request: &ApiRequest,
) -> Result<(Arc<OpenTable>, PositionAnalysis), Refusal> {
    let VersionRequest { version } = request.read()?;
    let open = app.open_table(request.part("table"), request.from).await?;
    let seat = open.table.lock().await.seat(request.token.as_deref())?;
    let answer = app.analyze(&open, request.from, seat, version).await?;
    Ok((open, answer))
}

/// The choice that begins with what the analysis likes best.
pub(crate) async fn hint(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let (open, PositionAnalysis { analysis, next, version }) = think(&app, &request).await?;
    let table = open.table.lock().await;
    let choices = table.choices(table.asker(request.token.as_deref())?);
    let first = analysis.as_ref().map(|analysis| analysis.chosen.as_str());
    let then = next.as_ref().and_then(|next| Some(next.as_ref()?.chosen.as_str()));
    let path: Vec<&str> = first.into_iter().chain(then).collect();
    let find = |path: &[&str]| choices.iter().find(|choice| choice.begins_with(path)).cloned();
    let choice = find(&path).or_else(|| find(&path[..path.len().min(1)]));
    Ok(Answer::ok(&Hint { version, choice: choice.filter(|_| first.is_some()) }))
}
