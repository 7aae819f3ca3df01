use super::domain::{Domain, RulesOnly};
use super::options::Decision;
use super::root_results::{Pooling, RootResults, Tried};
use super::sample::RewardSample;
use super::tasks::{WorldTask, search_in_worlds, seeds};
use super::threads::in_order;
use crate::{ActionOf, Budget};
use kontra_game::{Determinize, Game, SearchRng, Weighted};
use std::num::NonZeroUsize;

/// Monte Carlo search without a tree: every move gets the same number of playouts, and the highest mean is played
/// (Briesemeister 2009, 4.2.2).
///
/// Where something is hidden, every playout begins in another world. Each move has its own random numbers, so the
/// result does not depend on how many threads there are.
#[derive(Clone, Debug)]
pub struct Flat<D = RulesOnly> {
    /// Playouts altogether; every move gets at least one.
    pub budget: Budget,
    /// How many threads play.
    pub threads: NonZeroUsize,
    /// What is known of the game; its rewards decide whether a win counts or its margin.
    pub domain: D,
}

impl<D> Flat<D> {
    /// This many playouts on one thread.
    pub fn new(budget: Budget, domain: D) -> Flat<D> {
        Flat { budget, threads: NonZeroUsize::MIN, domain }
    }
}

search_in_worlds!(Flat);

impl<D> Flat<D> {
    /// What the playouts say.
    fn results<V: Determinize>(
        &self,
        task: &WorldTask<'_, V>,
        rng: &mut SearchRng,
    ) -> (RootResults<ActionOf<V>>, Decision, Pooling)
    where
        D: Domain<V::Game>,
    {
        let moves = task.legal.len();
        let seeds = seeds(moves, rng);
        let seat = task.view.seat().index();
        let samples = in_order(self.threads, moves, |number| {
            let mut rng = seeds[number].clone();
            let budget = self.budget.part(number, moves);
            let clock = budget.in_turn(moves, self.threads).start(task.limits);
            let mut sample = RewardSample::default();
            while sample.count == 0 || (clock.goes_on(sample.count, 0) && !clock.is_late()) {
                let Weighted { mut world, weight } = task.sampler.draw(&mut rng);
                world.play(task.legal[number]);
                let rewards = self.domain.roll_out(&mut world, &mut rng);
                sample.add(rewards[seat], weight);
            }
            sample
        });
        let mut results = RootResults::new(task.legal);
        for (&action, sample) in task.legal.iter().zip(samples) {
            results.add(action, Tried::of_sample(&sample));
            results.add_playouts(sample.count);
        }
        (results, Decision::Mean, Pooling::Visits)
    }
}
