//! Finding the game (2.2.3, 2.2.4 and 5.1.2).

use super::table::{Setup, deal};

const SOLOS: &str =
    "diamonds-solo hearts-solo spades-solo clubs-solo jacks-solo queens-solo aces-solo";

/// The ♣Q are with seats 0 and 1.
fn elders_0_and_1() -> Setup {
    deal(["CQ", "CQ", "", ""])
}

/// Both ♣Q are with this seat.
fn both_queens_with(seat: usize) -> Setup {
    let mut hands = [""; 4];
    hands[seat] = "CQ CQ";
    deal(hands)
}

#[test]
fn four_healthy_players_play_a_normal_game() {
    elders_0_and_1()
        .begin()
        .say("0 immediate-solo no, 0 reservation no")
        .say("1 immediate-solo no, 1 reservation no")
        .say("2 immediate-solo no, 2 reservation no")
        .say("3 immediate-solo no, 3 reservation no")
        .plays("normal")
        .asked(0, "announcement", "no yes");
}

#[test]
fn the_player_left_of_the_dealer_is_asked_first() {
    elders_0_and_1()
        .first(2)
        .begin()
        .say("2 immediate-solo no, 2 reservation no")
        .say("3 immediate-solo no, 3 reservation no")
        .say("0 immediate-solo no, 0 reservation no")
        .say("1 immediate-solo no, 1 reservation no")
        .plays("normal")
        .leads(2);
}

#[test]
fn every_player_may_have_a_reservation() {
    elders_0_and_1().begin().say("0 no").asked(0, "reservation", "no yes");
}

#[test]
fn an_immediate_solo_ends_the_reservations() {
    elders_0_and_1()
        .begin()
        .say("0 immediate-solo yes")
        .asked(0, "game", SOLOS)
        .say("0 queens-solo")
        .plays("queens-solo")
        .teams("re kontra kontra kontra");
}

#[test]
fn the_first_player_who_owes_a_solo_is_asked_for_an_immediate_one() {
    elders_0_and_1().owing([2, 3], 10).begin().asked(2, "immediate-solo", "no yes");
    elders_0_and_1().owing([0, 3], 10).first(1).begin().asked(3, "immediate-solo", "no yes");
}

#[test]
fn without_open_solos_the_first_position_is_asked_for_an_immediate_one() {
    elders_0_and_1().first(3).begin().asked(3, "immediate-solo", "no yes");
    elders_0_and_1().owing([], 10).first(3).begin().asked(3, "immediate-solo", "no yes");
}

/// The thesis's example, its players 1 to 4 being the seats 0 to 3.
#[test]
fn the_example_of_section_5_1_2() {
    let table = elders_0_and_1()
        .owing([1, 3], 10)
        .begin()
        .say("1 immediate-solo no")
        .say("0 reservation no")
        .say("1 reservation no")
        .asked(3, "immediate-solo", "no yes");
    // Player 4 wants no immediate solo: player 3 is asked for a regular reservation, and finally player 4.
    table.clone().say("3 no, 2 reservation no, 3 reservation no").plays("normal");
    table.say("3 yes, 3 aces-solo").plays("aces-solo").compulsory(true).leads(3);
}

#[test]
fn nobody_is_asked_for_an_immediate_solo_after_a_reservation() {
    elders_0_and_1()
        .begin()
        .say("0 immediate-solo no, 0 reservation yes")
        .say("1 reservation no, 2 reservation no, 3 reservation no")
        .asked(0, "solo", "yes");
}

#[test]
fn nobody_is_asked_for_an_immediate_solo_twice() {
    elders_0_and_1()
        .owing([2], 10)
        .begin()
        .say("2 immediate-solo no")
        // After each healthy player seat 2 is still the one whose solo would come first.
        .say("0 reservation no, 1 reservation no, 2 reservation no")
        .asked(3, "immediate-solo", "no yes");
}

#[test]
fn when_the_last_open_solo_is_out_the_next_in_line_may_play_an_immediate_lust_solo() {
    elders_0_and_1()
        .owing([0], 10)
        .begin()
        .say("0 immediate-solo no, 0 reservation no")
        .asked(1, "immediate-solo", "no yes")
        .say("1 yes, 1 jacks-solo")
        .compulsory(false);
}

