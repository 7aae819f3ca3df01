//! The counts, samples and lists of `Assignments` against plain trying-out.

use kontra_cards::{Assignments, Holder};
use kontra_game::testkit::{ChiSquare, SIGNIFICANCE};
use kontra_game::{SearchRng, Streams, choose};
use std::collections::HashMap;

/// Every way to distribute the cards, found by trying all places for each card.
fn tried_out<const N: usize>(unseen: u64, holders: &[Holder; N]) -> Vec<[u64; N]> {
    let mut ways = vec![[0; N]];
    for card in (0..64).map(|i| 1_u64 << i).filter(|card| unseen & card != 0) {
        let with = |way: [u64; N]| {
            (0..N).map(move |place| {
                let mut way = way;
                way[place] |= card;
                way
            })
        };
        ways = ways.into_iter().flat_map(with).collect();
        ways.retain(|way| {
            holders.iter().zip(way).all(|(holder, hand)| {
                let may_hold = holder.may_hold | holder.holds;
                hand & !may_hold == 0 && hand.count_ones() <= holder.size
            })
        });
    }
    let fits = |(holder, hand): (&Holder, &u64)| {
        hand.count_ones() == holder.size && holder.holds & !hand == 0
    };
    ways.retain(|way| holders.iter().zip(way).all(fits));
    ways
}

/// A random problem that has a solution: cards are dealt, and then something true is told about them.
fn problem<const N: usize>(cards: usize, rng: &mut SearchRng) -> (u64, [Holder; N]) {
    let mut numbers: Vec<u32> = (0..64).collect();
    choose::shuffle(rng, &mut numbers);
    let mut holders = [Holder { size: 0, may_hold: 0, holds: 0 }; N];
    let mut unseen = 0;
    for &number in &numbers[..cards] {
        let card = 1 << number;
        unseen |= card;
        let holder = &mut holders[choose::below(rng, N as u32) as usize];
        holder.size += 1;
        holder.may_hold |= card;
        if choose::below(rng, 8) == 0 {
            holder.holds |= card;
        }
    }
    // Each place may hold many of the others' cards too.
    for holder in &mut holders {
        let others = (0..64).map(|i| 1_u64 << i).filter(|_| choose::below(rng, 3) > 0);
        holder.may_hold |= others.fold(0, |all, card| all | card);
    }
    (unseen, holders)
}

fn check_problems<const N: usize>(cards: std::ops::Range<usize>) {
    let mut rng = Streams::new(12).test(N as u64);
    let mut evidence = ChiSquare::default();
    for size in cards.cycle().take(60) {
        let (unseen, holders) = problem::<N>(size, &mut rng);
        let hands = Assignments::new(unseen, holders);
        let expected = tried_out(unseen, &holders);
        assert_eq!(hands.count(), expected.len() as u128, "{unseen:b} {holders:?}");
        let mut listed = vec![];
        hands.each(|way| listed.push(way));
        listed.sort_unstable();
        let mut sorted = expected;
        sorted.sort_unstable();
        assert_eq!(listed, sorted, "{unseen:b} {holders:?}");
        let samples = (10 * listed.len()).clamp(100, 3000);
        let mut seen: HashMap<[u64; N], f64> = listed.iter().map(|&way| (way, 0.0)).collect();
        for _ in 0..samples {
            let way = hands.sample(&mut rng).unwrap();
            *seen.get_mut(&way).expect("a possible way") += 1.0;
        }
        let each = samples as f64 / listed.len() as f64;
        let bins: Vec<(f64, f64)> = listed.iter().map(|way| (seen[way], each)).collect();
        evidence += ChiSquare::of_fit(&bins);
    }
    assert!(evidence.degrees > 100.0, "{evidence:?}");
    assert!(evidence.p() > SIGNIFICANCE, "{evidence:?}");
}

#[test]
fn two_places_are_counted_listed_and_sampled_uniformly() {
    check_problems::<2>(2..10);
}

#[test]
fn three_places_are_counted_listed_and_sampled_uniformly() {
    check_problems::<3>(3..10);
}

#[test]
fn four_places_are_counted_listed_and_sampled_uniformly() {
    check_problems::<4>(4..9);
}

