//! The three identities of information sets.

use crate::common::{HIGH, play, seat, setup};
use kontra_game::{Game, View};
use kontra_just4fun::{Just4Fun, KeyState};

/// The same board, reached with other cards: hands and used cards differ.
fn alike() -> [Just4Fun; 2] {
    let setup = setup(&[[1, 2, 3, 4], HIGH], &[], &[5, 6, 7, 8]);
    let mut games = [setup.game().unwrap(), setup.game().unwrap()];
    play(&mut games[0], "3 3 9 9");
    play(&mut games[1], "3 1+2 9 9");
    games
}

#[test]
fn the_key_of_the_board_tells_boards_apart_and_nothing_else() {
    let [one, other] = alike();
    let key = |game: &Just4Fun, state| game.view(seat(0)).key_by(state);
    assert_eq!(key(&one, KeyState::Board), key(&other, KeyState::Board));
    assert_ne!(key(&one, KeyState::BoardHand), key(&other, KeyState::BoardHand));
    let mut next = one;
    play(&mut next, "4 4");
    assert_ne!(key(&next, KeyState::Board), key(&one, KeyState::Board));
}

#[test]
fn the_key_of_board_and_hand_does_not_look_at_used_cards() {
    let [one, other] = alike();
    let key = |game: &Just4Fun, state| game.view(seat(1)).key_by(state);
    // Seat 1 has drawn a 6 in one game and a 7 in the other: let the hands be equal.
    assert_ne!(key(&one, KeyState::BoardHand), key(&other, KeyState::BoardHand));
    let mut setup = setup(&[[1, 2, 3, 4], HIGH], &[], &[5, 6, 7, 8]);
    setup.used = setup.stack.split_off(10);
    let less = setup.game().unwrap();
    let back = setup.used.pop().unwrap();
    setup.stack.push(back);
    let more = setup.game().unwrap();
    assert_eq!(key(&less, KeyState::BoardHand), key(&more, KeyState::BoardHand));
    assert_ne!(key(&less, KeyState::BoardHandUsed), key(&more, KeyState::BoardHandUsed));
    assert_eq!(less.view(seat(1)).key(), key(&less, KeyState::BoardHandUsed), "the usual key");
}
