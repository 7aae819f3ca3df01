//! One iteration of UCT and its relatives: down the tree, out to the end of the game, and back.

use super::descent::{Chooser, DescentEnd, WorldSource, descend};
use super::domain::{Domain, Rewards};
use super::formula::{Formula, SharesOfVisits};
use super::growing::Growing;
use super::history::MoveHistory;
use super::options::{Count, MoveChoice, NodeIdentity, Selection, TreeOptions};
use super::path::PathStep;
use super::shared::ThreadHandle;
use super::tree::{EdgeSlot, NodeId, Tree};
use kontra_game::{Actions, Game, SearchRng, Seat, Turn, choose};

/// A tree with all that is needed to grow it.
pub(crate) struct Grower<'a, G: Game, D: Domain<G>, T = Tree<<G as Game>::Action>> {
    pub(crate) tree: T,
    path: Vec<PathStep>,
    uct: Uct<'a, G, D>,
}

/// Chooses by the options of a tree.
struct Uct<'a, G: Game, D> {
    options: TreeOptions,
    domain: &'a D,
    /// Whether a node always has the same legal moves.
    moves_are_fixed: bool,
    /// Parts of the formula, where they are not computed again and again.
    table: Option<SharesOfVisits>,
    /// Whether the tree was left on the way down.
    is_new: bool,
    /// The moves that were tried at a node: only to avoid making a list again and again.
    tried: Vec<G::Action>,
    /// What became of each move, where that counts.
    history: MoveHistory<G::Action>,
}

impl<'a, G: Game, D: Domain<G>> Grower<'a, G, D> {
    pub(crate) fn new(
        options: TreeOptions,
        domain: &'a D,
        worlds: WorldSource,
    ) -> Grower<'a, G, D> {
        Grower::with_tree(Tree::new(), options, domain, worlds)
    }

    /// One iteration from this state, which looks to the searcher like the true one.
    pub(crate) fn iterate(&mut self, mut game: G, rng: &mut SearchRng) {
        let over = self.descend(&mut game, rng);
        let Uct { options, domain, history, .. } = &mut self.uct;
        let rewards = match options.history {
            _ if over => domain.rewards(&game),
            None => play_out(options, *domain, &mut game, rng),
            Some(options) => {
                history.play_out(&mut game, options.guidance, rng);
                domain.rewards(&game)
            }
        };
        if options.history.is_some() {
            history.learn(&rewards);
        }
        self.reward(&rewards);
    }

    /// Rewards every decision of the last descent.
    pub(crate) fn reward(&mut self, rewards: &Rewards) {
        self.tree.reward(&self.path, rewards, 1.0);
    }

    /// What became of each move so far.
    pub(crate) fn history(&mut self) -> &mut MoveHistory<G::Action> {
        &mut self.uct.history
    }
}

impl<'a, G: Game, D: Domain<G>, T: Growing<G::Action>> Grower<'a, G, D, T> {
    /// Continues with a tree that is there already.
    pub(crate) fn with_tree(
        tree: T,
        options: TreeOptions,
        domain: &'a D,
        worlds: WorldSource,
    ) -> Grower<'a, G, D, T> {
        // Even in one world, a coarse key may put positions with different moves into one node.
        let moves_are_fixed = (worlds == WorldSource::One || G::MOVES_ARE_PUBLIC)
            && options.identity == NodeIdentity::History;
        let (tried, history) = (vec![], MoveHistory::default());
        let table = options.tabulated.then(SharesOfVisits::new);
        let uct = Uct { options, domain, moves_are_fixed, table, is_new: false, tried, history };
        Grower { tree, path: Vec::with_capacity(128), uct }
    }

    /// Plays down the tree to the first new position, or to the end; says whether the game is over.
    pub(crate) fn descend(&mut self, game: &mut G, rng: &mut SearchRng) -> bool {
        let Grower { tree, path, uct } = self;
        uct.is_new = false;
        let knowledge = (uct.domain, uct.options.identity);
        descend(tree, knowledge, uct, game, path, rng) == DescentEnd::Over
    }
}

impl<G: Game, D: Domain<G>, T: Growing<G::Action>> Chooser<G, T> for Uct<'_, G, D> {
    /// The first new position is where the playout begins; it becomes a node when it is seen again.
    #[inline]
    fn has_left(&self) -> bool {
        self.is_new && !self.options.grow_to_the_end
    }

    #[inline]
    fn choose(
        &mut self,
        tree: &mut T,
        node: NodeId,
        game: &G,
        seat: Seat,
        rng: &mut SearchRng,
    ) -> Option<EdgeSlot> {
        let slot = self.choose_edge(tree, node, game, seat, rng);
        if self.options.history.is_some() {
            self.history.note(seat, tree.action(node, slot));
        }
        Some(slot)
    }
}

