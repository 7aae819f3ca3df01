//! What a search guided by priors does in its tree.

use super::rng;
use super::toy::{Place, Toy};
use crate::mcts::evaluator::{Evaluator, Leaf};
use crate::mcts::priors::{Guided, WaitingLeaf};
use crate::mcts::tree::{ROOT, Tree};
use crate::mcts::{Count, Noise, PuctOptions, RulesOnly, Untried};
use kontra_game::{SearchRng, Seat};

/// All positions are worth nothing; the priors are 1, 2, 3, ...
struct Rising;

impl Evaluator<Toy> for Rising {
    fn evaluate(&mut self, leaves: &mut [Leaf<Toy>], _: &mut SearchRng) {
        for leaf in leaves {
            leaf.priors = (1..=leaf.legal.len()).map(|i| i as f32).collect();
        }
    }

    fn bytes(&self, _: usize) -> u64 {
        0
    }
}

/// Seat 0 has three moves; then seat 1 has x in both worlds, y in world 0 and z in world 1; then the game is over.
const PLACES: &[Place] = &[
    Place::Choice(0, &[('a', &[0, 1], 1), ('b', &[0, 1], 1), ('c', &[0, 1], 1)]),
    Place::Choice(1, &[('x', &[0, 1], 2), ('y', &[0], 2), ('z', &[1], 2)]),
    Place::End(&[0.0]),
];

const TOY: Toy = Toy::new(PLACES, 2);

fn guided(options: PuctOptions) -> Guided<char> {
    begun(options, &mut Rising)
}

fn begun(options: PuctOptions, evaluator: &mut impl Evaluator<Toy>) -> Guided<char> {
    let mut root = [Leaf::new(TOY, Seat::wrapping(0, 2))];
    evaluator.evaluate(&mut root, &mut rng());
    let mut guided = Guided::new(options, Tree::new());
    guided.begin(&root[0]);
    guided.add_noise(&mut rng());
    guided
}

fn settle(
    guided: &mut Guided<char>,
    waiting: Vec<(WaitingLeaf, Leaf<Toy>)>,
    evaluator: &mut impl Evaluator<Toy>,
) {
    for (place, leaf) in waiting {
        let mut leaf = [leaf];
        evaluator.evaluate(&mut leaf, &mut rng());
        guided.settle(&place, &leaf[0]);
    }
}

fn iterate(guided: &mut Guided<char>, world: u8, first: Option<char>) {
    let waiting = guided.descend(&RulesOnly, TOY.in_world(world), first, &mut rng());
    settle(guided, waiting.into_iter().collect(), &mut Rising);
}

fn priors(tree: &Tree<char>, node: u32) -> Vec<f32> {
    tree.edges(node).iter().map(|edge| edge.prior).collect()
}

/// Action, visits and availability of every edge of a node.
fn counts(tree: &Tree<char>, node: u32) -> Vec<(char, u32, u32)> {
    tree.edges(node).iter().map(|edge| (edge.action, edge.visits, edge.available)).collect()
}

#[test]
fn priors_add_up_to_one() {
    let guided = guided(PuctOptions::new(1.0));
    assert_eq!(priors(&guided.tree, ROOT), [1.0 / 6.0, 2.0 / 6.0, 3.0 / 6.0]);
    assert_eq!(guided.tree.tally.iterations, 0, "the root's evaluation is not an iteration");
}

#[test]
fn the_highest_prior_comes_first_and_visits_follow_the_priors() {
    let mut guided = guided(PuctOptions::new(1.0));
    iterate(&mut guided, 0, None);
    assert_eq!(guided.tree.edges(ROOT)[2].visits, 1);
    (0..599).for_each(|_| iterate(&mut guided, 0, None));
    let visits: Vec<u32> = guided.tree.edges(ROOT).iter().map(|edge| edge.visits).collect();
    assert!(visits.iter().zip([100, 200, 300]).all(|(v, e)| v.abs_diff(e) < 5), "{visits:?}");
}

#[test]
fn what_was_never_tried_is_worth_what_its_node_is() {
    // After one iteration, `c` has the reward of the toy and nothing else was tried.
    let tried = |untried| {
        let mut guided = guided(PuctOptions { untried, ..PuctOptions::new(1e-3) });
        (0..9).for_each(|_| iterate(&mut guided, 0, None));
        guided.tree.edges(ROOT).iter().map(|edge| edge.visits).collect::<Vec<u32>>()
    };
    // All rewards are 0: only a deduction keeps a search with hardly any exploration from other moves.
    assert!(tried(Untried::Nothing).iter().all(|visits| *visits > 0));
    assert_eq!(tried(Untried::NodeLess(0.0)), tried(Untried::Nothing));
    assert_eq!(tried(Untried::NodeLess(0.5)), [0, 0, 9]);
}

