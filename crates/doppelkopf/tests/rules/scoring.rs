//! Score points (2.2.7), each line with the number of its rule.

use super::quiet::{PROPOSAL, quiet, wedding};
use super::sheet::{normal, solo};
use super::table::deal;
use kontra_doppelkopf::Level::{Black, Game, No30, No60, No90, Silent};
use kontra_doppelkopf::Team::{Kontra, Re};

#[test]
fn example_1_of_section_2_2_7() {
    normal()
        .re(No90)
        .re_gets(182)
        .charlie(Kontra)
        .re_wins()
        .lines("re: 1b 1b 2a 2b 2c | kontra: 3c")
        .scores([5, -5, 5, -5]);
}

#[test]
fn example_2_of_section_2_2_7() {
    normal()
        .re(No60)
        .kontra(Game)
        .re_gets(145)
        .foxes(1, 0)
        .kontra_wins()
        .lines("re: 3b | kontra: 1a 2a 2b 2b 2c 2c 3a")
        .scores([-8, 8, -8, 8]);
}

#[test]
fn example_3_of_section_2_2_7() {
    normal()
        .re(No60)
        .kontra(No90)
        .re_gets(145)
        .foxes(1, 0)
        .nobody_wins()
        .lines("re: 1a 3b | kontra: 1a")
        .scores([1, -1, 1, -1]);
}

#[test]
fn example_4_of_section_2_2_7() {
    solo()
        .re(No90)
        .re_gets(85)
        .kontra_wins()
        .lines("kontra: 1a 1b 2a 2b 2c")
        .scores([-18, 6, 6, 6]);
}

#[test]
fn a_plain_win_of_re_is_worth_1() {
    normal().re_gets(121).lines("re: 2a").scores([1, -1, 1, -1]);
}

#[test]
fn a_plain_win_of_kontra_is_worth_2_in_a_normal_game() {
    normal().re_gets(120).lines("kontra: 2a 3a").scores([-2, 2, -2, 2]);
}

#[test]
fn rule_1a_needs_120_against_no_90() {
    normal().re(No90).kontra_gets(119).lines("kontra: 2a 2b 2c 3a");
    normal().re(No90).kontra_gets(120).lines("kontra: 1a 2a 2b 2c 3a");
}

#[test]
fn rule_1a_needs_90_against_no_60() {
    normal().re(No60).kontra_gets(89).lines("kontra: 2a 2b 2c 2c 3a");
    normal().re(No60).kontra_gets(90).lines("kontra: 1a 2a 2b 2c 2c 3a");
}

#[test]
fn rule_1a_needs_60_against_no_30() {
    normal().re(No30).kontra_gets(59).lines("kontra: 2a 2b 2c 2c 2c 3a");
    normal().re(No30).kontra_gets(60).lines("kontra: 1a 2a 2b 2c 2c 2c 3a");
}

#[test]
fn rule_1a_needs_30_against_black() {
    let black = normal().re(Black).re_tricks(10);
    black.kontra_gets(29).kontra_wins().lines("kontra: 2a 2b 2c 2c 2c 2c 3a");
    black.kontra_gets(30).kontra_wins().lines("kontra: 1a 2a 2b 2c 2c 2c 2c 3a");
}

#[test]
fn rule_1a_gives_4_points_for_120_against_black() {
    let black = normal().kontra(Black).re_tricks(6);
    black.re_gets(89).lines("re: 1a 1a 2a 2b 2c 2c 2c 2c");
    black.re_gets(90).lines("re: 1a 1a 1a 2a 2b 2c 2c 2c 2c");
    black.re_gets(120).lines("re: 1a 1a 1a 1a 2a 2b 2c 2c 2c 2c").scores([11, -11, 11, -11]);
}

#[test]
fn rule_1b_gives_a_point_for_151_181_and_211() {
    normal().re_gets(150).lines("re: 2a");
    normal().re_gets(151).lines("re: 1b 2a");
    normal().re_gets(180).lines("re: 1b 2a");
    normal().re_gets(181).lines("re: 1b 1b 2a");
    normal().re_gets(210).lines("re: 1b 1b 2a");
    normal().re_gets(211).lines("re: 1b 1b 1b 2a");
    normal().kontra_gets(151).lines("kontra: 1b 2a 3a");
}

