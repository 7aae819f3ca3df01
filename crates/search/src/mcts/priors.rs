//! A tree in which every legal move has an edge with a prior from the start.

use super::descent::{Chooser, DescentEnd, descend};
use super::domain::{Domain, Rewards};
use super::evaluator::Leaf;
use super::formula::Formula;
use super::noise::{Noise, dirichlet};
use super::options::{Count, Selection};
use super::path::PathStep;
use super::puct::{PuctOptions, Untried};
use super::tree::{Edge, EdgeSlot, NodeId, ROOT, Tree};
use arrayvec::ArrayVec;
use kontra_game::{Actions, Game, MAX_ACTIONS, SearchRng, Seat};

/// The tree of one search.
pub(crate) struct Guided<A> {
    pub(crate) tree: Tree<A>,
    options: PuctOptions,
    /// The lowest and the highest reward of the searching seat.
    pub(crate) range: (f64, f64),
}

/// Where a leaf that waits for its evaluation belongs.
pub(crate) struct WaitingLeaf {
    path: Vec<PathStep>,
    node: NodeId,
}

/// Chooses by priors. The first move may be prescribed.
struct ByPriors<A> {
    options: PuctOptions,
    first: Option<A>,
}

impl<A: Copy + PartialEq> Guided<A> {
    /// A search in this tree.
    pub(crate) fn new(options: PuctOptions, tree: Tree<A>) -> Guided<A> {
        Guided { tree, options, range: (f64::INFINITY, f64::NEG_INFINITY) }
    }

    /// The root was evaluated. This is not an iteration.
    pub(crate) fn begin<G: Game<Action = A>>(&mut self, root: &Leaf<G>) {
        self.expand(ROOT, &root.legal, &root.priors);
    }

    /// One iteration down the tree, whose first move may be prescribed, to the end or to a position without edges. The
    /// path of such a new position is held as lost until it is evaluated; `None`: the game was over.
    pub(crate) fn descend<G: Game<Action = A>, D: Domain<G>>(
        &mut self,
        domain: &D,
        mut game: G,
        first: Option<A>,
        rng: &mut SearchRng,
    ) -> Option<(WaitingLeaf, Leaf<G>)> {
        let options = self.options;
        let knowledge = (domain, options.identity);
        let mut path = Vec::with_capacity(32);
        let chooser = &mut ByPriors { options, first };
        let end = descend(&mut self.tree, knowledge, chooser, &mut game, &mut path, rng);
        if let DescentEnd::At(node, seat) = end {
            self.tree.hold(&path, options.virtual_loss);
            return Some((WaitingLeaf { path, node }, Leaf::new(game, seat)));
        }
        let rewards = domain.rewards(&game);
        self.reward(&path, &rewards);
        None
    }

    /// A leaf was evaluated: rewards the path that led to it.
    pub(crate) fn settle<G: Game<Action = A>>(&mut self, waiting: &WaitingLeaf, leaf: &Leaf<G>) {
        let WaitingLeaf { path, node } = waiting;
        self.expand(*node, &leaf.legal, &leaf.priors);
        self.tree.release(path, self.options.virtual_loss);
        self.reward(path, &leaf.value);
    }

    fn reward(&mut self, path: &[PathStep], rewards: &Rewards) {
        if let Some(PathStep { seat: Some(seat), .. }) = path.first() {
            let reward = rewards[seat.index()];
            self.range = (self.range.0.min(reward), self.range.1.max(reward));
        }
        self.tree.reward(path, rewards, self.options.discount);
    }

    /// Adds the edges of a new position with their priors.
    fn expand(&mut self, node: NodeId, legal: &[A], priors: &[f32]) {
        debug_assert_eq!(legal.len(), priors.len(), "an evaluator gives a prior for each move");
        let sum: f32 = priors.iter().sum();
        for (i, &action) in legal.iter().enumerate() {
            let prior = priors.get(i).map(|prior| prior / sum).filter(|prior| prior.is_finite());
            let slot = self.tree.find_or_add(node, action);
            let edge = self.tree.edge_mut(node, slot);
            edge.prior = prior.unwrap_or(1.0 / legal.len() as f32);
            edge.available = edge.available.max(1);
        }
    }

