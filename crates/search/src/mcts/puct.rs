use super::domain::{Domain, Rewards};
use super::information_sets::Plan;
use super::noise::{Noise, dirichlet, gumbel};
use super::options::{Count, Identity};
use super::roots::{Pool, Roots, admits, only_move};
use super::tree::{EdgeId, NodeId, ROOT, Tree};
use super::{Decision, Plain};
use crate::{Analysis, Budget, Search};
use kontra_game::{Actions, Determinize, Game, SearchRng, Seat, Turn, View, choose};
use rustc_hash::FxHashMap;
use std::num::NonZeroUsize;

/// A position that a search wants to know about.
#[derive(Clone, Debug)]
pub struct Leaf<G: Game> {
    /// The position, in the current world.
    pub game: G,
    /// Who is to move.
    pub seat: Seat,
    /// The legal moves.
    pub legal: Actions<G::Action>,
    /// To be filled in: what the position is worth to each seat.
    pub value: Rewards,
    /// To be filled in: how likely each legal move is thought to be good. They need not add up to 1.
    pub priors: Vec<f32>,
}

/// Something that judges positions without search: a network, or a playout.
pub trait Evaluator<G: Game>: Send {
    /// Fills in value and priors of every leaf. There may be many at once: networks like that.
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut SearchRng);
}

/// Random playouts and equal priors (Gastegger 2024, 6.2: what `IsMctsRollouts` uses in place of a network).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rollouts<D = Plain>(pub D);

impl<G: Game, D: Domain<G>> Evaluator<G> for Rollouts<D> {
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut SearchRng) {
        for leaf in leaves {
            let mut game = leaf.game.clone();
            leaf.value = self.0.roll_out(&mut game, rng);
            leaf.priors = vec![1.0; leaf.legal.len()];
        }
    }
}

/// How a PUCT search chooses, grows and decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuctOptions {
    /// The weight of what was tried little.
    pub exploration: f64,
    /// What n counts: visits of the node (AlphaZero), or availability (Gastegger 2024, equation 4.3).
    pub count: Count,
    /// What makes two positions the same node.
    pub identity: Identity,
    /// How much less a reward is worth one decision earlier.
    pub discount: f64,
    /// Noise on the priors of the root, for self-play.
    pub noise: Option<Noise>,
    /// 0: the most visited move is played; else moves are drawn in proportion to visits^(1/temperature).
    pub temperature: f64,
    /// Gumbel selection at the root with so many moves considered, for small budgets (Danihelka et al. 2022).
    pub gumbel: Option<NonZeroUsize>,
    /// How many leaves are evaluated at once.
    pub batch: NonZeroUsize,
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
        }
    }
}

/// Tree search guided by priors: AlphaZero's, and with availability counts AlphaJust4Fun's
/// (Gastegger 2024, equation 4.3 and algorithm B.1).
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

/// What a visit that is still waiting for its evaluation counts as.
const VIRTUAL_LOSS: f64 = 1.0;

/// A decision of the current iteration.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: NodeId,
    /// Which of the node's edges.
    slot: u16,
    seat: Seat,
}

/// An iteration that waits for its leaf to be evaluated.
struct Waiting<G: Game> {
    path: Vec<Step>,
    node: NodeId,
    leaf: Leaf<G>,
}

/// The tree of one search.
struct Growing<'a, A, D> {
    tree: Tree<A>,
    information_sets: FxHashMap<u64, NodeId>,
    options: PuctOptions,
    domain: &'a D,
    /// Moves at the root that Gumbel selection still considers; empty: all.
    considered: Vec<A>,
    max_depth: u32,
    total_depth: u64,
}

/// Where an iteration ended.
enum End<G: Game> {
    Over(Vec<Step>, Rewards),
    New(Waiting<G>),
}

