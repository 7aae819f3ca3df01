//! A tree takes at most 64 bytes for each node.

use super::{rng, shared::shared_tree};
use crate::mcts::descent::WorldSource;
use crate::mcts::uct::Grower;
use crate::mcts::{Domain, NodeIdentity, RulesOnly, TreeOptions};
use kontra_game::{Determinize, Game, Recorded, Seat};
use kontra_tiny::{Card, Leduc, Pig, PigRules, TicTacToe};

#[track_caller]
fn check<G: Game>(
    options: TreeOptions,
    worlds: WorldSource,
    iterations: usize,
    mut world: impl FnMut() -> G,
) -> [usize; 2]
where
    RulesOnly: Domain<G>,
{
    let mut grower = Grower::new(options, &RulesOnly, worlds);
    let mut rng = rng();
    (0..iterations).for_each(|_| grower.iterate(world(), &mut rng));
    let (bytes, nodes) = (grower.tree.bytes(), grower.tree.len());
    assert!(bytes <= 64 * nodes, "{bytes} bytes for {nodes} nodes: {}", bytes / nodes);
    if worlds == WorldSource::Many {
        return [0, 0];
    }
    let tree = shared_tree(options, iterations, 2, &world());
    [tree.bytes(), tree.len()]
}

#[test]
fn a_node_takes_at_most_64_bytes() {
    let uct = TreeOptions::uct(1.0);
    let to_the_end = TreeOptions { grow_to_the_end: true, ..uct };
    let by_view = TreeOptions { identity: NodeIdentity::View, ..uct };
    let (pig, board) = (Pig::begin(&PigRules { target: 50 }), TicTacToe::begin(&()));
    let mut shared = [0, 0];
    for iterations in [1000, 3000, 10_000, 30_000] {
        for options in [uct, to_the_end, by_view] {
            let of_pig = check(options, WorldSource::One, iterations, || pig);
            let of_board = check(options, WorldSource::One, iterations, || board);
            shared = [0, 1].map(|i| shared[i] + of_pig[i] + of_board[i]);
        }
    }
    // How large a tree gets that two threads grow depends on who was faster: on average it takes no more.
    let [bytes, nodes] = shared;
    assert!(bytes <= 64 * nodes, "{bytes} bytes for {nodes} nodes: {}", bytes / nodes);
    let view = Leduc::begin(&[Card::Queen, Card::King]).view(Seat::wrapping(0, 2));
    let mut rng = rng();
    for options in [uct, to_the_end, by_view] {
        check(options, WorldSource::Many, 1000, || view.determinize(&mut rng));
    }
}
