//! Leduc poker: the test kit and what is known about it.

use kontra_game::testkit::{self, Conformance, Depth};
use kontra_game::{Actions, Game, Notation, Recorded, SearchRng, Seat, View, choose};
use kontra_tiny::{
    Card, Cfr, Leduc, LeducMove, LeducView, expected_payoffs, information_sets, nash_conv, uniform,
};
use std::collections::BTreeSet;

#[test]
fn it_conforms() {
    assert!(Conformance::<Leduc>::new(()).games(200).seed(1).zero_sum().run() > 1000);
}

#[test]
fn imagined_worlds_have_a_legal_past() {
    testkit::histories_show_no_secrets::<Leduc>(&(), 100, 5, 1);
    let checked = testkit::worlds_are_consistent::<Leduc>(&(), 100, 5, 1, Depth::EveryView);
    assert!(checked > 5000);
}

#[test]
fn imagined_worlds_are_uniform() {
    for state in testkit::positions::<Leduc>(&(), 10, 1) {
        for seat in Seat::all(2) {
            testkit::worlds_are_uniform(&state.view(seat), 1000, 1);
        }
    }
    testkit::worlds_match_deals::<Leduc>(&(), 10, 1000, 1);
    testkit::deals_are_uniform::<Leduc>(&(), 9000, 1);
}

#[test]
fn decisions_and_deals_keep_apart() {
    testkit::equal_views_give_equal_decisions::<Leduc>(&(), 50, 1, any_move);
    testkit::deals_do_not_depend_on_players::<Leduc>(&(), 50, 1, testkit::play_by_streams::<Leduc>);
}

#[test]
fn perft_files_and_playthroughs_agree() {
    assert!(testkit::check_perft_file::<Leduc>("tests/data/leduc.perft.jsonl") > 0);
    testkit::check_playthrough::<Leduc>("tests/data/leduc.txt", &(), 2);
}

fn any_move(view: &LeducView, rng: &mut SearchRng) -> LeducMove {
    let mut actions = Actions::new();
    view.actions(&mut actions);
    actions[choose::below(rng, actions.len() as u32) as usize]
}

#[test]
fn there_are_288_information_sets() {
    // Counted by rank, without suits, over both seats. Each seat decides at 3 points of a round; 3 ranks in
    // the first round make 9, and 3 ranks times 3 open ranks times 5 ways to end the first round make 135
    // more.
    let sets = information_sets::<Leduc>(&());
    assert_eq!(sets.values().map(BTreeSet::len).collect::<Vec<_>>(), [144, 144]);
}

#[test]
fn random_play_loses_what_others_have_found() {
    // 4.747222 and 2: the values of OpenSpiel's own tests for this game.
    let uniform_play = nash_conv::<Leduc>(&(), uniform);
    assert!((uniform_play - 4.747_222_222_222_222).abs() < 1e-12, "{uniform_play}");
    let first_move = |view: &LeducView| {
        let mut actions = Actions::new();
        view.actions(&mut actions);
        (0..actions.len()).map(|i| if i == 0 { 1.0 } else { 0.0 }).collect()
    };
    let always_fold = nash_conv::<Leduc>(&(), first_move);
    assert!((always_fold - 2.0).abs() < 1e-12, "{always_fold}");
}

#[test]
fn what_one_seat_wins_the_other_loses() {
    let expected = expected_payoffs::<Leduc>(&(), uniform);
    assert!((expected[0] + expected[1]).abs() < 1e-12, "{expected:?}");
}

#[track_caller]
fn check(cards: [Card; 2], moves: &str, expected: f64) {
    let mut state = Leduc::begin(&cards);
    for text in moves.split(' ') {
        state.play(state.parse_action(text).unwrap());
    }
    assert_eq!(state.payoffs().as_slice(), [expected, -expected], "{moves}");
}

#[test]
fn the_pot_goes_to_the_pair_or_to_the_higher_card() {
    use Card::{Jack, King, Queen};
    check([Jack, King], "check check J check check", 1.0);
    check([Jack, King], "check check Q check check", -1.0);
    check([Queen, Queen], "bet call J bet call", 0.0);
    check([King, Queen], "bet raise call Q bet raise call", -13.0);
    check([King, Jack], "check bet raise call Q check bet call", 9.0);
}

#[test]
fn who_folds_has_not_paid_the_last_raise() {
    use Card::{Jack, King};
    check([King, Jack], "bet fold", 1.0);
    check([King, Jack], "bet raise fold", -3.0);
    check([King, Jack], "bet call Q bet raise fold", -7.0);
}

#[test]
fn regret_minimization_finds_an_equilibrium() {
    let mut cfr = Cfr::<Leduc>::new(&());
    let mut before = nash_conv::<Leduc>(&(), |view| cfr.policy(view));
    for _ in 0..2 {
        cfr.run(100 / 2);
        let now = nash_conv::<Leduc>(&(), |view| cfr.policy(view));
        assert!(now < before, "{now} after {} iterations, {before} before", cfr.iterations());
        before = now;
    }
    assert!(before < 0.05, "{before}");
    let value = expected_payoffs::<Leduc>(&(), |view| cfr.policy(view))[0];
    assert!((value - (-0.0856)).abs() < 0.05 / 2.0, "{value}");
}

#[test]
fn a_random_choice_is_the_one_that_a_list_would_give() {
    let mut rng = kontra_game::Streams::new(1).test(0);
    for _ in 0..200 {
        let mut game = Leduc::begin(&Leduc::deal(&(), &mut kontra_game::Streams::new(2).deal(0)));
        loop {
            let (mut legal, mut chances) = (Actions::new(), kontra_game::Chances::new());
            game.actions(&mut legal);
            game.chances(&mut chances);
            let mut numbers = rng.clone();
            let listed = match legal.len() as u32 {
                0 => choose::weighted(&mut numbers, &chances),
                count => Some(legal[choose::below(&mut numbers, count) as usize]),
            };
            let action = game.random_action(&mut rng);
            if game.turn() == kontra_game::Turn::Over {
                assert_eq!(action, None);
                break;
            }
            assert_eq!(action, listed);
            assert_eq!(rng, numbers, "both have drawn as much");
            game.play(listed.unwrap());
        }
    }
}