impl<A: Copy + PartialEq, D> Growing<'_, A, D> {
    /// Plays down the tree to a position without edges, or to the end.
    fn descend<G: Game<Action = A>>(&mut self, mut game: G, rng: &mut SearchRng) -> End<G>
    where
        D: Domain<G>,
    {
        let mut path: Vec<Step> = Vec::with_capacity(32);
        let mut node = ROOT;
        loop {
            match game.turn() {
                Turn::Over => return End::Over(path, self.domain.rewards(&game)),
                Turn::Chance => {
                    let Some(action) = game.random_action(rng) else {
                        return End::Over(path, self.domain.rewards(&game));
                    };
                    game.play(action);
                    if self.options.identity == Identity::History {
                        let edge = self.tree.find_or_add(node, action);
                        node = self.tree.follow(edge);
                    }
                }
                Turn::Seat(seat) => {
                    if self.options.identity == Identity::View && !path.is_empty() {
                        let key = self.domain.key(&game, seat);
                        let tree = &mut self.tree;
                        node = *self.information_sets.entry(key).or_insert_with(|| tree.add_node());
                    }
                    let mut legal = Actions::new();
                    game.actions(&mut legal);
                    if self.tree.edges(node).1.is_empty() {
                        let leaf = Leaf { game, seat, legal, value: [0.0; 4], priors: vec![] };
                        return End::New(Waiting { path, node, leaf });
                    }
                    let edge = self.best_edge(node, &legal);
                    path.push(Step { node, slot: self.tree.slot(node, edge), seat });
                    game.play(self.tree.edge(edge).action);
                    if self.options.identity == Identity::History {
                        node = self.tree.follow(edge);
                    }
                }
            }
        }
    }

    /// The legal move that the formula likes best. Moves that were not legal in earlier worlds get an edge now.
    fn best_edge(&mut self, node: NodeId, legal: &[A]) -> EdgeId {
        for &action in legal {
            let edge = self.tree.find(node, action).unwrap_or_else(|| {
                let edge = self.tree.add_edge(node, action);
                self.tree.edge_mut(edge).prior = 1.0 / legal.len() as f32;
                edge
            });
            self.tree.edge_mut(edge).available += 1;
        }
        let root = f64::from(self.tree.visits(node).max(1)).sqrt();
        let closed = |action| {
            node == ROOT && !self.considered.is_empty() && !self.considered.contains(&action)
        };
        let (first, edges) = self.tree.edges(node);
        let mut best = (first, f64::NEG_INFINITY);
        for (i, edge) in edges.iter().enumerate() {
            if !legal.contains(&edge.action) || closed(edge.action) {
                continue;
            }
            let root = match self.options.count {
                Count::Availability => f64::from(edge.available).sqrt(),
                Count::Visits | Count::Iterations => root,
            };
            let mean = if edge.visits == 0 { 0.0 } else { edge.mean() };
            let bonus = self.options.exploration * f64::from(edge.prior) * root
                / f64::from(1 + edge.visits);
            if mean + bonus > best.1 {
                best = (first + i as u32, mean + bonus);
            }
        }
        best.0
    }

    /// Adds the edges of a new position with their priors.
    fn expand(&mut self, node: NodeId, legal: &[A], priors: &[f32]) {
        let sum: f32 = priors.iter().sum();
        for (&action, &prior) in legal.iter().zip(priors) {
            let edge = self.tree.find_or_add(node, action);
            let edge = self.tree.edge_mut(edge);
            edge.prior = if sum > 0.0 { prior / sum } else { 1.0 / legal.len() as f32 };
            edge.available = edge.available.max(1);
        }
    }

    /// Makes others avoid a path whose end is not evaluated yet.
    fn hold(&mut self, path: &[Step]) {
        for step in path {
            let edge = self.tree.at(step.node, step.slot);
            edge.visits += 1;
            edge.total -= VIRTUAL_LOSS;
        }
    }

    fn release(&mut self, path: &[Step]) {
        for step in path {
            let edge = self.tree.at(step.node, step.slot);
            edge.visits -= 1;
            edge.total += VIRTUAL_LOSS;
        }
    }

    fn reward(&mut self, path: &[Step], rewards: &Rewards) {
        let mut weight = 1.0;
        for step in path.iter().rev() {
            weight *= self.options.discount;
            self.tree.visit(step.node);
            let edge = self.tree.at(step.node, step.slot);
            edge.visits += 1;
            edge.total += weight * rewards[step.seat.index()];
        }
        self.max_depth = self.max_depth.max(path.len() as u32);
        self.total_depth += path.len() as u64;
    }
}

