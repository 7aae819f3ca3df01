//! Who knows which team, and when (2.2.2, 2.2.6, 5.1.2).

use super::quiet::{quiet, wedding};
use super::table::deal;

#[test]
fn nobody_has_a_team_before_the_game_is_found() {
    quiet().begin().teams("? ? ? ?").all_see("? ? ? ?").sees(0, "? ? ? ?");
}

#[test]
fn at_first_everybody_knows_only_his_own_team() {
    quiet()
        .healthy()
        .teams("re kontra re kontra")
        .all_see("? ? ? ?")
        .sees(0, "re ? ? ?")
        .sees(1, "? kontra ? ?")
        .sees(2, "? ? re ?")
        .sees(3, "? ? ? kontra");
}

#[test]
fn saying_no_to_an_announcement_tells_nothing() {
    quiet().healthy().pass().all_see("? ? ? ?").quiet_tricks(5).all_see("? ? ? ?");
}

#[test]
fn re_shows_the_team_of_who_says_it() {
    quiet().healthy().say("0 yes").all_see("re ? ? ?");
}

#[test]
fn kontra_shows_the_team_of_who_says_it() {
    quiet().healthy().say("0 no, 1 yes").all_see("? kontra ? ?");
}

#[test]
fn a_higher_level_shows_the_team_of_who_says_it() {
    quiet().choosing().healthy().say("0 no, 1 no60").all_see("? kontra ? ?");
}

#[test]
fn the_partner_of_a_known_re_player_knows_all_teams() {
    quiet().healthy().say("0 yes").sees(2, "re kontra re kontra");
}

#[test]
fn a_kontra_player_cannot_tell_the_others_by_one_re_player() {
    quiet().healthy().say("0 yes").sees(1, "re kontra ? ?").sees(3, "re ? ? kontra");
}

#[test]
fn a_re_player_who_announces_does_not_know_his_partner() {
    quiet().healthy().say("0 yes").sees(0, "re ? ? ?");
}

#[test]
fn two_known_re_players_show_everybody_all_teams() {
    quiet().choosing().healthy().say("0 re, 1 no, 2 no90").all_see("re kontra re kontra");
}

#[test]
fn two_known_kontra_players_leave_the_table_in_doubt() {
    // One of the two others may hold both ♣Q.
    quiet()
        .choosing()
        .healthy()
        .say("0 no, 1 kontra, 2 no, 3 no90")
        .all_see("? kontra ? kontra")
        .sees(1, "? kontra ? kontra");
}

/// They hold one ♣Q, so somebody else holds the other.
#[test]
fn a_re_player_who_knows_two_kontra_players_knows_his_partner() {
    quiet()
        .choosing()
        .healthy()
        .say("0 no, 1 kontra, 2 no, 3 no90")
        .sees(0, "re kontra re kontra")
        .sees(2, "re kontra re kontra");
}

#[test]
fn three_known_kontra_players_show_the_silent_soloist() {
    wedding()
        .choosing()
        .healthy()
        .say("0 no, 1 kontra, 2 no90")
        .all_see("? kontra kontra ?")
        .say("3 no60")
        .all_see("re kontra kontra kontra");
}

#[test]
fn a_queen_of_clubs_on_the_table_shows_a_re_player() {
    quiet()
        .healthy()
        .trick(0, "HT SJ CQ D9")
        .all_see("? ? re ?")
        .sees(0, "re kontra re kontra")
        .sees(1, "? kontra re ?");
}

#[test]
fn a_card_shows_its_player_at_once_and_not_only_after_the_trick() {
    quiet().healthy().cards("HT SJ CQ").all_see("? ? re ?");
}

#[test]
fn both_queens_of_clubs_on_the_table_show_all_teams() {
    quiet()
        .healthy()
        .trick(0, "HT SJ CQ D9")
        .cards("CQ")
        .all_see("re kontra re kontra")
        .sees(3, "re kontra re kontra");
}

#[test]
fn a_queen_of_clubs_and_re_of_another_show_all_teams() {
    quiet().healthy().say("0 yes, 0 no").trick(0, "HT SJ CQ D9").all_see("re kontra re kontra");
}

#[test]
fn the_holder_of_both_queens_of_clubs_knows_all_teams() {
    deal(["", "", "CQ CQ", ""])
        .healthy()
        .sees(2, "kontra kontra re kontra")
        .sees(0, "kontra ? ? ?");
}

#[test]
fn the_silent_soloist_still_knows_all_teams_after_playing_his_queens() {
    wedding()
        .healthy()
        .trick(0, "CQ SJ DJ DT")
        .sees(0, "re kontra kontra kontra")
        .sees(1, "re kontra ? ?");
}

#[test]
fn in_a_solo_everybody_knows_all_teams() {
    quiet().solo_of(2, "jacks-solo").all_see("kontra kontra re kontra");
}

#[test]
fn in_a_marriage_everybody_knows_all_teams_once_it_is_clear() {
    let table = wedding().marriage_of(0).all_see("re ? ? ?").quiet_tricks(1).all_see("re ? ? ?");
    table.trick(0, "D9 CJ DJ HQ").all_see("re kontra kontra re").sees(3, "re kontra kontra re");
}
