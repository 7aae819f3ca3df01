//! Reviews of finished games: every decision judged, the greatest mistakes first.

use super::App;
use crate::analysis::is_mistake;
use crate::game::AnyGame;
use crate::messages::{Judgement, ReviewDone, ReviewProgress, ReviewStatus, SeatReview, to_text};
use crate::presentation::Presentation;
use crate::rate_limit::Network;
use crate::refusal::Refusal;
use crate::scheduler::{Claim, Lane};
use kontra_agents::{GameId, with_game};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError};

/// How far a review has come.
pub(crate) struct Progress {
    done: AtomicUsize,
    total: usize,
}

/// How many reviews may be under way at the same time.
const MOST_REVIEWS: usize = 16;

impl App {
    /// Where the review of a game stands, if it is under way.
    pub(crate) fn review_progress(&self, id: &str) -> Option<ReviewProgress> {
        let reviews = self.reviews.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = reviews.get(id)?;
        let done = progress.done.load(Ordering::Relaxed);
        let status = if done == 0 { ReviewStatus::Waiting } else { ReviewStatus::Running };
        Some(ReviewProgress { status, done, total: progress.total })
    }

    /// Begins to review a game, unless that is under way already.
    pub(crate) fn begin_review(
        self: &Arc<App>,
        id: &str,
        game: GameId,
        played: Box<dyn AnyGame>,
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
        let (app, id) = (Arc::clone(self), id.to_owned());
        let most = self.config.limits.analysis;
        let claim = Claim { lane: Lane::Review, address: from, table: id.clone(), most };
        tokio::spawn(async move {
            let judged = app.judge(played.as_ref(), &plies, &progress, &claim).await;
            let review = summary(game, played.seats(), judged);
            if let Err(error) = app.disk.add_review(id.clone(), to_text(&review)).await {
                tracing::error!(error = error.0, "a review could not be kept");
            }
            app.reviews.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        });
        Ok(())
    }

    async fn judge(
        &self,
        played: &dyn AnyGame,
        plies: &[usize],
        progress: &Progress,
        claim: &Claim,
    ) -> Vec<Judgement> {
        let mut judged = vec![];
        for &ply in plies {
            if let Some(thought) = played.judgement(ply) {
                // One decision at a time: reviews leave room for the person who waits.
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

fn summary(game: GameId, seats: usize, decisions: Vec<Judgement>) -> ReviewDone {
    let (unit, least) = with_game!(game, G => (G::UNIT, G::LEAST_MISTAKE));
    let spec = with_game!(game, G => G::CHECKER.unwrap_or(G::REVIEWER));
    let named = |each: &&Judgement| is_mistake(each.loss, each.error, least);
    let mut mistakes: Vec<&Judgement> = decisions.iter().filter(named).collect();
    mistakes.sort_by(|a, b| b.known_loss().total_cmp(&a.known_loss()));
    let mistakes = mistakes.into_iter().map(|decision| decision.ply).collect();
    let of_seat = |seat: usize| {
        let own = decisions.iter().filter(|decision| decision.seat == seat);
        let loss = own.clone().map(Judgement::known_loss).fold(0.0, |sum, loss| sum + loss);
        SeatReview { seat, decisions: own.count() as u64, loss }
    };
    ReviewDone {
        status: ReviewStatus::Done,
        done: decisions.len(),
        total: decisions.len(),
        unit,
        spec: spec.into(),
        mistakes,
        seats: (0..seats).map(of_seat).collect(),
        decisions,
    }
}
