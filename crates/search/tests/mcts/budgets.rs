//! Budgets: iterations are exact, time ends a search, nodes are limited.

use crate::toy::{Place, Toy};
use crate::{after, analyse, count, information_set_searches};
use kontra_game::{Game, Recorded, SearchRng};
use kontra_search::mcts::{
    Domain, Ensemble, Flat, IsMcts, LeafParallel, Mcts, PlainMcts, Puct, PuctOptions, Reusing,
    Rewards, Rollouts, RulesOnly, TreeOptions, TreeParallel,
};
use kontra_search::{Analysis, Budget, Limits, Search};
use kontra_tiny::{Card, Leduc, Pig, PigRules, TicTacToe};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

fn board() -> TicTacToe {
    TicTacToe::begin(&())
}

/// Every search, with the budget and the number of times it is spent.
fn searches(budget: Budget) -> Vec<(&'static str, u64, crate::AnySearch<TicTacToe>)> {
    let options = TreeOptions::uct(1.0);
    let (domain, playouts, threads) = (RulesOnly, count(2), count(2));
    let puct = |options| Puct::new(options, budget, Rollouts(RulesOnly), RulesOnly);
    let (plain, five) = (PuctOptions::new(1.0), count(5));
    let gumbel = PuctOptions { gumbel: Some(count(4)), batch: count(3), ..plain };
    vec![
        ("one tree", 1, Box::new(Mcts::new(options, budget))),
        ("three trees", 1, Box::new(Mcts { trees: count(3), ..Mcts::new(options, budget) })),
        ("plain", 1, Box::new(PlainMcts::new(1.0, budget))),
        (
            "three plain trees",
            1,
            Box::new(PlainMcts { trees: count(3), ..PlainMcts::new(1.0, budget) }),
        ),
        ("reusing", 1, Box::new(Reusing::new(Mcts::new(options, budget)))),
        ("flat", 1, Box::new(Flat::new(budget, RulesOnly))),
        ("ensemble", 5, Box::new(Ensemble::new(options, five, budget, RulesOnly))),
        ("information sets", 1, Box::new(IsMcts::with_options(options, budget, RulesOnly))),
        (
            "five of them",
            5,
            Box::new(IsMcts { trees: five, ..IsMcts::with_options(options, budget, RulesOnly) }),
        ),
        ("PUCT", 1, Box::new(puct(plain))),
        ("batches", 1, Box::new(puct(PuctOptions { batch: count(8), ..plain }))),
        ("Gumbel", 1, Box::new(puct(gumbel))),
        ("leaf parallel", 1, Box::new(LeafParallel { options, budget, playouts, threads, domain })),
        (
            "tree parallel",
            1,
            Box::new(TreeParallel { options, budget, threads, virtual_loss: 1.0, domain }),
        ),
    ]
}

fn visits<A>(analysis: &Analysis<A>) -> u64 {
    analysis.moves.iter().map(|entry| entry.visits).sum()
}

#[test]
fn iterations_are_exact() {
    for iterations in [9, 100, 101] {
        for (name, times, mut search) in searches(Budget::iterations(iterations)) {
            let analysis = analyse(search.as_mut(), &board(), 1);
            assert_eq!(analysis.iterations, times * iterations, "{name}");
            assert_eq!(visits(&analysis), times * iterations, "{name}");
        }
    }
}

#[test]
fn without_iterations_the_first_move_is_played() {
    for (name, _, mut search) in searches(Budget::iterations(0)) {
        // Flat search needs one, and Gumbel selection draws its move.
        if !["flat", "Gumbel"].contains(&name) {
            let analysis = analyse(search.as_mut(), &board(), 1);
            assert_eq!(
                (analysis.chosen, analysis.iterations),
                (analysis.moves[0].action, 0),
                "{name}"
            );
            assert!(analysis.moves.iter().all(|entry| entry.value.is_nan()), "{name}");
        }
    }
}

#[test]
fn flat_search_gives_every_move_at_least_one_playout() {
    let analysis =
        analyse::<TicTacToe>(&mut Flat::new(Budget::iterations(2), RulesOnly), &board(), 1);
    assert!(analysis.moves.iter().all(|entry| entry.visits == 1));
}

#[test]
fn time_ends_a_search() {
    for moves in ["", "a1 b1 c1 a2 c2 b2 a3"] {
        // The last position has two moves left: its whole tree is soon known, and the search must end all the same.
        let game = after(board(), moves);
        for (name, _, mut search) in searches(Budget::time(Duration::from_millis(30))) {
            let analysis = analyse(search.as_mut(), &game, 1);
            assert!(analysis.iterations > 10, "{name}: {}", analysis.iterations);
            assert!(analysis.moves.iter().any(|entry| entry.visits > 0), "{name}");
        }
    }
}

#[test]
fn no_time_at_all_is_enough_for_an_answer() {
    for (_, _, mut search) in searches(Budget::time(Duration::ZERO)) {
        let analysis = analyse(search.as_mut(), &board(), 1);
        assert!(analysis.iterations <= 9);
    }
}