#[test]
fn the_test_finds_a_sampler_that_deals_card_by_card() {
    // One card to the first, three to the second; dealing to anybody with room gives the last card too rarely.
    let mut rng = Streams::new(12).test(9);
    let mut seen = [0.0; 4];
    for _ in 0..4000 {
        let place = (0..3).find(|_| choose::below(&mut rng, 2) == 0).unwrap_or(3);
        seen[place] += 1.0;
    }
    let bins = seen.map(|count| (count, 1000.0));
    assert!(ChiSquare::of_fit(&bins).p() < SIGNIFICANCE);
}

#[test]
fn whole_deals_have_their_known_numbers() {
    let deck = (1_u64 << 52) - 1;
    let bridge = Assignments::new(deck, [Holder::of(13); 4]);
    assert_eq!(bridge.count(), 53_644_737_765_488_792_839_237_440_000);
    let others = Assignments::new(deck >> 13, [Holder::of(13); 3]);
    assert_eq!(others.count(), 84_478_098_072_866_400);
    let skat = Assignments::new((1 << 22) - 1, [Holder::of(10), Holder::of(10), Holder::of(2)]);
    assert_eq!(skat.count(), 42_678_636);
}

#[test]
fn an_empty_fourth_place_changes_nothing() {
    let mut rng = Streams::new(12).test(4);
    for size in [12, 30, 39] {
        let (unseen, [a, b, c]) = problem::<3>(size, &mut rng);
        let three = Assignments::new(unseen, [a, b, c]);
        let four = Assignments::new(unseen, [a, b, c, Holder::of(0)]);
        assert_eq!(three.count(), four.count());
    }
}

#[test]
fn more_ways_than_a_word_can_count_are_sampled_too() {
    let hands = Assignments::new(u64::MAX, [Holder::of(21), Holder::of(21), Holder::of(22)]);
    assert!(hands.count() > u128::from(u64::MAX));
    let mut rng = Streams::new(12).test(5);
    let mut first = 0_u32;
    for _ in 0..1000 {
        let way = hands.sample(&mut rng).unwrap();
        assert_eq!(way.map(u64::count_ones), [21, 21, 22]);
        assert_eq!(way[0] | way[1] | way[2], u64::MAX);
        first += u32::from(way[0] & 1 != 0);
    }
    // 1000 · 21 / 64 = 328, with a standard deviation of 15.
    assert!((270..390).contains(&first), "{first}");
}

#[test]
fn facts_that_contradict_each_other_leave_nothing() {
    let any = Holder::of(2);
    let none = |unseen, holders: [Holder; 2]| {
        let hands = Assignments::new(unseen, holders);
        assert_eq!((hands.count(), hands.sample(&mut Streams::new(1).test(0))), (0, None));
        hands.each(|way| panic!("{way:?} is no way"));
    };
    none(0b111, [any, any]);
    none(0b11111, [any, any]);
    none(0b1111, [Holder { may_hold: 0b0001, ..any }, any]);
    none(0b1111, [Holder { may_hold: 0b0111, ..any }, Holder { may_hold: 0b0111, ..any }]);
    none(0b1111, [Holder { holds: 1, ..any }, Holder { holds: 1, ..any }]);
    none(0b1111, [Holder { holds: 1 << 9, ..any }, any]);
    none(0b1111, [Holder { holds: 0b111, ..any }, any]);
}

#[test]
fn nothing_unseen_is_one_way() {
    let hands = Assignments::new(0, [Holder::of(0); 4]);
    assert_eq!((hands.count(), hands.sample(&mut Streams::new(1).test(0))), (1, Some([0; 4])));
    let hands = Assignments::new(0, [Holder::of(0); 2]);
    assert_eq!((hands.count(), hands.sample(&mut Streams::new(1).test(0))), (1, Some([0; 2])));
}

#[test]
fn what_is_passed_stays_where_it_is_though_it_may_not_be_held_by_the_rules_of_following() {
    // A card that is known to be there is there, whatever `may_hold` says.
    let first = Holder { size: 1, may_hold: 0, holds: 1 };
    let hands = Assignments::new(0b111, [first, Holder::of(2)]);
    assert_eq!(hands.sample(&mut Streams::new(1).test(0)), Some([0b001, 0b110]));
}
