//! Every pruned search finds what the plain search finds, on thousands of random trees.

mod tree;

use kontra_game::{Actions, Game, Seat, Streams, Turn};
use kontra_search::Search;
use kontra_search::expectimax::{
    Algorithm, Evaluate, ProbCut, Probing, Settings, Star, expectimax, verify,
};
use tree::{Kind, Knowing, Place, Tree, one_of};

const ALGORITHMS: [Algorithm; 7] = [
    Algorithm::Expectimax,
    Algorithm::Star1,
    Algorithm::Star2,
    Algorithm::Star25 { factor: 2, probing: Probing::Sequential },
    Algorithm::Star25 { factor: 3, probing: Probing::Sequential },
    Algorithm::Star25 { factor: 2, probing: Probing::Cyclic },
    Algorithm::Star25 { factor: 3, probing: Probing::Cyclic },
];

/// 5,000 trees, ten times as many with `KONTRA_FULL` in the environment.
fn trees() -> impl Iterator<Item = &'static Tree> {
    let factor = kontra_game::testkit::size(1, 10);
    (0..5_000 * factor).map(Tree::random)
}

#[track_caller]
fn same(found: f64, expected: f64, what: impl std::fmt::Debug) {
    assert!(
        (found - expected).abs() <= 1e-9 * expected.abs().max(1.0),
        "{found} {expected} {what:?}"
    );
}

/// What each move at the root is worth to the seat to move.
fn values(guide: &Knowing, root: &Place, plies: u32) -> Vec<(u8, f64)> {
    let mut moves = Actions::new();
    root.actions(&mut moves);
    let Turn::Seat(seat) = root.turn() else { return vec![] };
    let value = |&action: &u8| {
        let mut next = *root;
        next.play(action);
        (action, guide.side(root, seat).sees(expectimax(guide, &next, plies - 1).value))
    };
    moves.iter().map(value).collect()
}

#[test]
fn all_algorithms_find_the_same_value_and_an_equally_good_move() {
    for tree in trees() {
        let root = tree.root();
        let mut rng = Streams::new(tree.seed).test(1);
        for plies in 1..=tree.layers {
            let plain = expectimax(&Knowing::new(tree, Kind::None, false), &root, plies);
            let exact = values(&Knowing::new(tree, Kind::None, false), &root, plies);
            let best = exact.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
            for algorithm in ALGORITHMS {
                let table = one_of(&mut rng, &[0, 0, 1, 2, 16, 1024]);
                let settings = Settings {
                    ordering: one_of(&mut rng, &[false, true]),
                    table,
                    etc: one_of(&mut rng, &[false, true]),
                    keep_probes: one_of(&mut rng, &[false, true]),
                    deepening: one_of(&mut rng, &[false, true]),
                    every_move: one_of(&mut rng, &[false, true]),
                    ..Settings::new(algorithm).plies(plies)
                };
                let kind = one_of(&mut rng, &Kind::TRUE);
                let guide = Knowing::new(tree, kind, one_of(&mut rng, &[false, true]));
                let what = (root, plies, kind, settings);
                let mut star = Star::new(guide, settings);
                same(star.value(&root, plies), plain.value, what);

                let analysis = star.analyze(&root);
                let chosen = exact[usize::from(analysis.chosen)].1;
                same(chosen, best, what);
                for (found, &(action, value)) in analysis.moves.iter().zip(&exact) {
                    assert_eq!(found.action, action);
                    if found.error == 0.0 || settings.every_move {
                        same(found.value, value, what);
                    } else {
                        assert!(value <= found.value + 1e-9, "{what:?}");
                        assert!(value >= found.value - found.error - 1e-9, "{what:?}");
                    }
                }
            }
        }
    }
}

/// The move chosen by a search that deepens step by step, and by one that does not.
fn chosen(tree: &'static Tree, settings: Settings) -> [u8; 2] {
    let guide = Knowing::new(tree, Kind::Tight, false);
    let settings = settings.plies(tree.layers);
    [true, false].map(|deepening| {
        Star::new(guide, Settings { deepening, ..settings }).analyze(&tree.root()).chosen
    })
}

#[test]
fn deepening_continues_where_bounds_made_an_outcome_pointless() {
    // The second move wins 1000 with a chance of one in ten, in the end. Two decisions deep this outcome looks like
    // 5 at most and is left out, so that every line that was looked at has ended.
    let tree = Tree::by_hand(
        4,
        &[
            (0.0, &[1, 2], &[]),
            (0.0, &[], &[]),
            (0.0, &[3, 4], &[0.9, 0.1]),
            (-10.0, &[], &[]),
            (5.0, &[5], &[]),
            (5.0, &[6], &[]),
            (1000.0, &[], &[]),
        ],
    );
    for algorithm in ALGORITHMS {
        assert_eq!(chosen(tree, Settings::new(algorithm)), [1, 1], "{algorithm:?}");
    }
}

#[test]
fn deepening_continues_where_a_remembered_outcome_was_not_the_end() {
    // Both moves lead to node 4, the second a decision later. What the table knows of it is right for the depth, but
    // it was found out where the search ended before the game.
    let tree = Tree::by_hand(
        5,
        &[
            (0.0, &[1, 2], &[]),
            (0.0, &[4], &[1.0]),
            (0.0, &[3], &[]),
            (0.0, &[4, 8], &[0.5, 0.5]),
            (0.0, &[5], &[]),
            (0.0, &[6], &[]),
            (-500.0, &[7], &[]),
            (10.0, &[], &[]),
            (100.0, &[], &[]),
        ],
    );
    for algorithm in ALGORITHMS {
        let settings = Settings { table: 1 << 12, etc: true, ..Settings::new(algorithm) };
        assert_eq!(chosen(tree, settings), [1, 1], "{algorithm:?}");
    }
}

