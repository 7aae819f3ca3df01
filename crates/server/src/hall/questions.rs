//! Hints and analyses.

use super::{Hall, Place};
use crate::fair::{Claim, Lane};
use crate::http::Network;
use crate::played::{self, Thought};
use crate::refusal::Refusal;
use kontra_game::{Seat, Turn};
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;

impl Hall {
    /// Thinks about a question on one of the threads for it.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        claim: Claim,
        thought: Thought<T>,
    ) -> Result<T, Refusal> {
        let (sender, receiver) = oneshot::channel();
        let limits = played::limits();
        // Whoever asked may have gone; then nobody needs the answer.
        let guard = StopOnDrop(limits.clone());
        let accepted = self.pool.submit(claim, move || {
            if !limits.is_stopped() {
                let _ = sender.send(thought(&limits));
            }
        });
        if !accepted {
            return Err(Refusal::limited(
                "analysis: expected a free thinker, found a long line",
                5,
            ));
        }
        let answer = receiver.await;
        drop(guard);
        answer.map_err(|_| Refusal::unavailable("analysis: expected an answer, found none"))
    }

    /// What the engine thinks of the position at a table, from the seat's own view.
    pub(crate) async fn analyze(
        self: &Arc<Hall>,
        place: &Arc<Place>,
        from: Network,
        seat: Seat,
        version: usize,
    ) -> Result<Value, Refusal> {
        let (claim, thought) = {
            let mut table = place.table.lock().await;
            table.check_version(version)?;
            if table.played.turn() != Turn::Seat(seat) {
                let message =
                    format!("turn: expected the turn of seat {seat}, found another one's");
                return Err(Refusal::conflict("not-your-turn", message));
            }
            if table.asked {
                let message = "analysis: expected one at a time at a table, found another one";
                return Err(Refusal::limited(message, 1));
            }
            let most = self.config.limits.analysis;
            let thought = table.played.question(most).ok_or_else(Refusal::unauthorized)?;
            table.asked = true;
            table.touched = Instant::now();
            // Once for the question at hand, and once more where another one is behind it.
            let most = 2 * most;
            let claim =
                Claim { lane: Lane::Question, address: from, table: table.id.clone(), most };
            (claim, thought)
        };
        let asked = Asked(Arc::clone(place));
        let answer = self.think(claim, thought).await;
        drop(asked);
        let mut answer = answer?;
        answer["version"] = version.into();
        Ok(answer)
    }
}

/// Ends a thought when nobody waits for it any more.
struct StopOnDrop(kontra_search::Limits);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Frees the table for the next question, also when whoever asked has gone.
struct Asked(Arc<Place>);

impl Drop for Asked {
    fn drop(&mut self) {
        let place = Arc::clone(&self.0);
        tokio::spawn(async move { place.table.lock().await.asked = false });
    }
}
