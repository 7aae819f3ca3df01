//! Kuhn poker: the test kit and the known equilibria.

use kontra_game::testkit::{self, Conformance, Depth};
use kontra_game::{Actions, Game, Notation, Recorded, SearchRng, Seat, View, choose};
use kontra_tiny::{
    Card, Cfr, Kuhn, KuhnMove, KuhnView, best_response, expected_payoffs, information_sets,
    nash_conv, uniform,
};
use std::collections::{BTreeSet, HashMap};

#[test]
fn it_conforms() {
    assert!(Conformance::<Kuhn>::new(()).games(200).seed(1).zero_sum().run() > 600);
}

#[test]
fn imagined_worlds_have_a_legal_past() {
    testkit::histories_show_no_secrets::<Kuhn>(&(), 100, 5, 1);
    let checked = testkit::worlds_are_consistent::<Kuhn>(&(), 100, 5, 1, Depth::EveryView);
    assert!(checked > 3000);
}

#[test]
fn imagined_worlds_are_uniform() {
    for state in testkit::positions::<Kuhn>(&(), 10, 1) {
        for seat in Seat::all(2) {
            testkit::worlds_are_uniform(&state.view(seat), 1000, 1);
        }
    }
    testkit::worlds_match_deals::<Kuhn>(&(), 10, 1000, 1);
    testkit::deals_are_uniform::<Kuhn>(&(), 6000, 1);
}

#[test]
fn decisions_and_deals_keep_apart() {
    testkit::equal_views_give_equal_decisions::<Kuhn>(&(), 50, 1, any_move);
    testkit::deals_do_not_depend_on_players::<Kuhn>(&(), 50, 1, testkit::play_by_streams::<Kuhn>);
}

#[test]
fn perft_files_and_playthroughs_agree() {
    assert!(testkit::check_perft_file::<Kuhn>("tests/data/kuhn.perft.jsonl") > 0);
    testkit::check_playthrough::<Kuhn>("tests/data/kuhn.txt", &(), 1);
}

fn any_move(view: &KuhnView, rng: &mut SearchRng) -> KuhnMove {
    let mut actions = Actions::new();
    view.actions(&mut actions);
    actions[choose::below(rng, actions.len() as u32) as usize]
}

/// Kuhn's equilibria: seat 0 may bluff with the jack as often as `alpha`, up to 1/3; all else follows.
fn equilibrium(alpha: f64) -> impl Fn(&KuhnView) -> Vec<f64> {
    move |view| {
        let mut actions = Actions::new();
        view.actions(&mut actions);
        let faces_a_bet = actions[0] == KuhnMove::Fold;
        let first = view.seat().index() == 0;
        // How often the seat puts in a chip: bets, or calls a bet.
        let chip = match (first, faces_a_bet, view.card()) {
            (true, false, Card::Jack) => alpha,
            (true, false, Card::King) => 3.0 * alpha,
            (true, true, Card::Queen) => alpha + 1.0 / 3.0,
            (false, false, Card::Jack) | (false, true, Card::Queen) => 1.0 / 3.0,
            (_, false, Card::Queen) | (_, true, Card::Jack) => 0.0,
            (_, true, Card::King) | (false, false, Card::King) => 1.0,
        };
        vec![1.0 - chip, chip]
    }
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "found {found}, expected {expected}");
}

#[test]
fn an_equilibrium_is_worth_minus_one_eighteenth_to_seat_0() {
    for alpha in [0.0, 0.1, 0.2, 1.0 / 3.0] {
        close(expected_payoffs::<Kuhn>(&(), equilibrium(alpha))[0], -1.0 / 18.0);
        close(best_response::<Kuhn>(&(), Seat::wrapping(0, 2), equilibrium(alpha)), -1.0 / 18.0);
        close(best_response::<Kuhn>(&(), Seat::wrapping(1, 2), equilibrium(alpha)), 1.0 / 18.0);
    }
}

