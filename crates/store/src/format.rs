//! The format of a store: the steps in which its tables came to be.

use crate::file::APPLICATION;
use crate::seal::SetDigest;
use crate::{Store, StoreError};
use rusqlite::Connection;

/// The tables of this crate, by the steps in which they came to be.
const ARENA: [&str; 2] = [include_str!("schema/1-games.sql"), include_str!("schema/2-ledger.sql")];

/// Since this format it shows when games or matches are missing.
const PROTECTED: usize = 2;

impl Store {
    /// Does the steps of this crate's tables that the file has not seen.
    pub(crate) fn bring_up_to_date(&mut self) -> Result<(), StoreError> {
        if self.tables()? > 0 {
            self.check_format()?;
        }
        self.migrate_with("arena", &ARENA, |store, _| store.protect())?;
        self.protected = true;
        Ok(())
    }

    /// Notes what is there, once everything that can be seen in an old store is in order.
    fn protect(&self) -> Result<(), StoreError> {
        self.ledger().begin()?;
        for stored in self.matches()? {
            let mut games = SetDigest::default();
            self.each_row(stored.id, 0..=u64::MAX, |_, hash| {
                games.add(hash);
                Ok::<_, StoreError>(())
            })?;
            if games.count != stored.games {
                return Err(self.miscounted(&stored.title(), stored.games, games.count));
            }
            self.ledger().enroll(stored.id, games)?;
        }
        Ok(())
    }

    /// What the file says about its format must fit its tables: a single bit could make a store look older than it is.
    pub(crate) fn check_format(&mut self) -> Result<(), StoreError> {
        let format = self.component("arena")?;
        self.check_at_most("arena", format, ARENA.len())?;
        let count = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name";
        let names = "('matches', 'arrangements', 'endings', 'games')";
        let first: i64 = self.ask(&format!("{count} IN {names}"))?;
        let ledger: i64 = self.ask(&format!("{count} = 'ledger'"))?;
        self.protected = format >= PROTECTED;
        if format == 0 || first != 4 || (ledger == 1) != self.protected {
            return Err(StoreError::damaged(&self.path, "its tables do not fit its format"));
        }
        Ok(())
    }

    /// Brings the tables of a component up to date.
    ///
    /// Every component numbers the steps in which its tables came to be, and names its tables after itself
    /// (`server_tables`, say). Steps that this file has not seen are done, all or none. A file with more steps
    /// than these was written by a later version and is refused.
    pub fn migrate(&mut self, component: &str, steps: &[&str]) -> Result<(), StoreError> {
        self.migrate_with(component, steps, |_, _| Ok(()))
    }

    /// The same, for steps that SQL alone cannot do. `then` is told how many steps the file had seen, after the steps and
    /// in the same change.
    pub fn migrate_with(
        &mut self,
        component: &str,
        steps: &[&str],
        then: impl FnOnce(&Store, usize) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let done = self.component(component)?;
        if done == steps.len() {
            return Ok(());
        }
        self.check_at_most(component, done, steps.len())?;
        self.change(|| {
            self.sql(COMPONENTS)?;
            // Another process may have been faster.
            let done = self.component(component)?;
            if done >= steps.len() {
                return Ok(());
            }
            for step in &steps[done..] {
                self.sql(step)?;
            }
            then(self, done)?;
            let version = steps.len() as i64;
            let update = "REPLACE INTO components VALUES (?1, ?2)";
            let updated = self.connection.execute(update, (component, version));
            updated.map(drop).map_err(|error| self.failed(&error))
        })
    }

    /// How many steps of a component this file has seen.
    pub fn component(&self, component: &str) -> Result<usize, StoreError> {
        let known = "SELECT count(*) FROM sqlite_schema WHERE name = 'components'";
        let known: i64 = self.ask(known)?;
        if known == 0 {
            return Ok(0);
        }
        component_version(&self.connection, component).map_err(|error| self.failed(&error))
    }

    fn check_at_most(&self, component: &str, done: usize, steps: usize) -> Result<(), StoreError> {
        if done > steps {
            let expected = format!("a store of format {steps} or less for {component}");
            let found = format!("format {done}, which a later version of Kontra wrote");
            return Err(StoreError::expected(&self.path, expected, found));
        }
        Ok(())
    }

    /// A file without tables is a new one only if it has nothing else either.
    pub(crate) fn check_empty(&self) -> Result<(), StoreError> {
        let pages: i64 = self.ask("PRAGMA page_count")?;
        if pages <= 1 {
            return Ok(());
        }
        let application: i32 = self.ask("PRAGMA application_id")?;
        if application == APPLICATION {
            return Err(StoreError::damaged(&self.path, "its tables are missing"));
        }
        Ok(())
    }
}

const COMPONENTS: &str = "CREATE TABLE IF NOT EXISTS components (
    name TEXT PRIMARY KEY, version INTEGER NOT NULL
) WITHOUT ROWID";

fn component_version(connection: &Connection, component: &str) -> rusqlite::Result<usize> {
    let mut query = connection.prepare("SELECT version FROM components WHERE name = ?1")?;
    let mut rows = query.query([component])?;
    let version: i64 = rows.next()?.map_or(Ok(0), |row| row.get(0))?;
    Ok(usize::try_from(version).unwrap_or(usize::MAX))
}
