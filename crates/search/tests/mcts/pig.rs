//! Pig: the exact chance to win, with dice in the tree.

use crate::{after, analyse, iterations, mover, rng};
use kontra_game::{Actions, Game, Recorded, SearchRng};
use kontra_search::Limits;
use kontra_search::mcts::{
    Count, Domain, Flat, Mcts, NodeIdentity, PlainMcts, Puct, PuctOptions, Rewards, Rollouts,
    RulesOnly, TreeOptions,
};
use kontra_tiny::{Pig, PigRules, Solution};

const POSITIONS: [(u16, &str); 6] = [
    (10, "roll 2"),
    (10, "roll 4 hold roll 3"),
    (20, "roll 5"),
    (20, "roll 6 hold roll 6 roll 4"),
    (20, "roll 6 roll 6"),
    (20, "roll 6 hold roll 1 roll 6 hold roll 5 roll 4"),
];

/// The position, and what each move is worth to the seat to move when both play as well as can be.
fn solved(target: u16, moves: &str) -> (Pig, Vec<f64>) {
    let start = Pig::begin(&PigRules { target });
    let (game, solution) = (after(start, moves), Solution::of(start));
    let sign = if mover(&game).index() == 0 { 1.0 } else { -1.0 };
    let mut legal = Actions::new();
    game.actions(&mut legal);
    let value = |action| {
        let mut next = game;
        next.play(action);
        sign * solution.value(&next).expect("the start leads there")
    };
    (game, legal.into_iter().map(value).collect())
}

#[test]
fn tree_search_comes_within_a_few_standard_errors() {
    for (target, moves) in POSITIONS {
        let (game, exact) = solved(target, moves);
        let options = crate::uct(1.0, Count::Visits, NodeIdentity::View);
        let analysis = Mcts::new(options, iterations(40_000)).search_state(
            &game,
            &Limits::none(),
            &mut rng(1),
        );
        let roll = analysis.moves[0];
        assert!(analysis.chosen == roll.action, "{moves}: with few points to go, rolling is right");
        // Trying the other move now and then costs a little.
        let off = (roll.value - exact[0]).abs();
        assert!(off < 3.0 * roll.error + 0.005, "{moves}: {roll:?}, exactly {exact:?}");
    }
}

#[test]
fn a_tree_by_history_and_puct_come_near() {
    for (target, moves) in POSITIONS {
        let (game, exact) = solved(target, moves);
        let options = TreeOptions::uct(1.0);
        let tree = Mcts::new(options, iterations(20_000)).search_state(
            &game,
            &Limits::none(),
            &mut rng(1),
        );
        let mut puct =
            Puct::new(PuctOptions::new(1.0), iterations(10_000), Rollouts(RulesOnly), RulesOnly);
        let puct = analyse::<Pig>(&mut puct, &game, 1);
        let plain = PlainMcts::new(1.0, iterations(20_000)).search_state(
            &game,
            &Limits::none(),
            &mut rng(1),
        );
        for (name, analysis) in [("UCT", tree), ("PUCT", puct), ("plain", plain)] {
            let roll = analysis.moves[0];
            assert!(analysis.chosen == roll.action, "{name}, {moves}");
            assert!((roll.value - exact[0]).abs() < 0.12, "{name}, {moves}: {roll:?}, {exact:?}");
        }
    }
}

#[test]
fn flat_search_knows_what_random_play_is_worth() {
    let game = after(Pig::begin(&PigRules { target: 8 }), "roll 6");
    let analysis = analyse::<Pig>(&mut Flat::new(iterations(40_000), RulesOnly), &game, 1);
    let [roll, hold] = [analysis.moves[0], analysis.moves[1]];
    let (rolled, held) = (random_value(&game, 0), random_value(&game, 1));
    assert!((roll.value - rolled).abs() < 4.0 * roll.error, "{roll:?}, {rolled}");
    assert!((hold.value - held).abs() < 4.0 * hold.error, "{hold:?}, {held}");
    assert_eq!((roll.visits, hold.visits), (analysis.iterations / 2, analysis.iterations / 2));
}

/// What a move is worth to seat 0 when the rest is played at random, by iterating over all states.
fn random_value(game: &Pig, number: usize) -> f64 {
    use std::collections::HashMap;
    fn successors(state: &Pig) -> Vec<(Pig, f64)> {
        let mut chances = kontra_game::Chances::new();
        let mut actions = Actions::new();
        state.chances(&mut chances);
        state.actions(&mut actions);
        let share = 1.0 / actions.len() as f64;
        let all = chances.into_iter().chain(actions.into_iter().map(|action| (action, share)));
        all.map(|(action, probability)| {
            let mut next = *state;
            next.play(action);
            (next, probability)
        })
        .collect()
    }
    let mut legal = Actions::new();
    game.actions(&mut legal);
    let mut start = *game;
    start.play(legal[number]);
    let mut values: HashMap<Pig, f64> = HashMap::from([(start, 0.0)]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        for (next, _) in successors(&state) {
            if values.insert(next, 0.0).is_none() {
                open.push(next);
            }
        }
    }
    for _ in 0..200 {
        let better: HashMap<Pig, f64> = values
            .keys()
            .map(|state| {
                let next = successors(state);
                let over = next.is_empty();
                let value = next.iter().map(|(next, p)| p * values[next]).sum();
                (*state, if over { state.payoffs().as_slice()[0] } else { value })
            })
            .collect();
        values = better;
    }
    values[&start]
}

#[test]
fn rewards_may_be_of_any_size() {
    /// A win is worth 1024, as large as points may be. (With a power of two nothing is rounded differently.)
    struct Points;
    impl Domain<Pig> for Points {
        fn rewards(&self, game: &Pig) -> Rewards {
            kontra_search::mcts::payoffs(game).map(|payoff| 1024.0 * payoff)
        }
        fn roll_out(&self, game: &mut Pig, rng: &mut SearchRng) -> Rewards {
            game.playout(rng);
            self.rewards(game)
        }
    }
    let game = after(Pig::begin(&PigRules { target: 10 }), "roll 2");
    let budget = kontra_search::Budget::iterations(500);
    let small =
        Mcts::new(TreeOptions::uct(2.0), budget).search_state(&game, &Limits::none(), &mut rng(1));
    let large = Mcts::with_domain(TreeOptions::uct(2048.0), budget, Points);
    let large = large.search_state(&game, &Limits::none(), &mut rng(1));
    for (small, large) in small.moves.iter().zip(&large.moves) {
        assert_eq!(small.visits, large.visits);
        assert!((1024.0 * small.value - large.value).abs() < 1e-6);
        assert!((1024.0 * small.error - large.error).abs() < 1e-6);
    }
}
