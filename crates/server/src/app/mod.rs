//! All tables, and everything that happens at them over time.

mod analyses;
mod company;
mod idle;
mod ratings;
mod reviews;
mod thinking;

pub(crate) use idle::sweep;
pub(crate) use ratings::compute as compute_ratings;

use crate::config::Config;
use crate::disk::{Change, Disk, DiskError, FinishedGame};
use crate::game::AnyMove;
use crate::ids::Random;
use crate::messages::{Health, HealthStatus, SeatChange, Tables, WhenAsked, to_text};
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::programs::Programs;
use crate::rate_limit::Network;
use crate::refusal::Refusal;
use crate::scheduler::Shares;
use crate::table::{Order, Settings, Table};
use axum::http::StatusCode;
use kontra_game::Seat;
use ratings::LastRatings;
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{self, watch};

/// A table and the person who waits for news of it.
pub(crate) struct OpenTable {
    pub(crate) table: sync::Mutex<Table>,
    /// Grows with everything that somebody at the table might want to know.
    news: watch::Sender<u64>,
    /// Live connections, watchers included, and watchers alone.
    pub(crate) connections: AtomicUsize,
    watchers: AtomicUsize,
}

impl OpenTable {
    fn new(table: Table) -> Arc<OpenTable> {
        let (news, _) = watch::channel(0);
        let (table, connections) = (sync::Mutex::new(table), AtomicUsize::new(0));
        Arc::new(OpenTable { table, news, connections, watchers: AtomicUsize::new(0) })
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
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) disk: Disk,
    pub(crate) pool: Pool,
    programs: Arc<Programs>,
    pub(crate) metrics: Metrics,
    pub(crate) random: Random,
    tables: Mutex<FxHashMap<String, Arc<OpenTable>>>,
    reviews: Mutex<FxHashMap<String, Arc<reviews::Progress>>>,
    pub(crate) ratings: LastRatings,
    closing: AtomicBool,
}

impl App {
    pub(crate) fn open(config: Config, random: Random) -> Result<Arc<App>, DiskError> {
        let disk = Disk::open(config.store.as_deref())?;
        let limits = &config.limits;
        let shares = Shares {
            threads: limits.thinkers_of_one.get(),
            waiting: limits.waiting,
            waiting_of_one: limits.waiting_of_one,
        };
        let pool = Pool::new(limits.thinkers.get(), shares);
        let programs = Arc::new(Programs::new(&config.programs, limits.thinking));
        Ok(Arc::new(App {
            programs,
            config,
            disk,
            pool,
            metrics: Metrics::default(),
            random,
            tables: Mutex::default(),
            reviews: Mutex::default(),
            ratings: LastRatings::default(),
            closing: AtomicBool::new(false),
        }))
    }

    fn tables(&self) -> MutexGuard<'_, FxHashMap<String, Arc<OpenTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids of the tables in memory.
    pub(crate) fn in_use(&self) -> HashSet<String> {
        self.tables().keys().cloned().collect()
    }

    /// How many tables are in memory.
    pub(crate) fn tables_in_memory(&self) -> usize {
        self.tables().len()
    }

    /// Makes a table; the table, and the seat of the person who makes it with its token. A person who chose the token gets the same
    /// table every time they ask for it.
    pub(crate) async fn make(
        self: &Arc<App>,
        order: Order,
        from: Network,
    ) -> Result<(Arc<OpenTable>, Option<(Seat, String)>), Refusal> {
        if let Some(token) = &order.token
            && let Some(found) = self.made_before(token, from).await?
        {
            return Ok(found);
        }
        self.check_room()?;
        let token = order.token.clone();
        let (mut table, own) = Table::new(order, &self.random)?;
        table.settle();
        (table.payer, table.absence) = (from, self.config.limits.absence);
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
        self.metrics.decisions.add(table.game.version() as u64);
        let id = table.id.clone();
        let fresh = OpenTable::new(table);
        // Somebody may have found it on the disk meanwhile: a table is in memory once.
        let open = Arc::clone(self.tables().entry(id).or_insert(fresh));
        self.continue_game(&open, &mut *open.table.lock().await);
        Ok((open, own))
    }

