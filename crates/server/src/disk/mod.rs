//! What must not be lost. One thread writes; what several tables want to write at the same time goes to the disk
//! together, and nobody is told that it is there before it is.

mod admin;
mod check;
mod expiry;
mod format;
mod games;
mod health;
mod identity;
mod lock;
mod seal;
mod tables;
#[cfg(test)]
mod tests;

pub use admin::{KeptTable, delete_tables, kept_tables};
pub use check::{Checked, check};
pub(crate) use expiry::shift_use;
pub(crate) use health::Standing;
pub(crate) use lock::{StoreLock, Taken};
pub(crate) use tables::{Change, FinishedGame};

use expiry::Clock;
use health::Health;
use identity::Identity;

use format::{open_memory, open_store};
use kontra_store::Store;
use rusqlite::Connection;
use seal::Book;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};
use tokio::sync::oneshot;

/// How many statements are kept ready.
const STATEMENTS: usize = 64;

/// How many requests go to the disk together at most, and how many may wait.
const MOST_TOGETHER: usize = 512;
const MOST_WAITING: usize = 16 * 1024;

/// Something went wrong with the file, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DiskError(pub(crate) String);

impl From<rusqlite::Error> for DiskError {
    fn from(error: rusqlite::Error) -> DiskError {
        if let Some(damage) = seal::damage(&error) {
            return DiskError(damage.to_string());
        }
        match error {
            // What is asked for may be missing; what is to be changed may not.
            rusqlite::Error::QueryReturnedNoRows => DiskError(DELETED.to_owned()),
            error => DiskError(error.to_string()),
        }
    }
}

/// What is found in place of a table that was deleted while somebody sat there.
const DELETED: &str = "that it was deleted";

impl DiskError {
    /// Whether the table is not there any more.
    pub(crate) fn is_deleted(&self) -> bool {
        self.0 == DELETED
    }
}

/// Whether an error says that the file takes nothing, and not that the request was odd.
fn is_trouble(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{
        CannotOpen, DatabaseCorrupt, DiskFull, NotADatabase, PermissionDenied, ReadOnly,
        SystemIoFailure,
    };
    let codes = [
        CannotOpen,
        DatabaseCorrupt,
        DiskFull,
        NotADatabase,
        PermissionDenied,
        ReadOnly,
        SystemIoFailure,
    ];
    error.sqlite_error_code().is_some_and(|code| codes.contains(&code))
}

/// Tells the caller who waits how it went, once everything is on the disk or is not.
type Ending = Box<dyn FnOnce(Result<(), DiskError>) + Send>;

/// Something to be written or read, with the ending that belongs to it.
type Task = Box<dyn FnOnce(&Connection) -> Ending + Send>;

/// The file, seen from the tables.
#[derive(Clone)]
pub(crate) struct Disk {
    tasks: SyncSender<Task>,
    /// How many tables it has.
    tables: Arc<AtomicI64>,
    /// Games that were finished since the server was started.
    games: Arc<AtomicU64>,
    clock: Clock,
    health: Arc<Health>,
    closing: Arc<AtomicBool>,
    thread: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl Disk {
    /// Opens the store, or makes it; `None`: in memory, where nothing outlives the process.
    pub(crate) fn open(path: Option<&Path>) -> Result<Disk, DiskError> {
        let store = match path {
            Some(path) => Home::Store(open_store(path)?),
            None => Home::Memory(open_memory()?),
        };
        let mut store = store;
        let (tables, latest) = store.look()?;
        let identity = path.map_or_else(Identity::default, Identity::of);
        let (tasks, waiting) = sync_channel(MOST_WAITING);
        let closing = Arc::<AtomicBool>::default();
        let health = Arc::<Health>::default();
        // What was just looked at was also just written.
        health.wrote();
        let file = File { identity, health: Arc::clone(&health), closing: Arc::clone(&closing) };
        let started = thread::Builder::new()
            .name("disk".to_owned())
            .spawn(move || store.with(|connection| file.serve(connection, &waiting)));
        let thread = started
            .map_err(|error| DiskError(format!("a thread could not be started: {error}")))?;
        Ok(Disk {
            tasks,
            tables: Arc::new(AtomicI64::new(tables)),
            games: Arc::default(),
            clock: Clock::new(latest),
            health,
            closing,
            thread: Arc::new(Mutex::new(Some(thread))),
        })
    }

    /// Does what waits, and closes the file, which is then one file again. A caller who comes later is told that it is closed.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        // Wakes the thread, unless it has gone already.
        let _ = self.tasks.send(Box::new(|_| Box::new(|_| ())));
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        // If it panicked, there is nothing left to close.
        let _ = thread.map(JoinHandle::join);
    }

