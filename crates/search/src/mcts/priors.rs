//! A tree in which every legal move has an edge with a prior from the start.

use super::domain::{Domain, Rewards};
use super::evaluator::{Evaluator, Leaf};
use super::noise::{Noise, dirichlet};
use super::options::{Count, Identity};
use super::path::Step;
use super::puct::PuctOptions;
use super::tree::{NodeId, ROOT, Slot, Tree};
use arrayvec::ArrayVec;
use kontra_game::{Actions, Game, MAX_ACTIONS, SearchRng, Turn};

/// The tree of one search.
pub(crate) struct Guided<'a, A, D> {
    pub(crate) tree: Tree<A>,
    options: PuctOptions,
    domain: &'a D,
    /// The lowest and the highest reward of the searching seat.
    pub(crate) range: (f64, f64),
}

/// Where an iteration ended.
pub(crate) enum End<G: Game> {
    /// The game is over.
    Over(Vec<Step>, Rewards),
    /// The position is new.
    New(Waiting<G>),
}

/// An iteration that waits for its leaf to be evaluated.
pub(crate) struct Waiting<G: Game> {
    path: Vec<Step>,
    node: NodeId,
    leaf: Leaf<G>,
}

impl<'a, A: Copy + PartialEq, D> Guided<'a, A, D> {
    /// A tree with nothing but this root, which is evaluated first. This is not an iteration.
    pub(crate) fn new<G: Game<Action = A>, E: Evaluator<G>>(
        options: PuctOptions,
        domain: &'a D,
        evaluator: &mut E,
        root: Leaf<G>,
        rng: &mut SearchRng,
    ) -> Guided<'a, A, D> {
        let tree = Tree::new();
        let range = (f64::INFINITY, f64::NEG_INFINITY);
        let mut guided = Guided { tree, options, domain, range };
        let mut leaves = [root];
        evaluator.evaluate(&mut leaves, rng);
        guided.expand(ROOT, &leaves[0].legal, &leaves[0].priors);
        guided.add_noise(options.noise, rng);
        guided
    }

    /// One iteration down the tree, whose first move may be prescribed, to a position without edges or to the end. The
    /// path of a new position is held as lost until it is evaluated.
    pub(crate) fn descend<G: Game<Action = A>>(
        &mut self,
        game: G,
        first: Option<A>,
        rng: &mut SearchRng,
    ) -> End<G>
    where
        D: Domain<G>,
    {
        let end = self.follow(game, first, rng);
        match &end {
            End::Over(path, rewards) => self.reward(path, rewards),
            End::New(waiting) => self.tree.hold(&waiting.path, self.options.virtual_loss),
        }
        end
    }

    fn follow<G: Game<Action = A>>(
        &mut self,
        mut game: G,
        mut first: Option<A>,
        rng: &mut SearchRng,
    ) -> End<G>
    where
        D: Domain<G>,
    {
        let by_view = self.options.identity == Identity::View;
        let mut path: Vec<Step> = Vec::with_capacity(32);
        loop {
            let turn = game.turn();
            let node = match (path.last(), turn) {
                (_, Turn::Over) => return End::Over(path, self.domain.rewards(&game)),
                (None, _) => ROOT,
                (Some(_), Turn::Seat(seat)) if by_view => {
                    self.tree.information_set(self.domain.key(&game, seat))
                }
                // Chance leads from one information set to another and needs no node of its own.
                (Some(step), _) if by_view => step.node,
                (Some(step), _) => self.tree.follow(step.node, step.slot),
            };
            let action = if let Turn::Seat(seat) = turn {
                if self.tree.edges(node).is_empty() {
                    return End::New(Waiting { path, node, leaf: Leaf::new(game, seat) });
                }
                let mut legal = Actions::new();
                game.actions(&mut legal);
                let slot = self.choose(node, &legal, first.take());
                path.push(Step { node, slot, seat: Some(seat) });
                self.tree.edge(node, slot).action
            } else {
                let Some(outcome) = game.random_action(rng) else {
                    return End::Over(path, self.domain.rewards(&game));
                };
                if !by_view {
                    let slot = self.tree.find_or_add(node, outcome);
                    path.push(Step { node, slot, seat: None });
                }
                outcome
            };
            game.play(action);
        }
    }

    /// The prescribed move, or the legal one that the formula likes best, the first of equals. Moves that were not
    /// legal in earlier worlds get an edge now, as if all moves were equally likely.
    fn choose(&mut self, node: NodeId, legal: &[A], prescribed: Option<A>) -> Slot {
        let mut slots = ArrayVec::<Slot, MAX_ACTIONS>::new();
        for (i, &action) in legal.iter().enumerate() {
            // Mostly the same moves are legal in the same order.
            let here = self.tree.edges(node).get(i).is_some_and(|edge| edge.action == action);
            let known = if here { Some(i as Slot) } else { self.tree.find(node, action) };
            slots.push(known.unwrap_or_else(|| {
                let slot = self.tree.add_edge(node, action);
                self.tree.edge_mut(node, slot).prior = 1.0 / legal.len() as f32;
                slot
            }));
        }
        let prescribed = prescribed.and_then(|action| self.tree.find(node, action));
        let chosen = prescribed.unwrap_or_else(|| self.best_edge(node, &slots));
        // Only now: the formula is about earlier visits.
        let edges = self.tree.edges_mut(node);
        slots.iter().for_each(|&slot| edges[slot as usize].available += 1);
        chosen
    }

    fn best_edge(&self, node: NodeId, slots: &[Slot]) -> Slot {
        let edges = self.tree.edges(node);
        let n = match self.options.count {
            Count::Iterations => self.tree.tally.iterations as f64,
            Count::Visits | Count::Availability => f64::from(self.tree.visits(node)),
        };
        let shared = n.max(1.0).sqrt();
        let mut best = (slots[0], f64::NEG_INFINITY);
        for &slot in slots {
            let edge = &edges[slot as usize];
            let root = match self.options.count {
                Count::Availability => f64::from(edge.available).sqrt(),
                Count::Visits | Count::Iterations => shared,
            };
            let mean = if edge.visits == 0 { 0.0 } else { edge.mean() };
            let bonus = self.options.exploration * f64::from(edge.prior) * root
                / f64::from(1 + edge.visits);
            if mean + bonus > best.1 {
                best = (slot, mean + bonus);
            }
        }
        best.0
    }

    /// Evaluates all waiting leaves at once and rewards the paths that led to them.
    pub(crate) fn settle<G: Game<Action = A>, E: Evaluator<G>>(
        &mut self,
        waiting: Vec<Waiting<G>>,
        evaluator: &mut E,
        rng: &mut SearchRng,
    ) {
        if waiting.is_empty() {
            return;
        }
        let (mut leaves, places): (Vec<_>, Vec<_>) =
            waiting.into_iter().map(|w| (w.leaf, (w.path, w.node))).unzip();
        evaluator.evaluate(&mut leaves, rng);
        for (leaf, (path, node)) in leaves.iter().zip(places) {
            self.expand(node, &leaf.legal, &leaf.priors);
            self.tree.release(&path, self.options.virtual_loss);
            self.reward(&path, &leaf.value);
        }
    }

    fn reward(&mut self, path: &[Step], rewards: &Rewards) {
        if let Some(Step { seat: Some(seat), .. }) = path.first() {
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

    fn add_noise(&mut self, noise: Option<Noise>, rng: &mut SearchRng) {
        let Some(Noise { alpha, fraction }) = noise else { return };
        let shares = dirichlet(alpha, self.tree.edges(ROOT).len(), rng);
        for (edge, share) in self.tree.edges_mut(ROOT).iter_mut().zip(shares) {
            let prior = f64::from(edge.prior);
            edge.prior = ((1.0 - fraction) * prior + fraction * share) as f32;
        }
    }
}