impl<G: Game, D: Domain<G>> Uct<'_, G, D> {
    /// The edge to follow at a node; `is_new` says from then on that the tree was left.
    fn choose_edge<T: Growing<G::Action>>(
        &mut self,
        tree: &mut T,
        node: NodeId,
        game: &G,
        seat: Seat,
        rng: &mut SearchRng,
    ) -> EdgeSlot {
        let visits = tree.arrive(node);
        // Where all moves have an edge already, there is no need to list them.
        let is_settled = self.moves_are_fixed
            && tree.complete(node).is_some_and(|count| !self.is_rare(visits, count as usize));
        let mut legal = Actions::new();
        if !is_settled {
            game.actions(&mut legal);
        }
        let count = legal.len();
        let known = self.look(tree, node, visits, seat, &legal);
        if let (true, Some(slot)) = (is_settled, known.best) {
            return slot;
        }
        let action = if !self.is_new && self.is_rare(visits, count) {
            let action = any(&legal, rng);
            if let Some(slot) = tree.find(node, action) {
                return slot;
            }
            action
        } else {
            let untried = known.open < count;
            if self.moves_are_fixed && !untried {
                tree.set_complete(node);
            }
            if let Some(slot) = known.best
                && (!untried || known.value > self.options.first_play)
            {
                return slot;
            }
            self.tried.clear();
            tree.tried(node, &mut self.tried);
            legal.retain(|action| !self.tried.contains(action));
            let choice =
                if self.is_new { self.options.continuation } else { self.options.expansion };
            pick(choice, self.domain, game, seat, &legal, rng)
        };
        self.is_new = true;
        tree.open(node, action, 1.0 / count as f32)
    }

    /// Whether a node with this many moves was visited so little that its moves are chosen at random.
    #[inline]
    fn is_rare(&self, visits: u32, count: usize) -> bool {
        f64::from(visits) < self.options.visit_threshold * count as f64
    }

    /// Looks at all edges of a node once: what may be followed, and what the selection formula likes best, the first of
    /// equals.
    #[inline]
    fn look<T: Growing<G::Action>>(
        &mut self,
        tree: &mut T,
        node: NodeId,
        visits: u32,
        seat: Seat,
        legal: &[G::Action],
    ) -> Known {
        let (Selection::Uct { count, .. } | Selection::Puct { count, .. }) = self.options.selection;
        let by_availability = count == Count::Availability;
        let n = match count {
            Count::Iterations => tree.iterations().min(u32::MAX.into()) as u32,
            Count::Visits | Count::Availability => visits,
        };
        let formula = Formula::new(self.options.selection, n);
        let mut known = Known { open: 0, best: None, value: f64::NEG_INFINITY };
        tree.look(node, |slot, edge| {
            if !self.moves_are_fixed && !legal.contains(&edge.action) {
                return false;
            }
            let bonus = match self.table {
                Some(table) => formula.tabulated_bonus(table, n, edge),
                None => formula.bonus(edge),
            };
            let mut value = edge.mean() + bonus;
            if let Some(options) = self.options.history {
                let mean = self.history.mean(seat, edge.action).unwrap_or(0.0);
                value += options.bias * mean / f64::from(edge.visits + 1);
            }
            if known.best.is_none() || value > known.value {
                (known.best, known.value) = (Some(slot), value);
            }
            known.open += 1;
            by_availability
        });
        known
    }
}

impl<G: Game, D: Domain<G>> Grower<'_, G, D, ThreadHandle<'_, G::Action>> {
    /// Counts the last descent as lost until its reward is known.
    pub(crate) fn hold(&self) {
        self.tree.hold(&self.path);
    }

    /// Rewards every decision of the last descent, which was held.
    pub(crate) fn reward_held(&mut self, rewards: &Rewards) {
        self.tree.reward(&self.path, rewards);
    }
}

/// What a node knows about the moves that are legal now.
struct Known {
    /// How many of them have an edge.
    open: usize,
    /// The edge that the selection formula likes best.
    best: Option<EdgeSlot>,
    /// What the formula gives for it.
    value: f64,
}

/// Plays to the end as the options say.
pub(crate) fn play_out<G: Game, D: Domain<G>>(
    options: &TreeOptions,
    domain: &D,
    game: &mut G,
    rng: &mut SearchRng,
) -> Rewards {
    if options.continuation == MoveChoice::Random {
        return domain.roll_out(game, rng);
    }
    loop {
        let action = match game.turn() {
            Turn::Over => return domain.rewards(game),
            Turn::Chance => game.random_action(rng),
            Turn::Seat(seat) => {
                let mut legal = Actions::new();
                game.actions(&mut legal);
                Some(pick(options.continuation, domain, game, seat, &legal, rng))
            }
        };
        let Some(action) = action else { return domain.rewards(game) };
        game.play(action);
    }
}

/// One of these moves, about which the tree knows nothing.
fn pick<G: Game, D: Domain<G>>(
    choice: MoveChoice,
    domain: &D,
    game: &G,
    seat: Seat,
    moves: &[G::Action],
    rng: &mut SearchRng,
) -> G::Action {
    match choice {
        MoveChoice::First => moves[0],
        MoveChoice::Random => any(moves, rng),
        MoveChoice::Suggested => {
            let suggested = domain.suggest_in(game, seat, moves, rng);
            suggested.unwrap_or_else(|| any(moves, rng))
        }
    }
}

fn any<A: Copy>(moves: &[A], rng: &mut SearchRng) -> A {
    moves[choose::below(rng, moves.len() as u32) as usize]
}
