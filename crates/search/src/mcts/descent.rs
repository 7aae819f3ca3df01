//! One iteration: down the tree, out to the end of the game, and back.

use super::domain::{Domain, Rewards};
use super::formula::Formula;
use super::growing::Growing;
use super::history::History;
use super::options::{Choice, Count, Identity, Selection, TreeOptions};
use super::path::Step;
use super::shared::Hand;
use super::tree::{NodeId, ROOT, Slot, Tree};
use kontra_game::{Actions, Game, SearchRng, Seat, Turn, choose};

/// Whether every iteration begins in the same world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Worlds {
    /// The same.
    One,
    /// Another one each time: the moves of a node are not always legal.
    Many,
}

/// A tree with all that is needed to grow it.
pub(crate) struct Grower<'a, G: Game, D: Domain<G>, T = Tree<<G as Game>::Action>> {
    pub(crate) tree: T,
    options: TreeOptions,
    domain: &'a D,
    /// Whether a node always has the same legal moves.
    moves_are_fixed: bool,
    path: Vec<Step>,
    /// The moves that were tried at a node: only to avoid making a list again and again.
    tried: Vec<G::Action>,
    /// What became of each move, where that counts.
    pub(crate) history: History<G::Action>,
}

impl<'a, G: Game, D: Domain<G>> Grower<'a, G, D> {
    pub(crate) fn new(options: TreeOptions, domain: &'a D, worlds: Worlds) -> Grower<'a, G, D> {
        Grower::with_tree(Tree::new(), options, domain, worlds)
    }

    /// One iteration from this state, which looks to the searcher like the true one.
    pub(crate) fn iterate(&mut self, mut game: G, rng: &mut SearchRng) {
        let over = self.descend(&mut game, rng);
        let rewards = match self.options.history {
            _ if over => self.domain.rewards(&game),
            None => play_out(&self.options, self.domain, &mut game, rng),
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

    /// Rewards every decision of the last descent.
    pub(crate) fn reward(&mut self, rewards: &Rewards) {
        self.tree.reward(&self.path, rewards, 1.0);
    }
}

impl<'a, G: Game, D: Domain<G>, T: Growing<G::Action>> Grower<'a, G, D, T> {
    /// Goes on with a tree that is there already.
    pub(crate) fn with_tree(
        tree: T,
        options: TreeOptions,
        domain: &'a D,
        worlds: Worlds,
    ) -> Grower<'a, G, D, T> {
        // Even in one world, a coarse key may put positions with different moves into one node.
        let moves_are_fixed = worlds == Worlds::One && options.identity == Identity::History;
        Grower {
            tree,
            options,
            domain,
            moves_are_fixed,
            path: Vec::with_capacity(128),
            tried: vec![],
            history: History::default(),
        }
    }

    /// Plays down the tree to the first new position, or to the end; says whether the game is over.
    pub(crate) fn descend(&mut self, game: &mut G, rng: &mut SearchRng) -> bool {
        self.path.clear();
        let by_view = self.options.identity == Identity::View;
        let mut is_new = false;
        loop {
            let seat = match game.turn() {
                Turn::Over => return true,
                // The first new position is where the playout begins; it becomes a node when it is seen again.
                Turn::Seat(_) if is_new && !self.options.grow_to_the_end => return false,
                Turn::Seat(seat) => Some(seat),
                Turn::Chance => None,
            };
            let node = match (self.path.last(), seat) {
                (None, _) => ROOT,
                (Some(_), Some(seat)) if by_view => {
                    self.tree.information_set(self.domain.key(game, seat))
                }
                (Some(step), _) => {
                    let &Step { node, slot, .. } = step;
                    // Chance leads from one information set to another and needs no node of its own.
                    if by_view { node } else { self.tree.follow(node, slot) }
                }
            };
            let action = match seat {
                Some(seat) => {
                    let slot = self.choose_edge(node, game, seat, &mut is_new, rng);
                    self.path.push(Step { node, slot, seat: Some(seat) });
                    let action = self.tree.action(node, slot);
                    if self.options.history.is_some() {
                        self.history.note(seat, action);
                    }
                    action
                }
                None => {
                    let Some(outcome) = game.random_action(rng) else { return true };
                    if !by_view {
                        let slot = self.tree.outcome(node, outcome);
                        self.path.push(Step { node, slot, seat: None });
                    }
                    outcome
                }
            };
            game.play(action);
        }
    }

    /// The edge to follow at a node; `is_new` says from then on that the tree was left.
    fn choose_edge(
        &mut self,
        node: NodeId,
        game: &G,
        seat: Seat,
        is_new: &mut bool,
        rng: &mut SearchRng,
    ) -> Slot {
        let mut legal = Actions::new();
        game.actions(&mut legal);
        let count = legal.len();
        let enough = self.options.visit_threshold * count as f64;
        let visits = self.tree.arrive(node);
        let known = self.look(node, visits, seat, &legal);
        let action = if !*is_new && f64::from(visits) < enough {
            let action = any(&legal, rng);
            if let Some(slot) = self.tree.find(node, action) {
                return slot;
            }
            action
        } else {
            let untried = known.open < count;
            if let Some(slot) = known.best
                && (!untried || known.value > self.options.first_play)
            {
                return slot;
            }
            self.tried.clear();
            self.tree.tried(node, &mut self.tried);
            legal.retain(|action| !self.tried.contains(action));
            let choice = if *is_new { self.options.continuation } else { self.options.expansion };
            pick(choice, self.domain, game, &legal, rng)
        };
        *is_new = true;
        self.tree.open(node, action, 1.0 / count as f32)
    }

    /// Looks at all edges of a node once: what may be followed, and what the selection formula likes best, the first of
    /// equals.
    #[inline]
    fn look(&mut self, node: NodeId, visits: u32, seat: Seat, legal: &[G::Action]) -> Known {
        let by_availability = self.count() == Count::Availability;
        let n = match self.count() {
            Count::Iterations => self.tree.iterations().min(u32::MAX.into()) as u32,
            Count::Visits | Count::Availability => visits,
        };
        let formula = Formula::new(self.options.selection, n);
        let mut known = Known { open: 0, best: None, value: f64::NEG_INFINITY };
        self.tree.look(node, |slot, edge| {
            if !self.moves_are_fixed && !legal.contains(&edge.action) {
                return false;
            }
            let mut value = edge.mean() + formula.bonus(edge);
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

    fn count(&self) -> Count {
        match self.options.selection {
            Selection::Uct { count, .. } | Selection::Puct { count, .. } => count,
        }
    }
}

impl<G: Game, D: Domain<G>> Grower<'_, G, D, Hand<'_, G::Action>> {
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
    best: Option<Slot>,
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
    if options.continuation == Choice::Random {
        return domain.roll_out(game, rng);
    }
    loop {
        let action = match game.turn() {
            Turn::Over => return domain.rewards(game),
            Turn::Chance => game.random_action(rng),
            Turn::Seat(_) => {
                let mut legal = Actions::new();
                game.actions(&mut legal);
                Some(pick(options.continuation, domain, game, &legal, rng))
            }
        };
        let Some(action) = action else { return domain.rewards(game) };
        game.play(action);
    }
}

/// One of these moves, about which the tree knows nothing.
fn pick<G: Game, D: Domain<G>>(
    choice: Choice,
    domain: &D,
    game: &G,
    moves: &[G::Action],
    rng: &mut SearchRng,
) -> G::Action {
    match choice {
        Choice::First => moves[0],
        Choice::Random => any(moves, rng),
        Choice::Suggested => domain.suggest(game, moves, rng).unwrap_or_else(|| any(moves, rng)),
    }
}

fn any<A: Copy>(moves: &[A], rng: &mut SearchRng) -> A {
    moves[choose::below(rng, moves.len() as u32) as usize]
}
