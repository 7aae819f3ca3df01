//! One iteration: down the tree, out to the end of the game, and back.

use super::domain::{Domain, Rewards};
use super::history::History;
use super::options::{Choice, Count, Identity, Selection, TreeOptions};
use super::perfect::mover;
use super::tree::{Edge, EdgeId, NodeId, ROOT, Tree};
use kontra_game::{Actions, Game, MAX_ACTIONS, SearchRng, Seat, Turn, choose};
use rustc_hash::FxHashMap;

/// One step of the current iteration, to be rewarded at its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    node: NodeId,
    /// Which of the node's edges.
    slot: u16,
    /// Who decided; `None`: chance.
    seat: Option<Seat>,
}

/// Whether every iteration meets the same legal moves at the same node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Worlds {
    /// One world: a node is a state.
    One,
    /// Another world each time: a node is an information set, and some of its edges may be closed.
    Many,
}

/// A tree with all that is needed to grow it.
pub(crate) struct Grower<'a, G: Game, D: Domain<G>> {
    pub(crate) tree: Tree<G::Action>,
    options: TreeOptions,
    domain: &'a D,
    worlds: Worlds,
    path: Vec<Step>,
    /// The nodes by information set, where nodes are told apart by it.
    information_sets: FxHashMap<u64, NodeId>,
    /// What became of each move, where that counts.
    pub(crate) history: History<G::Action>,
    /// Squares of rewards for each edge of the root, for standard errors.
    squares: Vec<(G::Action, f64)>,
    pub(crate) iterations: u64,
    pub(crate) max_depth: u32,
    pub(crate) total_depth: u64,
}

impl<'a, G: Game, D: Domain<G>> Grower<'a, G, D> {
    pub(crate) fn new(options: TreeOptions, domain: &'a D, worlds: Worlds) -> Grower<'a, G, D> {
        Grower::with_tree(Tree::new(), options, domain, worlds)
    }

    /// Goes on with a tree that is there already.
    pub(crate) fn with_tree(
        tree: Tree<G::Action>,
        options: TreeOptions,
        domain: &'a D,
        worlds: Worlds,
    ) -> Grower<'a, G, D> {
        Grower {
            tree,
            options,
            domain,
            worlds,
            path: Vec::with_capacity(128),
            information_sets: FxHashMap::default(),
            history: History::default(),
            squares: vec![],
            iterations: 0,
            max_depth: 0,
            total_depth: 0,
        }
    }

    /// One iteration from this state, which looks to the searcher like the true one.
    pub(crate) fn iterate(&mut self, mut game: G, rng: &mut SearchRng) {
        let over = self.descend(&mut game, rng);
        let rewards = match self.options.history {
            _ if over => self.domain.rewards(&game),
            None => self.domain.roll_out(&mut game, rng),
            Some(options) => {
                self.history.play_out(&mut game, options.guidance, rng);
                self.domain.rewards(&game)
            }
        };
        if self.options.history.is_some() {
            self.history.learn(&rewards);
        }
        self.reward(&rewards);
    }

