//! Live connections: whatever changes at a table is told to everybody who is connected, each by their own view.

use super::connection_limits::LivePlace;
use super::request::read_message;
use super::{Shared, tables};
use crate::app::{App, OpenTable, Presence};
use crate::messages::{Hello, LiveMessage, LiveRequest, Request, to_text};
use crate::rate_limit::Bucket;
use crate::refusal::Refusal;
use crate::table::{Asker, Table};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use kontra_game::{BadInput, Json};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The largest message of a client.
const LARGEST: usize = 4096;

/// How long a client may take to say hello, to take a message, and to be silent.
const PATIENCE: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(60);
const PING: Duration = Duration::from_secs(20);

/// Why a connection is closed.
const GOING_DOWN: u16 = 1001;
const NORMAL: u16 = 1000;
const WRONG_TOKEN: u16 = 4001;
const NO_TABLE: u16 = 4004;
const TOO_MUCH: u16 = 4008;

/// A browser says which page opens a connection. Only our own may.
pub(crate) fn check_origin(headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let own = origin.split_once("://").is_some_and(|(_, name)| name.eq_ignore_ascii_case(host));
    if own {
        return Ok(());
    }
    Err(Refusal::bad("origin: expected a page of this server, found another one"))
}

pub(crate) fn accept(
    upgrade: WebSocketUpgrade,
    shared: Shared,
    address: IpAddr,
    table: String,
) -> Result<Response, Refusal> {
    let most = shared.app.config.limits.per_address;
    let entered = shared.live.addresses.enter(address, most).ok_or_else(|| {
        Refusal::limited(
            "connections: expected fewer live ones from this address, found too many",
            30,
        )
    })?;
    let room = shared.live.enter().ok_or_else(|| {
        Refusal::limited("connections: expected fewer live ones, found no room", 30)
    })?;
    Ok(upgrade
        .max_message_size(LARGEST)
        .max_frame_size(LARGEST)
        .read_buffer_size(LARGEST)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(move |socket| async move {
            shared.app.metrics.live_opened.add(1);
            let app = Arc::clone(&shared.app);
            talk(socket, shared, &table, room).await;
            app.metrics.live_closed.add(1);
            drop(entered);
        }))
}

/// The end of a connection: a code, or nothing if the other side has gone.
type End = Option<(u16, &'static str)>;

async fn talk(mut socket: WebSocket, shared: Shared, table: &str, room: LivePlace) {
    let end = match tokio::time::timeout(PATIENCE, hello(&mut socket)).await {
        Err(_) => Some((TOO_MUCH, "expected hello within ten seconds")),
        Ok(Err(end)) => end,
        Ok(Ok(hello)) => attend(&mut socket, shared, table, hello, room).await,
    };
    if let Some((code, reason)) = end {
        let close = Message::Close(Some(CloseFrame { code, reason: reason.into() }));
        let _ = tokio::time::timeout(PATIENCE, socket.send(close)).await;
    }
}

async fn hello(socket: &mut WebSocket) -> Result<Hello, End> {
    loop {
        let text = match socket.recv().await {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Binary(_))) => return Err(Some((TOO_MUCH, "expected text"))),
            Some(Err(_)) => return Err(Some((TOO_MUCH, "expected a message that can be read"))),
            Some(Ok(Message::Close(_))) | None => return Err(None),
        };
        return match read(&text) {
            Ok(hello) => Ok(hello),
            Err(bad) => {
                send(socket, Refusal::from(bad).live_message()).await?;
                Err(Some((TOO_MUCH, "expected hello")))
            }
        };
    }
}

/// Reads what a client says.
fn read<T: Request>(text: &str) -> Result<T, BadInput> {
    let Json(value) = serde_json::from_str(text)
        .map_err(|error| BadInput::json("message", "an object in JSON", &error))?;
    read_message(&value)
}

