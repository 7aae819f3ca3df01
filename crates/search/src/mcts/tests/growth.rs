//! How a tree grows, option by option.

use super::toy::{Place, Toy};
use super::{grow, in_order, node, rng, visits};
use crate::mcts::descent::WorldSource;
use crate::mcts::history::MoveHistory;
use crate::mcts::tree::{ROOT, Tree};
use crate::mcts::uct::Grower;
use crate::mcts::{
    Domain, HistoryOptions, MoveChoice, NodeIdentity, Rewards, RulesOnly, Selection, TreeOptions,
};
use kontra_game::testkit::ChiSquare;
use kontra_game::{Recorded, SearchRng};
use kontra_tiny::TicTacToe;

/// Four moves of seat 0 that end the game.
const ARMS: &[Place] = &[
    Place::Choice(0, &[('a', &[0], 1), ('b', &[0], 2), ('c', &[0], 3), ('d', &[0], 4)]),
    Place::End(&[1.0]),
    Place::End(&[0.0]),
    Place::End(&[-1.0]),
    Place::End(&[-1.0]),
];

fn arms(options: TreeOptions, iterations: usize) -> Tree<char> {
    grow(options, &RulesOnly, WorldSource::One, vec![Toy::new(ARMS, 1); iterations])
}

/// Each seat chooses left or right twice; the first of the four choices decides.
const DEEP: &[Place] = &[
    Place::Choice(0, &[('l', &[0], 1), ('r', &[0], 4)]),
    Place::Choice(1, &[('l', &[0], 2), ('r', &[0], 2)]),
    Place::Choice(0, &[('l', &[0], 3), ('r', &[0], 3)]),
    Place::Choice(1, &[('l', &[0], 7), ('r', &[0], 7)]),
    Place::Choice(1, &[('l', &[0], 5), ('r', &[0], 5)]),
    Place::Choice(0, &[('l', &[0], 6), ('r', &[0], 6)]),
    Place::Choice(1, &[('l', &[0], 8), ('r', &[0], 8)]),
    Place::End(&[1.0]),
    Place::End(&[-1.0]),
];

fn deep(options: TreeOptions, iterations: usize) -> Tree<char> {
    grow(options, &RulesOnly, WorldSource::One, vec![Toy::new(DEEP, 1); iterations])
}

#[test]
fn an_iteration_adds_one_node() {
    let start = TicTacToe::begin(&());
    for iterations in [1, 9, 100] {
        let states = vec![start; iterations];
        let tree = grow(TreeOptions::uct(1.0), &RulesOnly, WorldSource::One, states);
        assert_eq!(tree.len(), 1 + iterations);
        assert_eq!(tree.tally.iterations, iterations as u64);
    }
}

#[test]
fn growing_to_the_end_adds_every_position_of_an_iteration() {
    let options = TreeOptions { grow_to_the_end: true, ..in_order(1.0) };
    // Four decisions; the next iteration differs from the first one at its first choice.
    assert_eq!(deep(options, 1).len(), 5);
    assert_eq!(deep(options, 2).len(), 9);
    assert_eq!(deep(options, 2).tally.max_depth, 4);
    assert_eq!(deep(in_order(1.0), 2).len(), 3);
    assert_eq!(deep(in_order(1.0), 2).tally.max_depth, 1);
}

#[test]
fn an_outcome_of_chance_has_an_edge_but_does_not_decide() {
    const DICE: &[Place] = &[
        Place::Choice(0, &[('a', &[0], 1), ('b', &[0], 4)]),
        Place::Dice(&[('1', 0.75, 2), ('2', 0.25, 3)]),
        Place::Choice(1, &[('x', &[0], 4), ('y', &[0], 5)]),
        Place::End(&[0.5]),
        Place::End(&[0.0]),
        Place::End(&[1.0]),
    ];
    let tree = grow(in_order(1.0), &RulesOnly, WorldSource::One, vec![Toy::new(DICE, 1); 4000]);
    let outcomes = visits(&tree, node(&tree, "a"));
    let total: u32 = outcomes.iter().map(|(_, visits)| visits).sum();
    assert_eq!(total, visits(&tree, ROOT)[0].1, "every visit of the move went through chance");
    let expected = |outcome| f64::from(total) * if outcome == '1' { 0.75 } else { 0.25 };
    let bins: Vec<(f64, f64)> =
        outcomes.iter().map(|&(outcome, seen)| (seen.into(), expected(outcome))).collect();
    assert!(ChiSquare::of_fit(&bins).p() > 0.001, "{outcomes:?}");
    assert_eq!(tree.tally.max_depth, 2);
    // Seat 1 takes x: the move a is worth 0.75 · 0 + 0.25 · 0.5.
    let a = tree.edge(ROOT, 0).mean();
    assert!((a - 0.125).abs() < 0.03, "{a}");
}

