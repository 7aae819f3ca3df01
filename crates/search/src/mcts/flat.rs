use super::domain::{Domain, Plain};
use super::options::Decision;
use super::roots::{Pool, Roots, admits, only_move};
use super::threads::in_order;
use crate::{Analysis, Budget, Search};
use kontra_game::{Actions, Determinize, Game, SearchRng, View};
use rand::SeedableRng;
use std::num::NonZeroUsize;

/// Monte Carlo search without a tree: every move gets the same number of playouts, one after the other
/// (Briesemeister 2009, 4.2.2).
///
/// Where something is hidden, every playout begins in another world. Moves are divided among threads by their
/// number, each with its own random numbers, so the result does not depend on how many threads there are.
#[derive(Clone, Debug)]
pub struct Flat<D = Plain> {
    /// Playouts altogether.
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
        let clock = self.budget.start();
        let seeds: Vec<SearchRng> = legal.iter().map(|_| SearchRng::from_rng(rng)).collect();
        let imagine = self.domain.imagination(view);
        let moves = legal.len() as u64;
        let time =
            self.budget.time.map(|time| time / legal.len() as u32 * self.threads.get() as u32);
        let results = in_order(self.threads, legal.len(), |number| {
            let mut rng = seeds[number].clone();
            let share = self.budget.iterations / moves
                + u64::from((number as u64) < self.budget.iterations % moves);
            // A budget of time is divided among the moves in advance.
            let clock = Budget { iterations: share.max(1), time, ..self.budget }.start();
            let (mut total, mut squares, mut playouts) = (0.0, 0.0, 0);
            while playouts == 0 || clock.goes_on(playouts, 0) {
                let mut world = imagine(&mut rng);
                world.play(legal[number]);
                let reward = self.domain.roll_out(&mut world, &mut rng)[view.seat().index()];
                total += reward;
                squares += reward * reward;
                playouts += 1;
            }
            (playouts, total, squares)
        });
        let mut roots = Roots::new(&legal);
        for (&action, (playouts, total, squares)) in legal.iter().zip(results) {
            roots.add(action, playouts, total, squares);
            roots.iterations += playouts;
            roots.worlds += playouts;
        }
        let world = imagine(rng);
        let admits = admits(&self.domain, &world, view.seat());
        roots.analyse(Decision::Mean, Pool::Visits, admits, clock.elapsed())
    }
}
