//! What must not be lost. One thread writes; what several tables want to write at the same time goes to the disk
//! together, and nobody is told that it is there before it is.

mod games;
mod tables;

pub(crate) use tables::StoredTable;

use kontra_store::{Store, StoreError};
use rusqlite::Connection;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
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
}

impl Disk {
    /// Opens the store, or makes it; `None`: in memory, where nothing outlives the process.
    pub(crate) fn open(path: Option<&Path>) -> Result<Disk, DiskError> {
        let store = match path {
            Some(path) => Home::Store(open_store(path)?),
            None => Home::Memory(open_memory()?),
        };
        let (tasks, waiting) = sync_channel(MOST_WAITING);
        let started = thread::Builder::new()
            .name("disk".to_owned())
            .spawn(move || store.with(|connection| serve(connection, &waiting)));
        started.map_err(|error| DiskError(format!("a thread could not be started: {error}")))?;
        Ok(Disk { tasks })
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
        let closed = || DiskError("the file is closed".to_owned());
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

fn serve(connection: &Connection, tasks: &Receiver<Task>) {
    while let Ok(first) = tasks.recv() {
        let begun = connection.execute_batch("BEGIN IMMEDIATE").map_err(DiskError::from);
        let mut endings = vec![first(connection)];
        while endings.len() < MOST_TOGETHER
            && let Ok(task) = tasks.try_recv()
        {
            endings.push(task(connection));
        }
        let committed = begun
            .and_then(|()| connection.execute_batch("COMMIT").map_err(DiskError::from))
            .inspect_err(|DiskError(error)| {
                tracing::error!(error, "the file could not be written");
                // There may be nothing to roll back.
                let _ = connection.execute_batch("ROLLBACK");
            });
        endings.into_iter().for_each(|ending| ending(committed.clone()));
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}
