//! Tic-tac-toe: a draw, and every search sees a row of three.

use crate::{after, analyse, count, iterations};
use kontra_game::{Notation, Recorded};
use kontra_search::mcts::{
    Ensemble, Flat, IsMcts, LeafParallel, Mcts, PlainMcts, Puct, PuctOptions, Reusing, Rollouts,
    RulesOnly, TreeOptions, TreeParallel,
};
use kontra_search::{Budget, Limits};
use kontra_tiny::{Solution, TicTacToe};

/// Every search of the family.
fn searches(budget: Budget) -> Vec<(&'static str, crate::AnySearch<TicTacToe>)> {
    let options = TreeOptions::uct(1.0);
    let (domain, two) = (RulesOnly, count(2));
    let puct = Puct::new(PuctOptions::new(1.0), budget, Rollouts(RulesOnly), RulesOnly);
    let gumbel = PuctOptions { gumbel: Some(count(9)), ..PuctOptions::new(1.0) };
    let batch = PuctOptions { batch: count(8), ..PuctOptions::new(1.0) };
    vec![
        ("one tree", Box::new(Mcts::new(options, budget))),
        ("four trees", Box::new(Mcts { trees: count(4), ..Mcts::new(options, budget) })),
        ("plain", Box::new(PlainMcts::new(1.0, budget))),
        (
            "four plain trees",
            Box::new(PlainMcts { trees: count(4), ..PlainMcts::new(1.0, budget) }),
        ),
        ("reusing", Box::new(Reusing::new(Mcts::new(options, budget)))),
        ("flat", Box::new(Flat::new(budget, RulesOnly))),
        ("ensemble", Box::new(Ensemble::new(options, two, budget, RulesOnly))),
        ("information sets", Box::new(IsMcts::with_options(options, budget, RulesOnly))),
        ("Gumbel", Box::new(Puct { options: gumbel, ..puct.clone() })),
        ("batch", Box::new(Puct { options: batch, ..puct.clone() })),
        ("PUCT", Box::new(puct)),
        (
            "leaf parallel",
            Box::new(LeafParallel { options, budget, playouts: two, threads: two, domain }),
        ),
        (
            "tree parallel",
            Box::new(TreeParallel { options, budget, threads: two, virtual_loss: 1.0, domain }),
        ),
    ]
}

#[track_caller]
fn check(moves: &str, expected: &str) {
    let game = after(TicTacToe::begin(&()), moves);
    for (name, mut search) in searches(Budget::iterations(2000)) {
        let analysis = analyse(search.as_mut(), &game, 1);
        let chosen = game.action_text(analysis.chosen);
        assert_eq!(chosen, expected, "{name} after {moves}");
        assert_eq!(analysis.moves.len(), 9 - moves.split_whitespace().count(), "{name}");
    }
}

#[test]
fn every_search_wins_when_it_can() {
    check("a1 b1 a2 b2", "a3");
    check("a1 b2 a2 c3 b3 c1", "a3");
}

#[test]
fn every_search_blocks_when_it_must() {
    check("a1 b2 a2", "a3");
    check("a1 c3 b1", "c1");
}

#[test]
fn the_game_is_a_draw() {
    let start = TicTacToe::begin(&());
    let tree = Mcts::new(TreeOptions::uct(0.5), iterations(60_000)).search_state(
        &start,
        &Limits::none(),
        &mut crate::rng(1),
    );
    let value = tree.of(tree.chosen).unwrap().value;
    assert!((-0.02..0.08).contains(&value), "{value}");
    let mut puct =
        Puct::new(PuctOptions::new(1.0), iterations(40_000), Rollouts(RulesOnly), RulesOnly);
    let puct = analyse::<TicTacToe>(&mut puct, &start, 1);
    let value = puct.of(puct.chosen).unwrap().value;
    assert!((-0.02..0.08).contains(&value), "{value}");
}

#[test]
fn values_are_those_of_the_exact_solution() {
    for moves in ["a1 b2", "b2 a2", "a1 b1", "b2 a1 c3", "a1 c3 c1", "b2 c2"] {
        let game = after(TicTacToe::begin(&()), moves);
        let sign = if moves.split_whitespace().count() % 2 == 0 { 1.0 } else { -1.0 };
        let exact = sign * Solution::of(game).value(&game).unwrap();
        let options = TreeOptions::uct(0.5);
        let mcts = Mcts::new(options, iterations(20_000)).search_state(
            &game,
            &Limits::none(),
            &mut crate::rng(1),
        );
        let mut puct =
            Puct::new(PuctOptions::new(0.5), iterations(10_000), Rollouts(RulesOnly), RulesOnly);
        let puct = analyse::<TicTacToe>(&mut puct, &game, 1);
        for analysis in [mcts, puct] {
            let value = analysis.of(analysis.chosen).unwrap().value;
            assert!((value - exact).abs() < 0.04, "{moves}: {value}, exactly {exact}");
            let best = Solution::of(game).best_moves(&game);
            assert!(best.contains(&analysis.chosen), "{moves}: {:?}", analysis.chosen);
        }
    }
}
