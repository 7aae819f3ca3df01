//! All tables, and everything that happens at them over time.

mod idle;
mod questions;
mod reviews;
mod thinking;

pub(crate) use idle::sweep;
pub(crate) use reviews::replay_line;

use crate::config::Config;
use crate::disk::{Change, Disk, DiskError, FinishedGame};
use crate::fair::Shares;
use crate::http::{LastRatings, Network};
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::table::{Order, Table};
use axum::http::StatusCode;
use kontra_game::Seat;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::{self, watch};

/// A table and whoever waits for news of it.
pub(crate) struct Place {
    pub(crate) table: sync::Mutex<Table>,
    /// Grows with everything that somebody at the table might want to know.
    news: watch::Sender<u64>,
    /// Live connections, watchers included, and watchers alone.
    pub(crate) connections: AtomicUsize,
    watchers: AtomicUsize,
}

impl Place {
    fn new(table: Table) -> Arc<Place> {
        let (news, _) = watch::channel(0);
        let (table, connections) = (sync::Mutex::new(table), AtomicUsize::new(0));
        Arc::new(Place { table, news, connections, watchers: AtomicUsize::new(0) })
    }

    /// Tells everybody who is connected that something has changed.
    pub(crate) fn tell(&self) {
        self.news.send_modify(|number| *number += 1);
    }

    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }
}

/// Somebody who wants to sit down.
pub(crate) struct Guest<'a> {
    pub(crate) invite: &'a str,
    /// The secret that will open the seat.
    pub(crate) token: &'a str,
    pub(crate) name: String,
}

/// All tables.
pub(crate) struct Hall {
    pub(crate) config: Config,
    pub(crate) disk: Disk,
    pub(crate) pool: Pool,
    pub(crate) metrics: Metrics,
    places: Mutex<FxHashMap<String, Arc<Place>>>,
    reviews: Mutex<FxHashMap<String, Arc<reviews::Progress>>>,
    pub(crate) ratings: LastRatings,
    closing: AtomicBool,
}

impl Hall {
    pub(crate) fn open(config: Config) -> Result<Arc<Hall>, DiskError> {
        let disk = Disk::open(config.store.as_deref())?;
        let limits = &config.limits;
        let shares = Shares {
            threads: limits.thinkers_of_one.get(),
            waiting: limits.waiting,
            waiting_of_one: limits.waiting_of_one,
        };
        let pool = Pool::new(limits.thinkers.get(), shares);
        Ok(Arc::new(Hall {
            config,
            disk,
            pool,
            metrics: Metrics::default(),
            places: Mutex::default(),
            reviews: Mutex::default(),
            ratings: LastRatings::default(),
            closing: AtomicBool::new(false),
        }))
    }

    fn places(&self) -> MutexGuard<'_, FxHashMap<String, Arc<Place>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids of the tables in memory.
    pub(crate) fn in_use(&self) -> HashSet<String> {
        self.places().keys().cloned().collect()
    }

    /// How many tables are in memory.
    pub(crate) fn tables_in_memory(&self) -> usize {
        self.places().len()
    }

    /// Makes a table; the table, and the seat of whoever makes it with its token. Whoever chose the token gets the same
    /// table every time he asks for it.
    pub(crate) async fn make(
        self: &Arc<Hall>,
        order: Order,
        from: Network,
    ) -> Result<(Arc<Place>, Option<(Seat, String)>), Refusal> {
        if let Some(token) = &order.token
            && let Some(found) = self.made_before(token, from).await?
        {
            return Ok(found);
        }
        self.check_room()?;
        let token = order.token.clone();
        let (mut table, own) = Table::new(order)?;
        table.settle();
        table.payer = from;
        let most = i64::from(self.config.limits.stored_tables);
        let added = self.disk.add_table(table.to_stored(), most, || self.in_need()).await;
        if let (Err(_), Some(token)) = (&added, &token)
            && let Some(found) = self.made_before(token, from).await?
        {
            // The same request came twice, and the other one was faster.
            return Ok(found);
        }
        if !added? {
            let message = format!("tables: expected fewer than {most} on the disk, found no room");
            return Err(Refusal::limited(message, 3600));
        }
        self.metrics.tables_made.add(1);
        self.metrics.decisions.add(table.played.version() as u64);
        let id = table.id.clone();
        let fresh = Place::new(table);
        // Somebody may have found it on the disk meanwhile: a table is in memory once.
        let place = Arc::clone(self.places().entry(id).or_insert(fresh));
        self.go_on(&place, &mut *place.table.lock().await);
        Ok((place, own))
    }

    /// The table that was made with this token, and its maker's seat.
    async fn made_before(
        self: &Arc<Hall>,
        token: &str,
        from: Network,
    ) -> Result<Option<(Arc<Place>, Option<(Seat, String)>)>, Refusal> {
        let place = match self.place(&crate::ids::id_of_token(token), from).await {
            Ok(place) => place,
            Err(refusal) if refusal.status == StatusCode::NOT_FOUND => return Ok(None),
            Err(refusal) => return Err(refusal),
        };
        let seat = place.table.lock().await.seat(Some(token))?;
        Ok(Some((place, Some((seat, token.to_owned())))))
    }