    /// Does `task` with the file, together with what others want; returns when it is on the disk.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        task: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, DiskError> {
        let (sender, receiver) = oneshot::channel();
        let health = Arc::clone(&self.health);
        let task: Task = Box::new(move |connection| {
            let done = in_savepoint(connection, task);
            if let Err(error) = done.as_ref()
                && is_trouble(error)
            {
                health.failed(&DiskError(error.to_string()));
            }
            Box::new(move |committed| {
                let result = committed.and_then(|()| done.map_err(DiskError::from));
                // A caller who waited may have gone.
                let _ = sender.send(result);
            })
        });
        let closed = || {
            DiskError("that it is closed, or that another program keeps it to itself".to_owned())
        };
        // A full line means that the disk does not keep up: waiting is done off the runtime's threads.
        if let Err(full) = self.tasks.try_send(task) {
            let (tasks, task) = (self.tasks.clone(), full_task(full).ok_or_else(closed)?);
            tokio::task::spawn_blocking(move || tasks.send(task))
                .await
                .map_err(|_| closed())?
                .map_err(|_| closed())?;
        }
        receiver.await.map_err(|_| closed())?
    }

    /// How the store stands, as far as is known without asking it.
    pub(crate) fn standing(&self) -> Standing {
        self.health.standing()
    }

    /// How the store stands now: where nothing was written lately, something is. After a failure it must take much.
    pub(crate) async fn examine(&self) -> Standing {
        let lately = self.health.standing();
        let at = self.clock.now();
        let asked = if lately.trouble.is_some() {
            tokio::time::timeout(PATIENCE, self.run(large_pulse)).await
        } else if lately.wrote_lately {
            tokio::time::timeout(PATIENCE, self.run(|_| Ok(()))).await
        } else {
            tokio::time::timeout(PATIENCE, self.run(move |connection| pulse(connection, at))).await
        };
        let standing = self.health.standing();
        let trouble = match asked {
            Err(_) => Some("that it does not answer".to_owned()),
            Ok(Err(DiskError(reason))) => Some(reason),
            Ok(Ok(())) => None,
        };
        Standing { trouble: trouble.or_else(|| standing.trouble.clone()), ..standing }
    }
}

/// How long the file is waited for when somebody asks how it is.
const PATIENCE: Duration = Duration::from_secs(10);

/// Writes something.
fn pulse(connection: &Connection, at: i64) -> rusqlite::Result<()> {
    let write = "INSERT INTO web_pulse VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET at = ?1";
    connection.execute(write, [at]).map(drop)
}

/// Writes more than any move does: a disk that is full may have room for a number, and none for a move.
fn large_pulse(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("REPLACE INTO web_pulse VALUES (1, zeroblob(65536))", []).map(drop)
}

fn full_task(error: std::sync::mpsc::TrySendError<Task>) -> Option<Task> {
    match error {
        std::sync::mpsc::TrySendError::Full(task) => Some(task),
        std::sync::mpsc::TrySendError::Disconnected(_) => None,
    }
}

