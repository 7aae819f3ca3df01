//! Announcements: what may be said, and who is asked (2.2.6 and 5.1.2).

use super::quiet::{KONTRA, RE, quiet};
use super::table::Table;
use kontra_doppelkopf::Level::{Black, Game, No30, No60, No90, Silent};

/// The quiet game, with a choice of all legal levels.
fn choosing() -> Table {
    quiet().choosing().healthy()
}

/// The quiet game, one level after the other.
fn stepping() -> Table {
    quiet().healthy()
}

#[test]
fn all_four_are_asked_before_the_first_card_and_nobody_twice() {
    stepping().round("0: no yes | 1: no yes | 2: no yes | 3: no yes").leads(0);
    choosing().round(&format!("0: {RE} | 1: {KONTRA} | 2: {RE} | 3: {KONTRA}")).leads(0);
}

#[test]
fn the_first_position_is_asked_first() {
    quiet().first(2).healthy().round("2: no yes | 3: no yes | 0: no yes | 1: no yes").leads(2);
}

#[test]
fn a_compulsory_soloist_is_in_first_position_and_asked_first() {
    let everybody = "2: no yes | 3: no yes | 0: no yes | 1: no yes";
    quiet().owing([2], 9).solo_of(2, "diamonds-solo").round(everybody).leads(2);
}

#[test]
fn a_lust_soloist_is_asked_in_his_place() {
    let everybody = "0: no yes | 1: no yes | 2: no yes | 3: no yes";
    quiet().solo_of(2, "diamonds-solo").round(everybody).leads(0);
}

#[test]
fn after_a_card_the_three_others_are_asked() {
    stepping()
        .cards("CA")
        .round("1: no yes | 2: no yes | 3: no yes")
        .cards("C9")
        .round("2: no yes | 3: no yes | 0: no yes")
        .cards("C9")
        .round("3: no yes | 0: no yes | 1: no yes")
        .cards("CK")
        .round("0: no yes | 1: no yes | 2: no yes")
        .leads(0);
}

#[test]
fn after_an_announcement_the_three_others_are_asked_again() {
    choosing()
        .say("0 no, 1 no, 2 re")
        .round(&format!("3: {KONTRA} | 0: no no90 no60 no30 black | 1: {KONTRA}"));
}

#[test]
fn after_every_further_announcement_all_are_asked_again() {
    choosing()
        .say("0 re, 1 no, 2 no, 3 kontra")
        .asked(0, "announcement", "no no90 no60 no30 black")
        .say("0 no90, 1 no, 2 no60, 3 no, 0 no, 1 no")
        .levels(No60, Game)
        .leads(0);
}

#[test]
fn the_player_of_the_last_card_is_asked_again_after_an_announcement() {
    choosing()
        .cards("CA")
        .say("1 kontra")
        .round(&format!("2: {RE} | 3: no no90 no60 no30 black | 0: {RE}"));
}

#[test]
fn who_said_yes_is_asked_again_before_the_others() {
    stepping()
        .say("0 no, 1 yes, 1 yes, 1 no")
        .levels(Silent, No90)
        .round("2: no yes | 3: no yes | 0: no yes");
}

#[test]
fn yes_announces_the_next_level_of_the_team() {
    stepping()
        .say("0 yes")
        .levels(Game, Silent)
        .say("0 no, 1 yes")
        .levels(Game, Game)
        .say("1 no, 2 yes")
        .levels(No90, Game)
        .say("2 yes")
        .levels(No60, Game);
}

#[test]
fn five_times_yes_is_black_and_ends_the_questions() {
    stepping().say("0 yes, 0 yes, 0 yes, 0 yes, 0 yes").levels(Black, Silent).asked(
        1,
        "announcement",
        "no yes",
    );
}

#[test]
fn re_or_kontra_needs_11_cards() {
    choosing()
        .quiet_tricks(1)
        .round(&format!("0: {RE} | 1: {KONTRA} | 2: {RE}"))
        .cards("CA")
        .round(&format!("1: {KONTRA} | 2: {RE} | 3: {KONTRA}"))
        .cards("CK")
        .round(&format!("2: {RE} | 3: {KONTRA}"))
        .cards("CT")
        .round(&format!("3: {KONTRA}"))
        .cards("CT")
        .round("")
        .cards("SA")
        .round("");
}

#[test]
fn no_90_needs_10_cards() {
    choosing()
        .say("0 re, 1 no, 2 no, 3 no")
        .quiet_tricks(2)
        .round("0: no no90 no60 no30 black | 1: no kontra | 2: no no90 no60 no30 black")
        .cards("SA")
        .round("1: no kontra | 2: no no90 no60 no30 black | 3: no kontra")
        .cards("S9")
        .round("2: no no90 no60 no30 black | 3: no kontra")
        .cards("S9")
        .round("3: no kontra")
        .cards("SK")
        .round("");
}

#[test]
fn no_60_needs_9_cards() {
    choosing()
        .say("0 no90, 1 no, 2 no, 3 no")
        .quiet_tricks(3)
        .round("0: no no60 no30 black | 1: no kontra | 2: no no60 no30 black")
        .cards("SA SK ST")
        .round("3: no kontra")
        .cards("ST")
        .round("");
}

