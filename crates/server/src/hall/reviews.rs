//! Reviews of finished games: every decision judged, the greatest mistakes first.

use super::Hall;
use crate::fair::{Claim, Lane};
use crate::http::Network;
use crate::played::{self, Played};
use crate::refusal::Refusal;
use kontra_agents::{GameId, with_game};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError};

/// How far a review has come.
pub(crate) struct Progress {
    done: AtomicUsize,
    total: usize,
}

/// How many reviews may be under way at the same time.
const MOST_REVIEWS: usize = 16;

impl Hall {
    /// Where the review of a game stands, if it is under way.
    pub(crate) fn review_progress(&self, id: &str) -> Option<Value> {
        let reviews = self.reviews.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = reviews.get(id)?;
        let done = progress.done.load(Ordering::Relaxed);
        let status = if done == 0 { "waiting" } else { "running" };
        Some(json!({ "status": status, "done": done, "total": progress.total }))
    }

    /// Begins to review a game, unless that is under way already.
    pub(crate) fn begin_review(
        self: &Arc<Hall>,
        id: &str,
        game: GameId,
        played: Box<dyn Played>,
        from: Network,
    ) -> Result<(), Refusal> {
        let plies = played.decisions();
        let progress = Arc::new(Progress { done: AtomicUsize::new(0), total: plies.len() });
        {
            let mut reviews = self.reviews.lock().unwrap_or_else(PoisonError::into_inner);
            if reviews.contains_key(id) {
                return Ok(());
            }
            if reviews.len() >= MOST_REVIEWS {
                let message = format!("review: expected fewer than {MOST_REVIEWS}, found too many");
                return Err(Refusal::limited(message, 30));
            }
            reviews.insert(id.to_owned(), Arc::clone(&progress));
        }
        let (hall, id) = (Arc::clone(self), id.to_owned());
        let most = self.config.limits.analysis;
        let claim = Claim { lane: Lane::Review, address: from, table: id.clone(), most };
        tokio::spawn(async move {
            let judged = hall.judge(played.as_ref(), &plies, &progress, &claim).await;
            let review = summary(game, played.seats(), judged);
            if let Err(error) = hall.disk.add_review(id.clone(), review.to_string()).await {
                tracing::error!(error = error.0, "a review could not be kept");
            }
            hall.reviews.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        });
        Ok(())
    }

    async fn judge(
        &self,
        played: &dyn Played,
        plies: &[usize],
        progress: &Progress,
        claim: &Claim,
    ) -> Vec<Value> {
        let mut judged = vec![];
        for &ply in plies {
            if let Some(thought) = played.judgement(ply) {
                // One decision at a time: reviews leave room for whoever waits.
                match self.think(claim.clone(), thought).await {
                    Ok(judgement) => judged.extend(judgement),
                    Err(_) => tokio::time::sleep(std::time::Duration::from_secs(1)).await,
                }
            }
            progress.done.fetch_add(1, Ordering::Relaxed);
        }
        judged
    }
}

fn loss(decision: &Value) -> f64 {
    decision["loss"].as_f64().unwrap_or(0.0)
}

fn summary(game: GameId, seats: usize, decisions: Vec<Value>) -> Value {
    let (unit, spec) = with_game!(game, G => unit_and_spec::<G>());
    let mut mistakes: Vec<&Value> = decisions.iter().filter(|d| loss(d) > 0.0).collect();
    mistakes.sort_by(|a, b| loss(b).total_cmp(&loss(a)));
    let mistakes: Vec<Value> =
        mistakes.into_iter().map(|decision| decision["ply"].clone()).collect();
    let mut by_seat: BTreeMap<u64, (u64, f64)> = (0..seats as u64).map(|s| (s, (0, 0.0))).collect();
    for decision in &decisions {
        let entry = by_seat.entry(decision["seat"].as_u64().unwrap_or(0)).or_default();
        entry.0 += 1;
        entry.1 += loss(decision);
    }
    let seats: Vec<Value> = by_seat
        .into_iter()
        .map(|(seat, (number, loss))| json!({ "seat": seat, "decisions": number, "loss": loss }))
        .collect();
    json!({
        "status": "done",
        "done": decisions.len(),
        "total": decisions.len(),
        "unit": unit,
        "spec": spec,
        "decisions": decisions,
        "mistakes": mistakes,
        "seats": seats,
    })
}

fn unit_and_spec<G: crate::face::Face>() -> (&'static str, &'static str) {
    (G::UNIT, G::REVIEWER)
}

/// A game from the line that was kept of it.
pub(crate) fn replay_line(line: &str) -> Result<(kontra_game::Record, Box<dyn Played>), Refusal> {
    let value = serde_json::from_str::<kontra_game::Json>(line)
        .map_err(|error| kontra_game::BadInput::json("record", "a record in JSON", &error))?;
    let record = kontra_game::Record::read(&kontra_game::Reader::new(&value.0, "record"))?;
    let played = played::replay(&record)?;
    Ok((record, played))
}
