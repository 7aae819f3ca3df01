//! The searches on tiny games with known solutions.

use kontra_game::{Actions, Game, Recorded, Seat, Streams, Turn};
use kontra_search::expectimax::{Algorithm, Payoff, Settings, Star, solve};
use kontra_search::{Limits, Search};
use kontra_tiny::{Pig, PigRules, Solution, TicTacToe};

fn first() -> Payoff {
    Payoff::new(Seat::wrapping(0, 2), -1.0, 1.0)
}

#[test]
fn tic_tac_toe_is_solved_from_every_position_of_many_games() {
    let start = TicTacToe::begin(&());
    let solution = Solution::of(start);
    for game in 0..100 {
        let mut rng = Streams::new(game).test(0);
        let mut state = start;
        while let Some(action) = state.random_action(&mut rng) {
            assert_eq!(Some(solve(first(), &state, 1 << 10)), solution.value(&state));
            state.play(action);
        }
    }
}

#[test]
fn the_chosen_move_of_tic_tac_toe_keeps_the_value() {
    let solution = Solution::of(TicTacToe::begin(&()));
    let settings = Settings { table: 1 << 10, ..Settings::new(Algorithm::Star2).plies(9) };
    let mut star = Star::<TicTacToe, _>::new(first(), settings);
    let mut rng = Streams::new(0).test(0);
    for game in 0..200 {
        let mut state = TicTacToe::begin(&());
        let mut moves = Streams::new(game).test(1);
        while let Turn::Seat(seat) = state.turn() {
            let analysis = star.search(&state.view(seat), &Limits::none(), &mut rng);
            assert!(solution.best_moves(&state).contains(&analysis.chosen));
            let Some(action) = state.random_action(&mut moves) else { break };
            state.play(action);
        }
    }
}

#[test]
fn pig_comes_near_its_solution_the_deeper_it_is_searched() {
    let start = Pig::begin(&PigRules { target: 12 });
    let solution = Solution::of(start);
    let exact = solution.value(&start).unwrap();
    // A state that is reached in several ways is searched once for each depth: without a table this would never end.
    let settings = Settings { table: 1 << 16, etc: true, ..Settings::new(Algorithm::Star2) };
    let mut star = Star::new(first(), settings);
    let errors = [10, 20, 40, 80].map(|plies| (star.value(&start, plies) - exact).abs());
    assert!(errors[3] < 1e-6, "{errors:?}");
    assert!(errors.is_sorted_by(|a, b| a > b), "{errors:?}");
}

#[test]
fn pig_is_played_as_well_as_can_be() {
    let start = Pig::begin(&PigRules { target: 12 });
    let solution = Solution::of(start);
    let settings = Settings { table: 1 << 16, ..Settings::new(Algorithm::Star2).plies(60) };
    let mut star = Star::new(first(), settings);
    let (mut state, mut rng) = (start, Streams::new(3).test(0));
    while state.turn() != Turn::Over {
        if let Turn::Seat(_) = state.turn() {
            let mut moves = Actions::new();
            state.actions(&mut moves);
            let chosen = star.analyze(&state).chosen;
            assert!(solution.best_moves(&state).contains(&chosen), "{state:?}");
            state.play(chosen);
        } else if let Some(face) = state.random_action(&mut rng) {
            state.play(face);
        }
    }
}
