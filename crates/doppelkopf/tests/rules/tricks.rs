//! Trumps, suits and tricks (2.2.2 and 2.2.5).

use super::dealing::{card, fill};
use super::table::{Setup, Table, deal, seat};
use kontra_doppelkopf::{Card, GameType};

/// Everybody holds what they play, and cannot do otherwise where they do not follow.
fn table_for(kind: GameType, cards: [&str; 4]) -> Table {
    let cards = cards.map(card);
    let suit = kind.suits().followers(cards[0]);
    let follows = cards.map(|card| suit.contains(card));
    let deal = fill(cards.map(|card| vec![card]), |i, card| follows[i] || !suit.contains(card));
    match kind {
        GameType::Normal => Setup::of(deal).healthy(),
        _ => Setup::of(deal).solo_of(0, kind.name()),
    }
}

/// Who wins the trick in which seats 0 to 3 play these cards.
#[track_caller]
fn trick_goes_to(kind: GameType, cards: &str, winner: usize) {
    let cards: Vec<&str> = cards.split_whitespace().collect();
    let cards = cards.try_into().expect("a trick has four cards");
    table_for(kind, cards).trick(0, &cards.join(" ")).leads(winner);
}

/// In this game the cards of a suit (or the trumps) rank like this, from the highest to the lowest.
///
/// Each neighbouring pair is played from every seat; one of the others follows with the lowest card, one not at all.
#[track_caller]
fn ranks(kind: GameType, descending: &str) {
    let cards: Vec<&str> = descending.split_whitespace().collect();
    let lowest = cards[cards.len() - 1];
    let suit = kind.suits().followers(card(lowest));
    let blank = Card::all().find(|&c| !suit.contains(c) && !kind.suits().is_trump(c));
    let blank = blank.expect("every game has a plain suit");
    for pair in cards.windows(2) {
        let [high, low] = [pair[0], pair[1]];
        trick_goes_to(kind, &format!("{high} {low} {lowest} {blank}"), 0);
        trick_goes_to(kind, &format!("{low} {high} {lowest} {blank}"), 1);
        trick_goes_to(kind, &format!("{low} {blank} {high} {lowest}"), 2);
        trick_goes_to(kind, &format!("{low} {lowest} {blank} {high}"), 3);
    }
}

#[test]
fn trumps_and_suits_of_a_normal_game_rank_as_in_table_2_2() {
    ranks(GameType::Normal, "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9");
    ranks(GameType::Normal, "CA CT CK C9");
    ranks(GameType::Normal, "SA ST SK S9");
    ranks(GameType::Normal, "HA HK H9");
}

#[test]
fn trumps_and_suits_of_a_diamonds_solo_are_those_of_a_normal_game() {
    ranks(GameType::Diamonds, "HT CQ SQ HQ DQ CJ SJ HJ DJ DA DT DK D9");
    ranks(GameType::Diamonds, "CA CT CK C9");
    ranks(GameType::Diamonds, "SA ST SK S9");
    ranks(GameType::Diamonds, "HA HK H9");
}

#[test]
fn trumps_and_suits_of_a_hearts_solo_rank_as_in_table_2_3() {
    ranks(GameType::Hearts, "HT CQ SQ HQ DQ CJ SJ HJ DJ HA HK H9");
    ranks(GameType::Hearts, "CA CT CK C9");
    ranks(GameType::Hearts, "SA ST SK S9");
    ranks(GameType::Hearts, "DA DT DK D9");
}

#[test]
fn a_spades_solo_has_spades_for_its_lowest_trumps() {
    ranks(GameType::Spades, "HT CQ SQ HQ DQ CJ SJ HJ DJ SA ST SK S9");
    ranks(GameType::Spades, "CA CT CK C9");
    ranks(GameType::Spades, "HA HK H9");
    ranks(GameType::Spades, "DA DT DK D9");
}

#[test]
fn a_clubs_solo_has_clubs_for_its_lowest_trumps() {
    ranks(GameType::Clubs, "HT CQ SQ HQ DQ CJ SJ HJ DJ CA CT CK C9");
    ranks(GameType::Clubs, "SA ST SK S9");
    ranks(GameType::Clubs, "HA HK H9");
    ranks(GameType::Clubs, "DA DT DK D9");
}