#[test]
fn moves_are_first_tried_in_the_order_of_the_choice() {
    struct Backwards;
    impl Domain<Toy> for Backwards {
        fn suggest(
            &self,
            _: &<Toy as kontra_game::Game>::View,
            legal: &[char],
            _: &mut SearchRng,
        ) -> Option<char> {
            legal.last().copied().filter(|&action| action != 'b')
        }
    }
    let order = |expansion| {
        let options = TreeOptions { expansion, ..TreeOptions::uct(1.0) };
        let tree = grow(options, &Backwards, WorldSource::One, [Toy::new(ARMS, 1); 4]);
        visits(&tree, ROOT).into_iter().map(|(action, _)| action).collect::<String>()
    };
    assert_eq!(order(MoveChoice::First), "abcd");
    let suggested = order(MoveChoice::Suggested);
    assert!(suggested.starts_with("dc"), "{suggested}: then there is no opinion");
    let random = |seed: u64| {
        let mut grower = Grower::<Toy, _>::new(TreeOptions::uct(1.0), &RulesOnly, WorldSource::One);
        let mut rng = kontra_game::Streams::new(seed).test(0);
        grower.iterate(Toy::new(ARMS, 1), &mut rng);
        visits(&grower.tree, ROOT)[0].0
    };
    let firsts: Vec<char> = (0..400).map(random).collect();
    let bins = ['a', 'b', 'c', 'd']
        .map(|action| (firsts.iter().filter(|&&first| first == action).count() as f64, 100.0));
    assert!(ChiSquare::of_fit(&bins).p() > 0.001, "{bins:?}");
}

#[test]
fn the_continuation_is_played_in_the_tree_and_in_playouts() {
    /// Suggests right at every choice, and counts being asked to roll out as a mistake.
    struct Right;
    impl Domain<Toy> for Right {
        fn suggest(
            &self,
            _: &<Toy as kontra_game::Game>::View,
            _: &[char],
            _: &mut SearchRng,
        ) -> Option<char> {
            Some('r')
        }
        fn rewards(&self, game: &Toy) -> Rewards {
            [game.place as f64, 0.0, 0.0, 0.0]
        }
        fn roll_out(&self, _: &mut Toy, _: &mut SearchRng) -> Rewards {
            [1000.0, 0.0, 0.0, 0.0]
        }
    }
    let toy = Toy::new(DEEP, 1);
    let reward = |continuation| {
        let options = TreeOptions { continuation, ..in_order(1.0) };
        grow(options, &Right, WorldSource::One, [toy]).edge(ROOT, 0).mean()
    };
    assert_eq!(reward(MoveChoice::Random), 1000.0, "random playouts are the domain's");
    assert_eq!(reward(MoveChoice::First), 7.0, "the game is played to its end");
    let line = |continuation| {
        let options = TreeOptions { continuation, grow_to_the_end: true, ..in_order(1.0) };
        let tree = grow(options, &Right, WorldSource::One, [toy]);
        let mut line = String::new();
        while let [edge] = tree.edges(node(&tree, &line)) {
            line.push(edge.action);
            if line.len() == 4 {
                break;
            }
        }
        line
    };
    assert_eq!(line(MoveChoice::First), "llll");
    assert_eq!(line(MoveChoice::Suggested), "lrrr");
}