#[test]
fn no_30_needs_8_cards() {
    choosing()
        .say("0 no60, 1 no, 2 no, 3 no")
        .quiet_tricks(4)
        .round("0: no no30 black | 1: no kontra | 2: no no30 black")
        .cards("HA H9 H9")
        .round("3: no kontra")
        .cards("HK")
        .round("");
}

#[test]
fn black_needs_7_cards() {
    choosing()
        .say("0 no30, 1 no, 2 no, 3 no")
        .quiet_tricks(5)
        .round("0: no black | 1: no kontra | 2: no black")
        .cards("HT SJ HJ")
        .round("3: no kontra")
        .cards("D9")
        .round("");
}

#[test]
fn any_level_may_be_announced_earlier_than_it_must() {
    choosing().say("0 black").levels(Black, Silent);
    choosing().say("0 no, 1 no30, 2 re, 3 black").levels(Game, Black);
}

#[test]
fn a_skipped_level_counts_as_announced() {
    // With 11 cards re is still in time, so no 60 may come at once and implies re and no 90.
    choosing().quiet_tricks(1).say("0 no60").levels(No60, Silent).say("1 no").asked(
        2,
        "announcement",
        "no no30 black",
    );
}

#[test]
fn with_10_cards_a_silent_team_cannot_skip_re_for_no_90() {
    choosing().quiet_tricks(2).round("");
    stepping().quiet_tricks(2).round("");
}

/// The thesis's example: the implied no 90 would be illegal at this moment.
#[test]
fn with_9_cards_a_team_that_said_only_re_cannot_announce_no_60() {
    choosing().say("0 re, 1 no, 2 no, 3 no").quiet_tricks(3).round("");
}

#[test]
fn with_10_cards_a_team_that_said_re_may_skip_to_black() {
    choosing().say("0 re, 1 no, 2 no, 3 no").quiet_tricks(2).say("0 black").levels(Black, Silent);
}

#[test]
fn the_partner_may_go_on() {
    choosing().say("0 re, 1 no, 2 no90").levels(No90, Silent);
    choosing().say("0 no, 1 kontra, 2 no, 3 no60").levels(Silent, No60);
}

#[test]
fn everybody_needs_the_cards_in_his_own_hand() {
    // Seat 0 has played and holds 9 cards, its partner still 10.
    choosing()
        .say("0 re, 1 no, 2 no, 3 no")
        .quiet_tricks(2)
        .cards("SA")
        .say("1 no, 2 no90, 3 no")
        // Now no 60 is next, for which the 9 cards of seat 0 are enough.
        .asked(0, "announcement", "no no60 no30 black");
}

#[test]
fn both_teams_may_announce() {
    choosing().say("0 no90, 1 no60, 2 no30, 3 black").levels(No30, Black);
}

#[test]
fn all_three_opponents_of_a_soloist_share_their_announcements() {
    quiet()
        .choosing()
        .solo_of(0, "diamonds-solo")
        .say("0 no, 1 kontra")
        .asked(2, "announcement", "no no90 no60 no30 black")
        .say("2 no90")
        .asked(3, "announcement", "no no60 no30 black")
        .levels(Silent, No90);
}

/// The thesis's example (5.1.2): a kontra player has replied, so kontra can say no more, but who not asks the other
/// kontra player tells the table their team.
#[test]
fn who_can_only_say_no_is_asked_while_his_team_is_unknown() {
    choosing()
        .say("0 no60, 1 no, 2 no, 3 no")
        .quiet_tricks(2)
        .say("0 no, 1 kontra")
        .round("2: no no30 black | 3: no | 0: no no30 black")
        .cards("SA")
        .round("2: no no30 black | 3: no")
        .cards("S9 S9 SK")
        .round("0: no no30 black | 2: no no30 black")
        .cards("SA SK ST ST")
        .round("0: no no30 black | 2: no no30 black")
        // With the last card that allows no 30, for all that the table can tell.
        .cards("HA H9")
        .round("2: no no30 black | 3: no")
        .cards("H9")
        .round("3: no")
        .cards("HK")
        .round("");
}

#[test]
fn who_can_only_say_no_is_asked_step_by_step_too() {
    stepping()
        .say("0 yes, 0 yes, 0 yes, 0 no, 1 no, 2 no, 3 no")
        .quiet_tricks(2)
        .say("0 no, 1 yes")
        .round("2: no yes | 3: no | 0: no yes");
}

#[test]
fn who_announced_black_is_not_asked_again() {
    choosing()
        .say("0 black")
        // The hidden partner is asked, though their team can say no more.
        .round(&format!("1: {KONTRA} | 2: no | 3: {KONTRA}"))
        .cards("CA C9")
        .round(&format!("2: no | 3: {KONTRA}"));
}

#[test]
fn once_the_teams_are_known_nobody_is_asked_in_vain() {
    choosing().say("0 re, 1 no, 2 black").round(&format!("3: {KONTRA} | 1: {KONTRA}"));
}

#[test]
fn a_queen_of_clubs_on_the_table_ends_questions_in_vain() {
    choosing()
        .say("0 black, 1 no, 2 no, 3 no")
        .trick(0, "HT SJ CQ D9")
        // Both of re are known now.
        .round(&format!("1: {KONTRA}"))
        .cards("CA")
        .round(&format!("1: {KONTRA} | 3: {KONTRA}"));
}