#[test]
fn trumps_and_suits_of_a_queens_solo_rank_as_in_table_2_4() {
    ranks(GameType::Queens, "CQ SQ HQ DQ");
    ranks(GameType::Queens, "CA CT CK CJ C9");
    ranks(GameType::Queens, "SA ST SK SJ S9");
    ranks(GameType::Queens, "HA HT HK HJ H9");
    ranks(GameType::Queens, "DA DT DK DJ D9");
}

#[test]
fn a_jacks_solo_puts_the_queens_below_the_kings_and_above_the_nines() {
    ranks(GameType::Jacks, "CJ SJ HJ DJ");
    ranks(GameType::Jacks, "CA CT CK CQ C9");
    ranks(GameType::Jacks, "SA ST SK SQ S9");
    ranks(GameType::Jacks, "HA HT HK HQ H9");
    ranks(GameType::Jacks, "DA DT DK DQ D9");
}

#[test]
fn suits_of_an_aces_solo_rank_as_in_table_2_5() {
    ranks(GameType::Aces, "CA CT CK CQ CJ C9");
    ranks(GameType::Aces, "SA ST SK SQ SJ S9");
    ranks(GameType::Aces, "HA HT HK HQ HJ H9");
    ranks(GameType::Aces, "DA DT DK DQ DJ D9");
}

#[test]
fn the_first_of_two_equal_cards_wins() {
    trick_goes_to(GameType::Normal, "C9 CA CA CT", 1);
    trick_goes_to(GameType::Normal, "DJ CQ D9 CQ", 1);
    trick_goes_to(GameType::Aces, "HQ HT HT H9", 1);
    trick_goes_to(GameType::Jacks, "CJ CJ DJ HJ", 0);
}

#[test]
fn the_first_of_two_tens_of_hearts_wins() {
    for kind in
        [GameType::Normal, GameType::Diamonds, GameType::Hearts, GameType::Spades, GameType::Clubs]
    {
        trick_goes_to(kind, "HT HT CQ SQ", 0);
        trick_goes_to(kind, "CQ HT DJ HT", 1);
    }
}

#[test]
fn a_trump_beats_every_plain_card() {
    trick_goes_to(GameType::Normal, "CA CT D9 CK", 2);
    trick_goes_to(GameType::Hearts, "DA DT H9 DK", 2);
    trick_goes_to(GameType::Queens, "HA HT HK DQ", 3);
    trick_goes_to(GameType::Jacks, "SA DJ ST SK", 1);
}

#[test]
fn the_highest_of_two_trumps_on_a_plain_card_wins() {
    trick_goes_to(GameType::Normal, "SA DK SK HJ", 3);
    trick_goes_to(GameType::Normal, "SA HJ SK DK", 1);
    trick_goes_to(GameType::Normal, "SA DA DA SK", 1);
}

#[test]
fn a_plain_card_of_another_suit_never_wins() {
    trick_goes_to(GameType::Normal, "H9 SA CA CA", 0);
    trick_goes_to(GameType::Aces, "D9 CA SA HA", 0);
    trick_goes_to(GameType::Queens, "D9 CA SA HA", 0);
}

#[test]
fn an_aces_solo_has_no_trumps() {
    trick_goes_to(GameType::Aces, "C9 HT SQ DJ", 0);
    trick_goes_to(GameType::Aces, "C9 HT CJ DA", 2);
}

#[test]
fn the_other_pictures_are_plain_cards_in_a_queens_or_jacks_solo() {
    trick_goes_to(GameType::Queens, "S9 CJ SJ HT", 2);
    trick_goes_to(GameType::Jacks, "S9 CQ SQ HT", 2);
}

#[test]
fn the_winner_of_a_trick_leads_the_next() {
    deal(["CQ C9 SA", "CQ CK S9", "CA HA S9", "CT H9 SK"])
        .healthy()
        .trick(0, "C9 CK CA CT")
        .trick(2, "HA H9");
}

#[test]
fn a_trick_counts_for_its_winner() {
    // 10 + 4 + 11 + 0
    deal(["CQ CT", "CQ CK", "CA", "C9"]).healthy().trick(0, "CT CK CA C9").points([0, 0, 25, 0]);
}

#[test]
fn the_leader_may_play_any_card_suits_before_trumps_lowest_first() {
    deal(["CQ C9 C9 CA S9 HA D9 DA CJ HQ HT HT", "CQ", "", ""]).healthy().pass().asked(
        0,
        "card",
        "C9 CA S9 HA D9 DA CJ HQ CQ HT",
    );
}