#[test]
fn availability_begins_with_the_evaluation() {
    let mut guided = guided(PuctOptions { count: Count::Availability, ..PuctOptions::new(1.0) });
    assert_eq!(counts(&guided.tree, ROOT), [('a', 0, 1), ('b', 0, 1), ('c', 0, 1)]);
    // The first iteration evaluates the position after c, in world 0.
    iterate(&mut guided, 0, Some('c'));
    assert_eq!(counts(&guided.tree, ROOT), [('a', 0, 2), ('b', 0, 2), ('c', 1, 2)]);
    let below = guided.tree.child(ROOT, 2).unwrap();
    assert_eq!(counts(&guided.tree, below), [('x', 0, 1), ('y', 0, 1)]);
    assert_eq!(priors(&guided.tree, below), [1.0 / 3.0, 2.0 / 3.0]);
    // World 1 has a move that was not there; it counts from now on, with the prior of one move of two.
    iterate(&mut guided, 1, Some('c'));
    assert_eq!(counts(&guided.tree, below), [('x', 1, 2), ('y', 0, 1), ('z', 0, 1)]);
    assert_eq!(priors(&guided.tree, below)[2], 0.5);
    iterate(&mut guided, 1, Some('c'));
    assert_eq!(counts(&guided.tree, below), [('x', 1, 3), ('y', 0, 1), ('z', 1, 2)]);
}

#[test]
fn noise_changes_the_priors_of_the_root_only() {
    let noise = Some(Noise { alpha: 0.5, fraction: 0.25 });
    let mut noisy = guided(PuctOptions { noise, ..PuctOptions::new(1.0) });
    let mut plain = guided(PuctOptions::new(1.0));
    for guided in [&mut noisy, &mut plain] {
        iterate(guided, 0, Some('a'));
    }
    let (noisy, plain) = (noisy.tree, plain.tree);
    let roots = (priors(&noisy, ROOT), priors(&plain, ROOT));
    assert_ne!(roots.0, roots.1);
    assert!((roots.0.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    for (noisy, plain) in roots.0.iter().zip(roots.1) {
        assert!(*noisy >= 0.75 * plain - 1e-6 && *noisy <= 0.75 * plain + 0.25 + 1e-6);
    }
    let below = |tree: &Tree<char>| priors(tree, tree.child(ROOT, 0).unwrap());
    assert_eq!(below(&noisy), below(&plain));
}

#[test]
fn a_waiting_leaf_keeps_others_away() {
    let paths = |virtual_loss| {
        let mut guided = guided(PuctOptions { virtual_loss, ..PuctOptions::new(1.0) });
        let mut rng = rng();
        let waiting: Vec<_> =
            (0..3).filter_map(|_| guided.descend(&RulesOnly, TOY, None, &mut rng)).collect();
        let held: Vec<u32> = guided.tree.edges(ROOT).iter().map(|edge| edge.visits).collect();
        settle(&mut guided, waiting, &mut Rising);
        let totals = guided.tree.edges(ROOT).iter().map(|edge| edge.total);
        (held, totals.collect::<Vec<_>>(), guided.tree.visits(ROOT))
    };
    assert_eq!(paths(1.0), (vec![1, 1, 1], vec![0.0; 3], 3));
    assert_eq!(paths(0.0), (vec![0, 1, 2], vec![0.0; 3], 3));
}

#[test]
fn priors_that_are_no_numbers_are_taken_for_equal() {
    struct Broken;
    impl Evaluator<Toy> for Broken {
        fn evaluate(&mut self, leaves: &mut [Leaf<Toy>], _: &mut SearchRng) {
            for leaf in leaves {
                leaf.priors = vec![f32::NAN; leaf.legal.len()];
                leaf.value = [f64::NAN; 4];
            }
        }

        fn bytes(&self, _: usize) -> u64 {
            0
        }
    }
    let mut guided = begun(PuctOptions::new(1.0), &mut Broken);
    assert_eq!(priors(&guided.tree, ROOT), [1.0 / 3.0; 3]);
    for world in [0, 1, 0, 1, 1, 0] {
        // The toy panics when an illegal move is played.
        let waiting = guided.descend(&RulesOnly, TOY.in_world(world), None, &mut rng());
        settle(&mut guided, waiting.into_iter().collect(), &mut Broken);
    }
}
