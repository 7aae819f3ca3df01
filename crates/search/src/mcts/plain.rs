use super::domain::{Domain, Rewards, RulesOnly};
use super::formula::SharesOfVisits;
use super::options::{Decision, TreeOptions};
use super::root_results::{RootEdge, RootResults};
use super::sample::RewardSample;
use super::tasks::{StateTask, search_of_states, seeds};
use super::threads::in_order;
use super::tree::{Edge, IterationCounts};
use crate::Budget;
use kontra_game::{Actions, Chances, Game, SearchRng, Seat, Turn, choose};
use std::num::NonZeroUsize;

/// UCT for small games in which nothing is hidden: each node holds its position, so that nothing is played on the way down, and what the
/// formula needs of a move is worked out when the move is rewarded and not whenever it is looked at.
///
/// The algorithm is that of [`Mcts`](super::Mcts) with [`TreeOptions::uct`]: untried moves first, in random order, one new node for each
/// iteration, n in the formula counts visits. A node takes more memory, and there are no further options.
#[derive(Clone, Debug)]
pub struct PlainMcts<D = RulesOnly> {
    /// How the tree chooses and decides.
    pub options: PlainOptions,
    /// How long to search.
    pub budget: Budget,
    /// How many independent trees share the iterations.
    pub trees: NonZeroUsize,
    /// How many threads grow the trees.
    pub threads: NonZeroUsize,
    /// What is known of the game: its playouts and rewards.
    pub domain: D,
}

/// How a [`PlainMcts`] chooses and decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlainOptions {
    /// The weight of what was tried little.
    pub exploration: f64,
    /// How the move to play is chosen in the end.
    pub decision: Decision,
}

impl PlainMcts {
    /// One tree, one thread, no knowledge; the most visited move is played.
    pub fn new(exploration: f64, budget: Budget) -> PlainMcts {
        let (one, decision) = (NonZeroUsize::MIN, TreeOptions::uct(exploration).decision);
        let options = PlainOptions { exploration, decision };
        PlainMcts { options, budget, trees: one, threads: one, domain: RulesOnly }
    }
}

search_of_states!(PlainMcts);

impl<D> PlainMcts<D> {
    /// What the trees say.
    fn grow<G: Game>(&self, task: &StateTask<'_, G>, rng: &mut SearchRng) -> RootResults<G::Action>
    where
        D: Domain<G>,
    {
        let trees = self.trees.get();
        let seeds = seeds(trees, rng);
        let grown = in_order(self.threads, trees, |number| {
            let mut rng = seeds[number].clone();
            let mut tree = StateTree::new(task.game, task.legal[0], &mut rng);
            let part = self.budget.part(number, trees);
            let clock = part.in_turn(trees, self.threads).start(task.limits);
            while clock.goes_on(tree.tally.iterations, tree.nodes.len()) {
                tree.iterate(self.options.exploration, &self.domain, &mut rng);
            }
            tree.results(task.legal, self.options.decision)
        });
        RootResults::of_all(grown).unwrap_or_else(|| RootResults::new(task.legal))
    }
}

/// The most memory of a tree with this many nodes: vectors grow to twice their size, and are copied then.
pub(crate) fn bytes_of_states<G: Game>(nodes: u64) -> u64 {
    nodes.saturating_mul(3 * (size_of::<Node<G>>() + size_of::<Worth>()) as u64)
}

/// A position, and the move that led there.
struct Node<G: Game> {
    game: G,
    action: G::Action,
    /// The sum of rewards for the seat that made the move.
    total: f64,
    visits: u32,
    /// Where its children begin, which lie side by side, and how many there are.
    first: u32,
    len: u16,
    next: Next,
}

/// Who decides at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    /// Nobody has looked yet: the node has no children.
    Unknown,
    Seat(Seat),
    Chance,
    Over,
}

/// What the formula needs of a node that was tried: its mean reward, and 1/√visits.
/// Single precision is enough to compare moves, and half of the memory.
#[derive(Clone, Copy, Default)]
struct Worth {
    mean: f32,
    width: f32,
}

/// The number of the first node.
const ROOT: usize = 0;

/// The number of the root's first child.
const AFTER_ROOT: u32 = 1;

/// A tree of positions.
struct StateTree<G: Game> {
    nodes: Vec<Node<G>>,
    /// The worth of each node, apart from the rest: all children of a node are looked at, and one is followed.
    worths: Vec<Worth>,
    /// The nodes of an iteration below the root, and who decided for them; `None`: chance.
    path: Vec<(u32, Option<Seat>)>,
    shares: SharesOfVisits,
    tally: IterationCounts,
    /// The rewards of each child of the root.
    samples: Vec<RewardSample>,
}

impl<G: Game> StateTree<G> {
    /// A tree with its root and the root's children. `some` move stands for the one before.
    fn new(game: &G, some: G::Action, rng: &mut SearchRng) -> StateTree<G> {
        let mut tree = StateTree {
            nodes: vec![],
            worths: vec![],
            path: Vec::with_capacity(128),
            shares: SharesOfVisits::new(),
            tally: IterationCounts::default(),
            samples: vec![],
        };
        tree.add(game.clone(), some);
        tree.expand(ROOT, rng);
        tree.samples.resize(tree.nodes.len() - 1, RewardSample::default());
        tree
    }

