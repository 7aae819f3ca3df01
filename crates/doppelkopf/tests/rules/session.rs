//! Sessions: who deals, who owes a solo (2.2.3).

use super::quiet::{quiet, wedding};
use super::table::{Setup, Table, seat};
use kontra_doppelkopf::{Rules, Session};
use kontra_game::Seat;

/// What the next game of the session starts with, on the cards of another setup.
fn next(session: &Session, cards: Setup) -> Setup {
    Setup::from_start(session.next_start(cards.deal()).expect("the session is not over"))
}

/// Plays a game of the session to its end.
fn play(session: &mut Session, cards: Setup, found: impl Fn(Setup) -> Table) {
    session.finish(found(next(session, cards)).play_out().game());
}

/// Who dealt next and who owes a solo, by seat number.
#[track_caller]
fn stands(session: &Session, dealer: usize, owing: &[usize]) {
    let open: Vec<usize> = session.open_solos().iter().map(Seat::index).collect();
    assert_eq!((session.dealer().index(), &open[..]), (dealer, owing));
}

fn tournament() -> Session {
    Session::tournament(Rules::default())
}

#[test]
fn a_tournament_session_has_24_games_and_everybody_owes_a_solo() {
    let session = tournament();
    assert_eq!((session.games(), session.played()), (24, 0));
    stands(&session, 3, &[0, 1, 2, 3]);
}

#[test]
fn after_a_normal_game_the_next_player_deals() {
    let mut session = tournament();
    play(&mut session, quiet(), Setup::healthy);
    stands(&session, 0, &[0, 1, 2, 3]);
}

#[test]
fn after_a_compulsory_solo_the_same_player_deals_again() {
    let mut session = tournament();
    play(&mut session, quiet(), |setup| setup.solo_of(2, "hearts-solo").compulsory(true).leads(2));
    stands(&session, 3, &[0, 1, 3]);
}

#[test]
fn after_a_lust_solo_the_next_player_deals() {
    let mut session = tournament();
    play(&mut session, quiet(), |setup| setup.solo_of(2, "hearts-solo").compulsory(true));
    play(&mut session, quiet(), |setup| setup.solo_of(2, "hearts-solo").compulsory(false).leads(0));
    stands(&session, 0, &[0, 1, 3]);
}

#[test]
fn a_silent_solo_pays_no_debt() {
    let mut session = tournament();
    play(&mut session, wedding(), |setup| setup.healthy().teams("re kontra kontra kontra"));
    stands(&session, 0, &[0, 1, 2, 3]);
}

#[test]
fn a_failed_marriage_pays_no_debt() {
    let mut session = tournament();
    play(&mut session, wedding(), |setup| {
        setup.marriage_of(0).quiet_tricks(3).teams("re kontra kontra kontra")
    });
    stands(&session, 0, &[0, 1, 2, 3]);
}

#[test]
fn who_waits_too_long_is_forced_from_the_left_of_the_dealer_on() {
    let mut session = tournament();
    for _ in 0..20 {
        play(&mut session, quiet(), Setup::healthy);
    }
    // 20 games later it is seat 3's deal again, and four games are left for four solos.
    stands(&session, 3, &[0, 1, 2, 3]);
    for soloist in 0..4 {
        let force = |setup: Setup| setup.begin().say(&format!("{soloist} game aces-solo"));
        play(&mut session, quiet(), |setup| force(setup).compulsory(true).leads(soloist));
        // After a forced solo the next player deals, even if they are the next to be forced.
        assert_eq!(session.dealer(), seat(soloist));
    }
    assert_eq!(session.next_start(quiet().deal()), None);
    stands(&session, 3, &[]);
}

#[test]
fn who_has_played_his_solo_is_passed_over_when_others_are_forced() {
    let mut session = tournament();
    play(&mut session, quiet(), |setup| setup.solo_of(0, "aces-solo"));
    play(&mut session, quiet(), |setup| setup.solo_of(2, "aces-solo"));
    for _ in 0..20 {
        play(&mut session, quiet(), Setup::healthy);
    }
    stands(&session, 3, &[1, 3]);
    play(&mut session, quiet(), |setup| setup.begin().say("1 game aces-solo"));
    stands(&session, 0, &[3]);
    play(&mut session, quiet(), |setup| setup.begin().say("3 game aces-solo"));
    assert_eq!(session.played(), 24);
}

#[test]
fn casual_games_owe_nobody_a_solo() {
    let mut session = Session::casual(Rules::default(), 2);
    play(&mut session, quiet(), |setup| setup.solo_of(2, "hearts-solo").compulsory(false).leads(0));
    stands(&session, 0, &[]);
    play(&mut session, quiet(), Setup::healthy);
    assert_eq!(session.next_start(quiet().deal()), None);
}

#[test]
fn scores_are_added_up_over_the_session() {
    let mut session = Session::casual(Rules::default(), 2);
    let first = next(&session, quiet()).healthy().play_out();
    session.finish(first.game());
    let second = next(&session, quiet()).solo_of(1, "aces-solo").play_out();
    session.finish(second.game());
    let [a, b] = [first, second].map(|table| table.game().tally().scores());
    assert_eq!(session.scores(), [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]);
}
