use crate::{Store, StoreError};
use rusqlite::ErrorCode;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

impl Store {
    /// Copies the store as it is at this moment into an empty file, which is on the disk when this returns. Others may read
    /// and write meanwhile. Whether the copy is complete, [`verify`](Store::verify) tells. It is for a store that was opened
    /// with [`read`](Store::read).
    pub fn copy(&self, to: &Path) -> Result<(), StoreError> {
        let name = to.to_str().ok_or_else(|| {
            StoreError::expected(to, "a name of a file in Unicode", "another one")
        })?;
        // A reader may write nothing, and to SQLite a copy is something that is written.
        self.sql("PRAGMA query_only = OFF")?;
        let copied = self.connection.execute("VACUUM INTO ?1", [name]);
        self.sql("PRAGMA query_only = ON")?;
        copied.map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => self.failed(&error),
            _ => StoreError::sqlite(to, &error),
        })?;
        let on_disk = File::options().write(true).open(to).and_then(|file| file.sync_all());
        on_disk.map_err(|error| {
            StoreError::Failed(format!("{}: writing failed: {error}", to.display()))
        })
    }

    /// Reads every match and compares it with what is noted; games are not played through, as [`check`](Store::check)
    /// does.
    pub fn verify(&self) -> Result<(), StoreError> {
        let _snapshot = self.snapshot()?;
        for stored in self.matches()? {
            self.each_game(stored.id, |_| Ok::<_, StoreError>(ControlFlow::Break(())))?;
        }
        Ok(())
    }
}
