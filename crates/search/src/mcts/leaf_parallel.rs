use super::descent::{Grower, Worlds};
use super::domain::{Domain, Plain, Rewards};
use super::options::TreeOptions;
use super::perfect::mover;
use super::roots::{Pool, Roots, admits, legal_moves, only_move};
use crate::{Analysis, Budget, Search};
use kontra_game::{Game, MAX_SEATS, Open, SearchRng};
use rand::SeedableRng;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Leaf parallelisation: one tree, and several playouts at once from each new position; their mean is the reward
/// (Briesemeister 2009, 4.2.5.2).
///
/// Each playout has its own random numbers, so the result does not depend on the threads. Handing a position
/// over to another thread costs more than a fast playout: measure before you use it.
#[derive(Clone, Debug)]
pub struct LeafParallel<D = Plain> {
    /// How the tree chooses and grows.
    pub options: TreeOptions,
    /// How long to search; an iteration is one new position.
    pub budget: Budget,
    /// Playouts for each new position.
    pub playouts: NonZeroUsize,
    /// How many threads play them.
    pub threads: NonZeroUsize,
    /// What is known of the game.
    pub domain: D,
}

impl<D> LeafParallel<D> {
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
        let mut grower = Grower::new(self.options, &self.domain, Worlds::One);
        std::thread::scope(|scope| {
            let (results, done) = channel();
            let workers: Vec<Sender<Job<G>>> = (0..self.threads.get())
                .map(|_| {
                    let (sender, jobs) = channel();
                    let results = results.clone();
                    scope.spawn(move || work(&self.domain, &jobs, &results));
                    sender
                })
                .collect();
            while clock.goes_on(grower.iterations, grower.tree.len()) {
                let mut leaf = game.clone();
                let rewards = if grower.descend(&mut leaf, rng) {
                    self.domain.rewards(&leaf)
                } else {
                    self.mean_reward(&leaf, &workers, &done, rng)
                };
                grower.reward(&rewards);
            }
        });
        let mut roots = Roots::new(&legal);
        roots.add_tree(&grower, self.options.decision);
        let admits = admits(&self.domain, game, mover(game));
        roots.analyse(self.options.decision, Pool::Visits, admits, clock.elapsed())
    }

    /// The mean of several playouts, added up in the order of their numbers.
    fn mean_reward<G: Game>(
        &self,
        leaf: &G,
        workers: &[Sender<Job<G>>],
        done: &Receiver<(usize, Rewards)>,
        rng: &mut SearchRng,
    ) -> Rewards {
        let playouts = self.playouts.get();
        for number in 0..playouts {
            let job = (number, leaf.clone(), SearchRng::from_rng(rng));
            // A worker ends only with the search, so somebody listens.
            let _ = workers[number % workers.len()].send(job);
        }
        let mut results: Vec<(usize, Rewards)> = done.iter().take(playouts).collect();
        results.sort_by_key(|(number, _)| *number);
        let mut mean = [0.0; MAX_SEATS];
        for (_, rewards) in results {
            for (sum, reward) in mean.iter_mut().zip(rewards) {
                *sum += reward / playouts as f64;
            }
        }
        mean
    }
}

/// A playout to be done.
type Job<G> = (usize, G, SearchRng);

fn work<G: Game, D: Domain<G>>(
    domain: &D,
    jobs: &Receiver<Job<G>>,
    results: &Sender<(usize, Rewards)>,
) {
    for (number, mut game, mut rng) in jobs {
        if results.send((number, domain.roll_out(&mut game, &mut rng))).is_err() {
            return;
        }
    }
}

impl<G, D> Search<G> for LeafParallel<D>
where
    G: Game<View = Open<G>>,
    Open<G>: kontra_game::View<Game = G>,
    D: Domain<G>,
{
    fn search(&mut self, view: &Open<G>, rng: &mut SearchRng) -> Analysis<G::Action> {
        self.search_state(&**view, rng)
    }
}