    /// The steps of the last descent, to be rewarded later.
    pub(crate) fn take_path(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.path)
    }

    /// Rewards the steps of an earlier descent.
    pub(crate) fn reward_path(&mut self, path: Vec<Step>, rewards: &Rewards) {
        self.path = path;
        self.reward(rewards);
    }

    /// Counts a descent as lost until its reward is known, so that others try something else meanwhile.
    pub(crate) fn hold(&mut self, path: &[Step], loss: f64) {
        for step in path {
            let edge = self.tree.at(step.node, step.slot);
            edge.visits += 1;
            edge.total -= loss;
        }
    }

    /// Takes back what [`hold`](Grower::hold) counted.
    pub(crate) fn release(&mut self, path: &[Step], loss: f64) {
        for step in path {
            let edge = self.tree.at(step.node, step.slot);
            edge.visits -= 1;
            edge.total += loss;
        }
    }

    /// Plays down the tree to the first new position, or to the end; says whether the game is over.
    pub(crate) fn descend(&mut self, game: &mut G, rng: &mut SearchRng) -> bool {
        self.path.clear();
        let mut node = ROOT;
        let mut is_new = false;
        loop {
            let seat = match game.turn() {
                Turn::Over => return true,
                Turn::Seat(seat) => Some(seat),
                Turn::Chance => None,
            };
            // The first new position is where the playout begins; it becomes a node when it is seen again.
            if is_new && seat.is_some() && !self.options.grow_to_the_end {
                return false;
            }
            let by_view = self.options.identity == Identity::View;
            let edge = match seat {
                Some(seat) => {
                    if by_view && !self.path.is_empty() {
                        node = self.information_set(self.domain.key(game, seat));
                    }
                    self.choose_edge(node, game, &mut is_new, rng)
                }
                None if by_view => {
                    // Chance leads from one information set to another and needs no node of its own.
                    let Some(action) = game.random_action(rng) else { return true };
                    game.play(action);
                    continue;
                }
                None => game.random_action(rng).map(|action| self.tree.find_or_add(node, action)),
            };
            let Some(edge) = edge else { return true };
            self.path.push(Step { node, slot: self.tree.slot(node, edge), seat });
            let action = self.tree.edge(edge).action;
            if let (Some(seat), Some(_)) = (seat, self.options.history) {
                self.history.note(seat, action);
            }
            game.play(action);
            let goes_on = !is_new || self.options.grow_to_the_end || game.turn() == Turn::Chance;
            if goes_on && !by_view {
                node = self.tree.follow(edge);
            }
        }
    }

    /// The node of an information set, made now if it was not there.
    fn information_set(&mut self, key: u64) -> NodeId {
        *self.information_sets.entry(key).or_insert_with(|| self.tree.add_node())
    }

    /// The decision to follow at a node; `is_new` says from then on that the tree was left.
    fn choose_edge(
        &mut self,
        node: NodeId,
        game: &G,
        is_new: &mut bool,
        rng: &mut SearchRng,
    ) -> Option<EdgeId> {
        let mut legal = Actions::new();
        game.actions(&mut legal);
        let (first, edges) = self.tree.edges(node);
        // Which legal moves have an edge, and which are untried.
        let mut open = arrayvec::ArrayVec::<EdgeId, MAX_ACTIONS>::new();
        if self.worlds == Worlds::One {
            open.extend((0..edges.len()).map(|i| first + i as u32));
        } else {
            let is_legal = |i: &usize| legal.contains(&edges[*i].action);
            open.extend((0..edges.len()).filter(is_legal).map(|i| first + i as u32));
        }
        for &edge in &open {
            self.tree.edge_mut(edge).available += 1;
        }
        let visits = f64::from(self.tree.visits(node));
        if visits < self.options.visit_threshold * legal.len() as f64 {
            let action = legal[choose::below(rng, legal.len() as u32) as usize];
            return Some(self.follow_or_expand(node, action, is_new));
        }
        let untried = open.len() < legal.len();
        if untried && self.options.first_play == f64::INFINITY {
            let action = self.choose_untried(node, game, &mut legal, *is_new, rng);
            return Some(self.follow_or_expand(node, action, is_new));
        }
        let (best, value) = self.best_edge(node, &open, mover(game));
        if untried && self.options.first_play >= value {
            let action = self.choose_untried(node, game, &mut legal, *is_new, rng);
            return Some(self.follow_or_expand(node, action, is_new));
        }
        best
    }

    fn follow_or_expand(&mut self, node: NodeId, action: G::Action, is_new: &mut bool) -> EdgeId {
        self.tree.find(node, action).unwrap_or_else(|| {
            *is_new = true;
            let edge = self.tree.add_edge(node, action);
            self.tree.edge_mut(edge).available = 1;
            edge
        })
    }

    /// One of the legal moves without an edge.
    fn choose_untried(
        &self,
        node: NodeId,
        game: &G,
        legal: &mut Actions<G::Action>,
        is_new: bool,
        rng: &mut SearchRng,
    ) -> G::Action {
        let (_, edges) = self.tree.edges(node);
        legal.retain(|action| !edges.iter().any(|edge| edge.action == *action));
        let choice = if is_new { self.options.continuation } else { self.options.expansion };
        let any = |rng: &mut SearchRng| legal[choose::below(rng, legal.len() as u32) as usize];
        match choice {
            Choice::First => legal[0],
            Choice::Random => any(rng),
            Choice::Suggested => self.domain.suggest(game, legal, rng).unwrap_or_else(|| any(rng)),
        }
    }

    /// The open edge that the selection formula likes best, and its value.
    fn best_edge(&self, node: NodeId, open: &[EdgeId], seat: Seat) -> (Option<EdgeId>, f64) {
        let n = match self.count() {
            Count::Iterations => (self.iterations + 1) as f64,
            Count::Visits | Count::Availability => f64::from(self.tree.visits(node).max(1)),
        };
        let (ln, root) = (n.ln(), n.sqrt());
        let mut best = (None, f64::NEG_INFINITY);
        for &id in open {
            let edge = self.tree.edge(id);
            let available = f64::from(edge.available);
            let by_availability = self.count() == Count::Availability;
            let bonus = match self.options.selection {
                Selection::Uct { exploration, .. } => {
                    let ln = if by_availability { available.ln() } else { ln };
                    exploration * (ln / f64::from(edge.visits)).sqrt()
                }
                Selection::Puct { exploration, .. } => {
                    let root = if by_availability { available.sqrt() } else { root };
                    exploration * f64::from(edge.prior) * root / f64::from(1 + edge.visits)
                }
            };
            let value = edge.mean() + bonus + self.bias(seat, edge);
            if value > best.1 {
                best = (Some(id), value);
            }
        }
        best
    }

    /// What the history of a move adds to its value.
    fn bias(&self, seat: Seat, edge: &Edge<G::Action>) -> f64 {
        self.options.history.map_or(0.0, |options| {
            let mean = self.history.mean(seat, edge.action).unwrap_or(0.0);
            options.bias * mean / f64::from(edge.visits + 1)
        })
    }

    fn count(&self) -> Count {
        match self.options.selection {
            Selection::Uct { count, .. } | Selection::Puct { count, .. } => count,
        }
    }

    /// Rewards every decision of the iteration.
    pub(crate) fn reward(&mut self, rewards: &Rewards) {
        for step in &self.path {
            self.tree.visit(step.node);
            let edge = self.tree.at(step.node, step.slot);
            edge.visits += 1;
            edge.total += step.seat.map_or(0.0, |seat| rewards[seat.index()]);
        }
        if let Some(&Step { node, slot, seat: Some(seat) }) = self.path.first() {
            let (action, square) = (self.tree.at(node, slot).action, rewards[seat.index()].powi(2));
            match self.squares.iter_mut().find(|(other, _)| *other == action) {
                Some((_, sum)) => *sum += square,
                None => self.squares.push((action, square)),
            }
        }
        self.iterations += 1;
        self.max_depth = self.max_depth.max(self.path.len() as u32);
        self.total_depth += self.path.len() as u64;
    }

    /// The sum of squared rewards of a move at the root.
    pub(crate) fn squares(&self, action: G::Action) -> f64 {
        self.squares.iter().find(|(other, _)| *other == action).map_or(0.0, |&(_, sum)| sum)
    }
}