#[test]
fn a_compulsory_solo_comes_before_a_lust_solo() {
    elders_0_and_1()
        .owing([2], 10)
        .begin()
        .say("2 immediate-solo no")
        .say("0 reservation yes, 1 reservation no, 2 reservation yes, 3 reservation no")
        .say("0 solo yes, 2 solo yes")
        .asked(2, "game", SOLOS)
        .say("2 clubs-solo")
        .compulsory(true)
        .leads(2);
}

#[test]
fn of_two_compulsory_solos_the_first_is_played() {
    elders_0_and_1()
        .owing([1, 3], 10)
        .begin()
        .say("1 immediate-solo no")
        .say("0 reservation no, 1 reservation yes, 2 reservation no, 3 reservation yes")
        .say("1 solo yes")
        .asked(1, "game", SOLOS);
}

#[test]
fn of_two_lust_solos_the_first_is_played() {
    elders_0_and_1()
        .begin()
        .say("0 no, 0 no, 1 no, 1 reservation yes, 2 reservation yes, 3 reservation no")
        .say("1 solo yes")
        .asked(1, "game", SOLOS)
        .say("1 hearts-solo")
        .compulsory(false);
}

#[test]
fn first_in_line_counts_from_the_dealer_and_not_from_seat_0() {
    elders_0_and_1()
        .first(2)
        .begin()
        .say("2 no, 2 no, 3 no, 3 reservation yes, 0 reservation yes, 1 reservation no")
        .say("3 solo yes")
        .asked(3, "game", SOLOS);
}

#[test]
fn a_lust_solo_is_admitted_at_once_when_those_who_owe_one_are_healthy() {
    elders_0_and_1()
        .owing([2], 10)
        .begin()
        .say("2 immediate-solo no")
        .say("0 reservation yes, 1 reservation yes, 2 reservation no, 3 reservation no")
        .say("0 solo yes")
        .asked(0, "game", SOLOS);
}

#[test]
fn a_lust_solo_is_played_when_he_who_owes_one_wants_a_marriage() {
    both_queens_with(2)
        .owing([2], 10)
        .begin()
        .say("2 immediate-solo no")
        .say("0 reservation yes, 1 reservation no, 2 reservation yes, 3 reservation no")
        // Seat 2 may yet want a compulsory solo: the lust solo has to wait for its answer.
        .say("0 solo yes")
        .asked(2, "solo", "no yes")
        .say("2 no")
        .asked(0, "game", SOLOS)
        .say("0 aces-solo")
        .compulsory(false)
        .teams("re kontra kontra kontra");
}

#[test]
fn of_two_lust_solos_that_had_to_wait_the_first_is_played() {
    both_queens_with(3)
        .owing([3], 10)
        .begin()
        .say("3 immediate-solo no")
        .say("0 reservation yes, 1 reservation yes, 2 reservation no, 3 reservation yes")
        .say("0 solo yes, 1 solo yes, 3 solo no")
        .asked(0, "game", SOLOS);
}

/// "... if all players with an open compulsory solo either did not have a reservation or said 'no' to the question
/// if they want to play a solo" (5.1.2): nobody behind is asked any more.
#[test]
fn a_lust_solo_is_admitted_at_once_after_those_who_owe_one_said_no() {
    both_queens_with(0)
        .owing([0], 10)
        .begin()
        .say("0 immediate-solo no")
        .say("0 reservation yes, 1 reservation yes, 2 reservation yes, 3 reservation no")
        .say("0 solo no, 1 solo yes")
        .asked(1, "game", SOLOS);
}

#[test]
fn a_single_reservation_that_is_no_solo_is_a_marriage() {
    both_queens_with(2)
        .begin()
        .say("0 no, 0 no, 1 no, 1 no, 2 no, 2 reservation yes, 3 reservation no")
        .say("2 solo no")
        .plays("marriage")
        .teams("? ? re ?")
        .leads(0);
}

