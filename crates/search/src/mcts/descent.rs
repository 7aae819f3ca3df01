//! One iteration: down the tree, out to the end of the game, and back.

use super::domain::{Domain, Rewards};
use super::history::History;
use super::options::{Choice, Count, Identity, Selection, TreeOptions};
use super::path::Step;
use super::tree::{Edge, NodeId, ROOT, Slot, Tree};
use arrayvec::ArrayVec;
use kontra_game::{Actions, Game, MAX_ACTIONS, SearchRng, Seat, Turn, choose};
use rustc_hash::FxHashMap;

/// Whether every iteration begins in the same world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Worlds {
    /// The same.
    One,
    /// Another one each time: the moves of a node are not always legal.
    Many,
}

/// A tree with all that is needed to grow it.
pub(crate) struct Grower<'a, G: Game, D: Domain<G>> {
    pub(crate) tree: Tree<G::Action>,
    options: TreeOptions,
    domain: &'a D,
    /// Whether a node always has the same legal moves.
    moves_are_fixed: bool,
    path: Vec<Step>,
    /// The nodes by information set, where nodes are told apart by it.
    information_sets: FxHashMap<u64, NodeId>,
    /// What became of each move, where that counts.
    pub(crate) history: History<G::Action>,
}

/// What to follow at a node.
enum Chosen<A> {
    /// This edge.
    Known(Slot),
    /// A move without an edge.
    New(A),
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
        // Even in one world, a coarse key may put positions with different moves into one node.
        let moves_are_fixed = worlds == Worlds::One && options.identity == Identity::History;
        Grower {
            tree,
            options,
            domain,
            moves_are_fixed,
            path: Vec::with_capacity(128),
            information_sets: FxHashMap::default(),
            history: History::default(),
        }
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

    /// The steps of the last descent, to be rewarded later.
    pub(crate) fn take_path(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.path)
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
                    self.information_set(self.domain.key(game, seat))
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
                    let action = self.tree.edge(node, slot).action;
                    if self.options.history.is_some() {
                        self.history.note(seat, action);
                    }
                    action
                }
                None => {
                    let Some(outcome) = game.random_action(rng) else { return true };
                    if !by_view {
                        let slot = self.tree.find_or_add(node, outcome);
                        self.path.push(Step { node, slot, seat: None });
                    }
                    outcome
                }
            };
            game.play(action);
        }
    }

    /// The node of an information set, made now if it was not there.
    fn information_set(&mut self, key: u64) -> NodeId {
        *self.information_sets.entry(key).or_insert_with(|| self.tree.add_node())
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
        let open = self.open_edges(node, &legal);
        let chosen = self.choose(node, game, seat, (&mut legal, &open), *is_new, rng);
        if self.count() == Count::Availability {
            // Only now: the formula is about earlier visits.
            let edges = self.tree.edges_mut(node);
            open.iter().for_each(|&slot| edges[slot as usize].available += 1);
        }
        match chosen {
            Chosen::Known(slot) => slot,
            Chosen::New(action) => {
                *is_new = true;
                let slot = self.tree.add_edge(node, action);
                let edge = self.tree.edge_mut(node, slot);
                edge.available = 1;
                edge.prior = 1.0 / count as f32;
                slot
            }
        }
    }

    /// The edges whose moves are legal now.
    fn open_edges(
        &self,
        node: NodeId,
        legal: &Actions<G::Action>,
    ) -> ArrayVec<Slot, MAX_ACTIONS> {
        let edges = self.tree.edges(node);
        if self.moves_are_fixed {
            return (0..edges.len() as Slot).collect();
        }
        let is_legal = |slot: &Slot| legal.contains(&edges[*slot as usize].action);
        (0..edges.len() as Slot).filter(is_legal).collect()
    }

    fn choose(
        &self,
        node: NodeId,
        game: &G,
        seat: Seat,
        (legal, open): (&mut Actions<G::Action>, &[Slot]),
        is_new: bool,
        rng: &mut SearchRng,
    ) -> Chosen<G::Action> {
        let enough = self.options.visit_threshold * legal.len() as f64;
        if !is_new && f64::from(self.tree.visits(node)) < enough {
            let action = any(legal, rng);
            return self.tree.find(node, action).map_or(Chosen::New(action), Chosen::Known);
        }
        let untried = open.len() < legal.len();
        if !untried || self.options.first_play < f64::INFINITY {
            let best = self.best_edge(node, open, seat);
            if let Some((slot, value)) = best
                && (!untried || value > self.options.first_play)
            {
                return Chosen::Known(slot);
            }
        }
        let edges = self.tree.edges(node);
        legal.retain(|action| !open.iter().any(|&slot| edges[slot as usize].action == *action));
        let choice = if is_new { self.options.continuation } else { self.options.expansion };
        Chosen::New(pick(choice, self.domain, game, legal, rng))
    }

    /// The open edge that the selection formula likes best, the first of equals, and its value.
    fn best_edge(&self, node: NodeId, open: &[Slot], seat: Seat) -> Option<(Slot, f64)> {
        let edges = self.tree.edges(node);
        let n = match self.count() {
            Count::Iterations => self.tree.tally.iterations as f64,
            Count::Visits | Count::Availability => f64::from(self.tree.visits(node)),
        };
        let mut best: Option<(Slot, f64)> = None;
        let formula = Formula::new(self.options.selection, n);
        for &slot in open {
            let edge = &edges[slot as usize];
            let value = edge.mean() + formula.bonus(edge) + self.bias(seat, edge);
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((slot, value));
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
}

/// The selection formula at one node.
struct Formula {
    selection: Selection,
    /// ln n, or √n, where n is the same for all edges.
    shared: f64,
}

impl Formula {
    fn new(selection: Selection, n: f64) -> Formula {
        let n = n.max(1.0);
        let shared = match selection {
            Selection::Uct { .. } => n.ln(),
            Selection::Puct { .. } => n.sqrt(),
        };
        Formula { selection, shared }
    }

    /// What an edge is worth beyond its mean because it was tried little.
    #[inline]
    fn bonus<A>(&self, edge: &Edge<A>) -> f64 {
        match self.selection {
            Selection::Uct { exploration, count } => {
                let ln = match count {
                    Count::Availability => f64::from(edge.available).ln(),
                    Count::Visits | Count::Iterations => self.shared,
                };
                exploration * (ln / f64::from(edge.visits)).sqrt()
            }
            Selection::Puct { exploration, count } => {
                let root = match count {
                    Count::Availability => f64::from(edge.available).sqrt(),
                    Count::Visits | Count::Iterations => self.shared,
                };
                exploration * f64::from(edge.prior) * root / f64::from(1 + edge.visits)
            }
        }
    }
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
