use super::descent::WorldSource;
use super::domain::{Domain, RulesOnly};
use super::history::MoveHistory;
use super::perfect::Mcts;
use super::root_results::{Pooling, RootResults};
use super::tasks::decision_of;
use super::tree::{EdgeSlot, ROOT, Tree};
use super::uct::Grower;
use crate::{Analysis, Limits, Search};
use kontra_game::{Game, Open, SearchRng};
use std::collections::VecDeque;

/// A tree search that keeps its tree, and the history of moves, from one move to the next.
///
/// The new state is looked for among the positions that the old tree knows; what lies below it is kept. The budget
/// is for new iterations, and the analysis counts only these; visits and values are those of the whole tree.
///
/// Nodes must be told apart by [`NodeIdentity::History`](super::NodeIdentity): a tree by views has no branches to keep.
#[derive(Clone, Debug)]
pub struct Reusing<G: Game, D = RulesOnly> {
    /// The search whose tree is kept. It grows one tree on one thread, whatever it says about trees and threads.
    pub mcts: Mcts<D>,
    last: Option<(G, Tree<G::Action>)>,
    history: MoveHistory<G::Action>,
}

/// How many decisions, of seats and of chance, may lie between two moves of the same seat.
const MOST_STEPS: usize = 12;

/// How many known positions are looked at to find the new one.
const MOST_LOOKS: usize = 100_000;

impl<G: Game + PartialEq, D: Domain<G>> Reusing<G, D> {
    /// A search that has not seen a position yet.
    pub fn new(mcts: Mcts<D>) -> Reusing<G, D> {
        Reusing { mcts, last: None, history: MoveHistory::default() }
    }

    /// The part of the last tree that belongs to this state: the nearest, where there are several.
    fn known_tree(&mut self, game: &G) -> Option<Tree<G::Action>> {
        let (start, tree) = self.last.take()?;
        let mut waiting = VecDeque::from([(start, ROOT, 0)]);
        for _ in 0..MOST_LOOKS {
            let (state, node, steps) = waiting.pop_front()?;
            if state == *game {
                return Some(tree.subtree(node));
            }
            if steps == MOST_STEPS {
                continue;
            }
            for (slot, edge) in tree.edges(node).iter().enumerate() {
                if let Some(child) = tree.child(node, slot as EdgeSlot) {
                    let mut next = state.clone();
                    next.play(edge.action);
                    waiting.push_back((next, child, steps + 1));
                }
            }
        }
        None
    }
}

impl<G, D> Search<Open<G>> for Reusing<G, D>
where
    G: Game<View = Open<G>> + PartialEq,
    Open<G>: kontra_game::View<Game = G>,
    D: Domain<G>,
{
    fn search(
        &mut self,
        view: &Open<G>,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<G::Action> {
        let game = (**view).clone();
        let (_, legal) = decision_of(&game);
        let clock = self.mcts.budget.start(limits);
        let tree = self.known_tree(&game).unwrap_or_else(Tree::new);
        let Mcts { options, domain, .. } = &self.mcts;
        let mut grower = Grower::with_tree(tree, *options, domain, WorldSource::One);
        *grower.history() = std::mem::take(&mut self.history);
        while clock.goes_on(grower.tree.tally.iterations, grower.tree.len()) {
            grower.iterate(game.clone(), rng);
        }
        let roots = RootResults::of_tree(&legal, &grower.tree, 0, options.decision);
        let admits = |action, mean| domain.admits(view, action, mean);
        let analysis = roots.analyse(options.decision, Pooling::Visits, admits, clock.elapsed());
        self.history = std::mem::take(grower.history());
        self.last = Some((game, grower.tree));
        analysis
    }
}
