use super::descent::{Grower, Worlds, play_out};
use super::domain::{Domain, Plain};
use super::options::TreeOptions;
use super::path::Step;
use super::perfect::decision_of;
use super::roots::{Pool, Roots, only_move};
use crate::{Analysis, Budget, Clock, Search};
use kontra_game::{Game, Open, SearchRng};
use rand::SeedableRng;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tree parallelisation: several threads grow one tree (Briesemeister 2009, 4.2.5.2).
///
/// One lock guards the tree; playouts happen outside of it, and a path whose playout is under way counts as lost for so
/// long (virtual loss). This pays where playouts are long. **Not reproducible** on more than one thread: which of
/// them comes first is up to the machine, so the same seed may give another analysis. The history of moves is
/// not kept: [`TreeOptions::history`] has no effect.
#[derive(Clone, Debug)]
pub struct TreeParallel<D = Plain> {
    /// How the tree chooses and grows.
    pub options: TreeOptions,
    /// How long to search.
    pub budget: Budget,
    /// How many threads share the tree.
    pub threads: NonZeroUsize,
    /// What a playout under way takes from its path: as much as a lost game.
    pub virtual_loss: f64,
    /// What is known of the game.
    pub domain: D,
}

impl<D> TreeParallel<D> {
    /// Searches with everything in sight, hidden cards too: fair only where nothing is hidden.
    ///
    /// # Panics
    /// When no seat is to move: there is nothing to decide.
    pub fn search_state<G: Game>(&self, game: &G, rng: &mut SearchRng) -> Analysis<G::Action>
    where
        D: Domain<G>,
    {
        let (seat, legal) = decision_of(game);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let clock = self.budget.start();
        let options = TreeOptions { history: None, ..self.options };
        let grower = Grower::new(options, &self.domain, Worlds::One);
        let shared = Mutex::new(Shared { grower, begun: 0 });
        std::thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                let mut rng = SearchRng::from_rng(rng);
                let (shared, clock, options) = (&shared, &clock, &options);
                scope.spawn(move || {
                    while let Some((path, mut leaf, over)) =
                        self.begin(shared, clock, game, &mut rng)
                    {
                        let rewards = if over {
                            self.domain.rewards(&leaf)
                        } else {
                            play_out(options, &self.domain, &mut leaf, &mut rng)
                        };
                        let tree = &mut lock(shared).grower.tree;
                        tree.release(&path, self.virtual_loss);
                        tree.reward(&path, &rewards, 1.0);
                    }
                });
            }
        });
        let Shared { grower, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        let roots = Roots::of_tree(&legal, &grower.tree, 0, options.decision);
        let admits = |action, mean| self.domain.admits(game, seat, action, mean);
        roots.analyse(options.decision, Pool::Visits, admits, clock.elapsed())
    }

    /// The first half of an iteration: its path, where it led, and whether the game is over there. `None`: the
    /// budget is used up.
    fn begin<G: Game>(
        &self,
        shared: &Mutex<Shared<'_, G, D>>,
        clock: &Clock,
        game: &G,
        rng: &mut SearchRng,
    ) -> Option<(Vec<Step>, G, bool)>
    where
        D: Domain<G>,
    {
        let Shared { grower, begun } = &mut *lock(shared);
        if !clock.goes_on(*begun, grower.tree.len()) {
            return None;
        }
        *begun += 1;
        let mut leaf = game.clone();
        let over = grower.descend(&mut leaf, rng);
        let path = grower.take_path();
        grower.tree.hold(&path, self.virtual_loss);
        Some((path, leaf, over))
    }
}

/// What all threads share.
struct Shared<'a, G: Game, D: Domain<G>> {
    grower: Grower<'a, G, D>,
    /// Iterations that have begun.
    begun: u64,
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