#[test]
fn rule_1b_gives_the_fourth_point_for_all_tricks_only() {
    normal().re_gets(240).re_tricks(11).lines("re: 1b 1b 1b 2a");
    normal().re_gets(240).re_tricks(12).lines("re: 1b 1b 1b 1b 2a").scores([5, -5, 5, -5]);
}

#[test]
fn points_not_announced_count_as_much_as_announced_ones_under_rule_1b() {
    normal().re(No90).re_gets(211).lines("re: 1b 1b 1b 2a 2b 2c");
}

#[test]
fn rule_1_gives_nothing_to_a_losing_team() {
    // Re stayed above 150 and so kept kontra below 90, but had announced no 60.
    normal().re(No60).kontra_gets(89).kontra_wins().lines("kontra: 2a 2b 2c 2c 3a");
    // Both had announced; re kept its word, so what kontra had in mind counts for re.
    normal().re(No90).kontra(No60).re_gets(151).re_wins().lines("re: 1a 1a 1b 2a 2b 2b 2c 2c 2c");
}

#[test]
fn rule_1_counts_for_each_team_when_nobody_wins() {
    // Both announced no 90; kontra has 120 and re has 120.
    normal().re(No90).kontra(No90).re_gets(120).nobody_wins().lines("re: 1a | kontra: 1a");
    // Kontra below 90, but above 60: re has the points for below 90 though it had announced no 60.
    normal().re(No60).kontra(No90).re_gets(155).nobody_wins().lines("re: 1a 1b");
    normal()
        .re(Black)
        .kontra(No30)
        .re_gets(200)
        .re_tricks(11)
        .nobody_wins()
        .lines("re: 1a 1a 1a 1b 1b | kontra: 1a");
}

#[test]
fn rule_2_gives_nothing_when_nobody_wins() {
    normal().re(No90).kontra(No90).re_gets(110).lines("kontra: 1a").scores([-1, 1, -1, 1]);
}

#[test]
fn rule_2b_gives_2_points_each_for_re_and_kontra() {
    normal().re(Game).re_gets(121).lines("re: 2a 2b").scores([3, -3, 3, -3]);
    normal().kontra(Game).re_gets(121).lines("re: 2a 2b").scores([3, -3, 3, -3]);
    normal().re(Game).kontra(Game).re_gets(121).lines("re: 2a 2b 2b").scores([5, -5, 5, -5]);
    normal().re(Game).kontra(Game).re_gets(99).lines("kontra: 2a 2b 2b 3a").scores([-6, 6, -6, 6]);
}

#[test]
fn rule_2c_gives_a_point_for_each_level_of_either_team() {
    // Eight points for the levels, besides those of the rules 1, 2a and 2b.
    let both = normal().re(Black).kontra(Black);
    both.re_gets(240)
        .re_tricks(12)
        .re_wins()
        .lines("re: 1a 1a 1a 1a 1b 1b 1b 1b 2a 2b 2b 2c 2c 2c 2c 2c 2c 2c 2c")
        .scores([21, -21, 21, -21]);
}

#[test]
fn rule_3a_rewards_kontra_only_for_winning() {
    normal().re_gets(121).lines("re: 2a");
    normal().re(No90).kontra(No90).re_gets(100).nobody_wins().lines("kontra: 1a");
}

#[test]
fn rule_3a_does_not_count_against_a_soloist() {
    solo().re_gets(100).lines("kontra: 2a").scores([-3, 1, 1, 1]);
}

#[test]
fn special_points_are_given_to_the_losers_too() {
    normal()
        .re_gets(125)
        .foxes(0, 2)
        .charlie(Kontra)
        .doppelkopfs(0, 1)
        .lines("re: 2a | kontra: 3b 3b 3c 3d")
        .scores([-3, 3, -3, 3]);
}

#[test]
fn special_points_of_both_teams_are_set_off() {
    normal()
        .re_gets(125)
        .foxes(1, 1)
        .doppelkopfs(2, 1)
        .charlie(Re)
        .lines("re: 2a 3b 3c 3d 3d | kontra: 3b 3d")
        .scores([3, -3, 3, -3]);
}

#[test]
fn special_points_do_not_count_in_a_solo() {
    solo()
        .re_gets(130)
        .foxes(1, 1)
        .charlie(Re)
        .doppelkopfs(1, 2)
        .lines("re: 2a")
        .scores([3, -1, -1, -1]);
}

