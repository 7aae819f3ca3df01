//! Availability counts, followed by hand.

use super::toy::{Place, Toy};
use super::{grow, in_order, node};
use crate::mcts::descent::WorldSource;
use crate::mcts::formula::Formula;
use crate::mcts::tree::{ROOT, Tree};
use crate::mcts::{Count, RulesOnly, Selection, TreeOptions};

/// After the only move of seat 0, seat 1 has the move x in both worlds, y in world 0 and z in world 1.
const PLACES: &[Place] = &[
    Place::Choice(0, &[('a', &[0, 1], 1)]),
    Place::Choice(1, &[('x', &[0, 1], 2), ('y', &[0], 3), ('z', &[1], 4)]),
    Place::End(&[-1.0]),
    Place::End(&[0.0]),
    Place::End(&[1.0]),
];

const TOY: Toy = Toy::new(PLACES, 2);

fn by(count: Count) -> TreeOptions {
    TreeOptions { selection: Selection::Uct { exploration: 0.0, count }, ..in_order(0.0) }
}

/// Action, visits and availability of every edge of a node.
fn counts(tree: &Tree<char>, line: &str) -> Vec<(char, u32, u32)> {
    let edges = tree.edges(node(tree, line)).iter();
    edges.map(|edge| (edge.action, edge.visits, edge.available)).collect()
}

#[test]
fn a_move_is_available_when_its_world_allows_it() {
    let after = |worlds: &[u8]| {
        let states = worlds.iter().map(|&world| TOY.in_world(world));
        grow(by(Count::Availability), &RulesOnly, WorldSource::Many, states)
    };
    // The first iteration adds a, the second x, the third y, each available once so far.
    assert_eq!(counts(&after(&[0, 0, 0]), ""), [('a', 3, 3)]);
    assert_eq!(counts(&after(&[0, 0, 0]), "a"), [('x', 1, 2), ('y', 1, 1)]);
    // In world 1 there is no y: x could have been chosen, but z was new.
    assert_eq!(counts(&after(&[0, 0, 0, 1]), "a"), [('x', 1, 3), ('y', 1, 1), ('z', 1, 1)]);
    // From now on seat 1 prefers x, which is worth 1 to it.
    let tree = after(&[0, 0, 0, 1, 1]);
    assert_eq!(counts(&tree, "a"), [('x', 2, 4), ('y', 1, 1), ('z', 1, 2)]);
    let tree = after(&[0, 0, 0, 1, 1, 0, 0]);
    assert_eq!(counts(&tree, "a"), [('x', 4, 6), ('y', 1, 3), ('z', 1, 2)]);
    assert_eq!(tree.visits(node(&tree, "a")), 6);
}

#[test]
fn a_move_that_the_world_forbids_is_passed_over() {
    // World 1 first, so that z is known; then only world 0, where z would be illegal. The toy panics if it is played.
    let worlds = [1, 1, 1].into_iter().chain([0; 20]);
    let options = TreeOptions {
        selection: Selection::Uct { exploration: 10.0, count: Count::Visits },
        ..in_order(10.0)
    };
    let states = worlds.map(|world| TOY.in_world(world));
    let tree = grow(options, &RulesOnly, WorldSource::Many, states);
    let z = tree.edges(node(&tree, "a"))[1];
    assert_eq!((z.action, z.visits), ('z', 1));
}

/// The move that a formula likes best among some with these means, visits and availability, in a node with 110
/// visits.
fn best(selection: Selection, n: u32, moves: &[(f64, u32, u32)]) -> usize {
    let mut tree = Tree::new();
    let formula = Formula::new(selection, n);
    let values = moves.iter().zip(0..).map(|(&(mean, visits, available), action)| {
        let slot = tree.add_edge(ROOT, action);
        let edge = tree.edge_mut(ROOT, slot);
        (edge.visits, edge.available, edge.total) = (visits, available, mean * f64::from(visits));
        edge.prior = 0.5;
        edge.mean() + formula.bonus(edge)
    });
    let values: Vec<f64> = values.collect();
    (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b])).unwrap()
}

#[test]
fn a_rare_move_is_not_explored_more_than_its_share() {
    // By visits of the node: 0.2 + √(ln 110 / 10) = 0.886 and √(ln 110 / 3) = 1.252.
    // By availability:       0.2 + √(ln 100 / 10) = 0.879 and √(ln 6 / 3) = 0.773.
    let moves = [(0.2, 10, 100), (0.0, 3, 6)];
    let uct = |count| Selection::Uct { exploration: 1.0, count };
    assert_eq!(best(uct(Count::Visits), 110, &moves), 1);
    assert_eq!(best(uct(Count::Availability), 110, &moves), 0);
    // By visits: 0.2 + √110 / 22 = 0.677 and √110 / 8 = 1.311; by availability: 0.2 + 10 / 22 = 0.655 and √6 / 8 = 0.306.
    let puct = |count| Selection::Puct { exploration: 1.0, count };
    assert_eq!(best(puct(Count::Visits), 110, &moves), 1);
    assert_eq!(best(puct(Count::Availability), 110, &moves), 0);
}

#[test]
fn the_wrong_formula_explores_more_below_the_root() {
    // 0.6 + √(ln 110 / 10) = 1.286 and √(ln 110 / 3) = 1.252; with n = 10^9, 2.040 and 2.628.
    let moves = [(0.6, 10, 110), (0.0, 3, 110)];
    let uct = |count| Selection::Uct { exploration: 1.0, count };
    assert_eq!(best(uct(Count::Visits), 110, &moves), 0);
    assert_eq!(best(uct(Count::Iterations), 1_000_000_000, &moves), 1);
}

#[test]
fn at_the_root_the_wrong_formula_is_the_right_one() {
    const ARMS: &[Place] = &[
        Place::Choice(0, &[('a', &[0], 1), ('b', &[0], 2), ('c', &[0], 3)]),
        Place::End(&[0.3]),
        Place::End(&[0.5]),
        Place::End(&[0.4]),
    ];
    let visits = |count| {
        let selection = Selection::Uct { exploration: 0.2, count };
        let options = TreeOptions { selection, ..in_order(0.0) };
        let states = [Toy::new(ARMS, 1); 100];
        super::visits(&grow(options, &RulesOnly, WorldSource::One, states), ROOT)
    };
    assert_eq!(visits(Count::Iterations), visits(Count::Visits));
}