#[test]
fn first_play_urgency_is_what_an_untried_move_is_worth() {
    let tried = |first_play| {
        let options = TreeOptions { first_play, ..in_order(0.0) };
        visits(&arms(options, 10), ROOT).len()
    };
    // The first move is worth 1. A tie goes to the untried one.
    assert_eq!(tried(0.5), 1);
    assert_eq!(tried(1.0), 4);
    assert_eq!(tried(f64::INFINITY), 4);
    assert_eq!(tried(f64::NEG_INFINITY), 1);
    assert_eq!(tried(f64::NAN), 4, "an option that is no number does no harm");
}

#[test]
fn below_the_visit_threshold_moves_are_chosen_at_random() {
    // Nothing is explored, so that after the threshold only the best move is visited.
    let options = |visit_threshold| TreeOptions {
        visit_threshold,
        first_play: f64::NEG_INFINITY,
        ..in_order(0.0)
    };
    let tree = arms(options(100.0), 400);
    let bins: Vec<(f64, f64)> =
        visits(&tree, ROOT).iter().map(|&(_, seen)| (seen.into(), 100.0)).collect();
    assert!(bins.len() == 4 && ChiSquare::of_fit(&bins).p() > 0.001, "{bins:?}");
    let before = visits(&tree, ROOT);
    let after = visits(&arms(options(100.0), 450), ROOT);
    for ((action, before), (_, after)) in before.into_iter().zip(after) {
        assert_eq!(after - before, if action == 'a' { 50 } else { 0 }, "{action}");
    }
}

#[test]
fn the_visit_threshold_does_not_change_the_continuation() {
    let options = TreeOptions { visit_threshold: 1.0, grow_to_the_end: true, ..in_order(1.0) };
    let tree = deep(options, 1);
    let root = tree.edges(ROOT)[0].action;
    let rest = node(&tree, &root.to_string());
    assert_eq!(tree.edges(rest)[0].action, 'l', "below the root every choice is the first");
}

#[test]
fn rewards_go_to_the_seat_that_decided() {
    let tree = deep(in_order(0.5), 200);
    // The first choice decides: 1 for seat 0 on the left, -1 on the right.
    assert_eq!([tree.edge(ROOT, 0).mean(), tree.edge(ROOT, 1).mean()], [1.0, -1.0]);
    assert!(tree.edge(ROOT, 0).visits > 150);
    let other = node(&tree, "l");
    assert_eq!(tree.edge(other, 0).mean(), -1.0, "seat 1 loses there");
}

#[test]
fn a_tree_by_views_joins_different_ways_to_the_same_position() {
    // Both moves of seat 1 lead to the same place: by views there is one node for it.
    let nodes = |identity| {
        let options = TreeOptions { identity, ..TreeOptions::uct(5.0) };
        deep(options, 2000).len()
    };
    // By history: 2 + 4 + 8 + 16 edges; by view each of the 7 places has 2.
    assert_eq!(nodes(NodeIdentity::History), 31);
    assert_eq!(nodes(NodeIdentity::View), 15);
}

#[test]
fn a_coarse_key_does_not_make_moves_legal() {
    /// Takes all positions of a seat for the same.
    struct Coarse;
    impl Domain<Toy> for Coarse {
        fn key(&self, view: &<Toy as kontra_game::Game>::View) -> u64 {
            kontra_game::View::seat(view).index() as u64
        }
    }
    const SPLIT: &[Place] = &[
        Place::Choice(0, &[('a', &[0], 1), ('b', &[0], 2)]),
        Place::Choice(1, &[('x', &[0], 3), ('y', &[0], 3)]),
        Place::Choice(1, &[('y', &[0], 3), ('z', &[0], 3)]),
        Place::End(&[0.0]),
    ];
    // The toy panics when an illegal move is played.
    let options = TreeOptions { identity: NodeIdentity::View, ..TreeOptions::uct(1.0) };
    let tree = grow(options, &Coarse, WorldSource::One, [Toy::new(SPLIT, 1); 100]);
    assert_eq!(tree.len(), 1 + 2 + 3);
}

