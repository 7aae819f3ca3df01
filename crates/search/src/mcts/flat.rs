use super::domain::{Domain, Plain};
use super::options::Decision;
use super::roots::{Pool, Roots, only_move};
use super::sample::Sample;
use super::threads::in_order;
use crate::{Analysis, Budget, Search};
use kontra_game::{Actions, Determinize, Game, SearchRng, View};
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

impl<G, D> Search<G> for Flat<D>
where
    G: Game,
    G::View: Determinize,
    D: Domain<G>,
{
    fn search(&mut self, view: &G::View, rng: &mut SearchRng) -> Analysis<G::Action> {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let whole = self.budget.start();
        let imagine = self.domain.imagination(view);
        let example = imagine(rng);
        let seeds: Vec<SearchRng> = legal.iter().map(|_| SearchRng::from_rng(rng)).collect();
        let samples = in_order(self.threads, legal.len(), |number| {
            let mut rng = seeds[number].clone();
            let budget = self.budget.part(number, legal.len());
            let clock = budget.in_turn(legal.len(), self.threads).start();
            let mut sample = Sample::default();
            while sample.count == 0 || (clock.goes_on(sample.count, 0) && !clock.is_late()) {
                let mut world = imagine(&mut rng);
                world.play(legal[number]);
                sample.add(self.domain.roll_out(&mut world, &mut rng)[view.seat().index()]);
            }
            sample
        });
        let mut roots = Roots::new(&legal);
        for (&action, sample) in legal.iter().zip(samples) {
            roots.add(action, sample.count, sample.total, sample.variance());
            roots.add_playouts(sample.count);
        }
        let admits = |action, mean| self.domain.admits(&example, view.seat(), action, mean);
        roots.analyse(Decision::Mean, Pool::Visits, admits, whole.elapsed())
    }
}
