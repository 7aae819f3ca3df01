//! A tree that is kept from move to move.

use crate::{after, analyse, rng};
use kontra_game::{Game, Recorded, Seat, Turn};
use kontra_search::mcts::{Mcts, Reusing, TreeOptions};
use kontra_search::{Budget, Limits, Search};
use kontra_tiny::{Pig, PigRules, TicTacToe};

fn visits<G: Game>(search: &mut dyn Search<G::View>, game: &G) -> u64 {
    analyse(search, game, 1).moves.iter().map(|entry| entry.visits).sum()
}

#[test]
fn the_tree_below_the_new_position_is_kept() {
    let mut search = Reusing::new(Mcts::new(TreeOptions::uct(1.0), Budget::iterations(3000)));
    let mut game = TicTacToe::begin(&());
    let first = analyse(&mut search, &game, 1);
    assert_eq!(first.variation[0], first.chosen);
    // The expected line is what the tree knows best.
    first.variation[..2].iter().for_each(|&action| game.play(action));
    search.mcts.budget = Budget::iterations(0);
    let second = analyse(&mut search, &game, 1);
    assert_eq!(second.iterations, 0);
    assert_eq!(second.moves.len(), 7);
    let visits: u64 = second.moves.iter().map(|entry| entry.visits).sum();
    assert!(visits > 50 && visits < first.of(first.chosen).unwrap().visits, "{visits}");
    assert_eq!(second.variation[..], first.variation[2..]);
}

#[test]
fn the_right_branch_is_found_through_chance() {
    let mut search = Reusing::new(Mcts::new(TreeOptions::uct(1.0), Budget::iterations(5000)));
    let game = after(Pig::begin(&PigRules { target: 30 }), "roll 4");
    let first = analyse(&mut search, &game, 1);
    search.mcts.budget = Budget::iterations(0);
    let visits: Vec<u64> = ["roll 2", "roll 3", "roll 6"]
        .map(|moves| visits(&mut search.clone(), &after(game, moves)))
        .into();
    // Each face comes up in one of six rolls.
    let sixth = first.moves[0].visits / 6;
    assert!(visits.iter().all(|&visits| visits.abs_diff(sixth) < sixth / 4), "{visits:?} {sixth}");
}

#[test]
fn an_unknown_position_begins_with_an_empty_tree() {
    let mut search = Reusing::new(Mcts::new(TreeOptions::uct(1.0), Budget::iterations(500)));
    visits(&mut search, &after(TicTacToe::begin(&()), "a1 b2"));
    search.mcts.budget = Budget::iterations(0);
    assert_eq!(visits(&mut search.clone(), &after(TicTacToe::begin(&()), "c3 b2")), 0);
    assert!(visits(&mut search, &after(TicTacToe::begin(&()), "a1 b2")) == 500);
}

#[test]
fn errors_are_those_of_the_new_iterations() {
    let mut search = Reusing::new(Mcts::new(TreeOptions::uct(1.0), Budget::iterations(2000)));
    let game = after(Pig::begin(&PigRules { target: 20 }), "roll 5");
    let first = analyse(&mut search, &game, 1).moves[0];
    let second = analyse(&mut search, &game, 2).moves[0];
    // Twice as many visits, √2 times as exact.
    let ratio = first.error / second.error;
    assert!((1.3..1.55).contains(&ratio), "{first:?} {second:?}");
}

#[test]
fn whole_games_can_be_played() {
    for seed in 0..5 {
        let mcts = Mcts::new(TreeOptions::uct(1.0), Budget::iterations(300));
        let mut search = Reusing::<TicTacToe>::new(mcts);
        let mut game = TicTacToe::begin(&());
        let (mut mine, mut other) = (rng(seed), rng(100 + seed));
        loop {
            let action = match game.turn() {
                Turn::Seat(seat) if seat.index() == 0 => {
                    search
                        .search(&game.view(Seat::wrapping(0, 2)), &Limits::none(), &mut mine)
                        .chosen
                }
                Turn::Over => break,
                _ => game.random_action(&mut other).expect("the game is not over"),
            };
            game.play(action);
        }
        assert!(game.payoffs().as_slice()[0] >= 0.0, "nobody loses against random play");
    }
}
