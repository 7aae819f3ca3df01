//! Ratings of agents, by all games of the store.

use crate::messages::arena::AgentRating;
use crate::refusal::Refusal;
use kontra_agents::GameId;
use kontra_store::{Compared, Store, StoreError};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, Semaphore};

/// Ratings go through all games of the store, so they are computed anew only so often.
const FRESH: Duration = Duration::from_secs(30);

/// This many read at the same time: what they read may be large, and others want to play.
const READERS: usize = 2;

/// The ratings that were computed last.
#[derive(Default)]
pub(crate) struct Computed(Option<(Instant, Vec<AgentRating>)>);

impl Computed {
    /// Whether they need not be computed anew. A person who has just played a first match wants to see it; a store without
    /// games is read at once.
    pub(crate) fn is_fresh(&self) -> bool {
        let fresh = |(at, ratings): &(Instant, Vec<AgentRating>)| {
            at.elapsed() < FRESH && !ratings.is_empty()
        };
        self.0.as_ref().is_some_and(fresh)
    }

    /// Keeps ratings for a while.
    pub(crate) fn keep(&mut self, ratings: Vec<AgentRating>) {
        self.0 = Some((Instant::now(), ratings));
    }

    pub(crate) fn all(&self) -> &[AgentRating] {
        self.0.as_ref().map_or(&[], |(_, ratings)| ratings)
    }
}

/// The ratings that were computed last, the matches that were read as a whole, and the turns of those who read.
pub(crate) struct LastRatings {
    pub(crate) last: Mutex<Computed>,
    pub(crate) compared: Arc<Compared>,
    readers: Arc<Semaphore>,
}

impl Default for LastRatings {
    fn default() -> LastRatings {
        LastRatings {
            last: Mutex::default(),
            compared: Arc::default(),
            readers: Arc::new(Semaphore::new(READERS)),
        }
    }
}

impl LastRatings {
    /// Reads, when it is this reader's turn; a reader whose asker has gone still counts.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let failed = || Refusal::unavailable("store: expected to read it, found a failure");
        let turn = Arc::clone(&self.readers).acquire_owned().await.map_err(|_| failed())?;
        let task = move || {
            let found = read();
            drop(turn);
            found
        };
        tokio::task::spawn_blocking(task).await.map_err(|_| failed())
    }
}

/// Rates all agents of a store.
pub(crate) fn compute(store: &Store) -> Result<Vec<AgentRating>, StoreError> {
    let mut all = vec![];
    for game in GameId::ALL {
        all.extend(store.ratings(game)?.into_iter().map(|rating| AgentRating {
            game: game.name(),
            spec: rating.spec,
            trueskill_mu: rating.trueskill_mu,
            trueskill_sigma: rating.trueskill_sigma,
            elo: rating.elo,
            elo_ci95: rating.elo_ci95,
            games: rating.games,
        }));
    }
    Ok(all)
}
