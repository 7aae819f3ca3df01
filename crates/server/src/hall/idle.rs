//! Tables that nobody uses are put away. Everything about them is on the disk already.

use super::Hall;
use crate::refusal::Refusal;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Where there is no room, tables are put away after this part of the time that they would have.
const IN_NEED: u32 = 24;

impl Hall {
    /// Puts away every table at which nobody is connected and nobody did anything for a while. An agent that thinks
    /// there is stopped; it thinks again when somebody brings the table back.
    fn put_away(&self, idle: Duration) -> usize {
        let mut places = self.places();
        let before = places.len();
        places.retain(|_, place| {
            // Whoever holds the table, or is about to look at it, has it in use; nobody can take it meanwhile.
            Arc::strong_count(place) > 1
                || place.connections.load(Ordering::Relaxed) > 0
                || place
                    .table
                    .try_lock()
                    .is_ok_and(|table| table.asked || table.touched.elapsed() < idle)
        });
        if places.len() < before / 2 {
            places.shrink_to_fit();
        }
        let number = before - places.len();
        drop(places);
        if number > 0 {
            self.metrics.tables_put_away.add(number as u64);
            tracing::info!(tables = number, "put away");
        }
        number
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

/// Puts idle tables away for as long as the server runs.
pub(crate) async fn sweep(hall: Arc<Hall>) {
    let pause =
        (hall.config.limits.idle / 4).clamp(Duration::from_millis(50), Duration::from_secs(30));
    loop {
        tokio::time::sleep(pause).await;
        hall.put_away(hall.config.limits.idle);
    }
}
