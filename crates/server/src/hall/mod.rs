//! All tables, and everything that happens at them over time.

mod idle;
mod questions;
mod reviews;
mod thinking;

pub(crate) use idle::sweep;
pub(crate) use reviews::replay_line;

use crate::config::Config;
use crate::disk::{Disk, DiskError};
use crate::http::LastRatings;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::table::{Order, Table};
use kontra_game::Seat;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::{self, watch};

/// A table and whoever waits for news of it.
pub(crate) struct Place {
    pub(crate) table: sync::Mutex<Table>,
    /// Grows with everything that somebody at the table might want to know.
    news: watch::Sender<u64>,
    /// Live connections, watchers included.
    pub(crate) connections: AtomicUsize,
}

impl Place {
    fn new(table: Table) -> Arc<Place> {
        let (news, _) = watch::channel(0);
        Arc::new(Place { table: sync::Mutex::new(table), news, connections: AtomicUsize::new(0) })
    }

    /// Tells everybody who is connected that something has changed.
    pub(crate) fn tell(&self) {
        self.news.send_modify(|number| *number += 1);
    }

    pub(crate) fn listen(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }
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
        let pool = Pool::new(config.limits.thinkers.get(), config.limits.waiting);
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

    /// How many tables are in memory.
    pub(crate) fn tables_in_memory(&self) -> usize {
        self.places().len()
    }

    /// Makes a table; its id, and a token for each person.
    pub(crate) async fn make(
        self: &Arc<Hall>,
        order: Order,
    ) -> Result<(String, Vec<(Seat, String)>), Refusal> {
        self.check_room()?;
        let (mut table, tokens) = Table::new(order)?;
        table.settle();
        let most = i64::from(self.config.limits.stored_tables);
        if !self.disk.add_table(table.to_stored(), most).await? {
            let message = format!("tables: expected fewer than {most} on the disk, found no room");
            return Err(Refusal::limited(message, 3600));
        }
        self.metrics.tables_made.add(1);
        self.metrics.decisions.add(table.played.version() as u64);
        let id = table.id.clone();
        let place = Place::new(table);
        self.places().insert(id.clone(), Arc::clone(&place));
        self.go_on(&place, &mut *place.table.lock().await);
        Ok((id, tokens))
    }

    /// The table with this id, brought back from the disk if it was put away.
    pub(crate) async fn place(self: &Arc<Hall>, id: &str) -> Result<Arc<Place>, Refusal> {
        let missing = || Refusal::not_found("table");
        if !crate::ids::is_id(id) {
            return Err(missing());
        }
        if let Some(place) = self.places().get(id) {
            return Ok(Arc::clone(place));
        }
        let stored = self.disk.table(id.to_owned()).await?.ok_or_else(missing)?;
        self.check_room()?;
        let mut table = Table::restore(stored)?;
        // What follows by itself is on the disk: nothing is settled here.
        table.touched = Instant::now();
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
            } else if let Some(stored) = self.disk.table(id).await?
                && let Ok(table) = Table::restore(stored)
            {
                tables.push(table.summary());
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
        let settings = table.settings();
        let changed = match change(table) {
            Ok(()) => self.keep(table, before, &settings).await.map_err(Refusal::from),
            Err(refusal) => Err(refusal),
        };
        if changed.is_err() {
            if table.played.version() != before {
                table.played.take_back(before);
            }
            table.chairs = chairs;
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

    /// Keeps everything after decision number `before`, the game if it is over, and what the table remembers of
    /// itself if that is no longer what it was.
    async fn keep(&self, table: &mut Table, before: usize, was: &Value) -> Result<(), DiskError> {
        let (id, moves) = (table.id.clone(), table.played.moves(before));
        if moves.is_empty() || !table.is_over() {
            let settings = table.settings();
            let changed = (settings != *was).then(|| settings.to_string());
            if moves.is_empty() && changed.is_none() {
                return Ok(());
            }
            return self.disk.add_moves(id, before, moves, changed).await;
        }
        let game_id = table.close_game();
        let record = table.played.record(table.players()).to_line();
        let settings = table.to_stored().settings;
        let game = (game_id, record);
        let kept = self.disk.finish_game(id, before, moves, settings, game).await;
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
        self.disk.begin_game(next.to_stored()).await?;
        table.take_game_of(next);
        table.touched = Instant::now();
        self.go_on(place, table);
        Ok(())
    }

    /// Keeps what a table remembers of itself.
    pub(crate) async fn keep_settings(&self, table: &Table) -> Result<(), Refusal> {
        let settings = table.to_stored().settings;
        Ok(self.disk.change_settings(table.id.clone(), settings).await?)
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

impl From<DiskError> for Refusal {
    fn from(DiskError(error): DiskError) -> Refusal {
        Refusal::unavailable(format!("store: expected to write to it, found {error}"))
    }
}

/// Counts a live connection for as long as it lives.
pub(crate) struct Presence {
    place: Arc<Place>,
}

impl Presence {
    /// A connection more, unless there are too many.
    pub(crate) fn new(place: &Arc<Place>, most: usize) -> Option<Presence> {
        if place.connections.fetch_add(1, Ordering::Relaxed) >= most {
            place.connections.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        Some(Presence { place: Arc::clone(place) })
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.place.connections.fetch_sub(1, Ordering::Relaxed);
    }
}
