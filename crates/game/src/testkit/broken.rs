//! Each check accepts the game that is in order and finds the one fault it is there for.

use super::toy::{Act, Fault, IdFault, Toy, ToyView, with_ids};
use super::*;
use crate::game::listed_action;
use crate::{Actions, Game, Record, Recorded, SearchRng, Seat, Streams, Turn, View, choose};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The check panics with a text that contains `expected`; returns the text.
pub(super) fn complains<T>(expected: &str, check: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(check)).err().expect("the check should have failed");
    let text = walk::text_of(panic.as_ref());
    assert!(text.contains(expected), "expected '{expected}', found: {text}");
    text.to_owned()
}

fn conformance(fault: Fault) -> u64 {
    Conformance::<Toy>::new(fault).games(60).seed(7).zero_sum().run()
}

#[test]
fn a_game_in_order_conforms() {
    assert_eq!(conformance(Fault::None), 60 * 4);
}

#[test]
fn a_broken_promise_is_found() {
    let faults = [
        (Fault::NoMoves, "seat 1 is to move and has no legal move"),
        (Fault::MoveTwice, "the move Say(0) is listed twice"),
        (Fault::SameText, "two moves are written '0'"),
        (Fault::ReadsAnything, "is no legal move here, it is read as"),
        (Fault::ReadsEarlierMoves, "is no legal move here, it is read as Some(Say("),
        (Fault::ReadsNothing, "'0' is Say(0), it is read as None"),
        (Fault::SumOfNineTenths, "the probabilities add up to 0.9"),
        (Fault::ImpossibleOutcome, "outcome Fall(3) has the probability 0"),
        (Fault::OutcomeTwice, "the outcome Fall(1) is listed twice"),
        (Fault::WrongSeat, "the view of seat 1 says it is of seat 0"),
        (Fault::WrongTurn, "seat 0 sees the turn Seat(Seat(0)), it is Chance"),
        (Fault::OtherMoves, "seat 0 sees the moves"),
        (Fault::MovesOutOfTurn, "seat 1 sees moves although it is not to move"),
        (Fault::LeakingKey, "equal views have different keys"),
        (Fault::ForgetfulKey, "different views have the same key"),
        (
            Fault::SharedState,
            "playing on a copy leaves the state alone, but there is a difference in the view of seat 0",
        ),
        (
            Fault::WritesIntoCopies,
            "the state at ply 0 stays as it is, but there is a difference in",
        ),
        (
            Fault::ForgetfulPlay,
            "equal states, played the same, are equal, but there is a difference in the view of seat 0",
        ),
        (Fault::OnePayoff, "2 seats have 1 payoffs"),
        (Fault::InfinitePayoff, "a payoff is not finite"),
        (Fault::NotZeroSum, "the payoffs add up to"),
        (Fault::IllegalRandomMove, "the random choice Say(5) is not possible"),
        (Fault::BiasedRandomMove, "random choices are biased"),
        (Fault::OtherPlayout, "playouts have other results than plain play"),
        (Fault::LazyPlayout, "a playout stops before the game is over"),
        (Fault::StartNotReadBack, "is read as Start"),
        (Fault::StartReadLeniently, "no such field"),
        (Fault::StartPanics, "called `Option::unwrap()` on a `None` value"),
        (Fault::UnsteadyDeal, "the same random numbers (seed 7) deal different cards"),
        (Fault::Endless, "the game does not end"),
    ];
    for (fault, expected) in faults {
        complains(expected, || conformance(fault));
    }
}

#[test]
fn a_complaint_says_how_to_see_the_game_again() {
    let text = complains("seat 1 is to move", || conformance(Fault::NoMoves));
    assert!(text.contains("toy, seed 7, game 0, ply 2"), "{text}");
    let line = text.lines().last().expect("a record in the last line").trim();
    let record = crate::Records::new(line.as_bytes()).next().expect("a record").expect("in order");
    let state = record.replay::<Toy>().expect("a game of the toy").end;
    assert_eq!(state.turn(), Turn::Seat(Seat::wrapping(1, 2)));
}

fn consistent(fault: Fault) -> u64 {
    worlds_are_consistent::<Toy>(&fault, 40, 3, 7, Depth::EveryView)
}

#[test]
fn worlds_in_order_are_consistent() {
    assert_eq!(consistent(Fault::None), 40 * 4 * 2 * 3);
}