impl<E, D> Puct<E, D> {
    /// A search with a new world for each iteration.
    pub fn new(options: PuctOptions, budget: Budget, evaluator: E, domain: D) -> Puct<E, D> {
        Puct { options, budget, worlds: None, evaluator, domain }
    }
}

impl<G, E, D> Search<G> for Puct<E, D>
where
    G: Game,
    G::View: Determinize,
    E: Evaluator<G>,
    D: Domain<G>,
{
    fn search(&mut self, view: &G::View, rng: &mut SearchRng) -> Analysis<G::Action> {
        let imagine = self.domain.imagination(view);
        let mut legal = Actions::new();
        view.actions(&mut legal);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let clock = self.budget.start();
        let plan = Plan::new(self.budget.iterations, self.worlds);
        let mut growing = Growing {
            tree: Tree::new(),
            information_sets: FxHashMap::default(),
            options: self.options,
            domain: &self.domain,
            considered: vec![],
            max_depth: 0,
            total_depth: 0,
        };
        let mut world = imagine(rng);
        let mut worlds = 1;
        let mut iterations = 0;
        // The root is evaluated first; this is not an iteration.
        settle(&mut growing, &mut self.evaluator, vec![root_leaf(&world, view.seat())], rng);
        add_noise(&mut growing.tree, self.options.noise, rng);
        let mut halving = self
            .options
            .gumbel
            .map(|most| Halving::new(&mut growing.tree, most.get(), plan.iterations, rng));
        while iterations < plan.iterations && clock.goes_on(iterations, growing.tree.len()) {
            if let Some(halving) = &mut halving {
                growing.considered = halving.considered(&growing.tree);
            }
            let mut waiting = vec![];
            while waiting.len() < self.options.batch.get() && iterations < plan.iterations {
                if iterations > 0 && iterations % plan.each == 0 {
                    world = imagine(rng);
                    worlds += 1;
                }
                iterations += 1;
                match growing.descend(world.clone(), rng) {
                    End::Over(path, rewards) => growing.reward(&path, &rewards),
                    End::New(leaf) => {
                        growing.hold(&leaf.path);
                        waiting.push(leaf);
                    }
                }
            }
            for leaf in &waiting {
                growing.release(&leaf.path);
            }
            settle(&mut growing, &mut self.evaluator, waiting, rng);
        }
        let mut roots = Roots::new(&legal);
        for edge in growing.tree.edges(ROOT).1 {
            roots.add(edge.action, edge.visits.into(), edge.total, 0.0);
            roots.set_prior(edge.action, edge.prior.into());
        }
        roots.iterations = iterations;
        roots.nodes = growing.tree.len() as u64;
        roots.worlds = worlds;
        roots.set_depth(growing.max_depth, growing.total_depth);
        let admits = admits(&self.domain, &world, view.seat());
        let mut analysis = roots.analyse(Decision::Visits, Pool::Visits, admits, clock.elapsed());
        if let Some(halving) = &halving {
            analysis.chosen = halving.decide(&growing.tree).unwrap_or(analysis.chosen);
        } else if self.options.temperature > 0.0 {
            analysis.chosen = warm_choice(&analysis, self.options.temperature, rng);
        }
        analysis
    }
}

fn root_leaf<G: Game>(world: &G, seat: Seat) -> Waiting<G> {
    let mut legal = Actions::new();
    world.actions(&mut legal);
    let leaf = Leaf { game: world.clone(), seat, legal, value: [0.0; 4], priors: vec![] };
    Waiting { path: vec![], node: ROOT, leaf }
}

/// Evaluates all waiting leaves at once and rewards the paths that led to them.
fn settle<G: Game, E: Evaluator<G>, D: Domain<G>>(
    growing: &mut Growing<'_, G::Action, D>,
    evaluator: &mut E,
    waiting: Vec<Waiting<G>>,
    rng: &mut SearchRng,
) {
    let (mut leaves, places): (Vec<Leaf<G>>, Vec<(Vec<Step>, NodeId)>) =
        waiting.into_iter().map(|w| (w.leaf, (w.path, w.node))).unzip();
    evaluator.evaluate(&mut leaves, rng);
    for (leaf, (path, node)) in leaves.iter().zip(places) {
        growing.expand(node, &leaf.legal, &leaf.priors);
        growing.reward(&path, &leaf.value);
    }
}