    /// The table that was made with this token, and its maker's seat.
    async fn made_before(
        self: &Arc<App>,
        token: &str,
        from: Network,
    ) -> Result<Option<(Arc<OpenTable>, Option<(Seat, String)>)>, Refusal> {
        let open = match self.open_table(&crate::ids::id_of_token(token), from).await {
            Ok(open) => open,
            Err(refusal) if refusal.status == StatusCode::NOT_FOUND => return Ok(None),
            Err(refusal) => return Err(refusal),
        };
        let seat = open.table.lock().await.seat(Some(token))?;
        Ok(Some((open, Some((seat, token.to_owned())))))
    }

    /// Lets somebody who is invited sit down; it is on the disk when this returns.
    pub(crate) async fn sit(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        guest: Guest<'_>,
    ) -> Result<Seat, Refusal> {
        let Guest { invite, token, name } = guest;
        self.change(open, table, |table| table.sit(invite, token, name).map(drop)).await?;
        table.seat(Some(token))
    }

    /// The table with this id, brought back from the disk if it was put away.
    pub(crate) async fn open_table(
        self: &Arc<App>,
        id: &str,
        from: Network,
    ) -> Result<Arc<OpenTable>, Refusal> {
        let missing = || Refusal::not_found("table");
        if !crate::ids::is_id(id) {
            return Err(missing());
        }
        if let Some(open) = self.tables().get(id) {
            return Ok(Arc::clone(open));
        }
        let stored = self.disk.table(id.to_owned()).await?.ok_or_else(missing)?;
        self.check_room()?;
        let mut table = Table::restore(stored).map_err(unreadable)?;
        // What follows by itself is on the disk: nothing is settled here.
        table.touched = Instant::now();
        (table.payer, table.absence) = (from, self.config.limits.absence);
        let open = OpenTable::new(table);
        // Locked before anybody can find it: nobody sees it before its agents think.
        let mut table = open.table.try_lock().map_err(|_| missing())?;
        match self.tables().entry(id.to_owned()) {
            // Somebody else was faster.
            std::collections::hash_map::Entry::Occupied(entry) => {
                return Ok(Arc::clone(entry.get()));
            }
            std::collections::hash_map::Entry::Vacant(entry) => entry.insert(Arc::clone(&open)),
        };
        self.metrics.tables_brought_back.add(1);
        self.continue_game(&open, &mut table);
        drop(table);
        Ok(open)
    }

