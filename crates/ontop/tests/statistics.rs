//! The thesis's figures: what follows exactly, and what a sample of random games says.

use crate::support::two;
use kontra_game::Streams;
use kontra_ontop::statistics::{
    Sample, Spread, expected_chances, expectimax_nodes, figures, mean_of_means, placement_sequences,
};
use kontra_ontop::{Board, Lineup, OnTop, Rules, Start};

fn opening(board: Board) -> OnTop {
    OnTop::new(&Start::usual(Lineup::Two, board))
}

#[test]
fn sequences_of_placements_from_the_opening() {
    let count = |name: &str| {
        let game = opening(Board::named(name).unwrap());
        [1, 2, 3, 4].map(|plies| placement_sequences(&game, plies))
    };
    assert_eq!(count("reconstruction"), [24, 688, 21_648, 724_192]);
    assert_eq!(count("lower-start"), [24, 688, 21_760, 737_792]);
}

#[test]
fn expectimax_nodes_of_the_opening_counted_as_in_the_thesis() {
    let nodes = |tile: &str, depth| expectimax_nodes(&two(tile), depth);
    for tile in ["bwry", "wbyr", "brwy", "rbyw"] {
        assert_eq!(nodes(tile, 1), 3_584);
    }
    assert_eq!(nodes("bwry", 2), 539_648);
    assert_eq!(nodes("bwry", 3), 84_073_728);
    // The only tile of its kind leaves four kinds to draw.
    assert_eq!(nodes("wryb", 1), 24 + 24 * 4 + 688 * 4);
}

/// The thesis reads 4.16 from its graph; every order of the default tiles being equally likely, so do we.
#[test]
fn the_average_number_of_chance_events_is_4_16() {
    let mean = |name: &str| {
        let by_ply = expected_chances(Board::named(name).unwrap());
        assert_eq!(by_ply.len(), 34);
        assert_eq!(by_ply[0], 5.0);
        assert!((by_ply[33] - 1.0).abs() < 1e-9, "the last tile is no surprise");
        by_ply.iter().sum::<f64>() / 34.0
    };
    assert_eq!(format!("{:.2}", mean("reconstruction")), "4.16");
    assert_eq!(format!("{:.2}", mean("tiles-9")), "4.18");
    assert_eq!(format!("{:.2}", mean("tiles-14")), "4.31");
}

/// Random play, which is not what the thesis measured; the tolerances are four standard errors of our own
/// long-run averages (one million games), and the distance to the thesis is stated beside them.
#[test]
fn figures_of_random_games() {
    let sample = Sample::random(&Rules::default(), Streams::new(2009), 0..4_000);
    let near = |found: f64, expected: f64, tolerance: f64, what: &str| {
        assert!((found - expected).abs() < tolerance, "{what}: {found}, expected {expected}");
    };
    // The thesis has 31.36: 0.04 more.
    near(sample.length.mean(), 31.325, 4.0 * sample.length.error(), "length");
    // The thesis has 23.77: 1.3 less. Its players lay tiles with a purpose.
    near(mean_of_means(&sample.branching[..33]), 25.80, 0.15, "branching factor");
    // The thesis has 4.16.
    near(mean_of_means(&sample.chances), 4.16, 0.02, "chance events");
    // The thesis has 26.8 %, its players get rid of their stones.
    near(sample.premature(), 0.0845, 0.018, "premature endings");
    near(sample.draws as f64 / 4_000.0, 0.0522, 0.014, "draws");
    // Neither seat has an advantage in random play.
    near((sample.wins[0] as f64 - sample.wins[1] as f64) / 4_000.0, 0.0, 0.062, "first seat");
    assert_eq!(sample.last_tile, 0, "both black triangles point up");
    assert_eq!(sample.games(), 4_000);
}

#[test]
fn the_number_of_chance_events_is_what_it_is_expected_to_be() {
    let sample = Sample::random(&Rules::default(), Streams::new(2010), 0..4_000);
    for (ply, (spread, expected)) in
        sample.chances.iter().zip(expected_chances(Board::default())).enumerate()
    {
        let tolerance = 4.5 * spread.error() + 1e-9;
        // Very late plies are reached by few games, and these are not quite like the others.
        if spread.count() > 1_000 {
            assert!(
                (spread.mean() - expected).abs() < tolerance,
                "ply {ply}: {} {expected}",
                spread.mean()
            );
        }
    }
}

/// Figure 3.4 of the thesis: the averages rise up to ply 7 and fall afterwards. With our board and random play they
/// rise up to ply 9 and are flat around it.
#[test]
fn the_branching_factor_rises_is_flat_and_falls() {
    let sample = Sample::random(&Rules::default(), Streams::new(2011), 0..4_000);
    let mean: Vec<f64> = sample.branching.iter().map(Spread::mean).collect();
    assert_eq!(mean[0], 24.0);
    assert!((1..7).all(|ply| mean[ply] > mean[ply - 1]), "{mean:?}");
    let flat = &mean[6..12];
    let (least, most) = flat.iter().fold((f64::MAX, 0.0_f64), |(a, b), &m| (a.min(m), b.max(m)));
    assert!(most - least < 1.2, "{flat:?}");
    assert!((12..30).all(|ply| mean[ply] < mean[ply - 1]), "{mean:?}");
}

/// Table 5.1 of the thesis gives turn and number of moves of its ten test positions, whose pictures are lost.
#[test]
fn the_thesis_test_positions_could_be_ours() {
    let sample = Sample::random(&Rules::default(), Streams::new(2012), 0..4_000);
    let positions = [
        (1, 24),
        (8, 38),
        (9, 42),
        (16, 32),
        (25, 18),
        (7, 46),
        (8, 52),
        (24, 24),
        (18, 34),
        (29, 10),
    ];
    for (turn, moves) in positions {
        let found = sample.branching[turn - 1];
        assert_eq!(moves % 2, 0);
        assert!((found.least()..=found.most()).contains(&moves), "turn {turn}: {found:?}");
    }
}

#[test]
fn a_sample_is_the_same_in_parts_and_as_a_whole() {
    let (rules, streams) = (Rules { table: Lineup::Three, ..Rules::default() }, Streams::new(3));
    let whole = Sample::random(&rules, streams, 0..60);
    let mut parts = Sample::random(&rules, streams, 40..60);
    parts.merge(&Sample::random(&rules, streams, 0..40));
    assert_eq!(parts, whole);
}

#[test]
fn every_figure_has_a_place_in_the_table() {
    let sample = Sample::random(&Rules::default(), Streams::new(4), 0..100);
    let figures = figures(&Rules::default(), &sample);
    let of = |name: &str| figures.iter().find(|figure| figure.name == name).unwrap();
    assert_eq!(
        (of("moves in the opening").paper, of("moves in the opening").ours),
        (Some(24.0), 24.0)
    );
    assert_eq!(of("boards with one tile").difference(), Some(0.0));
    assert_eq!(of("Expectimax nodes, opening, depth 2").ours, 539_648.0);
    assert!(of("game length in plies").error > 0.0);
    assert_eq!(figures.len(), 17);
}
