//! Worlds come in the right proportions.

use crate::common::{HIGH, LOW, card, play, seat, setup};
use crate::worlds::{hands, late};
use kontra_game::testkit::{ChiSquare, SIGNIFICANCE, worlds_are_uniform_by};
use kontra_game::{Determinize, Enumerate, Game, Streams, Turn, View};
use std::collections::HashMap;

#[test]
fn every_deal_of_two_is_as_likely_as_it_should_be() {
    // 0 to 8 cards in the stack, some of them equal: the other's four are among them and their own.
    for stack in 0..=8 {
        let view = late(stack).view(seat(0));
        worlds_are_uniform_by(&view, 20_000, stack as u64, hands);
    }
}

#[test]
fn every_deal_of_three_and_four_is_as_likely_as_it_should_be() {
    for (others, stack) in [(2, 2), (3, 1)] {
        let all = [LOW, HIGH, [5, 5, 6, 7], [5, 6, 6, 9]];
        let mut setup = setup(&all[..=others], &[], &[9, 19]);
        setup.used = setup.stack.split_off(stack);
        let view = setup.game().unwrap().view(seat(1));
        worlds_are_uniform_by(&view, 50_000, others as u64, hands);
    }
}

#[test]
fn while_chance_chooses_cards_only_hands_that_reach_the_field_are_imagined() {
    let mut game = late(8);
    play(&mut game, "10");
    let view = game.view(seat(1));
    assert_eq!(view.turn(), Turn::Chance);
    let worlds = view.worlds();
    assert!(worlds.len() > 3);
    for (world, _) in &worlds {
        assert!(world.hand(seat(0)).reach().into_iter().any(|field| field.number() == 10));
    }
    worlds_are_uniform_by(&view, 20_000, 1, hands);
}

#[test]
fn the_weight_of_a_world_is_its_number_of_ways_to_be_dealt() {
    // Unseen are 9 10 11 12 and 5 5 6: with two fives there is one way each, with one there are two.
    let view = late(3).view(seat(0));
    let ways: HashMap<String, f64> = view
        .worlds()
        .into_iter()
        .map(|(world, ways)| (world.hand(seat(1)).to_string(), ways))
        .collect();
    assert_eq!(ways["9 10 11 12"], 1.0);
    assert_eq!(ways["5 5 6 9"], 1.0);
    assert_eq!(ways["5 6 9 10"], 2.0);
    assert_eq!(ways.values().sum::<f64>(), 35.0, "7 choose 4");
}

#[test]
fn any_unseen_card_is_next_in_the_stack_as_often_as_it_should_be() {
    let view = late(8).view(seat(0));
    let unseen = view.unseen();
    let mut rng = Streams::new(7).test(0);
    let samples = 24_000;
    for depth in [0, 7] {
        let mut counts: HashMap<u8, f64> = HashMap::new();
        for _ in 0..samples {
            let world = view.determinize(&mut rng);
            let card = world.stack().drawing_order().nth(depth).unwrap();
            *counts.entry(card.number()).or_default() += 1.0;
        }
        let share = f64::from(samples) / unseen.len() as f64;
        let bins: Vec<(f64, f64)> = counts
            .into_iter()
            .map(|(number, count)| (count, share * unseen.count(card(number)) as f64))
            .collect();
        assert!(ChiSquare::of_fit(&bins).p() > SIGNIFICANCE, "depth {depth}: {bins:?}");
    }
}