/// Sends a message, of which nothing is kept: a connection may last for hours.
async fn send(socket: &mut WebSocket, message: String) -> Result<(), End> {
    match tokio::time::timeout(PATIENCE, socket.send(Message::Text(message.into()))).await {
        Ok(Ok(())) => Ok(()),
        // Gone, or too slow to be told anything.
        Ok(Err(_)) | Err(_) => Err(None),
    }
}

/// A client at a table.
struct Guest {
    open: Arc<OpenTable>,
    asker: Asker,
    /// The game and the events that the client has.
    number: u32,
    /// How often a move was taken back before it had them.
    undone: u32,
    since: usize,
    /// How often the seat's token had been changed when the client came.
    renewals: u32,
}

impl Guest {
    fn renewals(table: &Table, asker: Asker) -> u32 {
        match asker {
            Asker::Seat(seat) => table.chairs[seat.index()].renewals,
            Asker::Watcher => 0,
        }
    }

    /// The next message; `None` if the token is worth nothing any more.
    fn news(&mut self, table: &Table) -> Option<String> {
        if Guest::renewals(table, self.asker) != self.renewals {
            return None;
        }
        let same = (table.number, table.undone) == (self.number, self.undone);
        let since = if same { self.since } else { 0 };
        (self.number, self.undone) = (table.number, table.undone);
        self.since = table.game.version();
        Some(to_text(&table.message(self.asker, since)))
    }
}

/// Counts a device of a person for as long as it is connected.
struct Here {
    app: Arc<App>,
    open: Arc<OpenTable>,
    asker: Asker,
}

impl Drop for Here {
    fn drop(&mut self) {
        let (app, open) = (Arc::clone(&self.app), Arc::clone(&self.open));
        if let Asker::Seat(seat) = self.asker {
            tokio::spawn(async move {
                app.leave(&open, &mut *open.table.lock().await, seat).await;
            });
        }
    }
}

async fn attend(
    socket: &mut WebSocket,
    shared: Shared,
    table: &str,
    hello: Hello,
    room: LivePlace,
) -> End {
    let open = match shared.app.open_table(table, shared.from).await {
        Ok(open) => open,
        Err(refusal) => {
            let _ = send(socket, refusal.live_message()).await;
            let gone = refusal.status == axum::http::StatusCode::NOT_FOUND;
            return Some(if gone { (NO_TABLE, "no such table") } else { (TOO_MUCH, "not now") });
        }
    };
    let limits = &shared.app.config.limits;
    let (mut guest, _here, _presence, _room, first, news) = {
        let mut table = open.table.lock().await;
        let asker = match table.asker(hello.token.as_deref()) {
            Ok(asker) => asker,
            Err(_) => return Some((WRONG_TOKEN, "not a token of this table")),
        };
        // Watchers never take the place of the caller who plays: neither at the table nor on the server.
        let has_seat = asker != Asker::Watcher;
        let Some(room) = shared.live.settle(room, has_seat) else {
            return Some((TOO_MUCH, "no room for more live connections"));
        };
        let Some(presence) = Presence::new(&open, (!has_seat).then_some(limits.watchers)) else {
            return Some((TOO_MUCH, "too many watchers of this table"));
        };
        if let Asker::Seat(seat) = asker {
            let chair = &mut table.chairs[seat.index()];
            if chair.here >= limits.devices {
                return Some((TOO_MUCH, "too many devices at this seat"));
            }
            chair.here += 1;
            if let Err(refusal) = shared.app.arrive(&open, &mut table, seat).await {
                // The disk refuses for now: the agent plays on, and the seat is given back with the next move.
                tracing::error!(error = refusal.message, "a seat could not be given back");
            }
            // Those who are away may not have been so for long: the server may have been restarted.
            shared.app.tell_later(&open);
            open.tell();
        }
        let here = Here { app: Arc::clone(&shared.app), open: Arc::clone(&open), asker };
        let number = hello.number.unwrap_or(table.number);
        let renewals = Guest::renewals(&table, asker);
        // The table is still locked: whatever is not in the first message is news.
        let news = open.listen();
        let open = Arc::clone(&open);
        let mut guest =
            Guest { open, asker, number, undone: hello.undone, since: hello.since, renewals };
        let first = guest.news(&table).unwrap_or_default();
        (guest, here, presence, room, first, news)
    };
    match serve(socket, shared, &mut guest, first, news).await {
        Ok(()) => Some((NORMAL, "")),
        Err(end) => end,
    }
}