    /// The newest tables that want to be found.
    pub(crate) async fn listed(self: &Arc<App>, most: i64) -> Result<Tables, Refusal> {
        let mut tables = vec![];
        for id in self.disk.listed(most).await? {
            let open = self.tables().get(&id).cloned();
            if let Some(open) = open {
                tables.push(open.table.lock().await.summary());
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
        Ok(Tables { tables })
    }

    /// Lets a seat make moves; they are on the disk when this returns.
    pub(crate) async fn play(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        seat: Seat,
        moves: &[String],
    ) -> Result<(), Refusal> {
        self.change(open, table, |table| table.play(seat, moves)).await
    }

    /// Lets an agent make the move that it has chosen; it is on the disk when this returns.
    async fn play_move(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        seat: Seat,
        chosen: &AnyMove,
    ) -> Result<(), Refusal> {
        self.change(open, table, |table| table.play_move(seat, chosen)).await
    }

    /// Changes a table and keeps the change; if either is not possible, everything is as it was.
    async fn change(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        change: impl FnOnce(&mut Table) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let (before, chairs) = (table.game.version(), table.chairs.clone());
        let (invite, pace) = (table.invite.clone(), table.pace);
        let settings = table.settings();
        let changed = match change(table) {
            Ok(()) => {
                self.keep(table, before, &settings).await.map_err(|error| self.refuse(table, error))
            }
            Err(refusal) => Err(refusal),
        };
        if changed.is_err() {
            if table.game.version() != before {
                table.game.take_back(before);
            }
            (table.chairs, table.invite, table.pace) = (chairs, invite, pace);
            return changed;
        }
        self.metrics.decisions.add((table.game.version() - before) as u64);
        self.continue_game(open, table);
        Ok(())
    }

    /// Changes what belongs to a person: the name, what they want to be asked, and how fast agents are.
    pub(crate) async fn change_seat(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        seat: Seat,
        wanted: SeatChange,
    ) -> Result<(), Refusal> {
        let SeatChange { name, ask, pace_ms } = wanted;
        let change = |table: &mut Table| {
            let own = &mut table.chairs[seat.index()];
            own.name = name.unwrap_or_else(|| own.name.clone());
            own.ask_always = ask.map_or(own.ask_always, |ask| ask == WhenAsked::Always);
            table.pace = pace_ms.map_or(table.pace, Duration::from_millis);
            // A person who no longer wants to be asked is answered for at once.
            table.settle();
            Ok(())
        };
        self.change(open, table, change).await
    }

    /// Forgets what a seat has planned.
    pub(crate) async fn take_back_plan(
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
        seat: Seat,
    ) -> Result<(), Refusal> {
        let change = |table: &mut Table| {
            table.chairs[seat.index()].plan.clear();
            Ok(())
        };
        self.change(open, table, change).await
    }

    /// What is told when the disk does not take a change. A table that was deleted there goes from memory as well.
    fn refuse(&self, table: &Table, error: DiskError) -> Refusal {
        if !error.is_deleted() {
            return error.into();
        }
        self.tables().remove(&table.id);
        Refusal::not_found("table")
    }

    /// Keeps everything after decision number `before`, the game if it is over, and what the table remembers of
    /// itself if that is no longer what it was.
    async fn keep(
        &self,
        table: &mut Table,
        before: usize,
        was: &Settings,
    ) -> Result<(), DiskError> {
        let (id, moves) = (table.id.clone(), table.game.moves(before));
        if moves.is_empty() || !table.is_over() {
            let settings = table.settings();
            let settings = (settings != *was).then(|| to_text(&settings));
            if moves.is_empty() && settings.is_none() {
                return Ok(());
            }
            let change = Change { id, worth: table.worth(), settings };
            return self.disk.add_moves(change, before, moves).await;
        }
        let game_id = table.close_game(&self.random);
        let limits = &self.config.limits;
        let (source, most) = match table.has_people() {
            true => ("table", limits.stored_games),
            false => ("agents", limits.stored_agent_games),
        };
        let game = FinishedGame {
            id: game_id,
            record: table.game.record(table.players()).to_line(),
            source,
            most: i64::from(most),
        };
        let settings = Some(to_text(&table.settings()));
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
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        table: &mut Table,
    ) -> Result<(), Refusal> {
        // On a copy from the disk, so that nothing has changed if the disk refuses.
        let mut next = Table::restore(table.to_stored())?;
        next.next_game(&self.random)?;
        let begun = self.disk.begin_game(next.to_stored()).await;
        begun.map_err(|error| self.refuse(table, error))?;
        table.take_game_of(next);
        table.touched = Instant::now();
        self.continue_game(open, table);
        Ok(())
    }

    /// Keeps what a table remembers of itself.
    pub(crate) async fn keep_settings(&self, table: &Table) -> Result<(), Refusal> {
        let settings = table.to_stored().settings;
        let kept = self.disk.change_settings(table.id.clone(), settings).await;
        kept.map_err(|error| self.refuse(table, error))
    }

    /// How the server is: alive, since it answers; ready, if what it is told can be kept.
    pub(crate) async fn health(&self) -> Health {
        let trouble = match self.closing.load(Ordering::SeqCst) {
            true => Some("server: expected to run, found that it goes down".to_owned()),
            false => self.disk.examine().await.trouble.map(|found| not_written(&found)),
        };
        let ready = trouble.is_none();
        let status = if ready { HealthStatus::Ok } else { HealthStatus::Degraded };
        Health { status, live: true, ready, reason: trouble }
    }

    /// Closes everything: no new thoughts, and those that are under way end without a move.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.pool.close();
        let tables: Vec<Arc<OpenTable>> = self.tables().values().cloned().collect();
        for open in tables {
            if let Ok(table) = open.table.try_lock()
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
    open: Arc<OpenTable>,
    watches: bool,
}

impl Presence {
    /// A connection more; of a watcher, where a number says how many there may be.
    pub(crate) fn new(open: &Arc<OpenTable>, most_watchers: Option<usize>) -> Option<Presence> {
        if let Some(most) = most_watchers
            && open.watchers.fetch_add(1, Ordering::Relaxed) >= most
        {
            open.watchers.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        open.connections.fetch_add(1, Ordering::Relaxed);
        Some(Presence { open: Arc::clone(open), watches: most_watchers.is_some() })
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.open.connections.fetch_sub(1, Ordering::Relaxed);
        if self.watches {
            self.open.watchers.fetch_sub(1, Ordering::Relaxed);
        }
    }
}
