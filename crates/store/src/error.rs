use kontra_game::BadInput;
use rusqlite::ErrorCode;
use std::path::Path;

/// Why something could not be stored or read, as one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StoreError {
    /// The file or what was asked of it cannot be accepted.
    #[error("{0}")]
    Input(String),
    /// It was accepted, and then something failed.
    #[error("{0}")]
    Failed(String),
}

/// What SQLite says when there is no room for the file in which readers and writers meet.
const NO_SHARED_MEMORY: i32 = rusqlite::ffi::SQLITE_IOERR_SHMSIZE;

impl From<BadInput> for StoreError {
    fn from(bad: BadInput) -> StoreError {
        StoreError::Input(bad.to_string())
    }
}

impl StoreError {
    /// The usual sentence about this store.
    pub(crate) fn expected(
        path: &Path,
        expected: impl std::fmt::Display,
        found: impl std::fmt::Display,
    ) -> StoreError {
        StoreError::Input(format!("{}: expected {expected}, found {found}", path.display()))
    }

    /// The store is not what a store must be; `what` says where and how it is wrong.
    pub fn damaged(path: &Path, what: impl std::fmt::Display) -> StoreError {
        StoreError::expected(path, "a store in order", format_args!("a damaged one ({what})"))
    }

    /// The same about a file that is known by another name than the one it has at the moment.
    #[must_use]
    pub fn about(self, name: &Path, at_the_moment: &Path) -> StoreError {
        let [now, then] = [at_the_moment, name].map(|path| path.display().to_string());
        match self {
            StoreError::Input(sentence) => StoreError::Input(sentence.replace(&now, &then)),
            StoreError::Failed(sentence) => StoreError::Failed(sentence.replace(&now, &then)),
        }
    }

    /// What SQLite says, in our words.
    pub fn sqlite(path: &Path, error: &rusqlite::Error) -> StoreError {
        StoreError::sqlite_in(path, "", error)
    }

    /// The same; `what` (with a colon) says what was being read, where it is damaged.
    pub(crate) fn sqlite_in(path: &Path, what: &str, error: &rusqlite::Error) -> StoreError {
        let place = path.display();
        let number = error.sqlite_error().map_or(0, |error| error.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                let found = "one that another process has locked";
                StoreError::Failed(format!("{place}: expected a store that is free, found {found}"))
            }
            Some(code) if code == ErrorCode::DiskFull || number == NO_SHARED_MEMORY => {
                StoreError::Failed(format!(
                    "{place}: writing failed because the disk is full; what was committed before is kept"
                ))
            }
            Some(ErrorCode::SystemIoFailure) => StoreError::Failed(format!(
                "{place}: reading or writing failed ({}); what was committed before is kept",
                message(error)
            )),
            Some(ErrorCode::NotADatabase) => {
                StoreError::expected(path, "a store of Kontra", "a file of another kind")
            }
            // What we ask is always the same: if it makes no sense to SQLite, the tables are not ours any more.
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::Unknown) | None => {
                StoreError::damaged(path, format_args!("{what}{}", message(error)))
            }
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                unwritable(path)
            }
            _ => StoreError::Failed(format!("{place}: the store failed ({})", message(error))),
        }
    }
}

/// Why this is no place for a store.
fn unwritable(path: &Path) -> StoreError {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let found = if path.is_dir() {
        "a folder"
    } else if folder.is_some_and(|folder| !folder.is_dir()) {
        "no such folder"
    } else {
        "that it cannot be written"
    };
    StoreError::expected(path, "a place where a store can be written", found)
}

/// SQLite's own words, without its number.
fn message(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
        rusqlite::Error::SqliteFailure(code, None) => code.to_string(),
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}