async fn serve(
    socket: &mut WebSocket,
    shared: Shared,
    guest: &mut Guest,
    first: String,
    mut news: watch::Receiver<u64>,
) -> Result<(), End> {
    send(socket, first).await?;
    let rate = shared.app.config.limits.messages;
    let (mut bucket, mut heard) = (Bucket::full(rate), Instant::now());
    let mut ping = tokio::time::interval(PING);
    loop {
        tokio::select! {
            () = shared.closed() => {
                return Err(Some((GOING_DOWN, "the server goes down")));
            }
            changed = news.changed() => {
                changed.map_err(|_| None)?;
                let open = Arc::clone(&guest.open);
                let message = guest.news(&*open.table.lock().await);
                let message = message.ok_or(Some((WRONG_TOKEN, "this link was replaced")))?;
                shared.app.metrics.live_messages.add(1);
                send(socket, message).await?;
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE {
                    return Err(Some((TOO_MUCH, "silent for a minute")));
                }
                let sent = tokio::time::timeout(PATIENCE, socket.send(Message::Ping(Default::default())));
                sent.await.map_err(|_| None)?.map_err(|_| None)?;
            }
            message = socket.recv() => {
                heard = Instant::now();
                if bucket.take(rate, 1.0, heard).is_err() {
                    return Err(Some((TOO_MUCH, "too many messages")));
                }
                match message {
                    Some(Ok(Message::Text(text))) => {
                        let answer = answer(&shared, guest, &text).await;
                        let answer = answer.unwrap_or_else(|refusal| Some(refusal.live_message()));
                        if let Some(answer) = answer {
                            send(socket, answer).await?;
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_))) => return Err(Some((TOO_MUCH, "expected text"))),
                    Some(Err(_)) => return Err(Some((TOO_MUCH, "expected a message that can be read"))),
                    Some(Ok(Message::Close(_))) | None => return Err(None),
                }
            }
        }
    }
}

/// What a client is told who says this first, and who says it later; `None` where it is taken.
pub(crate) fn complaints(text: &str) -> [Option<String>; 2] {
    [read::<Hello>(text).err(), read::<LiveRequest>(text).err()]
        .map(|bad| bad.map(|bad| bad.to_string()))
}

async fn answer(shared: &Shared, guest: &mut Guest, text: &str) -> Result<Option<String>, Refusal> {
    let open = Arc::clone(&guest.open);
    match read(text)? {
        LiveRequest::Ping(_) => Ok(Some(to_text(&LiveMessage::Pong))),
        LiveRequest::Hurry(_) => {
            let table = open.table.lock().await;
            if guest.asker == Asker::Watcher && table.has_people() {
                return Err(Refusal::unauthorized());
            }
            Ok(Some(to_text(&LiveMessage::Hurried { hurried: table.hurry() })))
        }
        LiveRequest::Move(wanted) => {
            let begun = Instant::now();
            let mut table = open.table.lock().await;
            let Asker::Seat(seat) = guest.asker else { return Err(Refusal::unauthorized()) };
            if Guest::renewals(&table, guest.asker) != guest.renewals {
                return Err(Refusal::unauthorized());
            }
            let app = &shared.app;
            let made = tables::make_moves(app, &open, &mut table, shared.from, seat, &wanted);
            let made = made.await;
            shared.app.metrics.moves.add(begun.elapsed());
            // The message about it comes as news, to everybody at the table alike.
            made.map(|_| None)
        }
    }
}
