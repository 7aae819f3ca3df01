use super::RulesOnly;
use super::domain::Domain;
use super::evaluator::Evaluator;
use super::noise::Noise;
use super::options::{Count, NodeIdentity};
use super::root_results::only_move;
use super::stepwise::{KeptTree, Stepwise};
use super::supply::WorldShares;
use crate::{ActionOf, Analysis, Budget, Limits, Search};
use kontra_game::{Actions, Determinize, Game, SearchRng, WorldSampler, choose};
use std::num::NonZeroUsize;

/// How a PUCT search chooses, grows and decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuctOptions {
    /// The weight of what was tried little.
    pub exploration: f64,
    /// What n counts: visits of the node (AlphaZero), or availability (Gastegger 2024, equation 4.3).
    pub count: Count,
    /// What makes two positions the same node.
    pub identity: NodeIdentity,
    /// How much less a reward is worth one decision earlier; 1: just as much.
    pub discount: f64,
    /// Noise on the priors of the root, for self-play.
    pub noise: Option<Noise>,
    /// 0: the most visited move is played; else moves are drawn in proportion to visits^(1/temperature).
    pub temperature: f64,
    /// Gumbel selection at the root with this many moves considered, for small budgets (Danihelka et al. 2022). It decides
    /// by itself, so the temperature has no effect. With a budget of time alone all considered moves are
    /// visited equally often, because nobody knows when to halve them.
    pub gumbel: Option<NonZeroUsize>,
    /// How many leaves are evaluated at once.
    pub batch: NonZeroUsize,
    /// What a move that was never tried is taken to be worth.
    pub untried: Untried,
    /// What an evaluation that is still waiting takes from its path: as much as a lost game. It has an effect only
    /// where several leaves are evaluated at once.
    pub virtual_loss: f64,
}

/// What a move that was never tried is taken to be worth, before its prior.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum Untried {
    /// 0, as in AlphaZero.
    #[default]
    Nothing,
    /// What its node is worth so far less this much: where all is lost, a search does not try everything once.
    NodeLess(f64),
}

impl PuctOptions {
    /// This exploration constant, and nothing unusual.
    pub const fn new(exploration: f64) -> PuctOptions {
        PuctOptions {
            exploration,
            count: Count::Visits,
            identity: NodeIdentity::History,
            discount: 1.0,
            noise: None,
            temperature: 0.0,
            gumbel: None,
            batch: NonZeroUsize::MIN,
            untried: Untried::Nothing,
            virtual_loss: 1.0,
        }
    }
}

/// Tree search guided by priors: AlphaZero's, and with availability counts AlphaJust4Fun's
/// (Gastegger 2024, equation 4.3 and algorithm B.1).
///
/// A move is chosen by mean + exploration · prior · √n / (1 + visits), where the mean of a move never tried is 0, or
/// what [`PuctOptions::untried`] says.
#[derive(Clone, Debug)]
pub struct Puct<E, D = RulesOnly> {
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
        let (sampler, plan) = (domain.worlds(view), WorldShares::new(*budget, *worlds));
        let run = Run { options: *options, budget: *budget, plan, evaluator, domain, kept: None };
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
        let plan = WorldShares::new(*budget, *worlds);
        let run = Run { options: *options, budget: *budget, plan, evaluator, domain, kept: None };
        run.search(view, sampler, limits, rng)
    }
}

/// A [`Puct`] search that keeps its tree from one move of a game to the next (the thesis's "reset search tree: after each
/// game").
///
/// The budget is for new iterations, and the analysis counts only these; visits and values are those of the whole tree.
/// Nodes must be told apart by [`NodeIdentity::View`], and Gumbel selection is not possible: it expects a fresh root.
#[derive(Clone, Debug)]
pub struct KeepingPuct<A, E, D = RulesOnly> {
    /// The search whose tree is kept.
    pub puct: Puct<E, D>,
    kept: KeptTree<A>,
}

impl<A: Copy + PartialEq, E, D> KeepingPuct<A, E, D> {
    /// A search that has not seen a position yet.
    ///
    /// # Panics
    /// Where nodes are not told apart by views, or the root is chosen by Gumbel selection.
    pub fn new(puct: Puct<E, D>) -> KeepingPuct<A, E, D> {
        let PuctOptions { identity, gumbel, .. } = puct.options;
        assert!(
            identity == NodeIdentity::View && gumbel.is_none(),
            "a tree by views, without Gumbel"
        );
        KeepingPuct { puct, kept: KeptTree::default() }
    }
}

impl<V, E, D> Search<V> for KeepingPuct<ActionOf<V>, E, D>
where
    V: Determinize,
    E: Evaluator<V::Game>,
    D: Domain<V::Game>,
{
    fn search(&mut self, view: &V, limits: &Limits, rng: &mut SearchRng) -> Analysis<ActionOf<V>> {
        let Puct { options, budget, worlds, evaluator, domain } = &mut self.puct;
        let (sampler, plan) = (domain.worlds(view), WorldShares::new(*budget, *worlds));
        let kept = Some(&mut self.kept);
        let run = Run { options: *options, budget: *budget, plan, evaluator, domain, kept };
        run.search(view, &*sampler, limits, rng)
    }
}

/// What one search needs of a [`Puct`].
struct Run<'a, E, D, A> {
    options: PuctOptions,
    budget: Budget,
    plan: WorldShares,
    evaluator: &'a mut E,
    domain: &'a D,
    /// The tree that is kept from move to move, where one is.
    kept: Option<&'a mut KeptTree<A>>,
}

impl<E, D, A> Run<'_, E, D, A> {
    fn search<V: Determinize<Game: Game<Action = A>>>(
        self,
        view: &V,
        sampler: &dyn WorldSampler<V::Game>,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<ActionOf<V>>
    where
        A: Copy + PartialEq,
        E: Evaluator<V::Game>,
        D: Domain<V::Game>,
    {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let Run { options, plan, domain, evaluator, kept, .. } = self;
        let clock = Budget { iterations: plan.iterations, ..self.budget }.start(limits);
        // A tree that has become too large begins anew.
        let kept = kept.map(|kept| {
            let tree = std::mem::take(kept);
            let fits = clock.goes_on(0, tree.nodes().saturating_mul(2));
            (kept, if fits { tree } else { KeptTree::default() })
        });
        let (slot, tree) = kept.unzip();
        let mut step = Stepwise::new(options, plan, tree);
        step.start(view, domain, sampler, rng);
        loop {
            if !step.leaves().is_empty() {
                evaluator.evaluate(step.leaves(), rng);
                step.settle(rng);
            }
            if !clock.goes_on(step.begun(), step.nodes()) || clock.is_late() {
                break;
            }
            step.batch(domain, sampler, rng);
        }
        let analysis = step.analyse(view, domain, clock.elapsed(), rng);
        if let Some(slot) = slot {
            *slot = step.keep();
        }
        analysis
    }
}

/// Draws a move in proportion to visits^(1/temperature); `None`: nothing is admitted and was visited.
pub(super) fn warm_choice<A: Copy + PartialEq>(
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
