//! Solos, announced and silent (2.2.2, 2.2.3, 2.2.7).

use super::quiet::{KONTRA, RE, quiet, wedding};
use super::table::Table;
use kontra_doppelkopf::Level::{Black, Game, Silent};
use kontra_doppelkopf::ScoreRule;

/// A game in which the first trick has both foxes and goes to seat 0.
fn foxes_in_the_first_trick(table: Table) -> Table {
    table.trick(0, "HT SJ DA DA").leads(0).play_out()
}

/// Seat 0 gets or pays three times what each of the others pays or gets.
#[track_caller]
fn is_scored_as_a_solo_of_seat_0(table: Table) {
    let scores = table.game().tally().scores();
    assert_ne!(scores[0], 0);
    assert_eq!(scores, [scores[0], -scores[0] / 3, -scores[0] / 3, -scores[0] / 3]);
    let specials =
        [ScoreRule::AgainstElders, ScoreRule::Fox, ScoreRule::Charlie, ScoreRule::Doppelkopf];
    let lines = table.game().tally().lines();
    assert!(lines.iter().all(|line| !specials.contains(&line.rule)), "{lines:?}");
    table.scores(scores);
}

#[test]
fn in_a_solo_one_plays_against_three() {
    for kind in [
        "diamonds-solo",
        "hearts-solo",
        "spades-solo",
        "clubs-solo",
        "jacks-solo",
        "queens-solo",
        "aces-solo",
    ] {
        quiet()
            .solo_of(1, kind)
            .teams("kontra re kontra kontra")
            .all_see("kontra re kontra kontra")
            .sees(3, "kontra re kontra kontra");
    }
}

#[test]
fn the_queens_of_clubs_make_no_team_in_a_solo() {
    // Seat 0 holds one ♣Q and seat 2 the other.
    quiet().solo_of(3, "aces-solo").trick(0, "CA C9 CQ CK").all_see("kontra kontra kontra re");
}

#[test]
fn a_healthy_player_with_both_queens_of_clubs_plays_a_silent_solo() {
    wedding().healthy().teams("re kontra kontra kontra");
}

#[test]
fn a_silent_solo_looks_like_a_normal_game_to_the_others() {
    wedding()
        .choosing()
        .healthy()
        .plays("normal")
        .all_see("? ? ? ?")
        .sees(1, "? kontra ? ?")
        .sees(0, "re kontra kontra kontra")
        .round(&format!("0: {RE} | 1: {KONTRA} | 2: {KONTRA} | 3: {KONTRA}"))
        .leads(0);
}

#[test]
fn re_of_a_silent_soloist_does_not_show_that_he_is_alone() {
    wedding()
        .choosing()
        .healthy()
        .say("0 black")
        .levels(Black, Silent)
        .all_see("re ? ? ?")
        .sees(1, "re kontra ? ?")
        .asked(1, "announcement", KONTRA);
}

#[test]
fn a_silent_solo_shows_when_both_queens_of_clubs_are_played() {
    wedding()
        .healthy()
        .trick(0, "CQ SJ DJ DT")
        .all_see("re ? ? ?")
        .cards("CQ")
        .all_see("re kontra kontra kontra")
        .sees(2, "re kontra kontra kontra");
}

#[test]
fn the_opponents_of_a_silent_soloist_share_their_announcements() {
    wedding()
        .choosing()
        .healthy()
        .say("0 no, 1 kontra")
        .asked(2, "announcement", "no no90 no60 no30 black")
        .levels(Silent, Game);
}

#[test]
fn a_silent_solo_is_not_a_compulsory_solo() {
    wedding().owing([0], 9).first(2).healthy().compulsory(false).leads(2);
}

#[test]
fn a_silent_solo_is_scored_as_a_solo() {
    is_scored_as_a_solo_of_seat_0(foxes_in_the_first_trick(wedding().healthy()));
}

#[test]
fn a_failed_marriage_is_scored_as_a_solo() {
    let table = wedding().marriage_of(0).trick(0, "HT SJ DA DA");
    let table = table.trick(0, "CA C9 C9 CK").trick(0, "SA S9 S9 SK").play_out();
    is_scored_as_a_solo_of_seat_0(table.teams("re kontra kontra kontra"));
}

#[test]
fn an_announced_solo_is_scored_as_a_solo() {
    is_scored_as_a_solo_of_seat_0(foxes_in_the_first_trick(wedding().solo_of(0, "diamonds-solo")));
}

#[test]
fn a_player_without_a_queen_of_clubs_is_kontra() {
    quiet().choosing().healthy().say("0 no").asked(1, "announcement", KONTRA);
}
