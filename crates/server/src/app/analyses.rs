//! Hints and analyses.

use super::{App, OpenTable};
use crate::game::{self, Thought};
use crate::messages::{ErrorCode, PositionAnalysis};
use crate::rate_limit::Network;
use crate::refusal::Refusal;
use crate::scheduler::{Claim, Lane};
use kontra_game::{Seat, Turn};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;

impl App {
    /// Thinks about a question on one of the threads for it.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        claim: Claim,
        thought: Thought<T>,
    ) -> Result<T, Refusal> {
        let (sender, receiver) = oneshot::channel();
        let limits = game::limits();
        // The asker may have gone; then nobody needs the answer.
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
        self: &Arc<App>,
        open: &Arc<OpenTable>,
        from: Network,
        seat: Seat,
        version: usize,
    ) -> Result<PositionAnalysis, Refusal> {
        let (claim, thought) = {
            let mut table = open.table.lock().await;
            table.check_version(version)?;
            if table.game.turn() != Turn::Seat(seat) {
                let message =
                    format!("turn: expected the turn of seat {seat}, found another one's");
                return Err(Refusal::conflict(ErrorCode::NotYourTurn, message));
            }
            if table.asked {
                let message = "analysis: expected one at a time at a table, found another one";
                return Err(Refusal::limited(message, 1));
            }
            let most = self.config.limits.analysis;
            let thought = table.game.question(version, most).ok_or_else(Refusal::unauthorized)?;
            table.asked = true;
            table.touched = Instant::now();
            // Once for the question at hand, and once more where another one is behind it.
            let most = 2 * most;
            let claim =
                Claim { lane: Lane::Question, address: from, table: table.id.clone(), most };
            (claim, thought)
        };
        let asked = Asked(Arc::clone(open));
        let answer = self.think(claim, thought).await;
        drop(asked);
        answer
    }
}

/// Ends a thought when nobody waits for it any more.
struct StopOnDrop(kontra_search::Limits);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Frees the table for the next question, also when the asker has gone.
struct Asked(Arc<OpenTable>);

impl Drop for Asked {
    fn drop(&mut self) {
        let open = Arc::clone(&self.0);
        tokio::spawn(async move { open.table.lock().await.asked = false });
    }
}
