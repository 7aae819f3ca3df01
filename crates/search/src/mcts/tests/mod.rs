//! Tests that look into the tree.

mod availability;
mod growth;
mod memory;
mod priors;
mod shared;
pub(crate) mod toy;

use super::descent::WorldSource;
use super::domain::Domain;
use super::tree::{NodeId, ROOT, Tree};
use super::uct::Grower;
use super::{MoveChoice, TreeOptions};
use kontra_game::{Game, SearchRng, Streams};

fn rng() -> SearchRng {
    Streams::new(2012).test(0)
}

/// UCT that tries moves in the game's order: what it does can be followed by hand.
fn in_order(exploration: f64) -> TreeOptions {
    let first = MoveChoice::First;
    TreeOptions { expansion: first, continuation: first, ..TreeOptions::uct(exploration) }
}

/// A tree after iterations from these states.
fn grow<G: Game, D: Domain<G>>(
    options: TreeOptions,
    domain: &D,
    worlds: WorldSource,
    states: impl IntoIterator<Item = G>,
) -> Tree<G::Action> {
    let mut grower = Grower::new(options, domain, worlds);
    let mut rng = rng();
    states.into_iter().for_each(|state| grower.iterate(state, &mut rng));
    grower.tree
}

/// The moves of a node with their visits, in the order in which they were first tried.
fn visits(tree: &Tree<char>, node: NodeId) -> Vec<(char, u32)> {
    tree.edges(node).iter().map(|edge| (edge.action, edge.visits)).collect()
}

/// The node that a line of moves leads to.
fn node(tree: &Tree<char>, line: &str) -> NodeId {
    let follow = |node, action| tree.find(node, action).and_then(|slot| tree.child(node, slot));
    line.chars().fold(ROOT, |node, action| follow(node, action).expect("the line is known"))
}