    /// Lets somebody who is invited sit down; it is on the disk when this returns.
    pub(crate) async fn sit(
        self: &Arc<Hall>,
        place: &Arc<Place>,
        table: &mut Table,
        guest: Guest<'_>,
    ) -> Result<Seat, Refusal> {
        let Guest { invite, token, name } = guest;
        self.change(place, table, |table| table.sit(invite, token, name).map(drop)).await?;
        table.seat(Some(token))
    }

    /// The table with this id, brought back from the disk if it was put away.
    pub(crate) async fn place(
        self: &Arc<Hall>,
        id: &str,
        from: Network,
    ) -> Result<Arc<Place>, Refusal> {
        let missing = || Refusal::not_found("table");
        if !crate::ids::is_id(id) {
            return Err(missing());
        }
        if let Some(place) = self.places().get(id) {
            return Ok(Arc::clone(place));
        }
        let stored = self.disk.table(id.to_owned()).await?.ok_or_else(missing)?;
        self.check_room()?;
        let mut table = Table::restore(stored).map_err(unreadable)?;
        // What follows by itself is on the disk: nothing is settled here.
        table.touched = Instant::now();
        table.payer = from;
        let place = Place::new(table);
        // Locked before anybody can find it: nobody sees it before its agents think.
        let mut table = place.table.try_lock().map_err(|_| missing())?;
        match self.places().entry(id.to_owned()) {
            // Somebody else was faster.
            std::collections::hash_map::Entry::Occupied(entry) => {
                return Ok(Arc::clone(entry.get()));
            }
            std::collections::hash_map::Entry::Vacant(entry) => entry.insert(Arc::clone(&place)),
        };
        self.metrics.tables_brought_back.add(1);
        self.go_on(&place, &mut table);
        drop(table);
        Ok(place)
    }

    /// The newest tables that want to be found.
    pub(crate) async fn listed(self: &Arc<Hall>, most: i64) -> Result<Value, Refusal> {
        let mut tables = vec![];
        for id in self.disk.listed(most).await? {
            let place = self.places().get(&id).cloned();
            if let Some(place) = place {
                tables.push(place.table.lock().await.summary());
                continue;
            }
            // A table that is damaged says so to those who sit at it; the others can be found all the same.
            let stored = self.disk.table(id).await.map_err(Refusal::from);
            let found = stored.and_then(|stored| stored.map(Table::restore).transpose());
            match found {
                Ok(table) => tables.extend(table.map(|table| table.summary())),
                Err(refusal) => drop(unreadable(refusal)),
            }
        }
        Ok(json!({ "tables": tables }))
    }

    /// Lets a seat make moves; they are on the disk when this returns.
    pub(crate) async fn play(
        self: &Arc<Hall>,
        place: &Arc<Place>,
        table: &mut Table,
        seat: Seat,
        moves: &[String],
    ) -> Result<(), Refusal> {
        self.change(place, table, |table| table.play(seat, moves)).await
    }

    /// Changes a table and keeps the change; if either is not possible, everything is as it was.
    async fn change(
        self: &Arc<Hall>,
        place: &Arc<Place>,
        table: &mut Table,
        change: impl FnOnce(&mut Table) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let (before, chairs) = (table.played.version(), table.chairs.clone());
        let invite = table.invite.clone();
        let settings = table.settings();
        let changed = match change(table) {
            Ok(()) => {
                self.keep(table, before, &settings).await.map_err(|error| self.refuse(table, error))
            }
            Err(refusal) => Err(refusal),
        };
        if changed.is_err() {
            if table.played.version() != before {
                table.played.take_back(before);
            }
            (table.chairs, table.invite) = (chairs, invite);
            return changed;
        }
        self.metrics.decisions.add((table.played.version() - before) as u64);
        self.go_on(place, table);
        Ok(())
    }

    /// Changes what belongs to a person: the name, and what he wants to be asked.
    pub(crate) async fn change_seat(
        self: &Arc<Hall>,
        place: &Arc<Place>,
        table: &mut Table,
        seat: Seat,
        name: Option<String>,
        ask_always: Option<bool>,
    ) -> Result<(), Refusal> {
        let change = |table: &mut Table| {
            let own = &mut table.chairs[seat.index()];
            own.name = name.unwrap_or_else(|| own.name.clone());
            own.ask_always = ask_always.unwrap_or(own.ask_always);
            // Whoever no longer wants to be asked is answered for at once.
            table.settle();
            Ok(())
        };
        self.change(place, table, change).await
    }

    /// Forgets what a seat has planned.
    pub(crate) async fn take_back_plan(
        self: &Arc<Hall>,
        place: &Arc<Place>,
        table: &mut Table,
        seat: Seat,
    ) -> Result<(), Refusal> {
        let change = |table: &mut Table| {
            table.chairs[seat.index()].plan.clear();
            Ok(())
        };
        self.change(place, table, change).await
    }

