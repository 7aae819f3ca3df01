//! What players know after the stack has run out.

use crate::common::{HIGH, LOW, play, seat, setup};
use crate::worlds::late;
use kontra_game::{Determinize, Game, Streams};
use kontra_just4fun::Cards;

#[test]
fn an_empty_stack_shows_the_other_hand() {
    let view = late(0).view(seat(0));
    assert_eq!(view.unseen().to_string(), "9 10 11 12");
    let mut rng = Streams::new(8).test(0);
    assert_eq!(view.determinize(&mut rng).hand(seat(1)).to_string(), "9 10 11 12");
}

#[test]
fn who_saw_the_stack_run_out_knows_the_other_hand_until_it_is_played() {
    let mut game = late(0);
    play(&mut game, "1 1");
    assert_eq!(game.view(seat(0)).known().to_string(), "9 10 11 12");
    assert_eq!(game.view(seat(1)).known().to_string(), "2 3 4", "and one new card");
    play(&mut game, "19 9+10");
    assert_eq!(game.view(seat(0)).known().to_string(), "11 12");
    let mut rng = Streams::new(9).test(0);
    for _ in 0..100 {
        let world = game.view(seat(0)).determinize(&mut rng);
        assert!(Cards::from(world.hand(seat(1))).contains(game.view(seat(0)).known()));
        assert_eq!(world.view(seat(1)).known(), game.view(seat(1)).known());
    }
}

#[test]
fn the_last_cards_of_the_old_stack_are_known_to_the_other_too() {
    let mut game = late(1);
    play(&mut game, "6 1+2+3");
    // Seat 0 kept the 4, drew the last card of the old stack, a 5, and two new ones.
    assert_eq!(game.view(seat(1)).known().to_string(), "4 5");
}

#[test]
fn with_more_players_nobody_knows_a_hand() {
    let mut setup = setup(&[LOW, HIGH, [5, 6, 7, 8]], &[], &[]);
    setup.used = setup.stack.split_off(0);
    let mut game = setup.game().unwrap();
    play(&mut game, "1 1");
    for player in 0..3 {
        assert!(game.view(seat(player)).known().is_empty());
    }
}
