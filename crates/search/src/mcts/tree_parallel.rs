use super::descent::{Grower, Worlds};
use super::domain::{Domain, Plain};
use super::options::TreeOptions;
use super::perfect::mover;
use super::roots::{Pool, Roots, admits, legal_moves, only_move};
use crate::{Analysis, Budget, Search};
use kontra_game::{Game, Open, SearchRng};
use rand::SeedableRng;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tree parallelisation: several threads grow one tree (Briesemeister 2009, 4.2.5.2).
///
/// One lock guards the tree; playouts happen outside of it, and a path whose playout is under way counts as lost for so
/// long (virtual loss). This pays where playouts are long. **Not reproducible**: which thread comes first is up
/// to the machine, so the same seed may give another analysis.
#[derive(Clone, Debug)]
pub struct TreeParallel<D = Plain> {
    /// How the tree chooses and grows.
    pub options: TreeOptions,
    /// How long to search.
    pub budget: Budget,
    /// How many threads share the tree.
    pub threads: NonZeroUsize,
    /// What a playout under way costs its path.
    pub virtual_loss: f64,
    /// What is known of the game.
    pub domain: D,
}

impl<D> TreeParallel<D> {
    /// Searches with everything in sight.
    pub fn search_state<G: Game>(&self, game: &G, rng: &mut SearchRng) -> Analysis<G::Action>
    where
        D: Domain<G>,
    {
        let legal = legal_moves(game);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let clock = self.budget.start();
        let shared = Mutex::new((Grower::new(self.options, &self.domain, Worlds::One), 0_u64));
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                let (shared, clock) = (&shared, &clock);
                let mut rng = SearchRng::from_rng(rng);
                scope.spawn(move || {
                    while let Some((path, mut leaf, over)) = {
                        let (grower, begun) = &mut *lock(shared);
                        let goes_on = clock.goes_on(*begun, grower.tree.len());
                        goes_on.then(|| {
                            *begun += 1;
                            let mut leaf = game.clone();
                            let over = grower.descend(&mut leaf, &mut rng);
                            let path = grower.take_path();
                            grower.hold(&path, self.virtual_loss);
                            (path, leaf, over)
                        })
                    } {
                        let rewards = if over {
                            self.domain.rewards(&leaf)
                        } else {
                            self.domain.roll_out(&mut leaf, &mut rng)
                        };
                        let (grower, _) = &mut *lock(shared);
                        grower.release(&path, self.virtual_loss);
                        grower.reward_path(path, &rewards);
                    }
                });
            }
        });
        let (grower, _) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut roots = Roots::new(&legal);
        roots.add_tree(&grower, self.options.decision);
        let admits = admits(&self.domain, game, mover(game));
        roots.analyse(self.options.decision, Pool::Visits, admits, clock.elapsed())
    }
}

/// A thread that panicked leaves a tree that is still a tree.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G, D> Search<G> for TreeParallel<D>
where
    G: Game<View = Open<G>>,
    Open<G>: kontra_game::View<Game = G>,
    D: Domain<G>,
{
    fn search(&mut self, view: &Open<G>, rng: &mut SearchRng) -> Analysis<G::Action> {
        self.search_state(&**view, rng)
    }
}