#[test]
fn an_inconsistent_world_is_found() {
    let faults = [
        (Fault::LeakingView, "the world of seat 0 looks different"),
        (Fault::LeakingKey, "the world of seat 0 has another key"),
        (Fault::WorldWithOtherCard, "the world of seat 0 looks different"),
        (Fault::WorldAgainstThePast, "was played, possible was"),
        (Fault::PastTooShort, "a past of 0 plies is imagined after 1"),
        (Fault::PastWithOtherCard, "ends in its world, but there is a difference in"),
        (Fault::ForgottenHint, "it really saw"),
    ];
    for (fault, expected) in faults {
        complains(expected, || consistent(fault));
    }
}

#[test]
fn a_world_against_the_past_looks_right_at_present() {
    let fault = Fault::WorldAgainstThePast;
    assert!(worlds_are_consistent::<Toy>(&fault, 40, 3, 7, Depth::Present) > 0);
    complains("possible was", || worlds_are_consistent::<Toy>(&fault, 40, 3, 7, Depth::LegalPast));
}

#[test]
fn a_world_that_forgets_a_hint_has_a_legal_past() {
    let fault = Fault::ForgottenHint;
    assert!(worlds_are_consistent::<Toy>(&fault, 40, 3, 7, Depth::LegalPast) > 0);
}

/// What seat 1, who has the 2, sees after seat 0 has said 1.
fn view_of_a_claim(fault: Fault) -> ToyView {
    let start = super::toy::Start { fault, cards: [3, 2] };
    let mut toy = Toy::begin(&start);
    toy.play(Act::Say(1));
    toy.view(Seat::wrapping(1, 2))
}

#[test]
fn worlds_in_order_are_uniform() {
    let p = worlds_are_uniform(&view_of_a_claim(Fault::None), 3000, 1);
    assert!(p > 0.01, "three worlds (1, 3, 4), equally likely: {p}");
}

#[test]
fn a_biased_world_is_found() {
    let faults = [
        (Fault::BiasedWorlds, "worlds are not uniform"),
        (Fault::BiasedPreparedWorlds, "worlds are not uniform"),
        (Fault::HeavyPreparedWorlds, "a prepared world has the weight 2"),
        (Fault::WrongWeight, "worlds are not uniform"),
        (Fault::WorldMissing, "something is drawn that is not on the list"),
        (Fault::WorldTwice, "a world is listed twice"),
        (Fault::LeakingView, "the world of seat 1 looks different"),
    ];
    for (fault, expected) in faults {
        complains(expected, || worlds_are_uniform(&view_of_a_claim(fault), 3000, 1));
    }
}

#[test]
fn too_few_samples_are_found() {
    complains("2 samples say nothing about a list of 3", || {
        worlds_are_uniform(&view_of_a_claim(Fault::None), 2, 1)
    });
}

#[test]
fn worlds_unlike_true_deals_are_found_without_a_list() {
    let check = |fault| worlds_match_deals::<Toy>(&fault, 10, 1000, 3);
    assert_eq!(check(Fault::None), 20);
    for fault in [Fault::BiasedWorlds, Fault::WorldAgainstThePast] {
        complains("are not like true deals", || check(fault));
    }
}

#[test]
fn biased_deals_are_found() {
    deals_are_uniform::<Toy>(&Fault::None, 4000, 1);
    let biased = Fault::BiasedDeal;
    complains("deals are not as likely", || deals_are_uniform::<Toy>(&biased, 4000, 1));
}

fn random_player(view: &ToyView, rng: &mut SearchRng) -> Act {
    let mut actions = Actions::new();
    view.actions(&mut actions);
    actions[choose::below(rng, actions.len() as u32) as usize]
}

#[test]
fn a_player_in_order_decides_by_its_view() {
    let decisions = equal_views_give_equal_decisions::<Toy>(&Fault::None, 30, 1, random_player);
    assert_eq!(decisions, 60);
}

#[test]
fn a_player_that_looks_at_hidden_cards_is_found() {
    let fault = Fault::LeakBehindEquality;
    complains("equal views, different decisions", || {
        equal_views_give_equal_decisions::<Toy>(&fault, 30, 1, |view, rng| {
            let [one, two] = view.game.start.cards;
            if one > two { random_player(view, rng) } else { Act::Say(0) }
        })
    });
}

