//! What must not be lost. One thread writes; what several tables want to write at the same time goes to the disk
//! together, and nobody is told that it is there before it is.

mod games;
mod sole;
mod tables;

pub(crate) use sole::Sole;
pub(crate) use tables::StoredTable;

use kontra_store::{Store, StoreError};
use rusqlite::Connection;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::SystemTime;
use tokio::sync::oneshot;

const SCHEMA: &str = include_str!("schema.sql");

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
        DiskError(error.to_string())
    }
}

/// Tells whoever waits how it went, once everything is on the disk or is not.
type Ending = Box<dyn FnOnce(Result<(), DiskError>) + Send>;

/// Something to be written or read, with the ending that belongs to it.
type Task = Box<dyn FnOnce(&Connection) -> Ending + Send>;

/// The file, seen from the tables.
#[derive(Clone)]
pub(crate) struct Disk {
    tasks: SyncSender<Task>,
    /// How many tables it has.
    tables: Arc<AtomicI64>,
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
        let (store, tables) = store.count_tables()?;
        let (tasks, waiting) = sync_channel(MOST_WAITING);
        let closing = Arc::<AtomicBool>::default();
        let closed = Arc::clone(&closing);
        let started = thread::Builder::new()
            .name("disk".to_owned())
            .spawn(move || store.with(|connection| serve(connection, &waiting, &closed)));
        let thread = started
            .map_err(|error| DiskError(format!("a thread could not be started: {error}")))?;
        Ok(Disk {
            tasks,
            tables: Arc::new(AtomicI64::new(tables)),
            closing,
            thread: Arc::new(Mutex::new(Some(thread))),
        })
    }

    /// Does what waits, and closes the file, which is then one file again. Whoever comes later is told that it is closed.
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
        let task: Task = Box::new(move |connection| {
            let done = in_savepoint(connection, task);
            Box::new(move |committed| {
                let result = committed.and_then(|()| done.map_err(DiskError::from));
                // Whoever waited may have gone.
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
    fn count_tables(mut self) -> Result<(Home, i64), DiskError> {
        let connection = match &mut self {
            Home::Store(store) => store.connection(),
            Home::Memory(connection) => connection,
        };
        let count =
            connection.query_row("SELECT count(*) FROM web_tables", [], |row| row.get(0))?;
        Ok((self, count))
    }

    fn with(self, work: impl FnOnce(&Connection)) {
        match self {
            Home::Store(mut store) => work(store.connection()),
            Home::Memory(connection) => work(&connection),
        }
    }
}

/// The store that matches are kept in too. A commit there is on the disk when it returns, also when the power fails.
fn open_store(path: &Path) -> Result<Store, DiskError> {
    let sentence = |error: StoreError| DiskError(error.to_string());
    let mut store = Store::open(path).map_err(sentence)?;
    store.migrate("web", &[SCHEMA]).map_err(sentence)?;
    store.connection().set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(store)
}

fn open_memory() -> Result<Connection, DiskError> {
    let connection = Connection::open_in_memory()?;
    connection.execute_batch(SCHEMA)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
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

fn serve(connection: &Connection, tasks: &Receiver<Task>, closing: &AtomicBool) {
    while let Ok(first) = tasks.recv() {
        let mut batch = Batch { connection, endings: vec![] };
        let mut next = Some(first);
        while let Some(task) = next {
            if !batch.run(task) {
                // Whoever came meanwhile has waited as well, and need not wait as long again.
                while tasks.try_recv().is_ok() {}
                break;
            }
            let room = batch.endings.len() < MOST_TOGETHER;
            next = if room { tasks.try_recv().ok() } else { None };
        }
        batch.commit();
        if closing.load(Ordering::Relaxed) {
            return;
        }
    }
}

/// What goes to the disk together.
struct Batch<'a> {
    connection: &'a Connection,
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
            tracing::error!(%error, "the store could not be written");
            // Whoever waits for a task that is dropped is told that it was not done.
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
        let committed = self.connection.execute_batch("COMMIT").map_err(DiskError::from);
        if committed.is_err() {
            // There may be nothing to roll back.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        self.end(committed);
    }

    fn end(&mut self, committed: Result<(), DiskError>) {
        if let Err(DiskError(error)) = &committed {
            tracing::error!(error, "the store could not be written");
        }
        self.endings.drain(..).for_each(|ending| ending(committed.clone()));
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}
