//! Tables that nobody uses are put away. Everything about them is on the disk already.

use super::App;
use crate::refusal::Refusal;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Where there is no room, tables are put away after this part of the time that they would have.
const IN_NEED: u32 = 24;

impl App {
    /// Puts away every table at which nobody is connected and nobody did anything for a while. An agent that thinks
    /// there is stopped; it thinks again when somebody brings the table back.
    fn put_away(&self, idle: Duration) -> usize {
        let mut tables = self.tables();
        let before = tables.len();
        tables.retain(|_, open| {
            // A person who holds the table, or is about to look at it, has it in use; nobody can take it meanwhile.
            Arc::strong_count(open) > 1
                || open.connections.load(Ordering::Relaxed) > 0
                || open
                    .table
                    .try_lock()
                    .is_ok_and(|table| table.asked || table.touched.elapsed() < idle)
        });
        if tables.len() < before / 2 {
            tables.shrink_to_fit();
        }
        let number = before - tables.len();
        drop(tables);
        if number > 0 {
            self.metrics.tables_put_away.add(number as u64);
            tracing::info!(tables = number, "put away");
        }
        number
    }

    /// Forgets tables on the disk that were not used for their time.
    async fn forget_old(&self) {
        let limits = &self.config.limits;
        let (unused, unfinished) = (limits.keep_unused, limits.keep_unfinished);
        match self.disk.forget_old(unused, unfinished, self.in_use()).await {
            Ok(0) => {}
            Ok(tables) => {
                self.metrics.tables_forgotten.add(tables as u64);
                tracing::info!(tables, "forgotten");
            }
            // The store's own trouble is told elsewhere.
            Err(_) => {}
        }
    }

    /// The tables that must stay where the disk needs room: nobody has used the others for some seconds.
    pub(super) fn in_need(&self) -> HashSet<String> {
        self.put_away(self.config.limits.idle / IN_NEED);
        self.in_use()
    }

    /// Refuses one more table in memory, if all that are there are in use.
    pub(super) fn check_room(&self) -> Result<(), Refusal> {
        let most = self.config.limits.tables;
        if self.tables_in_memory() < most || self.put_away(self.config.limits.idle / IN_NEED) > 0 {
            return Ok(());
        }
        let message = format!("tables: expected fewer than {most} in use, found no room");
        Err(Refusal::limited(message, 60))
    }
}

/// Puts idle tables away for as long as the server runs, and forgets those whose time has come.
pub(crate) async fn sweep(app: Arc<App>) {
    let limits = &app.config.limits;
    let pause = (limits.idle / 4).clamp(Duration::from_millis(50), Duration::from_secs(30));
    let round = (limits.keep_unused / 24).clamp(pause, Duration::from_secs(3600));
    let mut forgot = Instant::now();
    loop {
        tokio::time::sleep(pause).await;
        app.put_away(limits.idle);
        if forgot.elapsed() >= round {
            forgot = Instant::now();
            app.forget_old().await;
        }
    }
}
