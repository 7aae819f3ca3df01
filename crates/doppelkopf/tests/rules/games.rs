//! Complete games, played card by card to their score sheets (2.2.7).

use super::table::{Setup, Table, deal};
use kontra_doppelkopf::Level::{Game, No60, No90, Silent};

/// A whole game: the hands, and the tricks with their leaders.
struct Played {
    hands: [&'static str; 4],
    tricks: [(usize, &'static str); 12],
}

impl Played {
    fn deal(&self) -> Setup {
        deal(self.hands)
    }

    /// Plays the tricks at this table; nobody announces anything any more.
    #[track_caller]
    fn cards(&self, table: Table) -> Table {
        self.tricks.iter().fold(table, |table, (leader, cards)| table.trick(*leader, cards))
    }
}

/// Seats 0 and 2 are re and get 182 points; seat 3 wins the last trick with a charlie.
const RE_182_AND_CHARLIE: Played = Played {
    hands: [
        "C9 C9 CK CT SK ST D9 HJ DQ DQ HQ CQ",
        "CT CA S9 S9 H9 HK HA D9 DT DJ SQ SQ",
        "SK ST SA SA H9 DK DT DA DJ CQ HT HT",
        "CK CA HK HA DK DA HJ SJ SJ CJ CJ HQ",
    ],
    tricks: [
        (0, "D9 DJ DK DK"),
        (1, "H9 H9 HA DQ"),
        (0, "CK CT DJ CA"),
        (2, "SA CK ST S9"),
        (2, "ST DA SK S9"),
        (3, "HQ DQ SQ CQ"),
        (2, "HT SJ CQ DT"),
        (2, "DT CJ HJ SQ"),
        (1, "CA HT HJ CT"),
        (2, "SA SJ HQ HA"),
        (0, "C9 HK DA HK"),
        (2, "SK CJ C9 D9"),
    ],
};

/// Seats 0 and 2 are re, get 145 points and catch the fox of seat 3 in the sixth trick.
const RE_145_AND_A_FOX: Played = Played {
    hands: [
        "CK CA SK ST SA HA D9 DJ DJ SJ CJ CQ",
        "CA SK H9 HK D9 DK DT DA HJ HJ CJ HT",
        "C9 CT S9 S9 SA HK HA DT SJ HQ SQ CQ",
        "C9 CK CT ST H9 DK DA DQ DQ HQ SQ HT",
    ],
    tricks: [
        (0, "HA HK HK H9"),
        (0, "CQ HT CQ HQ"),
        (1, "H9 HA HT DJ"),
        (3, "DK D9 DK DT"),
        (2, "CT CK CA CA"),
        (0, "CJ CJ SJ DA"),
        (0, "SK SK SA ST"),
        (2, "C9 CT CK DA"),
        (1, "D9 SQ SQ SJ"),
        (2, "HQ DQ DJ DT"),
        (2, "S9 C9 SA HJ"),
        (1, "HJ S9 DQ ST"),
    ],
};

/// A queens solo of seat 0, who gets 85 points.
const QUEENS_SOLO_OF_85: Played = Played {
    hands: [
        "C9 CK CT S9 SK HK D9 DA DJ DQ HQ SQ",
        "CA CA S9 SA H9 DK HJ SJ CJ CJ SQ CQ",
        "C9 SK ST SA HK HA D9 DA DJ SJ HQ HT",
        "CK CT ST H9 HA DK DT DT HJ DQ CQ HT",
    ],
    tricks: [
        (0, "HK HJ HK H9"),
        (0, "S9 SJ SJ ST"),
        (3, "DT DA DK D9"),
        (0, "CT CA C9 CT"),
        (1, "CQ HQ CQ SQ"),
        (1, "SA SA DQ SK"),
        (3, "HT DQ H9 HA"),
        (0, "DJ S9 DJ DT"),
        (3, "DK D9 SQ DA"),
        (1, "CJ SK CK C9"),
        (3, "HA HQ CJ HT"),
        (0, "CK CA ST HJ"),
    ],
};

/// A charlie of seat 3 wins the trick before the last, and another is beaten in the last. Re gets 131.
const BEATEN_CHARLIE: Played = Played {
    hands: [
        "C9 CK S9 S9 SA H9 HA HA DJ HJ HQ CQ",
        "C9 CT CA SK ST DT DA SJ DQ HQ SQ HT",
        "CK CA SK ST HK DK DJ HJ SJ SQ CQ HT",
        "CT SA H9 HK D9 D9 DK DT DA CJ CJ DQ",
    ],
    tricks: [
        (0, "S9 ST ST SA"),
        (3, "DK DJ HQ CQ"),
        (2, "CA CT C9 CT"),
        (2, "DJ D9 HQ HT"),
        (1, "DT HJ DT HJ"),
        (2, "HK H9 H9 C9"),
        (2, "SQ DQ CQ SJ"),
        (0, "SA SK SK HK"),
        (0, "S9 DA CK D9"),
        (1, "DQ DK DA HA"),
        (1, "CA SJ CJ CK"),
        (3, "CJ HA SQ HT"),
    ],
};

/// Seat 2 of re leads a charlie to the last trick, and seat 3 of kontra follows with the other. Re gets 130.
const TWO_CHARLIES: Played = Played {
    hands: [
        "C9 CT CT S9 H9 HK D9 DK DA SJ SQ CQ",
        "C9 CK CA S9 SK ST SA HA D9 DK DJ DQ",
        "CK SK HA DT DJ SJ CJ DQ HQ CQ HT HT",
        "CA ST SA H9 HK DT DA HJ HJ CJ HQ SQ",
    ],
    tricks: [
        (0, "DA DK HT HJ"),
        (2, "DJ SQ SQ D9"),
        (3, "HK H9 HA HA"),
        (1, "CK CK CA CT"),
        (3, "DA DK DQ DQ"),
        (1, "C9 HT H9 C9"),
        (2, "CQ HQ D9 DJ"),
        (2, "SJ DT SJ CA"),
        (2, "DT HJ CQ S9"),
        (0, "S9 SA SK SA"),
        (1, "ST HQ ST CT"),
        (2, "CJ CJ HK SK"),
    ],
};

/// Re gets 120 points, catches a fox in the sixth trick and wins the last with a charlie; kontra catches a fox in
/// the fifth trick and wins four tens, a doppelkopf of exactly 40 points, in the fourth.
const HALF: Played = Played {
    hands: [
        "C9 C9 CK CT SK SA H9 D9 D9 DA CQ HT",
        "CA CA S9 S9 ST HK DT HJ SJ DQ HQ SQ",
        "CK SK SA DK DT DJ DJ HJ CJ HQ SQ CQ",
        "CT ST H9 HK HA HA DK DA SJ CJ DQ HT",
    ],
    tricks: [
        (0, "C9 CA CK CT"),
        (1, "SQ DK CJ CQ"),
        (0, "H9 HK HJ H9"),
        (2, "DT HT HT DT"),
        (3, "DQ DA HQ DJ"),
        (1, "SJ CQ DA D9"),
        (2, "SA ST SK S9"),
        (2, "DJ DK D9 DQ"),
        (1, "ST SK SJ SA"),
        (3, "HA CK CA SQ"),
        (2, "HQ HK CT HJ"),
        (2, "CJ HA C9 S9"),
    ],
};

#[test]
fn example_1_of_section_2_2_7_card_by_card() {
    let game = RE_182_AND_CHARLIE;
    game.cards(game.deal().healthy().say("0 yes, 0 yes, 0 no").levels(No90, Silent))
        .points([41, 27, 141, 31])
        .sheet("re: 1b 1b 2a 2b 2c | kontra: 3c")
        .scores([5, -5, 5, -5]);
}

#[test]
fn example_2_of_section_2_2_7_card_by_card() {
    let game = RE_145_AND_A_FOX;
    game.cards(game.deal().choosing().healthy().say("0 no60, 1 kontra").levels(No60, Game))
        .points([72, 57, 73, 38])
        .sheet("re: 3b | kontra: 1a 2a 2b 2b 2c 2c 3a")
        .scores([-8, 8, -8, 8]);
}

#[test]
fn example_3_of_section_2_2_7_card_by_card() {
    let game = RE_145_AND_A_FOX;
    game.cards(game.deal().choosing().healthy().say("0 no60, 1 kontra, 2 no, 3 no90"))
        .levels(No60, No90)
        .sheet("re: 1a 3b | kontra: 1a")
        .scores([1, -1, 1, -1]);
}

#[test]
fn example_4_of_section_2_2_7_card_by_card() {
    let game = QUEENS_SOLO_OF_85;
    game.cards(
        game.deal().solo_of(0, "queens-solo").say("0 yes, 0 yes, 0 no").levels(No90, Silent),
    )
    .points([85, 88, 0, 67])
    .sheet("kontra: 1a 1b 2a 2b 2c")
    .scores([-18, 6, 6, 6]);
}

#[test]
fn a_charlie_that_is_beaten_or_comes_early_gives_no_point() {
    let game = BEATEN_CHARLIE;
    game.cards(game.deal().healthy())
        .points([34, 59, 97, 50])
        .sheet("re: 2a")
        .scores([1, -1, 1, -1]);
}

#[test]
fn of_two_charlies_in_the_last_trick_only_the_first_wins_a_point() {
    let game = TWO_CHARLIES;
    game.cards(game.deal().healthy())
        .points([15, 73, 115, 37])
        .sheet("re: 2a 3c")
        .scores([2, -2, 2, -2]);
}

#[test]
fn at_120_to_120_kontra_wins() {
    let game = HALF;
    game.cards(game.deal().healthy())
        .points([12, 53, 108, 67])
        .sheet("re: 3b 3c | kontra: 2a 3a 3b 3d")
        .scores([-2, 2, -2, 2]);
}

#[test]
fn at_120_to_120_re_wins_if_only_kontra_was_announced() {
    let game = HALF;
    game.cards(game.deal().healthy().say("0 no, 1 yes, 1 no").levels(Silent, Game))
        .sheet("re: 2a 2b 3b 3c | kontra: 3b 3d")
        .scores([3, -3, 3, -3]);
}

#[test]
fn at_120_to_120_kontra_wins_if_re_replied_to_kontra() {
    let game = HALF;
    game.cards(game.deal().choosing().healthy().say("0 no, 1 kontra, 2 re"))
        .levels(Game, Game)
        .sheet("re: 3b 3c | kontra: 2a 2b 2b 3a 3b 3d")
        .scores([-6, 6, -6, 6]);
}
