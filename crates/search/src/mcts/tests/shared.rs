//! A tree that several threads grow at once.

use crate::Budget;
use crate::mcts::descent::WorldSource;
use crate::mcts::shared::{SharedTree, ThreadHandle};
use crate::mcts::tree::ROOT;
use crate::mcts::uct::{Grower, play_out};
use crate::mcts::{Domain, RulesOnly, TreeOptions};
use kontra_game::{Actions, Game, Recorded, Streams};
use kontra_tiny::{Pig, PigRules, TicTacToe};

/// A tree of this many iterations, grown by this many threads.
pub(super) fn shared_tree<G: Game + Sync>(
    options: TreeOptions,
    iterations: usize,
    threads: u64,
    world: &G,
) -> SharedTree<G::Action>
where
    RulesOnly: Domain<G>,
{
    let tree = SharedTree::new();
    let clock = Budget::iterations(iterations as u64).start(&crate::Limits::none());
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (tree, clock) = (&tree, &clock);
            scope.spawn(move || {
                let mut rng = Streams::new(2012).test(thread);
                let handle = ThreadHandle::new(tree, 1.0);
                let mut grower = Grower::with_tree(handle, options, &RulesOnly, WorldSource::One);
                while grower.tree.begin(clock) {
                    let mut leaf = world.clone();
                    grower.descend(&mut leaf, &mut rng);
                    grower.hold();
                    let rewards = play_out(&options, &RulesOnly, &mut leaf, &mut rng);
                    grower.reward_held(&rewards);
                }
                grower.tree.tell();
            });
        }
    });
    tree
}

/// No move has two edges, nothing is under way any more, and every visit of an edge but the first continued below it.
fn check<G: Game + Sync>(world: &G, iterations: usize)
where
    RulesOnly: Domain<G>,
{
    let tree = shared_tree(TreeOptions::uct(1.0), iterations, 8, world);
    let mut nodes = vec![(ROOT, iterations as u32)];
    let mut size = 1;
    while let Some((node, visits)) = nodes.pop() {
        let edges = tree.edges_of(node);
        size += edges.len();
        for (place, (slot, edge)) in edges.iter().enumerate() {
            assert!(edges[..place].iter().all(|(_, other)| other.action != edge.action));
            assert_eq!(tree.under_way(*slot), 0);
            if let Some(child) = tree.child(*slot) {
                nodes.push((child, edge.visits));
            }
        }
        let below: u32 = edges.iter().map(|(_, edge)| edge.visits).sum();
        // Threads that make the same edge at once all end there.
        assert!(below <= visits && below + 8 >= visits, "{below} {visits}");
    }
    assert_eq!(tree.len(), size);
    let mut legal = Actions::new();
    world.actions(&mut legal);
    assert_eq!(tree.edges_of(ROOT).len(), legal.len());
}

#[test]
fn eight_threads_lose_nothing_and_make_nothing_twice() {
    check(&TicTacToe::begin(&()), 20_000);
    check(&Pig::begin(&PigRules { target: 20 }), 20_000);
}
