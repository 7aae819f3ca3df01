//! The test kit's promises, for every way of passing.

use kontra_game::testkit::{self, ChiSquare, Conformance, Depth, SIGNIFICANCE};
use kontra_game::{
    Determinize, Game, Notation, Recorded, SearchRng, Seat, Streams, Turn, View, choose,
};
use kontra_hearts::{
    Card, Cards, Hearts, HeartsMove, HeartsRules, HeartsStart, HeartsView, PassDirection, SEATS,
};
use std::collections::HashMap;

fn each_rules() -> impl Iterator<Item = HeartsRules> {
    PassDirection::NAMES.into_iter().map(|(_, pass)| HeartsRules { pass })
}

#[test]
fn it_conforms() {
    for rules in each_rules() {
        assert!(Conformance::<Hearts>::new(rules).games(5).seed(1).zero_sum().run() > 200);
    }
}

#[test]
fn imagined_worlds_have_a_legal_past() {
    for rules in each_rules() {
        assert!(testkit::worlds_are_consistent::<Hearts>(&rules, 2, 2, 1, Depth::EveryView) > 400);
    }
}

#[test]
fn no_secret_is_shown_and_breaking_off_does_not_pay() {
    for rules in each_rules() {
        assert!(testkit::shows_no_secrets::<Hearts>(&rules, 3, 2, 1) > 0);
        assert!(testkit::past_shows_no_secrets::<Hearts>(&rules, 3, 2, 1) > 0);
        assert!(testkit::histories_show_no_secrets::<Hearts>(&rules, 2, 1, 1) > 0);
        assert!(testkit::forfeits_are_losses::<Hearts>(&rules, 3, 1) > 0);
    }
}

#[test]
fn decisions_and_deals_keep_apart() {
    let rules = HeartsRules::default();
    testkit::equal_views_give_equal_decisions::<Hearts>(&rules, 3, 1, any_move);
    testkit::deals_do_not_depend_on_players::<Hearts>(
        &rules,
        3,
        1,
        testkit::play_by_streams::<Hearts>,
    );
}

#[test]
fn perft_files_and_playthroughs_agree() {
    assert!(testkit::check_perft_file::<Hearts>("tests/data/hearts.perft.jsonl") > 0);
    testkit::check_playthrough::<Hearts>("tests/data/hearts.txt", &HeartsRules::default(), 1);
}

fn any_move(view: &HeartsView, rng: &mut SearchRng) -> HeartsMove {
    let mut actions = kontra_game::Actions::new();
    view.actions(&mut actions);
    actions[choose::below(rng, actions.len() as u32) as usize]
}

/// A random game from which this many cards are left in each hand.
fn near_the_end(seed: u64, left: usize) -> (HeartsStart, Vec<HeartsMove>, Hearts) {
    let streams = Streams::new(seed);
    let start = Hearts::deal(&HeartsRules { pass: PassDirection::Hold }, &mut streams.deal(0));
    let (mut game, mut rng, mut history) = (Hearts::begin(&start), streams.test(0), vec![]);
    while game.hand(Seat::wrapping(3, SEATS)).len() > left || history.len() % 4 != 0 {
        let action = game.random_action(&mut rng).unwrap();
        history.push(action);
        game.play(action);
    }
    (start, history, game)
}

/// Every way to deal the unseen cards by which the whole game would have been legal: slow and obvious.
fn legal_worlds(
    start: &HeartsStart,
    history: &[HeartsMove],
    game: &Hearts,
    seat: Seat,
) -> Vec<[Cards; SEATS]> {
    let others: Vec<Seat> = Seat::all(SEATS).filter(|&other| other != seat).collect();
    let unseen: Vec<Card> =
        others.iter().flat_map(|&other| game.hand(other).iter().collect::<Vec<_>>()).collect();
    let size = unseen.len() / 3;
    let mut found = vec![];
    for code in 0..3_u64.pow(unseen.len() as u32) {
        let mut hands: [Cards; SEATS] =
            std::array::from_fn(|seat| game.hand(Seat::wrapping(seat, SEATS)));
        others.iter().for_each(|other| hands[other.index()] = Cards::default());
        let mut left = code;
        for &card in &unseen {
            hands[others[(left % 3) as usize].index()].insert(card);
            left /= 3;
        }
        if hands.iter().any(|hand| hand.len() != size) {
            continue;
        }
        if is_legal(start, history, game, hands) {
            found.push(hands);
        }
    }
    found
}

/// Whether the same cards could have been played from a start that leads to these hands.
fn is_legal(
    start: &HeartsStart,
    history: &[HeartsMove],
    game: &Hearts,
    hands: [Cards; SEATS],
) -> bool {
    let dealt = std::array::from_fn(|seat| {
        let played = start.hands[seat].without(game.hand(Seat::wrapping(seat, SEATS)));
        hands[seat].or(played)
    });
    let mut other = Hearts::begin(&HeartsStart { hands: dealt, ..*start });
    history.iter().all(|&action| {
        let legal = other.choices().contains(&action);
        if legal {
            other.play(action);
        }
        legal
    })
}

#[test]
fn imagined_hands_are_uniform_over_all_legal_ones() {
    for seed in 0..4 {
        let (start, history, game) = near_the_end(seed, 3);
        for seat in Seat::all(SEATS) {
            let worlds = legal_worlds(&start, &history, &game, seat);
            let mut counts: HashMap<[Cards; SEATS], f64> =
                worlds.iter().map(|&hands| (hands, 0.0)).collect();
            let samples = 20 * worlds.len();
            let mut rng = Streams::new(seed).test(1);
            for _ in 0..samples {
                let world = game.view(seat).determinize(&mut rng);
                let hands = std::array::from_fn(|seat| world.hand(Seat::wrapping(seat, SEATS)));
                *counts.get_mut(&hands).expect("an imagined world is legal") += 1.0;
            }
            let bins: Vec<(f64, f64)> = worlds.iter().map(|hands| (counts[hands], 20.0)).collect();
            let p = ChiSquare::of_fit(&bins).p();
            assert!(
                p >= SIGNIFICANCE,
                "seed {seed}, seat {seat}: p = {p:e} over {} worlds",
                worlds.len()
            );
        }
    }
}

#[test]
fn what_was_passed_stays_where_it_went_until_it_is_played() {
    let streams = Streams::new(5);
    let start = Hearts::deal(&HeartsRules::default(), &mut streams.deal(0));
    let (mut game, mut rng) = (Hearts::begin(&start), streams.test(0));
    let [me, left] = [0, 1].map(|seat| Seat::wrapping(seat, SEATS));
    let mut passed = Cards::default();
    let mut compared = 0;
    while game.turn() != Turn::Over {
        let action = game.random_action(&mut rng).unwrap();
        if let (Turn::Seat(seat), HeartsMove::Pass(card)) = (game.turn(), action)
            && seat == me
        {
            passed.insert(card);
        }
        game.play(action);
        if game.hand(left).and(passed).is_empty() {
            continue;
        }
        for _ in 0..20 {
            let world = game.view(me).determinize(&mut rng);
            assert_eq!(world.hand(left).and(passed), game.hand(left).and(passed));
            compared += 1;
        }
    }
    assert!(compared > 100);
}