/// The most nodes a search that probes can visit: it searches everything, and before that the first moves after each
/// outcome, again and again.
fn most_nodes(state: &Place, plies: u32, factor: usize) -> u64 {
    let after = |action| {
        let mut next = *state;
        next.play(action);
        next
    };
    match state.turn() {
        Turn::Over => 0,
        _ if plies == 0 => 0,
        Turn::Seat(_) => first_moves(state, plies, factor, usize::MAX),
        Turn::Chance => state
            .choices()
            .map(|outcome| {
                let next = after(outcome);
                let probes = match next.turn() {
                    Turn::Seat(_) => factor as u64 + first_moves(&next, plies, factor, factor),
                    Turn::Chance | Turn::Over => 0,
                };
                probes + 1 + most_nodes(&next, plies, factor)
            })
            .sum(),
    }
}

fn first_moves(state: &Place, plies: u32, factor: usize, number: usize) -> u64 {
    let moves = state.choices().take(number).map(|action| {
        let mut next = *state;
        next.play(action);
        1 + most_nodes(&next, plies - 1, factor)
    });
    moves.sum()
}

#[test]
fn no_search_visits_more_than_it_may() {
    for tree in trees().take(2_000) {
        let root = tree.root();
        for plies in 1..=tree.layers {
            let guide = Knowing::new(tree, Kind::Static, false);
            let plain = expectimax(&guide, &root, plies).nodes;
            for algorithm in ALGORITHMS {
                let settings = Settings { ordering: false, ..Settings::new(algorithm) };
                let mut star = Star::new(guide, settings);
                star.value(&root, plies);
                let most = match algorithm {
                    Algorithm::Expectimax | Algorithm::Star1 => plain,
                    Algorithm::Star2 => most_nodes(&root, plies, 1),
                    Algorithm::Star25 { factor, .. } => most_nodes(&root, plies, factor as usize),
                };
                let nodes = star.counts().nodes();
                assert!(nodes <= most, "{nodes} {most} {root:?} {plies} {algorithm:?}");
                if algorithm == Algorithm::Expectimax {
                    assert_eq!(nodes, plain);
                }
            }
        }
    }
}

#[test]
fn the_bounds_of_random_trees_hold_and_wrong_ones_are_found_out() {
    let mut wrong = 0;
    for tree in trees().take(500) {
        for kind in Kind::TRUE {
            verify(&Knowing::new(tree, kind, false), &tree.root(), tree.layers).unwrap();
        }
        let guide = Knowing::new(tree, Kind::Wrong, false);
        wrong += u32::from(verify(&guide, &tree.root(), tree.layers).is_err());
    }
    assert!(wrong > 300, "{wrong}");
}

#[test]
#[cfg(debug_assertions)]
fn a_search_with_wrong_bounds_stops_in_debug_builds() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let stopped = trees().take(500).filter(|tree| {
        let guide = Knowing::new(tree, Kind::Wrong, false);
        let mut star = Star::new(guide, Settings::new(Algorithm::Star2).plies(tree.layers));
        std::panic::catch_unwind(move || star.analyze(&tree.root())).is_err()
    });
    let stopped = stopped.count();
    std::panic::set_hook(hook);
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn bounds_that_are_known_to_be_guesses_are_no_reason_to_stop() {
    for tree in trees().take(500) {
        let guide = Knowing::new(tree, Kind::Guessed, false);
        let mut star = Star::new(guide, Settings::new(Algorithm::Star2).plies(tree.layers));
        star.analyze(&tree.root());
    }
}

#[test]
fn chance_prob_cut_with_a_wide_margin_is_exact_and_with_none_it_errs() {
    let (mut searches, mut errors) = (0, 0);
    for tree in trees().take(1_000) {
        let guide = Knowing::new(tree, Kind::Static, false);
        for plies in 3..=tree.layers {
            let plain = expectimax(&guide, &tree.root(), plies).value;
            let value = |margin| {
                let prob_cut = Some(ProbCut { plies: 2, reduction: 1, margin });
                let settings = Settings { prob_cut, ..Settings::new(Algorithm::Star2) };
                Star::new(guide, settings).value(&tree.root(), plies)
            };
            same(value(1e6), plain, tree.seed);
            searches += 1;
            errors += u32::from((value(0.0) - plain).abs() > 1e-6);
        }
    }
    assert!(errors > 0 && errors < searches / 4, "{errors} of {searches}");
}

#[test]
fn a_search_that_is_cut_short_answers_the_same_every_time() {
    for tree in trees().take(500) {
        let view = tree.root().view(Seat::wrapping(0, 2));
        for visits in [1, 5, 20, 100] {
            let settings = Settings {
                visits,
                deepening: true,
                table: 64,
                ..Settings::new(Algorithm::Star2).plies(50)
            };
            let guide = Knowing::new(tree, Kind::Static, false);
            let run = || {
                let mut star = Star::new(guide, settings);
                let mut rng = Streams::new(0).test(0);
                star.search(&view, &kontra_search::Limits::none(), &mut rng).timeless()
            };
            let analysis = run();
            assert_eq!(analysis, run());
            // The first iteration is never cut short.
            let most = visits.max(analysis.moves.len() as u64);
            assert!(analysis.nodes <= most, "{} {visits} {}", analysis.nodes, tree.seed);
        }
    }
}