#[test]
fn a_player_that_remembers_the_last_question_is_found() {
    let mut calls = 0;
    complains("asked again", || {
        equal_views_give_equal_decisions::<Toy>(&Fault::None, 30, 1, |view, _| {
            let mut actions = Actions::new();
            view.actions(&mut actions);
            calls += 1;
            actions[calls % actions.len()]
        })
    });
}

#[test]
fn a_player_that_breaks_the_rules_is_found() {
    complains("is not legal", || {
        equal_views_give_equal_decisions::<Toy>(&Fault::None, 30, 1, |_, _| Act::Say(4))
    });
}

#[test]
fn players_cannot_change_the_cards() {
    let play = play_by_streams::<Toy>;
    let games = deals_do_not_depend_on_players::<Toy>(&Fault::None, 50, 1, play);
    assert_eq!(games, 50);
}

#[test]
fn one_stream_for_players_and_chance_is_found() {
    let expected = "the players' random numbers change the game";
    complains(expected, || {
        deals_do_not_depend_on_players::<Toy>(
            &Fault::None,
            50,
            1,
            |rules, streams: Streams, deal, player| {
                let start = Toy::deal(rules, &mut streams.deal(deal));
                let mut numbers = streams.agent(deal, 0, Seat::wrapping(0, 2));
                let mut toy = Toy::begin(&start);
                let mut record = Record::new::<Toy>(vec![String::new(); 2], &start);
                while toy.turn() != Turn::Over {
                    let action = match toy.turn() {
                        Turn::Seat(seat) => player(&toy.view(seat), &mut numbers),
                        _ => listed_action(&toy, &mut numbers).expect("an outcome"),
                    };
                    record.play(&mut toy, action);
                }
                record
            },
        )
    });
}