#[test]
fn cards_are_listed_in_the_order_of_the_game_that_is_played() {
    let hand = "CQ CA S9 SA HK HT D9 DA DJ CJ DQ SQ";
    let leads = |kind, order: &str| {
        deal([hand, "CQ", "", ""]).solo_of(0, kind).pass().asked(0, "card", order);
    };
    leads("diamonds-solo", "CA S9 SA HK D9 DA DJ CJ DQ SQ CQ HT");
    leads("hearts-solo", "CA S9 SA D9 DA HK DJ CJ DQ SQ CQ HT");
    leads("spades-solo", "CA HK D9 DA S9 SA DJ CJ DQ SQ CQ HT");
    leads("clubs-solo", "S9 SA HK D9 DA CA DJ CJ DQ SQ CQ HT");
    leads("jacks-solo", "CQ CA S9 SQ SA HK HT D9 DQ DA DJ CJ");
    leads("queens-solo", "CJ CA S9 SA HK HT D9 DJ DA DQ SQ CQ");
    leads("aces-solo", "CJ CQ CA S9 SQ SA HK HT D9 DJ DQ DA");
}

#[test]
fn a_plain_suit_must_be_followed() {
    deal(["CQ CA", "CQ C9 CK -C", "", ""]).healthy().cards("CA").pass().asked(1, "card", "C9 CK");
}

#[test]
fn trump_must_be_followed() {
    deal(["CQ DJ", "CQ D9 DA HT -T", "", ""]).healthy().cards("DJ").pass().asked(
        1,
        "card",
        "D9 DA CQ HT",
    );
}

#[test]
fn a_player_who_cannot_follow_may_play_any_card() {
    deal(["CQ CA", "CQ S9 S9 SA HK DK DK CJ CJ SQ HT HT -C", "", ""])
        .healthy()
        .cards("CA")
        .pass()
        .asked(1, "card", "S9 SA HK DK CJ SQ CQ HT");
}

#[test]
fn the_ten_of_hearts_is_no_heart_where_it_is_trump() {
    let hands = ["CQ HA DJ", "CQ HT H9 -H -T", "", ""];
    deal(hands).healthy().cards("HA").pass().asked(1, "card", "H9");
    deal(hands).healthy().cards("DJ").pass().asked(1, "card", "CQ HT");
}

#[test]
fn the_ten_of_hearts_is_a_heart_in_picture_and_aces_solos() {
    for kind in ["queens-solo", "jacks-solo", "aces-solo"] {
        deal(["CQ HA", "CQ CA CA SA SA DA DA CK SK DK C9 HT", "", ""])
            .solo_of(0, kind)
            .cards("HA")
            .pass()
            .asked(1, "card", "HT");
    }
}

#[test]
fn a_picture_follows_trump_and_not_its_suit_in_a_normal_game() {
    let hands = ["CQ CA DJ", "CQ CJ SA SA ST ST SK SK S9 S9 HA HK", "", ""];
    // No plain club: seat 1 is free, and its ♣Q and ♣J are trumps.
    let free = "S9 SK ST SA HK HA CJ CQ";
    deal(hands).healthy().cards("CA").pass().asked(1, "card", free);
    deal(hands).healthy().cards("DJ").pass().asked(1, "card", "CJ CQ");
}

#[test]
fn a_picture_follows_its_suit_in_an_aces_solo() {
    let hands = ["CQ CA DJ", "CQ CJ SA SA ST ST SK SK S9 S9 HA HK", "", ""];
    deal(hands).solo_of(0, "aces-solo").cards("CA").pass().asked(1, "card", "CJ CQ");
}

#[test]
fn diamonds_are_a_plain_suit_where_another_suit_is_trump() {
    deal(["CQ DA", "CQ D9 HT CJ S9 S9 SK SK SA SA ST ST", "", ""])
        .solo_of(0, "spades-solo")
        .cards("DA")
        .pass()
        .asked(1, "card", "D9");
}

#[test]
fn equal_cards_are_one_choice() {
    deal(["CQ CA", "CQ C9 C9 CT CT -C", "", ""])
        .healthy()
        .cards("CA")
        .pass()
        .asked(1, "card", "C9 CT");
}

#[test]
fn the_game_is_over_after_twelve_tricks() {
    let table = deal(["CQ", "CQ", "", ""]).healthy().play_out();
    let tricks: u8 = [0, 1, 2, 3].map(|i| table.game().public().tricks_won(seat(i))).iter().sum();
    assert_eq!((table.game().public().tricks(), tricks), (12, 12));
    assert_eq!(table.game().public().question(), None);
}
