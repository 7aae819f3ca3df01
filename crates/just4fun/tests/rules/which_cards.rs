//! Which cards are laid down for a field.

use crate::common::{HIGH, LOW, choices, field, game, play, seat, setup};
use kontra_game::{Chances, Game, Turn};
use kontra_just4fun::CardChoice;

#[test]
fn chance_picks_among_the_different_combinations_for_the_field() {
    // The two fives are the same combination: 5, 2+3, and not three equally likely choices.
    let mut game = game(&[[2, 3, 5, 5], HIGH], &[], &[]);
    play(&mut game, "5");
    assert_eq!(game.turn(), Turn::Chance);
    let mut chances = Chances::new();
    game.chances(&mut chances);
    let chances: Vec<(String, f64)> = chances.iter().map(|(a, p)| (a.to_string(), *p)).collect();
    assert_eq!(chances, [("5".to_owned(), 0.5), ("2+3".to_owned(), 0.5)]);
    play(&mut game, "2+3");
    assert_eq!(game.turn(), Turn::Seat(seat(1)));
}

#[test]
fn chance_has_a_turn_even_for_a_single_combination() {
    // Otherwise the others would see that there was no other.
    let mut game = game(&[LOW, HIGH], &[], &[]);
    play(&mut game, "1");
    assert_eq!((game.turn(), choices(&game)), (Turn::Chance, "1".to_owned()));
}

#[test]
fn the_player_may_choose_the_cards_if_the_table_says_so() {
    let mut setup = setup(&[[2, 3, 5, 5], HIGH], &[], &[6, 7]);
    setup.cards = CardChoice::Player;
    let mut game = setup.game().unwrap();
    assert_eq!(choices(&game), "2 3 5 2+3 2+5 3+5 5+5 2+3+5 2+5+5 3+5+5 2+3+5+5");
    play(&mut game, "2+3");
    assert_eq!(game.table().stones().on(field(5), seat(0)), 1);
    assert_eq!(game.hand(seat(0)).to_string(), "5 5 6 7");
    assert_eq!(game.turn(), Turn::Seat(seat(1)), "without a chance turn");
}