#[test]
fn a_wrong_count_in_a_perft_file_is_found() {
    let start = super::toy::Start { fault: Fault::None, cards: [3, 2] };
    let record = Record::new::<Toy>(vec![String::new(); 2], &start);
    // Seat 0 may say 0 to 3, then the coin has 3 sides, then seat 1 may say 0 to 2.
    let line = perft_line::<Toy>("start", &record, 3);
    assert!(line.ends_with(r#""perft":[4,36,0]}"#), "{line}");
    let check = |text: &str| perft_file::check_perft_text::<Toy>("toy.jsonl".as_ref(), text);
    assert_eq!(check(&line), 3);
    complains("toy.jsonl, start: perft is [4, 36, 0], expected was [4, 35, 0]", || {
        check(&line.replace("36", "35"))
    });
    complains("toy.jsonl, line 2, perft: expected this field, found nothing", || {
        check(&format!("{line}\n{}", line.replace(r#","perft":[4,36,0]"#, "")))
    });
    complains("there is no count to compare", || check(""));
}

#[test]
fn a_changed_playthrough_is_found() {
    let directory = std::env::temp_dir().join(format!("kontra-playthrough-{}", std::process::id()));
    let path = directory.join("toy.txt");
    let text = playthrough::<Toy>(&Fault::None, 1);
    expect::expect(&path, &text, true);
    expect::expect(&path, &text, false);
    let other = text.replace("plays heads", "plays edge").replace("plays tails", "plays edge");
    let complaint = complains("UPDATE_EXPECT=1", || expect::expect(&path, &other, false));
    assert!(complaint.contains("found    plays edge"), "{complaint}");
    std::fs::remove_dir_all(&directory).expect("the directory of the test");
}

#[test]
fn a_playthrough_tells_the_whole_game() {
    let text = playthrough::<Toy>(&Fault::None, 1);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "toy, seed 1");
    assert_eq!(lines.iter().filter(|line| line.starts_with("plays ")).count(), 3);
    assert!(lines.last().is_some_and(|line| line.starts_with("result [")), "{text}");
}

#[test]
fn a_secret_that_is_shown_is_found() {
    assert_eq!(shows_no_secrets::<Toy>(&Fault::None, 20, 3, 1), 20 * 4 * 2 * 3);
    assert_eq!(past_shows_no_secrets::<Toy>(&Fault::None, 20, 3, 1), 20 * 2 * 3);
    complains("a secret is shown to seat", || {
        shows_no_secrets::<Toy>(&Fault::ShowsSecret, 20, 3, 1)
    });
    complains("records have", || shows_no_secrets::<Toy>(&Fault::ShowsOtherText, 20, 3, 1));
    complains("a secret of the past is shown", || {
        past_shows_no_secrets::<Toy>(&Fault::ShowsSecretEvent, 20, 3, 1)
    });
}

#[test]
fn a_forfeit_that_pays_is_found() {
    assert_eq!(forfeits_are_losses::<Toy>(&Fault::None, 20, 1), 20 * 4);
    complains("breaks off and does not lose", || {
        forfeits_are_losses::<Toy>(&Fault::ForfeitPays, 20, 1)
    });
    complains("not zero-sum", || forfeits_are_losses::<Toy>(&Fault::ForfeitIsNotZeroSum, 20, 1));
}

#[test]
fn ids_in_order_are_accepted() {
    assert_eq!(encoding_is_in_order::<Toy>(&Fault::None, 20, 1), 20 * 4 * 2 * 2);
    assert_eq!(encoding::action_ids::<Toy>().lines().nth(6), Some("6 tails"));
}

#[test]
fn an_unstable_id_is_found() {
    let faults = [
        (IdFault::Unsteady, "asked again it is"),
        (IdFault::Shared, "has the id 1, which is '1', it is written '0'"),
        (IdFault::BeyondDecisions, "has the id 5 of an outcome"),
    ];
    for (fault, expected) in faults {
        complains(expected, || {
            with_ids(fault, || encoding_is_in_order::<Toy>(&Fault::None, 20, 1))
        });
        with_ids(IdFault::None, || ());
    }
}

#[test]
fn ids_that_were_renumbered_are_found() {
    let directory = std::env::temp_dir().join(format!("kontra-ids-{}", std::process::id()));
    let path = directory.join("toy.txt");
    expect::expect(&path, &encoding::action_ids::<Toy>(), true);
    check_action_ids::<Toy>(&path);
    // They are in order, and every network that was trained with the old ones is worthless.
    let renumbered = IdFault::Renumbered;
    assert!(with_ids(renumbered, || encoding_is_in_order::<Toy>(&Fault::None, 20, 1)) > 0);
    complains("found    0 edge", || with_ids(renumbered, || check_action_ids::<Toy>(&path)));
    with_ids(IdFault::None, || ());
    std::fs::remove_dir_all(&directory).expect("the directory of the test");
}

#[test]
fn a_card_in_a_tensor_is_found() {
    let check = |fault| tensors_show_no_secrets::<Toy>(&fault, 20, 3, 1);
    assert_eq!(check(Fault::None), 20 * 4 * 2 * 3);
    complains("a secret is in the range 'other' of seat", || check(Fault::LeakingTensor));
}

#[test]
fn two_information_sets_with_one_tensor_are_found() {
    let starts = |fault| {
        let deals = <Toy as crate::Deals>::deals(&fault);
        let past = |start| crate::Past::<Toy>::new(start, &[]);
        deals.into_iter().map(|(start, _)| past(start)).collect::<Vec<_>>()
    };
    let check = |fault| information_states_differ::<Toy>(&starts(fault), 3);
    // Seat 0 sees its card, its number, the coin and the other's number; seat 1 the same from the other side.
    assert!(check(Fault::None) > 400);
    complains("two information sets of seat 0 have one tensor", || check(Fault::ForgetfulTensor));
    complains("one information set has two tensors", || check(Fault::UnsteadyTensor));
}

#[test]
fn a_tensor_that_changes_is_found() {
    complains("a tensor changes when written again", || {
        encoding_is_in_order::<Toy>(&Fault::UnsteadyTensor, 20, 1)
    });
}

#[test]
fn another_tensor_at_once_than_by_parts_is_found() {
    complains("the range 'begins' is [1.0] by parts, at once it is [0.0]", || {
        encoding_is_in_order::<Toy>(&Fault::OtherTensorAtOnce, 20, 1)
    });
}

#[test]
fn another_layout_in_the_book_is_found() {
    let book = "before\n<!-- layout: toy -->\nold\n<!-- end -->\nafter\n";
    let table = crate::layout_table::<Toy>();
    let found = encoding::with_layout(book, "toy", &table).expect("a place");
    assert!(found.contains("| 1 | 5 | `card` | The own card. |\n"), "{found}");
    assert!(found.contains("| 24 | 1 | `events` | How many decisions there were. |\n"), "{found}");
    assert!(found.starts_with("before\n") && found.ends_with("<!-- end -->\nafter\n"));
    assert_eq!(encoding::with_layout(&found, "toy", &table).as_ref(), Some(&found));
    assert_eq!(encoding::with_layout(book, "other", &table), None);
}