    /// What is told when the disk does not take a change. A table that was deleted there goes from memory as well.
    fn refuse(&self, table: &Table, error: DiskError) -> Refusal {
        if !error.is_deleted() {
            return error.into();
        }
        self.places().remove(&table.id);
        Refusal::not_found("table")
    }

    /// Keeps everything after decision number `before`, the game if it is over, and what the table remembers of
    /// itself if that is no longer what it was.
    async fn keep(&self, table: &mut Table, before: usize, was: &Value) -> Result<(), DiskError> {
        let (id, moves) = (table.id.clone(), table.played.moves(before));
        if moves.is_empty() || !table.is_over() {
            let settings = table.settings();
            let settings = (settings != *was).then(|| settings.to_string());
            if moves.is_empty() && settings.is_none() {
                return Ok(());
            }
            let change = Change { id, worth: table.worth(), settings };
            return self.disk.add_moves(change, before, moves).await;
        }
        let game_id = table.close_game();
        let limits = &self.config.limits;
        let (source, most) = match table.has_people() {
            true => ("table", limits.stored_games),
            false => ("agents", limits.stored_agent_games),
        };
        let game = FinishedGame {
            id: game_id,
            record: table.played.record(table.players()).to_line(),
            source,
            most: i64::from(most),
        };
        let settings = Some(table.settings().to_string());
        let change = Change { id, worth: table.worth(), settings };
        let kept = self.disk.finish_game(change, before, moves, game).await;
        match &kept {
            Ok(()) => self.metrics.games_finished.add(1),
            Err(_) => table.reopen_game(),
        }
        kept
    }

    /// Begins the next game at a table.
    pub(crate) async fn next_game(
        self: &Arc<Hall>,
        place: &Arc<Place>,
        table: &mut Table,
    ) -> Result<(), Refusal> {
        // On a copy from the disk, so that nothing has changed if the disk refuses.
        let mut next = Table::restore(table.to_stored())?;
        next.next_game()?;
        let begun = self.disk.begin_game(next.to_stored()).await;
        begun.map_err(|error| self.refuse(table, error))?;
        table.take_game_of(next);
        table.touched = Instant::now();
        self.go_on(place, table);
        Ok(())
    }

    /// Keeps what a table remembers of itself.
    pub(crate) async fn keep_settings(&self, table: &Table) -> Result<(), Refusal> {
        let settings = table.to_stored().settings;
        let kept = self.disk.change_settings(table.id.clone(), settings).await;
        kept.map_err(|error| self.refuse(table, error))
    }

    /// How the server is: alive, since it answers; ready, if what it is told can be kept.
    pub(crate) async fn health(&self) -> Value {
        let trouble = match self.closing.load(Ordering::SeqCst) {
            true => Some("server: expected to run, found that it goes down".to_owned()),
            false => self.disk.examine().await.trouble.map(|found| not_written(&found)),
        };
        let ready = trouble.is_none();
        let status = if ready { "ok" } else { "degraded" };
        json!({ "status": status, "live": true, "ready": ready, "reason": trouble })
    }

    /// Closes everything: no new thoughts, and those that are under way end without a move.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.pool.close();
        let places: Vec<Arc<Place>> = self.places().values().cloned().collect();
        for place in places {
            if let Ok(table) = place.table.try_lock()
                && let Some(thinking) = &table.thinking
            {
                thinking.limits.stop();
            }
        }
    }
}

/// What lies on the disk makes no sense. Why is for the log only: it may tell what a hand holds, and the asker, who may be
/// anybody, has made no mistake.
pub(crate) fn unreadable(why: impl Into<Refusal>) -> Refusal {
    let why = why.into();
    tracing::error!(why = why.message, "something in the store cannot be read");
    Refusal::unavailable("store: expected to read from it, found something that is damaged")
}

impl From<DiskError> for Refusal {
    fn from(DiskError(error): DiskError) -> Refusal {
        Refusal::unavailable(not_written(&error))
    }
}

fn not_written(found: &str) -> String {
    format!("store: expected to write to it, found {found}")
}

/// Counts a live connection for as long as it lives.
pub(crate) struct Presence {
    place: Arc<Place>,
    watches: bool,
}

impl Presence {
    /// A connection more; of a watcher, where a number says how many there may be.
    pub(crate) fn new(place: &Arc<Place>, most_watchers: Option<usize>) -> Option<Presence> {
        if let Some(most) = most_watchers
            && place.watchers.fetch_add(1, Ordering::Relaxed) >= most
        {
            place.watchers.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        place.connections.fetch_add(1, Ordering::Relaxed);
        Some(Presence { place: Arc::clone(place), watches: most_watchers.is_some() })
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.place.connections.fetch_sub(1, Ordering::Relaxed);
        if self.watches {
            self.place.watchers.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
