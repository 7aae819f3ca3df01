use super::domain::{Domain, Plain};
use super::options::Decision;
use super::roots::{Pool, Roots, Tried, only_move};
use super::sample::Sample;
use super::threads::in_order;
use crate::{ActionOf, Analysis, Budget, Limits, Search};
use kontra_game::{Actions, Determinize, Game, SearchRng, Weighted, WorldSampler};
use rand::SeedableRng;
use std::num::NonZeroUsize;

/// Monte Carlo search without a tree: every move gets the same number of playouts, and the highest mean is played
/// (Briesemeister 2009, 4.2.2).
///
/// Where something is hidden, every playout begins in another world. Each move has its own random numbers, so the
/// result does not depend on how many threads there are.
#[derive(Clone, Debug)]
pub struct Flat<D = Plain> {
    /// Playouts altogether; every move gets at least one.
    pub budget: Budget,
    /// How many threads play.
    pub threads: NonZeroUsize,
    /// What is known of the game; its rewards decide whether a win counts or its margin.
    pub domain: D,
}

impl<D> Flat<D> {
    /// So many playouts on one thread.
    pub fn new(budget: Budget, domain: D) -> Flat<D> {
        Flat { budget, threads: NonZeroUsize::MIN, domain }
    }
}

impl<V, D> Search<V> for Flat<D>
where
    V: Determinize,
    D: Domain<V::Game>,
{
    fn search(&mut self, view: &V, limits: &Limits, rng: &mut SearchRng) -> Analysis<ActionOf<V>> {
        self.search_worlds(view, &*self.domain.worlds(view), limits, rng)
    }
}

impl<D> Flat<D> {
    /// The same in these worlds, which may have weights, and not in those of the domain.
    ///
    /// # Panics
    /// When it is not that seat's turn.
    pub fn search_worlds<V: Determinize>(
        &self,
        view: &V,
        worlds: &dyn WorldSampler<V::Game>,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<ActionOf<V>>
    where
        D: Domain<V::Game>,
    {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let whole = self.budget.start(limits);
        // Nobody needs this world; without it the same seed would give another analysis than it always did.
        worlds.draw(rng);
        let seeds: Vec<SearchRng> = legal.iter().map(|_| SearchRng::from_rng(rng)).collect();
        let samples = in_order(self.threads, legal.len(), |number| {
            let mut rng = seeds[number].clone();
            let budget = self.budget.part(number, legal.len());
            let clock = budget.in_turn(legal.len(), self.threads).start(limits);
            let mut sample = Sample::default();
            while sample.count == 0 || (clock.goes_on(sample.count, 0) && !clock.is_late()) {
                let Weighted { mut world, weight } = worlds.draw(&mut rng);
                world.play(legal[number]);
                let rewards = self.domain.roll_out(&mut world, &mut rng);
                sample.add(rewards[view.seat().index()], weight);
            }
            sample
        });
        let mut roots = Roots::new(&legal);
        for (&action, sample) in legal.iter().zip(samples) {
            roots.add(action, Tried::of_sample(&sample));
            roots.add_playouts(sample.count);
        }
        let admits = |action, mean| self.domain.admits(view, action, mean);
        roots.analyse(Decision::Mean, Pool::Visits, admits, whole.elapsed())
    }
}