    fn add(&mut self, game: G, action: G::Action) {
        let (total, visits, first, len, next) = (0.0, 0, 0, 0, Next::Unknown);
        self.nodes.push(Node { game, action, total, visits, first, len, next });
        self.worths.push(Worth::default());
    }

    /// Gives a node its children. Those of a seat come in random order, because untried ones are followed one after the other.
    fn expand(&mut self, at: usize, rng: &mut SearchRng) {
        let game = self.nodes[at].game.clone();
        let first = self.nodes.len();
        let next = match game.turn() {
            Turn::Over => Next::Over,
            Turn::Chance => {
                let mut chances = Chances::new();
                game.chances(&mut chances);
                chances.iter().for_each(|&(outcome, _)| self.add_after(&game, outcome));
                Next::Chance
            }
            Turn::Seat(seat) => {
                let mut legal = Actions::new();
                game.actions(&mut legal);
                mix(&mut legal, rng);
                legal.iter().for_each(|&action| self.add_after(&game, action));
                Next::Seat(seat)
            }
        };
        let len = (self.nodes.len() - first) as u16;
        let node = &mut self.nodes[at];
        (node.next, node.first, node.len) = (next, first as u32, len);
    }

    fn add_after(&mut self, game: &G, action: G::Action) {
        let mut child = game.clone();
        child.play(action);
        self.add(child, action);
    }

    fn iterate<D: Domain<G>>(&mut self, exploration: f64, domain: &D, rng: &mut SearchRng) {
        self.path.clear();
        let rewards = self.descend(exploration, domain, rng);
        self.reward(&rewards);
    }

    /// Goes down to the first position without a visit, plays from there to the end, and says what that is worth.
    fn descend<D: Domain<G>>(
        &mut self,
        exploration: f64,
        domain: &D,
        rng: &mut SearchRng,
    ) -> Rewards {
        let mut at = ROOT;
        loop {
            let node = &self.nodes[at];
            if node.visits == 0 && at != ROOT {
                return play_out(node.game.clone(), domain, rng);
            }
            if node.next == Next::Unknown {
                self.expand(at, rng);
            }
            let node = &self.nodes[at];
            let (child, seat) = match node.next {
                Next::Over | Next::Unknown => return domain.rewards(&node.game),
                Next::Seat(seat) => (self.best(node, exploration), Some(seat)),
                Next::Chance => {
                    let Some(outcome) = node.game.random_action(rng) else {
                        return domain.rewards(&node.game);
                    };
                    let Some(child) = self.after(node, outcome) else {
                        // An outcome that the game does not list has no node.
                        let mut game = node.game.clone();
                        game.play(outcome);
                        return play_out(game, domain, rng);
                    };
                    (child, None)
                }
            };
            self.path.push((child, seat));
            at = child as usize;
        }
    }

    /// The child that the formula likes best: an untried one, or else the first of equals.
    #[inline]
    fn best(&self, node: &Node<G>, exploration: f64) -> u32 {
        // Untried children are followed in their order. All visits of a node but its first, which was a playout, went to one of them.
        let first_visit = u32::from(node.first != AFTER_ROOT);
        let tried = node.visits - first_visit;
        if tried < u32::from(node.len) {
            return node.first + tried;
        }
        let bonus = (exploration * self.shares.of(node.visits).root_of_logarithm) as f32;
        let first = node.first as usize;
        let children = &self.worths[first..first + usize::from(node.len)];
        let (mut best, mut value) = (0, f32::NEG_INFINITY);
        for (place, worth) in children.iter().enumerate() {
            let own = worth.mean + bonus * worth.width;
            if own > value {
                (best, value) = (place, own);
            }
        }
        node.first + best as u32
    }

    /// The child that an outcome leads to.
    fn after(&self, node: &Node<G>, outcome: G::Action) -> Option<u32> {
        let first = node.first as usize;
        let children = &self.nodes[first..first + usize::from(node.len)];
        let place = children.iter().position(|child| child.action == outcome)?;
        Some(node.first + place as u32)
    }

    /// Rewards every decision of an iteration.
    fn reward(&mut self, rewards: &Rewards) {
        self.nodes[ROOT].visits += 1;
        let mut depth = 0;
        for &(place, seat) in &self.path {
            let node = &mut self.nodes[place as usize];
            node.visits += 1;
            if let Some(seat) = seat {
                node.total += rewards[seat.index()];
                let mean = (node.total / f64::from(node.visits)) as f32;
                let width = self.shares.of(node.visits).width as f32;
                self.worths[place as usize] = Worth { mean, width };
                depth += 1;
            }
        }
        if let Some(&(place, Some(seat))) = self.path.first() {
            // The children of the root are the first nodes after it.
            self.samples[place as usize - 1].add(rewards[seat.index()], 1.0);
        }
        self.tally.iterations += 1;
        self.tally.max_depth = self.tally.max_depth.max(depth);
        self.tally.total_depth += u64::from(depth);
    }

