use crate::StoreError;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How a SQLite file says that it is ours ("Kont").
pub(crate) const APPLICATION: i32 = 0x4b6f_6e74;

/// How long a store that somebody else is writing to is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// One SQLite file with matches, games and records; other parts of Kontra may have tables in it too.
///
/// ```
/// use kontra_agents::{Recipe, games::Doppelkopf};
/// use kontra_arena::{Match, Seating};
/// use kontra_store::{MatchRequest, Store, StoreError};
/// use std::ops::ControlFlow;
///
/// # let folder = std::env::temp_dir().join(format!("kontra-store-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// # let path = folder.join("results.db");
/// let random = || Recipe::<Doppelkopf>::new(&"random".parse()?);
/// let the_match = Match::new(Default::default(), vec![random()?, random()?], 10, Seating::All, 1)?;
/// let mut store = Store::open(&path)?;
/// let table = store.play(&the_match, &MatchRequest::default(), |_, _| Ok::<_, StoreError>(ControlFlow::Continue(())))?;
/// // The second time nothing is left to play.
/// let again = store.play(&the_match, &MatchRequest::default(), |_, _| Ok::<_, StoreError>(ControlFlow::Continue(())))?;
/// assert_eq!((table.games, again.games), (60, 60));
/// # drop(store);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), StoreError>(())
/// ```
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    /// Whether the store has digests; an old one that was only read since has none.
    pub(crate) protected: bool,
}

impl Store {
    /// Opens a store to write in it; one that does not exist is created.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let is_new = !path.exists();
        let opened = Store::open_or_create(path);
        if opened.is_err() && is_new && Store::read(path).is_err() {
            // What could not be begun leaves nothing behind, unless another process has begun it meanwhile.
            remove(path);
        }
        opened
    }

    /// Opens a store to write in it, for something that succeeds or fails as a whole: if the store is new and it fails,
    /// nothing is left behind.
    pub fn open_for<T>(
        path: &Path,
        work: impl FnOnce(&mut Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let is_new = !path.exists();
        let mut store = Store::open(path)?;
        let done = work(&mut store);
        drop(store);
        if done.is_err() && is_new {
            remove(path);
        }
        done
    }

    fn open_or_create(path: &Path) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut store = Store::connect(path, path, flags)?;
        if store.tables()? == 0 {
            store.check_empty()?;
            store.patiently("PRAGMA application_id = 1265593972")?;
        }
        store.check_ours()?;
        // Readers never wait for the writer, and a commit is one write at the end of a file.
        store.patiently("PRAGMA journal_mode = WAL")?;
        store.sql("PRAGMA synchronous = FULL")?;
        store.bring_up_to_date()?;
        Ok(store)
    }

    /// Opens a store that exists, to read from it only.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        if !path.is_file() {
            let found = match path.exists() {
                true if path.is_dir() => "a folder",
                true => "something else",
                false => "no such file",
            };
            return Err(StoreError::expected(path, "a store to read", found));
        }
        let checked = |address: &Path, flags: OpenFlags| {
            let mut store = Store::connect(path, address, flags)?;
            store.sql("PRAGMA query_only = ON")?;
            store.check_ours()?;
            store.check_format()?;
            Ok(store)
        };
        // A writer tidies up when it closes; where nothing can be written, SQLite reads all the same.
        checked(path, OpenFlags::SQLITE_OPEN_READ_WRITE).or_else(|error| {
            // But it cannot share the store with a writer there. If there is none, that does not matter.
            let mut log = path.as_os_str().to_owned();
            log.push("-wal");
            let quiet = std::fs::metadata(&log).map_or(true, |data| data.len() == 0);
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let again = || checked(&immutable(path), flags);
            if quiet { again().map_err(|_| error) } else { Err(error) }
        })
    }

    fn connect(path: &Path, address: &Path, flags: OpenFlags) -> Result<Store, StoreError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(address, flags)
            .map_err(|error| StoreError::sqlite(path, &error))?;
        connection.busy_timeout(PATIENCE).map_err(|error| StoreError::sqlite(path, &error))?;
        Ok(Store { connection, path: path.to_owned(), protected: false })
    }

    /// Where the store is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The connection of a store that is only looked at, or within a step of [`migrate_with`](Store::migrate_with).
    pub fn reader(&self) -> &Connection {
        &self.connection
    }

    /// Whether every game that is missing would be noticed. Stores of the first format only count their games; they
    /// are protected as soon as something is written to them.
    pub fn is_protected(&self) -> bool {
        self.protected
    }

    /// The connection, for parts of Kontra with tables of their own; see [`migrate`](Store::migrate).
    pub fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    fn check_ours(&self) -> Result<(), StoreError> {
        let application: i32 = self.ask("PRAGMA application_id")?;
        if application == APPLICATION {
            return Ok(());
        }
        let found =
            if self.tables()? == 0 { "an empty file" } else { "a database of another kind" };
        Err(StoreError::expected(&self.path, "a store of Kontra", found))
    }

    pub(crate) fn tables(&self) -> Result<i64, StoreError> {
        self.ask("SELECT count(*) FROM sqlite_schema")
    }

    /// The one value that a question has for an answer.
    pub(crate) fn ask<T: rusqlite::types::FromSql>(&self, question: &str) -> Result<T, StoreError> {
        let answer = self.connection.query_row(question, (), |row| row.get(0));
        answer.map_err(|error| self.failed(&error))
    }

    pub(crate) fn sql(&self, batch: &str) -> Result<(), StoreError> {
        self.connection.execute_batch(batch).map_err(|error| self.failed(&error))
    }

    /// The same where SQLite does not wait by itself: while two processes make a file a store, each refuses the other at once.
    fn patiently(&self, batch: &str) -> Result<(), StoreError> {
        let begin = Instant::now();
        loop {
            let done = self.connection.execute_batch(batch);
            let busy = |error: &rusqlite::Error| {
                error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy)
            };
            if !done.as_ref().is_err_and(busy) || begin.elapsed() > PATIENCE {
                return done.map_err(|error| self.failed(&error));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn failed_in(&self, what: &str, error: &rusqlite::Error) -> StoreError {
        StoreError::sqlite_in(&self.path, &format!("{what}: "), error)
    }

    /// What SQLite says about this store, in our words.
    pub fn failed(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::sqlite(&self.path, error)
    }
}

/// Removes a store with the files that SQLite keeps beside it.
fn remove(path: &Path) {
    for ending in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        let _ = std::fs::remove_file(name);
    }
}

/// The address of a file that nobody changes while it is read.
fn immutable(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut address = "file:".to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => {
                address.push(char::from(byte));
            }
            _ => address.push_str(&format!("%{byte:02x}")),
        }
    }
    PathBuf::from(address + "?immutable=1")
}