/// Where the tables are.
enum Home {
    Store(Store),
    Memory(Connection),
}

impl Home {
    /// How many tables there are, and the latest time that is noted; whether all rows are there that must be, because
    /// nobody would ask for them, and whether something can be written.
    fn look(&mut self) -> Result<(i64, i64), DiskError> {
        let connection = match self {
            Home::Store(store) => store.connection(),
            Home::Memory(connection) => connection,
        };
        let count = Book::Tables.check(connection)?;
        Book::Games.check(connection)?;
        check::listed(connection)?;
        let latest = expiry::latest(connection)?;
        pulse(connection, now())?;
        Ok((count.cast_signed(), latest))
    }

    fn with(self, work: impl FnOnce(&Connection)) {
        match self {
            Home::Store(mut store) => work(store.connection()),
            Home::Memory(connection) => work(&connection),
        }
    }
}

/// What one table wants fails or succeeds as a whole, whatever the others want.
fn in_savepoint<T>(
    connection: &Connection,
    task: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.execute_batch("SAVEPOINT task")?;
    let done = task(connection);
    let end = if done.is_ok() { "RELEASE task" } else { "ROLLBACK TO task; RELEASE task" };
    connection.execute_batch(end)?;
    done
}

/// What the writing thread knows of its file.
struct File {
    identity: Identity,
    health: Arc<Health>,
    closing: Arc<AtomicBool>,
}

impl File {
    fn serve(&self, connection: &Connection, tasks: &Receiver<Task>) {
        while let Ok(first) = tasks.recv() {
            let before = connection.total_changes();
            let mut batch = Batch { file: self, connection, before, endings: vec![] };
            let mut next = Some(first);
            while let Some(task) = next {
                if !batch.run(task) {
                    // A caller who came meanwhile has waited as well, and need not wait as long again.
                    while tasks.try_recv().is_ok() {}
                    break;
                }
                let room = batch.endings.len() < MOST_TOGETHER;
                next = if room { tasks.try_recv().ok() } else { None };
            }
            batch.commit();
            if self.closing.load(Ordering::Relaxed) {
                return;
            }
        }
    }
}

/// What goes to the disk together.
struct Batch<'a> {
    file: &'a File,
    connection: &'a Connection,
    /// How much was changed before.
    before: u64,
    /// Of what was done since the change was begun; empty: none is begun.
    endings: Vec<Ending>,
}

impl Batch<'_> {
    /// Does a task; whether the file could be had for it.
    fn run(&mut self, task: Task) -> bool {
        if self.endings.is_empty()
            && let Err(error) = self.connection.execute_batch("BEGIN IMMEDIATE")
        {
            // Another program has the file to itself for too long.
            self.file.health.failed(&error.into());
            // A caller who waits for a task that is dropped is told that it was not done.
            drop(task);
            return false;
        }
        self.endings.push(task(self.connection));
        if self.connection.is_autocommit() {
            // The disk is full, or worse: everything since the beginning of the change is undone.
            self.end(Err(DiskError("that the disk takes nothing more".to_owned())));
        }
        true
    }

    fn commit(mut self) {
        if self.endings.is_empty() {
            return;
        }
        // Looked at before, so that what is refused is not there when the file comes back, and after: nobody is told that
        // something is on the disk that is in a file without a name.
        let commit = || self.connection.execute_batch("COMMIT").map_err(DiskError::from);
        let committed = self.file.identity.check().and_then(|()| commit());
        if committed.is_err() {
            // There may be nothing to roll back.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        self.end(committed.and_then(|()| self.file.identity.check()));
    }

    fn end(&mut self, committed: Result<(), DiskError>) {
        match &committed {
            Err(error) => self.file.health.failed(error),
            Ok(()) if self.connection.total_changes() != self.before => self.file.health.wrote(),
            Ok(()) => {}
        }
        self.endings.drain(..).for_each(|ending| ending(committed.clone()));
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}