    /// The children of a node.
    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let first = self.nodes[at].first as usize;
        first..first + usize::from(self.nodes[at].len)
    }

    fn results(&self, legal: &[G::Action], decision: Decision) -> RootResults<G::Action> {
        let tried = self.children(ROOT).filter(|&child| self.nodes[child].visits > 0);
        let edges = tried.map(|child| {
            let Node { action, total, visits, .. } = self.nodes[child];
            let prior = 1.0 / legal.len() as f32;
            let mut edge = Edge::new(action);
            (edge.total, edge.visits, edge.prior) = (total, visits, prior);
            let variance = self.samples[child - 1].variance();
            RootEdge { edge, variance, line: self.line(child) }
        });
        let results = RootResults::of_edges(legal, edges, decision);
        results.with(self.tally, self.nodes.len(), 0)
    }

    /// The most visited line that begins with this child of the root.
    fn line(&self, child: usize) -> Vec<G::Action> {
        let (mut line, mut at) = (vec![], child);
        loop {
            line.push(self.nodes[at].action);
            // The first of equals. What was tried only once is not expected.
            let most = self.children(at).rev().max_by_key(|&child| self.nodes[child].visits);
            match most.filter(|&child| self.nodes[child].visits > 1) {
                Some(child) => at = child,
                None => return line,
            }
        }
    }
}

fn play_out<G: Game, D: Domain<G>>(mut game: G, domain: &D, rng: &mut SearchRng) -> Rewards {
    match game.turn() {
        Turn::Over => domain.rewards(&game),
        Turn::Chance | Turn::Seat(_) => domain.roll_out(&mut game, rng),
    }
}

/// Orders of at most this many moves come from one random word.
const FEW: usize = 16;

/// Puts moves into a random order.
fn mix<A>(moves: &mut [A], rng: &mut SearchRng) {
    if moves.len() > FEW {
        return choose::shuffle(rng, moves);
    }
    let orders = (1..=moves.len() as u64).product();
    let mut order = choose::Several::new(rng, orders);
    for last in (1..moves.len()).rev() {
        moves.swap(last, order.below(last as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::{Recorded, Streams};
    use kontra_tiny::{Pig, PigMove, PigRules, TicTacToe};

    fn grown<G: Recorded>(game: &G, iterations: u32) -> StateTree<G> {
        let mut rng = Streams::new(1).test(0);
        let mut tree = StateTree::new(game, game.choices()[0], &mut rng);
        (0..iterations).for_each(|_| tree.iterate(1.0, &RulesOnly, &mut rng));
        tree
    }

    /// Every visit of a node but the first went to one of its children, and no child is passed over while another one is untried.
    fn check<G: Game>(tree: &StateTree<G>) {
        for (at, node) in tree.nodes.iter().enumerate() {
            let children = tree.children(at).map(|child| tree.nodes[child].visits);
            let below: u32 = children.clone().sum();
            match node.next {
                Next::Unknown => assert!(node.visits <= 1 && node.len == 0),
                Next::Over => assert_eq!(node.len, 0),
                Next::Chance => assert_eq!(below + 1, node.visits),
                Next::Seat(_) => {
                    assert_eq!(below + u32::from(at != ROOT), node.visits);
                    let (least, most) = (children.clone().min(), children.max());
                    assert!(least > Some(0) || most <= Some(1), "{least:?} {most:?}");
                }
            }
        }
    }

    #[test]
    fn every_visit_is_counted_once() {
        check(&grown(&TicTacToe::begin(&()), 5000));
        let mut pig = Pig::begin(&PigRules { target: 20 });
        pig.play(PigMove::Roll);
        pig.play(PigMove::Face(4));
        check(&grown(&pig, 5000));
    }

    #[test]
    fn a_worth_is_what_the_formula_is_made_of() {
        let tree = grown(&TicTacToe::begin(&()), 3000);
        for (node, worth) in tree.nodes.iter().zip(&tree.worths).skip(1) {
            if node.visits > 0 {
                let visits = f64::from(node.visits);
                assert!((f64::from(worth.mean) - node.total / visits).abs() < 1e-6);
                assert!((f64::from(worth.width) - 1.0 / visits.sqrt()).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn every_order_of_untried_moves_comes_up() {
        let mut rng = Streams::new(1).test(0);
        let mut counts = std::collections::HashMap::new();
        for _ in 0..6000 {
            let mut moves = [1, 2, 3];
            mix(&mut moves, &mut rng);
            *counts.entry(moves).or_insert(0_u32) += 1;
        }
        assert!(
            counts.len() == 6 && counts.values().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
        let mut many: Vec<u32> = (0..40).collect();
        mix(&mut many, &mut rng);
        assert!(many != (0..40).collect::<Vec<u32>>());
        many.sort();
        assert_eq!(many, (0..40).collect::<Vec<u32>>());
    }
}