    /// Mixes noise into the priors of the root.
    pub(crate) fn add_noise(&mut self, rng: &mut SearchRng) {
        let Some(Noise { alpha, fraction }) = self.options.noise else { return };
        let shares = dirichlet(alpha, self.tree.edges(ROOT).len(), rng);
        for (edge, share) in self.tree.edges_mut(ROOT).iter_mut().zip(shares) {
            let prior = f64::from(edge.prior);
            edge.prior = ((1.0 - fraction) * prior + fraction * share) as f32;
        }
    }
}

impl<G: Game> Chooser<G, Tree<G::Action>> for ByPriors<G::Action> {
    fn has_left(&self) -> bool {
        false
    }

    /// The prescribed move, or the legal one that the formula likes best, the first of equals. Moves that were not
    /// legal in earlier worlds get an edge now, as if all moves were equally likely.
    fn choose(
        &mut self,
        tree: &mut Tree<G::Action>,
        node: NodeId,
        game: &G,
        _seat: Seat,
        _rng: &mut SearchRng,
    ) -> Option<EdgeSlot> {
        if tree.edges(node).is_empty() {
            return None;
        }
        let mut legal = Actions::new();
        game.actions(&mut legal);
        let mut slots = ArrayVec::<EdgeSlot, MAX_ACTIONS>::new();
        for (i, &action) in legal.iter().enumerate() {
            // Mostly the same moves are legal in the same order.
            let here = tree.edges(node).get(i).is_some_and(|edge| edge.action == action);
            let known = if here { Some(i as EdgeSlot) } else { tree.find(node, action) };
            slots.push(known.unwrap_or_else(|| {
                let slot = tree.add_edge(node, action);
                tree.edge_mut(node, slot).prior = 1.0 / legal.len() as f32;
                slot
            }));
        }
        let prescribed = self.first.take().and_then(|action| tree.find(node, action));
        let chosen = prescribed.unwrap_or_else(|| self.best_edge(tree, node, &slots));
        // Only now: the formula is about earlier visits.
        let edges = tree.edges_mut(node);
        slots.iter().for_each(|&slot| edges[slot as usize].available += 1);
        Some(chosen)
    }
}

impl<A: Copy + PartialEq> ByPriors<A> {
    fn best_edge(&self, tree: &Tree<A>, node: NodeId, slots: &[EdgeSlot]) -> EdgeSlot {
        let PuctOptions { exploration, count, .. } = self.options;
        let n = match count {
            Count::Iterations => tree.tally.iterations.min(u32::MAX.into()) as u32,
            Count::Visits | Count::Availability => tree.visits(node),
        };
        let formula = Formula::new(Selection::Puct { exploration, count }, n);
        let edges = tree.edges(node);
        let untried = match self.options.untried {
            Untried::Nothing => 0.0,
            Untried::NodeLess(less) => mean_of(edges).map_or(0.0, |mean| mean - less),
        };
        let mut best = (slots[0], f64::NEG_INFINITY);
        for &slot in slots {
            let edge = &edges[slot as usize];
            let mean = if edge.visits == 0 { untried } else { edge.mean() };
            let value = mean + formula.bonus(edge);
            if value > best.1 {
                best = (slot, value);
            }
        }
        best.0
    }
}

/// What a node is worth to the seat that decides there; `None`: nothing was tried.
fn mean_of<A>(edges: &[Edge<A>]) -> Option<f64> {
    let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
    let total: f64 = edges.iter().map(|edge| edge.total).sum();
    (visits > 0).then(|| total / f64::from(visits))
}