/// Seat 0 makes three decisions in a row, each with a better and a worse move.
const CLOSE: &[Place] = &[
    Place::Choice(0, &[('a', &[0], 1), ('b', &[0], 2)]),
    Place::Choice(0, &[('c', &[0], 3), ('d', &[0], 4)]),
    Place::Choice(0, &[('c', &[0], 4), ('e', &[0], 3)]),
    Place::Choice(0, &[('f', &[0], 5), ('g', &[0], 6)]),
    Place::Choice(0, &[('f', &[0], 6), ('g', &[0], 7)]),
    Place::End(&[0.25]),
    Place::End(&[0.5]),
    Place::End(&[0.75]),
];

#[test]
fn history_is_learned_from_all_moves_and_guides_the_playouts() {
    let history = |bias, guidance| TreeOptions {
        history: Some(HistoryOptions { bias, guidance }),
        ..TreeOptions::uct(1.0)
    };
    // Without weight the history changes nothing, where the domain has no playouts of its own.
    let start = Toy::new(CLOSE, 1);
    let edges = |options: TreeOptions| {
        let tree = grow(options, &RulesOnly, WorldSource::One, vec![start; 300]);
        tree.edges(ROOT).iter().map(|edge| (edge.visits, edge.total)).collect::<Vec<_>>()
    };
    assert_eq!(edges(history(0.0, 0.0)), edges(TreeOptions::uct(1.0)));
    assert_ne!(edges(history(0.0, 1.0)), edges(TreeOptions::uct(1.0)));

    let mut grower = Grower::new(history(0.0, 0.0), &RulesOnly, WorldSource::One);
    let mut rng = rng();
    (0..50).for_each(|_| grower.iterate(Toy::new(ARMS, 1), &mut rng));
    let seat = kontra_game::Seat::wrapping(0, 2);
    assert_eq!(grower.history().mean(seat, 'a'), Some(1.0));
    assert_eq!(grower.history().mean(seat, 'd'), Some(-1.0));
}

#[test]
fn a_guided_playout_plays_the_move_with_the_best_history() {
    let seat = kontra_game::Seat::wrapping(0, 2);
    let mut history = MoveHistory::default();
    for (action, reward) in [('a', 0.0), ('b', -1.0), ('c', 1.0), ('d', 1.0)] {
        history.note(seat, action);
        history.learn(&[reward, 0.0, 0.0, 0.0]);
    }
    let mut place = |guidance, number| {
        let mut toy = Toy::new(ARMS, 1);
        history.play_out(&mut toy, guidance, &mut kontra_game::Streams::new(number).test(0));
        toy.place
    };
    // The third move, and not the fourth, which is as good.
    assert!((0..50).all(|number| place(1.0, number) == 3));
    assert!((1..=4).all(|end| (0..50).any(|number| place(0.0, number) == end)));
}

#[test]
fn progressive_bias_adds_the_history_less_and_less() {
    // Two moves of the same worth; only their names have a history, from elsewhere: b was good.
    const EQUAL: &[Place] =
        &[Place::Choice(0, &[('a', &[0], 1), ('b', &[0], 1)]), Place::End(&[0.0])];
    let first_choice = |bias| {
        let options = TreeOptions {
            history: Some(HistoryOptions { bias, guidance: 0.0 }),
            selection: Selection::Uct { exploration: 0.0, count: crate::mcts::Count::Visits },
            ..in_order(0.0)
        };
        let mut grower = Grower::new(options, &RulesOnly, WorldSource::One);
        let seat = kontra_game::Seat::wrapping(0, 2);
        (0..99).for_each(|_| {
            grower.history().note(seat, 'b');
            grower.history().learn(&[1.0, 0.0, 0.0, 0.0]);
        });
        let mut rng = rng();
        (0..12).for_each(|_| grower.iterate(Toy::new(EQUAL, 1), &mut rng));
        visits(&grower.tree, ROOT)
    };
    assert_eq!(first_choice(0.0), [('a', 11), ('b', 1)], "ties go to the first");
    assert_eq!(first_choice(1.0), [('a', 1), ('b', 11)]);
}