#[test]
fn a_budget_of_time_is_for_all_worlds_together() {
    /// Notes in which worlds games were played.
    #[derive(Default)]
    struct Noting(Mutex<BTreeSet<u8>>);
    impl Domain<Toy> for Noting {
        fn rewards(&self, game: &Toy) -> Rewards {
            self.0.lock().unwrap().insert(game.world);
            kontra_search::mcts::payoffs(game)
        }
    }
    const PLACES: &[Place] =
        &[Place::Choice(0, &[('a', &[0, 1], 1), ('b', &[0, 1], 1)]), Place::End(&[0.0])];
    let budget = Budget::time(Duration::from_millis(40));
    let options = TreeOptions::uct(1.0);
    let mut ensemble = Ensemble::new(options, count(8), budget, Noting::default());
    analyse::<Toy>(&mut ensemble, &Toy::new(PLACES, 2), 1);
    assert_eq!(ensemble.domain.0.into_inner().unwrap(), BTreeSet::from([0, 1]), "not only one");
    let mut trees = IsMcts::with_options(options, budget, Noting::default());
    (trees.trees, trees.worlds) = (count(8), Some(count(1)));
    analyse::<Toy>(&mut trees, &Toy::new(PLACES, 2), 1);
    assert_eq!(trees.domain.0.into_inner().unwrap(), BTreeSet::from([0, 1]), "not only one");
}

#[test]
fn nodes_are_limited() {
    for limit in [10, 300] {
        for (name, times, mut search) in
            searches(Budget { nodes: limit, ..Budget::iterations(100_000) })
        {
            if name == "flat" {
                continue;
            }
            let analysis = analyse(search.as_mut(), &board(), 1);
            let trees = if name.starts_with("three") { 3 } else { times };
            // The last iteration, or the last batch of nine moves each, may exceed it.
            let most = trees * (limit as u64 + 8 * 9);
            assert!(analysis.nodes <= most, "{name}: {} of {limit}", analysis.nodes);
            assert!(analysis.nodes >= limit as u64, "{name}");
        }
    }
}

#[test]
fn worlds_are_counted() {
    let leduc = Leduc::begin(&[Card::Queen, Card::King]);
    for (name, search) in information_set_searches(1.0, Budget::iterations(90)) {
        let worlds = |worlds, trees| {
            let mut search = IsMcts { worlds, trees: count(trees), ..search.clone() };
            let analysis = analyse::<Leduc>(&mut search, &leduc, 1);
            (analysis.worlds, analysis.iterations)
        };
        assert_eq!(worlds(None, 1), (90, 90), "{name}");
        assert_eq!(worlds(Some(count(3)), 1), (3, 90), "{name}");
        assert_eq!(worlds(Some(count(3)), 2), (6, 180), "{name}");
        // 90 / 4 = 22.5 is rounded to 22, 90 / 12 = 7.5 to 8.
        assert_eq!(worlds(Some(count(4)), 1), (4, 88), "{name}");
        assert_eq!(worlds(Some(count(12)), 1), (12, 96), "{name}");
    }
    let puct =
        Puct::new(PuctOptions::new(1.0), Budget::iterations(90), Rollouts(RulesOnly), RulesOnly);
    let mut puct = Puct { worlds: Some(count(12)), ..puct };
    let analysis = analyse::<Leduc>(&mut puct, &leduc, 1);
    assert_eq!((analysis.worlds, analysis.iterations), (12, 96));
}

#[test]
fn a_forced_move_is_returned_at_once() {
    let pig = Pig::begin(&PigRules { target: 20 });
    let analysis =
        analyse::<Pig>(&mut Mcts::new(TreeOptions::uct(1.0), Budget::iterations(9)), &pig, 1);
    assert_eq!((analysis.moves.len(), analysis.iterations), (1, 0));
    assert!(analysis.moves[0].value.is_nan());
}

#[test]
#[should_panic(expected = "nothing to decide")]
fn where_chance_is_due_there_is_nothing_to_decide() {
    let game = after(Pig::begin(&PigRules { target: 20 }), "roll");
    Mcts::new(TreeOptions::uct(1.0), Budget::iterations(9)).search_state(
        &game,
        &Limits::none(),
        &mut crate::rng(1),
    );
}

#[test]
#[should_panic(expected = "not this seat's turn")]
fn the_other_seat_has_nothing_to_decide() {
    let game = Leduc::begin(&[Card::Queen, Card::King]);
    let view = game.view(kontra_game::Seat::wrapping(1, 2));
    let mut search = Flat::new(Budget::iterations(9), RulesOnly);
    search.search(&view, &Limits::none(), &mut crate::rng(1));
}

#[test]
#[should_panic(expected = "a broken domain")]
fn a_panic_in_a_playout_does_not_stop_the_others_for_ever() {
    struct Broken;
    impl Domain<TicTacToe> for Broken {
        fn roll_out(&self, _: &mut TicTacToe, _: &mut SearchRng) -> Rewards {
            panic!("a broken domain")
        }
    }
    let search = LeafParallel {
        options: TreeOptions::uct(1.0),
        budget: Budget::iterations(9),
        playouts: count(3),
        threads: count(2),
        domain: Broken,
    };
    search.search_state(&board(), &Limits::none(), &mut crate::rng(1));
}

#[test]
fn a_long_line_is_measured_in_decisions_of_seats() {
    const DICE: &[Place] = &[
        Place::Choice(0, &[('a', &[0], 1), ('b', &[0], 1)]),
        Place::Dice(&[('1', 0.5, 2), ('2', 0.5, 2)]),
        Place::Choice(1, &[('x', &[0], 3), ('y', &[0], 3)]),
        Place::End(&[0.0]),
    ];
    let toy = Toy::new(DICE, 1);
    for (name, mut search) in information_set_searches(1.0, Budget::iterations(200)) {
        let analysis = analyse::<Toy>(&mut search, &toy, 1);
        assert_eq!(analysis.max_depth, 2, "{name}");
        assert!(analysis.mean_depth > 1.9 && analysis.mean_depth <= 2.0, "{name}");
    }
}