fn add_noise<A: Copy + PartialEq>(tree: &mut Tree<A>, noise: Option<Noise>, rng: &mut SearchRng) {
    let Some(Noise { alpha, fraction }) = noise else { return };
    let (first, edges) = tree.edges(ROOT);
    let count = edges.len();
    for (i, share) in dirichlet(alpha, count, rng).into_iter().enumerate() {
        let prior = &mut tree.edge_mut(first + i as u32).prior;
        *prior = ((1.0 - fraction) * f64::from(*prior) + fraction * share) as f32;
    }
}

/// Draws a move in proportion to visits^(1/temperature).
fn warm_choice<A: Copy + PartialEq>(
    analysis: &Analysis<A>,
    temperature: f64,
    rng: &mut SearchRng,
) -> A {
    let most = analysis.moves.iter().map(|entry| entry.visits).max().unwrap_or(1).max(1) as f64;
    let weight = |visits: u64| (visits as f64 / most).powf(1.0 / temperature);
    let list: Vec<(A, f64)> =
        analysis.moves.iter().map(|entry| (entry.action, weight(entry.visits))).collect();
    choose::weighted(rng, &list).unwrap_or(analysis.chosen)
}

/// Gumbel root selection: a few moves drawn without replacement, halved again and again.
struct Halving<A> {
    /// Each move with its Gumbel number plus the logarithm of its prior.
    scores: Vec<(A, f64)>,
    most: usize,
    iterations: u64,
}

impl<A: Copy + PartialEq> Halving<A> {
    fn new(tree: &mut Tree<A>, most: usize, iterations: u64, rng: &mut SearchRng) -> Halving<A> {
        let score = |prior: f32, rng: &mut SearchRng| gumbel(rng) + f64::from(prior.max(1e-9)).ln();
        let (_, edges) = tree.edges(ROOT);
        let mut scores: Vec<(A, f64)> =
            edges.iter().map(|edge| (edge.action, score(edge.prior, rng))).collect();
        scores.sort_by(|a, b| b.1.total_cmp(&a.1));
        scores.truncate(most);
        Halving { scores, most: most.min(edges.len()), iterations }
    }

    /// The moves that are still considered, those with the fewest visits among the remaining.
    fn considered(&self, tree: &Tree<A>) -> Vec<A> {
        let phases = (self.most.max(2) as f64).log2().ceil();
        let visits = |action| {
            let edge = tree.find(ROOT, action).map(|edge| tree.edge(edge).visits);
            u64::from(edge.unwrap_or(0))
        };
        let done: u64 = self.scores.iter().map(|&(action, _)| visits(action)).sum();
        let phase =
            (done as f64 * phases / self.iterations.max(1) as f64).floor().min(phases - 1.0);
        let remain = ((self.most as f64) / 2_f64.powf(phase)).ceil().max(2.0) as usize;
        let mut ranked = self.ranked(tree);
        ranked.truncate(remain);
        let fewest = ranked.iter().map(|&(action, _)| visits(action)).min().unwrap_or(0);
        ranked.into_iter().map(|(a, _)| a).filter(|&action| visits(action) == fewest).collect()
    }

    fn decide(&self, tree: &Tree<A>) -> Option<A> {
        self.ranked(tree).first().map(|&(action, _)| action)
    }

    /// The moves by Gumbel number, prior and what was found out since.
    fn ranked(&self, tree: &Tree<A>) -> Vec<(A, f64)> {
        const VISIT: f64 = 50.0;
        let (_, edges) = tree.edges(ROOT);
        let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let value = |action| {
            let edge = tree.find(ROOT, action).map(|edge| tree.edge(edge));
            let mean = edge.filter(|edge| edge.visits > 0).map_or(0.0, |edge| edge.mean());
            (VISIT + f64::from(most)) * (mean + 1.0) / 2.0
        };
        let mut ranked: Vec<(A, f64)> =
            self.scores.iter().map(|&(action, score)| (action, score + value(action))).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }
}
