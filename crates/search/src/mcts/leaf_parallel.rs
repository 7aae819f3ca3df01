use super::descent::WorldSource;
use super::domain::{Domain, Rewards, RulesOnly};
use super::options::TreeOptions;
use super::root_results::RootResults;
use super::tasks::{StateTask, search_of_states};
use super::uct::{Grower, play_out};
use crate::Budget;
use kontra_game::{Game, MAX_SEATS, SearchRng};
use rand::SeedableRng;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Leaf parallelisation: one tree, and several playouts at once from each new position; their mean is the reward
/// (Briesemeister 2009, 4.2.5.2).
///
/// Each playout has its own random numbers, so the result does not depend on the threads. Handing a position
/// over to another thread costs more than a fast playout: measure before you use it. The history of moves is not
/// kept: [`TreeOptions::history`] has no effect.
#[derive(Clone, Debug)]
pub struct LeafParallel<D = RulesOnly> {
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
    /// What the tree says.
    fn grow<G: Game>(&self, task: &StateTask<'_, G>, rng: &mut SearchRng) -> RootResults<G::Action>
    where
        D: Domain<G>,
    {
        let options = TreeOptions { history: None, ..self.options };
        let mut grower = Grower::new(options, &self.domain, WorldSource::One);
        std::thread::scope(|scope| {
            let (results, done) = channel();
            let workers: Vec<Sender<Job<G>>> = (0..self.threads.get())
                .map(|_| {
                    let (sender, jobs) = channel();
                    let results = results.clone();
                    scope.spawn(move || work(&options, &self.domain, &jobs, &results));
                    sender
                })
                .collect();
            let clock = task.clock;
            let goes_on = |iterations, nodes| clock.goes_on(iterations, nodes) && !clock.is_late();
            while goes_on(grower.tree.tally.iterations, grower.tree.len()) {
                let mut leaf = task.game.clone();
                let rewards = if grower.descend(&mut leaf, rng) {
                    self.domain.rewards(&leaf)
                } else {
                    self.mean_reward(&leaf, &workers, &done, rng)
                };
                grower.reward(&rewards);
            }
        });
        RootResults::of_tree(task.legal, &grower.tree, 0, options.decision)
    }

    /// The mean of several playouts, added up in the order of their numbers.
    fn mean_reward<G: Game>(
        &self,
        leaf: &G,
        workers: &[Sender<Job<G>>],
        done: &Receiver<Done>,
        rng: &mut SearchRng,
    ) -> Rewards {
        let playouts = self.playouts.get();
        for number in 0..playouts {
            let job = (number, leaf.clone(), SearchRng::from_rng(rng));
            // A worker ends only with the search, so somebody listens.
            let _ = workers[number % workers.len()].send(job);
        }
        let mut results: Vec<Done> = done.iter().take(playouts).collect();
        results.sort_by_key(|(number, _)| *number);
        let mut mean = [0.0; MAX_SEATS];
        for (_, rewards) in results {
            let rewards = rewards.unwrap_or_else(|panic| resume_unwind(panic));
            for (sum, reward) in mean.iter_mut().zip(rewards) {
                *sum += reward / playouts as f64;
            }
        }
        mean
    }
}

/// A playout to be done.
type Job<G> = (usize, G, SearchRng);

/// A playout that was done, or the panic it ended in.
type Done = (usize, std::thread::Result<Rewards>);

fn work<G: Game, D: Domain<G>>(
    options: &TreeOptions,
    domain: &D,
    jobs: &Receiver<Job<G>>,
    results: &Sender<Done>,
) {
    for (number, mut game, mut rng) in jobs {
        // A panic is handed on: otherwise the search would wait for this result for ever.
        let playout = AssertUnwindSafe(|| play_out(options, domain, &mut game, &mut rng));
        if results.send((number, catch_unwind(playout))).is_err() {
            return;
        }
    }
}

search_of_states!(LeafParallel);
