//! Tables that nobody uses are put away. Everything about them is on the disk already.

use super::Hall;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

impl Hall {
    /// Puts away every table at which nobody is connected, nobody thinks and nothing happened for a while.
    fn put_away(&self) -> usize {
        let idle = self.config.limits.idle;
        let mut places = self.places();
        let before = places.len();
        places.retain(|_, place| {
            // Whoever holds the table, or is about to look at it, has it in use; nobody can take it meanwhile.
            Arc::strong_count(place) > 1
                || place.connections.load(Ordering::Relaxed) > 0
                || place.table.try_lock().is_ok_and(|table| {
                    table.thinking.is_some() || table.asked || table.touched.elapsed() < idle
                })
        });
        if places.len() < before / 2 {
            places.shrink_to_fit();
        }
        before - places.len()
    }
}

/// Puts idle tables away for as long as the server runs.
pub(crate) async fn sweep(hall: Arc<Hall>) {
    let pause =
        (hall.config.limits.idle / 4).clamp(Duration::from_millis(50), Duration::from_secs(30));
    loop {
        tokio::time::sleep(pause).await;
        let number = hall.put_away();
        if number > 0 {
            hall.metrics.tables_put_away.add(number as u64);
            tracing::info!(tables = number, "put away");
        }
    }
}
