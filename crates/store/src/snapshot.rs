use crate::{Store, StoreError};
use rusqlite::Transaction;

/// For as long as it lives, everything is read as it was when it began, whatever others write meanwhile: rows agree with
/// what the store says about them.
pub struct Snapshot<'a> {
    /// `None` within a change or another snapshot.
    _reading: Option<Transaction<'a>>,
}

impl Store {
    /// From now on everything is read from one moment, until what is returned is dropped.
    pub fn snapshot(&self) -> Result<Snapshot<'_>, StoreError> {
        if !self.connection.is_autocommit() {
            return Ok(Snapshot { _reading: None });
        }
        let reading =
            self.connection.unchecked_transaction().map_err(|error| self.failed(&error))?;
        Ok(Snapshot { _reading: Some(reading) })
    }

    /// Changes the store, all or nothing.
    pub(crate) fn change<T>(
        &self,
        work: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.sql("BEGIN IMMEDIATE")?;
        let done = work().and_then(|done| self.sql("COMMIT").map(|()| done));
        if done.is_err() && !self.connection.is_autocommit() {
            // What failed before is what matters.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        done
    }
}
