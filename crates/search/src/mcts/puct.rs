use super::domain::Domain;
use super::evaluator::{Evaluator, Leaf};
use super::gumbel::Halving;
use super::noise::Noise;
use super::options::{Count, Identity};
use super::priors::Guided;
use super::roots::{Pool, Roots, only_move};
use super::supply::{Plan, Supply};
use super::tree::ROOT;
use super::{Decision, Plain};
use crate::{ActionOf, Analysis, Budget, Limits, Search};
use kontra_game::{Actions, Determinize, SearchRng, WorldSampler, choose};
use std::num::NonZeroUsize;

/// How a PUCT search chooses, grows and decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuctOptions {
    /// The weight of what was tried little.
    pub exploration: f64,
    /// What n counts: visits of the node (AlphaZero), or availability (Gastegger 2024, equation 4.3).
    pub count: Count,
    /// What makes two positions the same node.
    pub identity: Identity,
    /// How much less a reward is worth one decision earlier; 1: just as much.
    pub discount: f64,
    /// Noise on the priors of the root, for self-play.
    pub noise: Option<Noise>,
    /// 0: the most visited move is played; else moves are drawn in proportion to visits^(1/temperature).
    pub temperature: f64,
    /// Gumbel selection at the root with so many moves considered, for small budgets (Danihelka et al. 2022). It decides
    /// by itself, so the temperature has no effect. With a budget of time alone all considered moves are
    /// visited equally often, because nobody knows when to halve them.
    pub gumbel: Option<NonZeroUsize>,
    /// How many leaves are evaluated at once.
    pub batch: NonZeroUsize,
    /// What an evaluation that is still waiting takes from its path: as much as a lost game. It has an effect only
    /// where several leaves are evaluated at once.
    pub virtual_loss: f64,
}

impl PuctOptions {
    /// This exploration constant, and nothing unusual.
    pub const fn new(exploration: f64) -> PuctOptions {
        PuctOptions {
            exploration,
            count: Count::Visits,
            identity: Identity::History,
            discount: 1.0,
            noise: None,
            temperature: 0.0,
            gumbel: None,
            batch: NonZeroUsize::MIN,
            virtual_loss: 1.0,
        }
    }
}

/// Tree search guided by priors: AlphaZero's, and with availability counts AlphaJust4Fun's
/// (Gastegger 2024, equation 4.3 and algorithm B.1).
///
/// A move is chosen by mean + exploration · prior · √n / (1 + visits), where the mean of a move never tried is 0.
#[derive(Clone, Debug)]
pub struct Puct<E, D = Plain> {
    /// How it chooses and grows.
    pub options: PuctOptions,
    /// How long to search.
    pub budget: Budget,
    /// How many worlds are imagined; `None`: one for each iteration.
    pub worlds: Option<NonZeroUsize>,
    /// What judges new positions.
    pub evaluator: E,
    /// What is known of the game.
    pub domain: D,
}

impl<E, D> Puct<E, D> {
    /// A search with a new world for each iteration.
    pub fn new(options: PuctOptions, budget: Budget, evaluator: E, domain: D) -> Puct<E, D> {
        Puct { options, budget, worlds: None, evaluator, domain }
    }
}

impl<V, E, D> Search<V> for Puct<E, D>
where
    V: Determinize,
    E: Evaluator<V::Game>,
    D: Domain<V::Game>,
{
    fn search(&mut self, view: &V, limits: &Limits, rng: &mut SearchRng) -> Analysis<ActionOf<V>> {
        let Puct { options, budget, worlds, evaluator, domain } = self;
        let (sampler, plan) = (domain.worlds(view), Plan::new(*budget, *worlds));
        let run = Run { options: *options, budget: *budget, plan, evaluator, domain };
        run.search(view, &*sampler, limits, rng)
    }
}

impl<E, D> Puct<E, D> {
    /// The same in these worlds, which may have weights, and not in those of the domain.
    ///
    /// # Panics
    /// When it is not that seat's turn.
    pub fn search_worlds<V: Determinize>(
        &mut self,
        view: &V,
        sampler: &dyn WorldSampler<V::Game>,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<ActionOf<V>>
    where
        E: Evaluator<V::Game>,
        D: Domain<V::Game>,
    {
        let Puct { options, budget, worlds, evaluator, domain } = self;
        let plan = Plan::new(*budget, *worlds);
        let run = Run { options: *options, budget: *budget, plan, evaluator, domain };
        run.search(view, sampler, limits, rng)
    }
}

/// What one search needs of a [`Puct`].
struct Run<'a, E, D> {
    options: PuctOptions,
    budget: Budget,
    plan: Plan,
    evaluator: &'a mut E,
    domain: &'a D,
}

impl<E, D> Run<'_, E, D> {
    fn search<V: Determinize>(
        self,
        view: &V,
        sampler: &dyn WorldSampler<V::Game>,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<ActionOf<V>>
    where
        E: Evaluator<V::Game>,
        D: Domain<V::Game>,
    {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let Run { options, plan, domain, evaluator, .. } = self;
        let clock = Budget { iterations: plan.iterations, ..self.budget }.start(limits);
        let root = Leaf::new(sampler.draw(rng).world, view.seat());
        let mut guided = Guided::new(options, domain, evaluator, root, rng);
        let mut halving =
            options.gumbel.map(|most| Halving::new(&guided.tree, most.get(), plan.iterations, rng));
        let mut supply = Supply::new(plan, sampler);
        let mut begun = 0;
        while clock.goes_on(begun, guided.tree.len()) && !clock.is_late() {
            let mut waiting = vec![];
            for _ in 0..options.batch.get() {
                let world = supply.next(rng);
                let first = halving.as_mut().and_then(|h| h.next(&guided.tree, guided.range));
                waiting.extend(guided.descend(world, first, rng));
                begun += 1;
                if begun == plan.iterations || halving.as_ref().is_some_and(Halving::has_halved) {
                    break;
                }
            }
            guided.settle(waiting, evaluator, rng);
        }
        let roots = Roots::of_tree(&legal, &guided.tree, supply.imagined, Decision::Visits);
        let admits = |action, mean| domain.admits(view, action, mean);
        let mut analysis = roots.analyse(Decision::Visits, Pool::Visits, admits, clock.elapsed());
        let is_admitted =
            |action| analysis.of(action).is_some_and(|entry| admits(action, entry.value));
        let other = match halving {
            Some(halving) => halving.decide(&guided.tree, guided.range, is_admitted),
            None if options.temperature > 0.0 => {
                warm_choice(&analysis, options.temperature, is_admitted, rng)
            }
            None => None,
        };
        if let Some((action, slot)) = other.and_then(|a| Some((a, guided.tree.find(ROOT, a)?))) {
            analysis.chosen = action;
            analysis.variation = guided.tree.line(slot);
        }
        analysis
    }
}

/// Draws a move in proportion to visits^(1/temperature); `None`: nothing is admitted and was visited.
fn warm_choice<A: Copy + PartialEq>(
    analysis: &Analysis<A>,
    temperature: f64,
    admits: impl Fn(A) -> bool,
    rng: &mut SearchRng,
) -> Option<A> {
    let list = || analysis.moves.iter().filter(|entry| entry.visits > 0 && admits(entry.action));
    let most = list().map(|entry| entry.visits).max()? as f64;
    let weight = |visits: u64| (visits as f64 / most).powf(1.0 / temperature);
    let weights: Vec<(A, f64)> = list().map(|entry| (entry.action, weight(entry.visits))).collect();
    choose::weighted(rng, &weights)
}