#[test]
fn too_many_bluffs_can_be_punished() {
    assert!(nash_conv::<Kuhn>(&(), equilibrium(0.33)) < 1e-12);
    let policy = |view: &KuhnView| {
        let mut move_shares = equilibrium(0.2)(view);
        if view.seat().index() == 0 && view.card() == Card::Jack && move_shares[1] > 0.0 {
            move_shares = vec![0.2, 0.8];
        }
        move_shares
    };
    assert!(nash_conv::<Kuhn>(&(), policy) > 0.01);
}

#[test]
fn random_play_loses_what_others_have_found() {
    // 11/12 and 2: the values of OpenSpiel's own tests for this game.
    close(nash_conv::<Kuhn>(&(), uniform), 11.0 / 12.0);
    close(nash_conv::<Kuhn>(&(), |_| vec![1.0, 0.0]), 2.0);
}

#[test]
fn each_seat_has_six_information_sets() {
    let sets = information_sets::<Kuhn>(&());
    assert_eq!(sets.values().map(BTreeSet::len).collect::<Vec<_>>(), [6, 6]);
}

#[test]
fn a_start_with_one_card_twice_is_refused() {
    let start = serde_json::json!({ "cards": ["J", "J"] });
    let bad = Kuhn::read_start(&kontra_game::Reader::new(&start, "start")).unwrap_err();
    assert_eq!(bad.to_string(), "start.cards: expected two different cards, found 'J' twice");
}

#[test]
fn regret_minimization_finds_an_equilibrium() {
    let mut cfr = Cfr::<Kuhn>::new(&());
    let mut before = nash_conv::<Kuhn>(&(), |view| cfr.policy(view));
    for _ in 0..2 {
        cfr.run(1000 / 2);
        let now = nash_conv::<Kuhn>(&(), |view| cfr.policy(view));
        assert!(now < before, "{now} after {} iterations, {before} before", cfr.iterations());
        before = now;
    }
    assert!(before < 1e-3, "{before}");
    let value = expected_payoffs::<Kuhn>(&(), |view| cfr.policy(view))[0];
    assert!((value - (-1.0 / 18.0)).abs() < 1e-3 / 2.0, "{value}");
}

/// Playouts draw all choices at once: they end as games of single choices do, as often.
#[test]
fn playouts_end_as_games_of_single_choices_do() {
    const GAMES: u64 = 64_000;
    let start = Kuhn::begin(&[Card::King, Card::Jack]);
    let mut stages = vec![start];
    for number in 0.. {
        let Some(&game) = stages.get(number) else { break };
        for action in game.choices() {
            let mut next = game;
            next.play(action);
            stages.push(next);
        }
        let mut rng = kontra_game::Streams::new(number as u64).test(0);
        let (mut ends, mut counted) = (HashMap::new(), HashMap::new());
        shares(game, 1.0, &mut ends);
        for _ in 0..GAMES {
            let mut game = game;
            game.playout(&mut rng);
            *counted.entry(game).or_insert(0.0) += 1.0;
        }
        assert!(counted.keys().all(|end| ends.contains_key(end)), "{game:?}: {counted:?}");
        for (end, share) in ends {
            let found = counted.get(&end).unwrap_or(&0.0) / GAMES as f64;
            assert!((found - share).abs() < 0.01, "{game:?} to {end:?}: {found}, not {share}");
        }
    }
    assert_eq!(stages.len(), 9, "four decisions and five ways to end");
}

/// How often random choices end a game like this.
fn shares(game: Kuhn, share: f64, ends: &mut HashMap<Kuhn, f64>) {
    let choices = game.choices();
    if choices.is_empty() {
        *ends.entry(game).or_insert(0.0) += share;
    }
    for &action in &choices {
        let mut next = game;
        next.play(action);
        shares(next, share / choices.len() as f64, ends);
    }
}
