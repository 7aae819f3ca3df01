//! Ends of games, solved for every seat, against the plain search on the payoffs themselves.

use crate::common::size;
use kontra_agents::{Solvable, Unsolvable};
use kontra_game::{Actions, Chances, Game, Recorded, Streams, Turn};
use kontra_just4fun::{Just4Fun, Players, Rules};
use kontra_ontop::{Board, Lineup, OnTop, Start};

/// What the rest of a game of two sides is worth to each seat: the mean over chance, and the best for the side to move.
fn plain<G: Game>(game: &G) -> Vec<f64> {
    let after = |action| {
        let mut next = game.clone();
        next.play(action);
        plain(&next)
    };
    match game.turn() {
        Turn::Over => game.payoffs().as_slice().to_vec(),
        Turn::Chance => {
            let mut chances = Chances::new();
            game.chances(&mut chances);
            let mut mean = vec![0.0; game.seats()];
            for (outcome, probability) in chances {
                let values = after(outcome);
                mean.iter_mut().zip(values).for_each(|(mean, value)| *mean += probability * value);
            }
            mean
        }
        Turn::Seat(seat) => {
            let mut moves = Actions::new();
            game.actions(&mut moves);
            let values = moves.into_iter().map(after);
            values.max_by(|a, b| a[seat.index()].total_cmp(&b[seat.index()])).unwrap()
        }
    }
}

/// A random game up to where so much is left, if it gets there.
fn endgame<G: Solvable>(mut game: G, seed: u64, left: u32) -> Option<G> {
    let mut rng = Streams::new(seed).test(0);
    while game.left() != Ok(left) {
        game.play(game.random_action(&mut rng)?);
    }
    Some(game)
}

#[track_caller]
fn check<G: Solvable>(objective: G::Objective, left: u32, begin: impl Fn(u64) -> G) {
    let games = (0..).filter_map(|seed| endgame(begin(seed), seed, left));
    for game in games.take(size(500).max(20) as usize) {
        let found = game.solve(objective).unwrap();
        assert_eq!(found.value.len(), game.seats());
        for (found, expected) in found.value.iter().zip(plain(&game)) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }
}

fn ontop(table: Lineup) -> impl Fn(u64) -> OnTop {
    move |_| OnTop::new(&Start::usual(table, Board::default()))
}

fn just4fun(players: Players) -> impl Fn(u64) -> Just4Fun {
    let rules = Rules { players, ..Rules::default() };
    move |seed| Just4Fun::begin(&Just4Fun::deal(&rules, &mut Streams::new(seed).deal(0)))
}

#[test]
fn two_players_and_two_teams_of_ontop() {
    // Few games come closer to the last tile, for want of a place.
    for left in 3..=4 {
        check((), left, ontop(Lineup::Two));
        check((), left, ontop(Lineup::Teams));
    }
}

#[test]
fn two_players_of_just_4_fun() {
    for left in 0..=3 {
        check((), left, just4fun(Players::Two));
    }
}

#[test]
fn a_finished_game_has_nothing_left_and_is_worth_its_payoffs() {
    let mut rng = Streams::new(1).test(1);
    let mut game = ontop(Lineup::Two)(0);
    game.playout(&mut rng);
    assert!(game.tiles_left() > 0 && game.left() == Ok(0));
    assert_eq!(game.solve(()).unwrap().value, game.payoffs().as_slice());
    let mut game = just4fun(Players::Two)(0);
    game.playout(&mut rng);
    assert_eq!(game.left(), Ok(0));
    assert_eq!(game.solve(()).unwrap().value, game.payoffs().as_slice());
}

#[test]
fn more_sides_have_no_value_of_their_own() {
    for (table, sides) in [(Lineup::Three, 3), (Lineup::Four, 4)] {
        let game = ontop(table)(0);
        assert_eq!(game.left(), Err(Unsolvable::Sides(sides)));
        assert_eq!(game.solve(()), Err(Unsolvable::Sides(sides)));
    }
    let game = just4fun(Players::Three)(0);
    assert_eq!(game.left(), Err(Unsolvable::Sides(3)));
    assert_eq!(game.solve(()), Err(Unsolvable::Sides(3)));
}