#[test]
fn a_soloist_gets_and_pays_three_times() {
    solo().re_gets(121).lines("re: 2a").scores([3, -1, -1, -1]);
    solo().re(Game).re_gets(151).lines("re: 1b 2a 2b").scores([12, -4, -4, -4]);
    solo().re(Game).kontra(Game).re_gets(80).lines("kontra: 1b 2a 2b 2b").scores([-18, 6, 6, 6]);
}

#[test]
fn a_draw_of_score_points_is_worth_nothing() {
    normal().re(No90).kontra(No90).re_gets(120).scores([0, 0, 0, 0]);
    normal().re_gets(121).foxes(0, 1).lines("re: 2a | kontra: 3b").scores([0, 0, 0, 0]);
}

#[test]
fn a_fox_of_the_other_team_is_caught() {
    // Both foxes are won by seat 0: that of its partner 2 is brought home, that of seat 3 is caught.
    quiet().healthy().trick(0, "HT SJ DA DA").play_out().counts("3b", 1, 0);
}

#[test]
fn both_foxes_of_the_other_team_may_be_caught_in_one_trick() {
    deal(["CQ HT", "DA", "CQ D9", "DA"])
        .healthy()
        .trick(0, "HT DA D9 DA")
        .play_out()
        .counts("3b", 2, 0);
}

#[test]
fn foxes_are_caught_by_kontra_too() {
    deal(["CQ DA", "HT", "CQ DA", "D9"])
        .healthy()
        .trick(0, "DA HT DA D9")
        .play_out()
        .counts("3b", 0, 2);
}

#[test]
fn a_fox_that_wins_its_own_trick_is_not_caught() {
    deal(["CQ DA DA", "DK DT", "CQ D9 D9", "DK DT"])
        .healthy()
        .trick(0, "DA DK D9 DK")
        .trick(0, "DA DT D9 DT")
        .play_out()
        .counts("3b", 0, 0);
}

#[test]
fn an_ace_of_diamonds_is_no_fox_in_a_solo() {
    deal(["CQ DA", "HT", "CQ DA", "D9"])
        .solo_of(0, "diamonds-solo")
        .trick(0, "DA HT DA D9")
        .play_out()
        .counts("3b", 0, 0);
}

#[test]
fn four_tens_make_a_doppelkopf() {
    // Seat 1 trumps.
    deal(["CQ CT", "DT -C", "CQ CT", "ST -C"])
        .healthy()
        .trick(0, "CT DT CT ST")
        .points([0, 40, 0, 0])
        .leads(1)
        .play_out()
        .counts("3d", 0, 1);
}

#[test]
fn three_aces_and_a_king_make_no_doppelkopf() {
    // 37 points, the most that is less than 40.
    deal(["CQ CA", "CA", "CQ CK", "SA -C"])
        .healthy()
        .trick(0, "CA CA CK SA")
        .points([37, 0, 0, 0])
        .play_out()
        .counts("3d", 0, 0);
}

#[test]
fn a_fox_played_before_a_marriage_is_clear_counts_by_the_final_teams() {
    // Seat 0 wins the foxes of seats 2 and 3; then seat 3 becomes the partner.
    wedding()
        .marriage_of(0)
        .trick(0, "HT SJ DA DA")
        .trick(0, PROPOSAL)
        .teams("re kontra kontra re")
        .play_out()
        .counts("3b", 1, 0);
}

#[test]
fn a_fox_caught_before_a_marriage_fails_gives_no_point() {
    wedding()
        .marriage_of(0)
        .trick(0, "HT SJ DA DA")
        .trick(0, "CA C9 C9 CK")
        .trick(0, "SA S9 S9 SK")
        .teams("re kontra kontra kontra")
        .play_out()
        .counts("3b", 0, 0);
}

#[test]
fn the_four_scores_add_up_to_zero() {
    let levels = [Silent, Game, No90, No60, No30, Black];
    for (re, kontra) in levels.iter().flat_map(|re| levels.iter().map(move |kontra| (*re, *kontra)))
    {
        for points in [0, 29, 30, 59, 60, 89, 90, 119, 120, 121, 151, 181, 211, 240] {
            for game in [normal(), solo()] {
                let game = game.re(re).kontra(kontra).re_gets(points).foxes(1, 0).charlie(Kontra);
                assert_eq!(game.total(), 0, "{re:?} {kontra:?} {points}");
            }
        }
    }
}
