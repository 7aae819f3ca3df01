//! Who wins (2.2.7).

use super::sheet::{normal, solo};
use kontra_doppelkopf::Level::{Black, Game, No30, No60, No90, Silent};

#[test]
fn re_needs_121_when_nothing_was_announced() {
    normal().re_gets(121).re_wins();
    normal().re_gets(120).kontra_wins();
}

#[test]
fn re_needs_121_when_only_re_was_announced() {
    normal().re(Game).re_gets(121).re_wins();
    normal().re(Game).re_gets(120).kontra_wins();
}

#[test]
fn re_needs_121_when_re_and_kontra_were_announced() {
    normal().re(Game).kontra(Game).re_gets(121).re_wins();
    normal().re(Game).kontra(Game).re_gets(120).kontra_wins();
}

#[test]
fn re_needs_only_120_when_only_kontra_was_announced() {
    normal().kontra(Game).re_gets(120).re_wins();
    normal().kontra(Game).re_gets(119).kontra_wins();
}

#[test]
fn a_soloist_needs_as_much_as_two_re_players() {
    solo().re_gets(121).re_wins();
    solo().re_gets(120).kontra_wins();
    solo().kontra(Game).re_gets(120).re_wins();
}

#[test]
fn a_team_that_announced_no_90_needs_151() {
    normal().re(No90).re_gets(151).re_wins();
    normal().re(No90).re_gets(150).kontra_wins();
    normal().kontra(No90).kontra_gets(151).kontra_wins();
    normal().kontra(No90).kontra_gets(150).re_wins();
}

#[test]
fn a_team_that_announced_no_60_needs_181() {
    normal().re(No60).re_gets(181).re_wins();
    normal().re(No60).re_gets(180).kontra_wins();
    normal().kontra(No60).kontra_gets(181).kontra_wins();
    normal().kontra(No60).kontra_gets(180).re_wins();
}

#[test]
fn a_team_that_announced_no_30_needs_211() {
    normal().re(No30).re_gets(211).re_wins();
    normal().re(No30).re_gets(210).kontra_wins();
    normal().kontra(No30).kontra_gets(211).kontra_wins();
    normal().kontra(No30).kontra_gets(210).re_wins();
}

#[test]
fn a_team_that_announced_black_needs_all_tricks() {
    normal().re(Black).re_gets(240).re_tricks(12).re_wins();
    normal().re(Black).re_gets(236).re_tricks(11).kontra_wins();
    normal().kontra(Black).kontra_gets(240).re_tricks(0).kontra_wins();
    normal().kontra(Black).kontra_gets(236).re_tricks(1).re_wins();
}

#[test]
fn a_worthless_trick_breaks_black() {
    normal().re(Black).re_gets(240).re_tricks(11).kontra_wins();
    normal().kontra(Black).kontra_gets(240).re_tricks(1).re_wins();
}

#[test]
fn against_no_90_a_silent_team_needs_90() {
    normal().re(No90).kontra_gets(90).kontra_wins();
    normal().re(No90).kontra_gets(89).re_wins();
    normal().kontra(No90).re_gets(90).re_wins();
    normal().kontra(No90).re_gets(89).kontra_wins();
}

#[test]
fn against_no_60_a_silent_team_needs_60() {
    normal().re(No60).kontra_gets(60).kontra_wins();
    normal().re(No60).kontra_gets(59).re_wins();
    normal().kontra(No60).re_gets(60).re_wins();
    normal().kontra(No60).re_gets(59).kontra_wins();
}

#[test]
fn against_no_30_a_silent_team_needs_30() {
    normal().re(No30).kontra_gets(30).kontra_wins();
    normal().re(No30).kontra_gets(29).re_wins();
    normal().kontra(No30).re_gets(30).re_wins();
    normal().kontra(No30).re_gets(29).kontra_wins();
}

#[test]
fn against_black_a_silent_team_needs_one_trick() {
    normal().re(Black).re_gets(240).re_tricks(11).kontra_wins();
    normal().re(Black).re_gets(240).re_tricks(12).re_wins();
}

#[test]
fn re_or_kontra_is_kept_with_what_breaks_the_opponents_level() {
    // "re still wins by reaching 90 points and it does not need to reach 121 points"
    normal().re(Game).kontra(No90).re_gets(90).re_wins();
    normal().re(Game).kontra(No90).re_gets(89).kontra_wins();
    normal().re(No60).kontra(Game).kontra_gets(60).kontra_wins();
    normal().re(No30).kontra(Game).kontra_gets(30).kontra_wins();
    normal().re(Game).kontra(Black).re_gets(0).re_tricks(1).re_wins();
}

#[test]
fn nobody_wins_when_both_teams_break_their_word() {
    normal().re(No90).kontra(No90).re_gets(150).nobody_wins();
    normal().re(No90).kontra(No90).re_gets(90).nobody_wins();
    normal().re(No60).kontra(No90).re_gets(180).nobody_wins();
    normal().re(Black).kontra(Black).re_gets(240).re_tricks(11).nobody_wins();
}

#[test]
fn a_team_is_bound_to_its_own_level_even_if_it_breaks_the_other() {
    // Kontra's 90 points break no 60, but kontra promised 151.
    normal().re(No60).kontra(No90).kontra_gets(90).nobody_wins();
    // One trick breaks black, but re promised 151.
    normal().re(No90).kontra(Black).re_gets(150).re_tricks(9).nobody_wins();
}

#[test]
fn the_team_that_keeps_its_word_wins_against_another_level() {
    normal().re(No90).kontra(No90).re_gets(151).re_wins();
    normal().re(No90).kontra(No60).kontra_gets(181).kontra_wins();
    normal().re(No90).kontra(Black).re_gets(151).re_tricks(8).re_wins();
    normal().re(No30).kontra(Black).kontra_gets(240).re_tricks(0).kontra_wins();
}

#[test]
fn a_soloist_is_bound_to_his_word_too() {
    solo().re(No90).re_gets(151).re_wins();
    solo().re(No90).re_gets(150).kontra_wins();
    solo().kontra(No60).re_gets(60).re_wins();
    solo().re(Silent).kontra(No60).re_gets(59).kontra_wins();
}
