use super::descent::{Grower, Worlds};
use super::domain::{Domain, Plain};
use super::history::History;
use super::options::TreeOptions;
use super::roots::{Pool, Roots, admits, legal_moves, only_move};
use super::threads::in_order;
use super::tree::{ROOT, Tree};
use crate::{Analysis, Budget, Search};
use kontra_game::{Game, Open, SearchRng, Seat, Turn};
use rand::SeedableRng;
use std::num::NonZeroUsize;

/// Monte Carlo tree search in a state that is fully known, with chance nodes, for any number of seats.
///
/// With several trees this is root parallelisation: each has its own random numbers and an equal share of the
/// iterations, and their visits are added up. How many threads do the work does not change the result.
#[derive(Clone, Debug)]
pub struct Mcts<D = Plain> {
    /// How the tree chooses and grows.
    pub options: TreeOptions,
    /// How long to search.
    pub budget: Budget,
    /// How many independent trees share the iterations.
    pub trees: NonZeroUsize,
    /// How many threads grow the trees.
    pub threads: NonZeroUsize,
    /// What is known of the game.
    pub domain: D,
}

impl Mcts {
    /// One tree, one thread, no knowledge.
    pub fn new(options: TreeOptions, budget: Budget) -> Mcts {
        Mcts::with_domain(options, budget, Plain)
    }
}

impl<D> Mcts<D> {
    /// One tree, one thread.
    pub fn with_domain(options: TreeOptions, budget: Budget, domain: D) -> Mcts<D> {
        let one = NonZeroUsize::MIN;
        Mcts { options, budget, trees: one, threads: one, domain }
    }

    /// Searches with everything in sight, hidden cards too: fair only where nothing is hidden.
    ///
    /// This takes a game and not a view, so that nobody cheats unawares.
    pub fn search_state<G: Game>(&self, game: &G, rng: &mut SearchRng) -> Analysis<G::Action>
    where
        D: Domain<G>,
    {
        let legal = legal_moves(game);
        if let Some(analysis) = only_move(&legal) {
            return analysis;
        }
        let clock = self.budget.start();
        let trees = self.trees.get() as u64;
        let seeds: Vec<SearchRng> = (0..trees).map(|_| SearchRng::from_rng(rng)).collect();
        let grown = in_order(self.threads, seeds.len(), |number| {
            let mut rng = seeds[number].clone();
            let mut grower = Grower::new(self.options, &self.domain, Worlds::One);
            // The first trees take what does not divide evenly.
            let share = self.budget.iterations / trees
                + u64::from((number as u64) < self.budget.iterations % trees);
            while grower.iterations < share && clock.goes_on(grower.iterations, grower.tree.len()) {
                grower.iterate(game.clone(), &mut rng);
            }
            let mut roots = Roots::new(&legal);
            roots.add_tree(&grower, self.options.decision);
            roots
        });
        let mut all = grown[0].clone();
        grown[1..].iter().for_each(|roots| all.merge(roots));
        let seat = mover(game);
        let admits = admits(&self.domain, game, seat);
        all.analyse(self.options.decision, Pool::Visits, admits, clock.elapsed())
    }
}

/// The seat to move.
pub(crate) fn mover<G: Game>(game: &G) -> Seat {
    match game.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance | Turn::Over => Seat::wrapping(0, 1),
    }
}

impl<G, D> Search<G> for Mcts<D>
where
    G: Game<View = Open<G>>,
    Open<G>: kontra_game::View<Game = G>,
    D: Domain<G>,
{
    fn search(&mut self, view: &Open<G>, rng: &mut SearchRng) -> Analysis<G::Action> {
        self.search_state(&**view, rng)
    }
}

/// A tree search that keeps its tree, and the history of moves, from one move to the next.
///
/// The new state is looked for among the positions that the old tree knows; what lies below it is kept.
#[derive(Clone, Debug)]
pub struct Reusing<G: Game, D = Plain> {
    /// The search whose tree is kept. It grows one tree on one thread.
    pub mcts: Mcts<D>,
    last: Option<(G, Tree<G::Action>)>,
    history: History<G::Action>,
}

/// How many decisions, of seats and of chance, may lie between two moves of the same seat.
const MOST_STEPS: usize = 12;

/// How many known positions are looked at to find the new one.
const MOST_LOOKS: usize = 100_000;

impl<G: Game + PartialEq, D: Domain<G>> Reusing<G, D> {
    /// A search that has not seen a position yet.
    pub fn new(mcts: Mcts<D>) -> Reusing<G, D> {
        Reusing { mcts, last: None, history: History::default() }
    }

    /// The part of the last tree that belongs to this state.
    fn known_tree(&mut self, game: &G) -> Option<Tree<G::Action>> {
        let (start, tree) = self.last.take()?;
        let mut waiting = vec![(start, ROOT, 0)];
        let mut looks = 0;
        while let Some((state, node, steps)) = waiting.pop() {
            looks += 1;
            if state == *game {
                return Some(tree.subtree(node));
            }
            if steps == MOST_STEPS || looks > MOST_LOOKS {
                continue;
            }
            let (first, edges) = tree.edges(node);
            for (i, edge) in edges.iter().enumerate() {
                if let Some(child) = tree.child(first + i as u32) {
                    let mut next = state.clone();
                    next.play(edge.action);
                    waiting.push((next, child, steps + 1));
                }
            }
        }
        None
    }
}

impl<G, D> Search<G> for Reusing<G, D>
where
    G: Game<View = Open<G>> + PartialEq,
    Open<G>: kontra_game::View<Game = G>,
    D: Domain<G>,
{
    fn search(&mut self, view: &Open<G>, rng: &mut SearchRng) -> Analysis<G::Action> {
        let game = (**view).clone();
        let legal = legal_moves(&game);
        let clock = self.mcts.budget.start();
        let tree = self.known_tree(&game).unwrap_or_else(Tree::new);
        let Mcts { options, domain, .. } = &self.mcts;
        let mut grower = Grower::with_tree(tree, *options, domain, Worlds::One);
        grower.history = std::mem::take(&mut self.history);
        while clock.goes_on(grower.iterations, grower.tree.len()) {
            grower.iterate(game.clone(), rng);
        }
        let mut roots = Roots::new(&legal);
        roots.add_tree(&grower, options.decision);
        let admits = admits(domain, &game, mover(&game));
        let analysis = roots.analyse(options.decision, Pool::Visits, admits, clock.elapsed());
        self.history = grower.history;
        self.last = Some((game, grower.tree));
        analysis
    }
}
