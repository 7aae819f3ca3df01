//! The marriage: its partner, its announcements, its failure (2.2.2 and 2.2.6).

use super::quiet::{KONTRA, PROPOSAL, RE, wedding};
use super::table::Table;
use kontra_doppelkopf::Level::{Game, Silent};

/// Seat 0 plays a marriage; any legal level may be announced.
fn marriage() -> Table {
    wedding().choosing().marriage_of(0)
}

#[test]
fn the_first_other_player_to_win_a_trick_is_the_partner() {
    for number in [1, 2, 3] {
        marriage()
            .teams("re ? ? ?")
            .married_in_trick(number)
            .teams("re kontra kontra re")
            .all_see("re kontra kontra re")
            .leads(3);
    }
}

#[test]
fn a_trick_of_a_plain_suit_finds_a_partner_too() {
    wedding().first(3).marriage_of(0).trick(3, "HA HA H9 H9").teams("re kontra kontra re");
}

#[test]
fn until_then_everybody_knows_the_bride_and_nobody_his_own_team() {
    marriage().quiet_tricks(2).teams("re ? ? ?").sees(0, "re ? ? ?").sees(3, "re ? ? ?");
}

#[test]
fn nobody_announces_before_the_teams_are_clear() {
    marriage()
        .round("")
        .cards("CA")
        .round("")
        .cards("C9 C9")
        .round("")
        .cards("CK")
        .round("")
        .cards("D9 CJ DJ")
        .round("");
}

#[test]
fn when_the_teams_are_clear_all_four_are_asked() {
    // Seat 3, who played the last card, had no chance to announce before it.
    for number in [1, 2, 3] {
        marriage()
            .married_in_trick(number)
            .round(&format!("0: {RE} | 1: {KONTRA} | 2: {KONTRA} | 3: {RE}"))
            .leads(3);
    }
}

#[test]
fn a_partner_in_the_first_trick_changes_no_limit() {
    marriage()
        .married_in_trick(1)
        .say("0 re, 1 no, 2 no, 3 no")
        .trick(3, "HA HA H9 H9")
        // 10 cards: no 90 for re, a reply for kontra. The last card was seat 2's.
        .round("3: no no90 no60 no30 black | 0: no no90 no60 no30 black | 1: no kontra")
        .cards("CT CA CK C9")
        .round("");
    marriage().married_in_trick(1).trick(3, "HA HA H9 H9").round("");
}

#[test]
fn a_partner_in_the_second_trick_lowers_every_limit_by_1() {
    let table = marriage().married_in_trick(2);
    // 10 cards are enough for re and kontra, and 9 are not.
    table.clone().cards("HA HA H9").round(&format!("2: {KONTRA}")).cards("H9").round("");
    // 9 for no 90 and for a reply to re, 8 for neither.
    table
        .say("0 re, 1 no, 2 no, 3 no")
        .trick(3, "HA HA H9 H9")
        .round("3: no no90 no60 no30 black | 0: no no90 no60 no30 black | 1: no kontra")
        .cards("CT CA CK CT")
        .round("");
}

#[test]
fn a_partner_in_the_third_trick_lowers_every_limit_by_2() {
    let table = marriage().married_in_trick(3);
    // 9 cards are enough for re and kontra, and 8 are not.
    table.clone().cards("HA HA H9").round(&format!("2: {KONTRA}")).cards("H9").round("");
    // 8 for no 90 and for a reply to re, 7 for neither.
    table
        .say("0 re, 1 no, 2 no, 3 no")
        .trick(3, "HA HA H9 H9")
        .round("3: no no90 no60 no30 black | 0: no no90 no60 no30 black | 1: no kontra")
        .cards("SK SA S9 S9")
        .round("");
}

#[test]
fn a_late_marriage_gives_black_until_5_cards_and_a_reply_until_4() {
    marriage()
        .married_in_trick(3)
        .say("0 no30, 1 no, 2 no, 3 no")
        .trick(3, "HA HA H9 H9")
        .trick(3, "SK SA S9 S9")
        .trick(0, "SA SK ST ST")
        .trick(0, "HT SJ DJ DK")
        // 5 cards
        .say("0 black, 1 no, 2 no")
        .trick(0, "HT SJ HJ DK")
        // 4 cards
        .round("1: no kontra | 2: no kontra")
        .trick(0, "SQ DQ HQ DT")
        .round("");
}

#[test]
fn a_late_reply_in_a_late_marriage_ends_the_announcing_of_its_team() {
    marriage()
        .married_in_trick(2)
        .say("0 re, 1 no, 2 no, 3 no")
        .trick(3, "HA HA H9 H9")
        .say("3 no, 0 no, 1 kontra")
        .levels(Game, Game)
        .round("3: no no90 no60 no30 black | 0: no no90 no60 no30 black");
}

#[test]
fn a_reply_in_time_in_a_late_marriage_entitles_to_more() {
    marriage().married_in_trick(2).say("0 re, 1 kontra").asked(
        2,
        "announcement",
        "no no90 no60 no30 black",
    );
}

#[test]
fn three_own_tricks_make_a_marriage_a_solo() {
    marriage()
        .quiet_tricks(3)
        .plays("marriage")
        .teams("re kontra kontra kontra")
        .all_see("re kontra kontra kontra")
        .compulsory(false)
        .leads(0);
}

#[test]
fn after_three_tricks_no_partner_is_found_any_more() {
    marriage().quiet_tricks(3).trick(0, PROPOSAL).teams("re kontra kontra kontra");
}

#[test]
fn a_failed_marriage_lowers_every_limit_by_2() {
    let table = marriage().quiet_tricks(3).levels(Silent, Silent).asked(0, "announcement", RE);
    table
        .clone()
        .round(&format!("0: {RE} | 1: {KONTRA} | 2: {KONTRA} | 3: {KONTRA}"))
        .cards("SA SK ST ST")
        .round("");
    table
        .say("0 re, 1 no, 2 no, 3 no")
        .cards("SA SK ST ST")
        .round("0: no no90 no60 no30 black | 1: no kontra | 2: no kontra")
        .cards("HA H9 H9 HK")
        .round("");
}

#[test]
fn a_failed_marriage_is_not_a_compulsory_solo() {
    wedding().owing([0], 9).marriage_of(0).quiet_tricks(3).compulsory(false);
}

#[test]
fn trumps_of_a_marriage_are_those_of_a_normal_game() {
    // Everybody must follow the ♦9 with trump, and a ♥Q beats a ♣J.
    marriage()
        .cards("D9")
        .asked(1, "card", "HJ SJ CJ DQ")
        .cards("CJ")
        .asked(2, "card", "D9 DA DJ HJ HQ")
        .cards("DJ")
        .asked(3, "card", "DK DT DA HQ")
        .cards("HQ")
        .leads(3);
}
