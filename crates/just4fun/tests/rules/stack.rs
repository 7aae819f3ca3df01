//! Drawing cards, and what happens when there are none.

use crate::common::{HIGH, LOW, card, play, seat, setup};
use kontra_just4fun::{Card, Cards};

#[test]
fn the_used_cards_become_the_stack_whenever_it_runs_out() {
    // However many cards are left and however many are laid down.
    for left in 0..=5 {
        for laid_down in 1..=4 {
            let mut setup = setup(&[[1, 2, 3, 4], HIGH], &[], &[]);
            setup.used = setup.stack.split_off(left);
            let old: Vec<u8> = setup.stack.iter().copied().map(Card::number).collect();
            let mut game = setup.game().unwrap();
            let moves = ["1 1", "3 1+2", "6 1+2+3", "10 1+2+3+4"][laid_down - 1];
            play(&mut game, moves);
            let kept: Cards = (laid_down as u8 + 1..=4).map(card).collect();
            let drawn: Vec<u8> =
                (Cards::from(game.hand(seat(0))) - kept).iter().map(Card::number).collect();
            let runs_out = laid_down > left;
            assert_eq!(drawn.len(), laid_down);
            let from_old = if runs_out { &old[..] } else { &old[..laid_down] };
            assert!(from_old.iter().all(|number| drawn.contains(number)), "old cards come first");
            if runs_out {
                assert_eq!(game.table().used(), Cards::NONE, "{left} left, {laid_down} laid down");
                let hands = Cards::from(game.hand(seat(0))) + game.hand(seat(1)).into();
                let stack: Cards = game.stack().drawing_order().collect();
                assert_eq!(stack, Cards::DECK - hands, "with the cards just laid down in it");
            } else {
                assert_eq!(game.table().used().len(), 47 - left + laid_down);
                assert_eq!(game.stack().len(), left - laid_down);
            }
        }
    }
}

#[test]
fn an_empty_stack_is_renewed_only_when_a_card_is_needed() {
    let mut setup = setup(&[LOW, HIGH], &[], &[]);
    setup.used = setup.stack.split_off(1);
    let mut game = setup.game().unwrap();
    play(&mut game, "1 1");
    assert_eq!((game.stack().len(), game.table().stack_size()), (0, 0));
    assert_eq!(game.table().used().len(), 47);
}

#[test]
fn who_replaces_a_hand_may_run_the_stack_out_too() {
    let mut setup =
        setup(&[[1, 1, 1, 1], HIGH], &[(0, 1, 2), (1, 2, 2), (0, 3, 2), (1, 4, 2)], &[]);
    setup.used = setup.stack.split_off(2);
    let mut game = setup.game().unwrap();
    play(&mut game, "redraw");
    let hand = game.hand(seat(0)).to_string();
    assert!(hand.starts_with("2 2 "), "the last two of the old stack, then two new ones: {hand}");
    assert_eq!(game.table().stack_size(), 47, "everything but the hands");
}
