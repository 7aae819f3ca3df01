//! The thesis's statistics come out.
//!
//! `KONTRA_GAMES=1000000 cargo test --release -p kontra-just4fun --test tests statistics`

use kontra_game::testkit::games;
use kontra_just4fun::statistics::{
    RandomPlay, combinations_by_size, compare, compare_reachability, reachability,
};
use kontra_just4fun::{Field, Rules};

/// This many standard errors apart, numbers are taken to be different: once in 15,000 comparisons by chance.
const ERRORS: f64 = 4.0;

#[test]
fn there_are_3923_combinations_of_cards() {
    assert_eq!(combinations_by_size(), [19, 182, 945, 2777]);
}

#[test]
fn every_field_is_reached_as_often_as_in_equation_5_11() {
    let rows = compare_reachability();
    assert_eq!(rows.len(), 36);
    for row in rows {
        assert!(row.agrees(ERRORS), "{row}");
    }
}

#[test]
fn fields_are_reached_by_exactly_these_shares_of_all_hands() {
    // Out of C(55, 4) = 341,055 hands.
    let hands = |field: usize| (reachability()[field - 1] * 341_055.0).round();
    assert_eq!([hands(1), hands(12), hands(36)], [91_155.0, 197_308.0, 30_766.0]);
}

#[test]
fn random_games_end_as_in_section_3_1_1_and_table_7_1() {
    let play = RandomPlay::over_combinations(&Rules::default(), 1, 0..games(20_000));
    for row in compare(&play) {
        assert!(row.agrees(ERRORS), "{row}");
    }
    // The same as one number each, from millions of games.
    for (found, expected, error) in [
        (play.percent(play.patterns), 45.40, 49.8),
        (play.percent(play.points), 54.17, 49.8),
        (play.percent(play.highest_fields), 0.43, 6.5),
        (play.percent(play.won_by_starter), 50.65, 50.0),
        (play.mean_turns(), 34.94, play.deviation_of_turns()),
        (play.mean_playable(), 11.602, play.error_of_mean_playable_per_game()),
    ] {
        let error = error / (play.games as f64).sqrt();
        let near = (found - expected).abs() < 0.05 + ERRORS * error;
        assert!(near, "{found} is not {expected} ± {error}");
    }
    assert_eq!(play.median_playable(), 12);
    assert_eq!(play.patterns + play.points + play.highest_fields + play.draws, play.games);
    assert_eq!(play.playable.iter().sum::<u64>(), play.turns);
    assert_eq!(play.playable.len(), Field::COUNT + 1);
}

#[test]
fn random_players_over_fields_are_not_the_thesis_s() {
    // Uniform over fields, 46.1 instead of 45.4 % are won by a pattern, with 11.627 playable fields in a turn.
    let play = RandomPlay::over_fields(&Rules::default(), 1, 0..30_000);
    let disagree = compare(&play).iter().filter(|row| !row.agrees(ERRORS)).count();
    assert!(disagree > 0, "{play:?}");
}

#[test]
fn parts_of_a_run_add_up_to_the_whole() {
    let rules = Rules::default();
    let mut sum = RandomPlay::over_combinations(&rules, 7, 0..50);
    sum += RandomPlay::over_combinations(&rules, 7, 50..120);
    assert_eq!(sum, RandomPlay::over_combinations(&rules, 7, 0..120));
}