#[test]
fn a_marriage_never_comes_through_against_a_second_reservation() {
    both_queens_with(0)
        .begin()
        .say("0 no, 0 reservation yes, 1 reservation no, 2 reservation yes, 3 reservation no")
        .say("0 solo no")
        .asked(2, "solo", "yes")
        .say("2 yes, 2 diamonds-solo")
        .plays("diamonds-solo")
        .teams("kontra kontra re kontra");
}

#[test]
fn a_solo_is_played_without_asking_the_marriage_behind_it() {
    both_queens_with(3)
        .begin()
        .say("0 no, 0 reservation yes, 1 reservation no, 2 reservation no, 3 reservation yes")
        .say("0 solo yes")
        .asked(0, "game", SOLOS);
}

#[test]
fn a_solo_question_can_be_denied_only_with_both_queens_of_clubs() {
    let yes_to_reservation = "0 no, 0 yes, 1 no, 2 no, 3 no";
    elders_0_and_1().begin().say(yes_to_reservation).asked(0, "solo", "yes");
    deal(["", "CQ", "", "CQ"]).begin().say(yes_to_reservation).asked(0, "solo", "yes");
    both_queens_with(0).begin().say(yes_to_reservation).asked(0, "solo", "no yes");
}

#[test]
fn a_player_with_both_queens_of_clubs_may_play_a_solo() {
    both_queens_with(1)
        .begin()
        .say("0 no, 0 no, 1 no, 1 reservation yes, 2 no, 3 no, 1 solo yes, 1 spades-solo")
        .plays("spades-solo");
}

#[test]
fn a_player_with_both_queens_of_clubs_may_be_healthy() {
    both_queens_with(1).healthy().plays("normal").teams("kontra re kontra kontra");
}

#[test]
fn a_compulsory_soloist_leads() {
    elders_0_and_1().owing([1, 2], 10).solo_of(2, "hearts-solo").compulsory(true).leads(2);
}

#[test]
fn left_of_the_dealer_leads_a_lust_solo() {
    elders_0_and_1().owing([1], 10).solo_of(2, "hearts-solo").compulsory(false).leads(0);
    elders_0_and_1().first(3).solo_of(2, "hearts-solo").compulsory(false).leads(3);
}

#[test]
fn the_first_solo_of_a_player_is_always_the_compulsory_one() {
    // Also where they do not shorten the procedure and are the only one with a reservation.
    elders_0_and_1()
        .owing([3], 10)
        .begin()
        .say("3 immediate-solo no, 0 no, 1 no, 2 no, 3 reservation yes, 3 solo yes, 3 jacks-solo")
        .compulsory(true)
        .leads(3);
}

#[test]
fn left_of_the_dealer_leads_a_marriage_also_when_the_bride_owes_a_solo() {
    both_queens_with(2).owing([2], 10).marriage_of(2).compulsory(false).leads(0);
}

#[test]
fn as_many_open_solos_as_games_left_force_a_solo_without_reservations() {
    elders_0_and_1()
        .owing([2], 1)
        .begin()
        .asked(2, "game", SOLOS)
        .say("2 queens-solo")
        .compulsory(true)
        .leads(2);
}

#[test]
fn the_next_player_after_the_dealer_who_owes_a_solo_is_forced() {
    elders_0_and_1().owing([1, 3], 2).first(2).begin().asked(3, "game", SOLOS);
    elders_0_and_1().owing([1, 3], 2).first(0).begin().asked(1, "game", SOLOS);
    elders_0_and_1().owing([0, 1, 2, 3], 4).first(3).begin().asked(3, "game", SOLOS);
}

#[test]
fn one_game_more_than_open_solos_forces_nobody() {
    elders_0_and_1().owing([2], 2).begin().asked(2, "immediate-solo", "no yes");
    elders_0_and_1().owing([0, 1, 2], 4).begin().asked(0, "immediate-solo", "no yes");
}

#[test]
fn the_last_game_forces_nobody_who_has_played_his_solo() {
    elders_0_and_1().owing([], 1).begin().asked(0, "immediate-solo", "no yes");
}
