//! Expectimax and its pruned relatives on OnTop: equal values, bounds that hold, nodes as the thesis counts them.

use crate::common::size;
use kontra_agents::ontop::{FeatureWeights, MoveOrder, OnTopGuide, ValueBounds, test_positions};
use kontra_game::{Game, SearchRng, Seat, Streams, Turn, choose};
use kontra_ontop::statistics::expectimax_nodes;
use kontra_ontop::{Action, Board, Colour, Lineup, OnTop, Start};
use kontra_search::expectimax::{
    Algorithm, Evaluate, Payoff, Probing, Settings, Star, expectimax, solve, solver, verify,
};

const ALGORITHMS: [Algorithm; 6] = [
    Algorithm::Expectimax,
    Algorithm::Star1,
    Algorithm::Star2,
    Algorithm::Star25 { factor: 2, probing: Probing::Sequential },
    Algorithm::Star25 { factor: 2, probing: Probing::Cyclic },
    Algorithm::Star25 { factor: 5, probing: Probing::Cyclic },
];

/// Trees larger than this take too long.
fn most_nodes() -> u64 {
    size(60_000).max(4_000)
}

/// A decision somewhere in a random game on a random table; `None` if the game was over before.
fn random_position(rng: &mut SearchRng) -> Option<OnTop> {
    let table = one_of(rng, &[Lineup::Two, Lineup::Two, Lineup::Two, Lineup::Teams, Lineup::Three]);
    let mut colours = Colour::ALL;
    choose::shuffle(rng, &mut colours);
    let start = Start::new(table, &colours[..table.seats()], Board::default())?;
    let mut game = OnTop::new(&start);
    // The later half of the game is searched deeper in the same time.
    let turn = 1 + choose::below(rng, 33).max(choose::below(rng, 33));
    while game.turn() != Turn::Over {
        if let Turn::Seat(_) = game.turn()
            && game.tiles_laid() + 1 == turn
        {
            return Some(game);
        }
        let action = game.random_action(rng)?;
        game.play(action);
    }
    None
}

fn random_positions(number: u64) -> impl Iterator<Item = (u64, OnTop)> {
    let streams = Streams::new(1983);
    (0..)
        .filter_map(move |i| Some((i, random_position(&mut streams.test(i))?)))
        .take(number as usize)
}

fn one_of<T: Copy>(rng: &mut SearchRng, list: &[T]) -> T {
    list[choose::below(rng, list.len() as u32) as usize]
}

/// The depths, in decisions, at which the whole tree can be searched.
fn plies_of(game: &OnTop) -> impl Iterator<Item = u32> {
    (1..=5).take_while(|&plies| plies == 1 || expectimax_nodes(game, plies - 1) <= most_nodes())
}

#[track_caller]
fn same(found: f64, expected: f64, what: impl std::fmt::Debug) {
    assert!((found - expected).abs() < 1e-7, "{found} {expected} {what:?}");
}

fn after(game: &OnTop, action: Action) -> OnTop {
    let mut next = *game;
    next.play(action);
    next
}

#[test]
fn all_algorithms_agree_on_random_positions() {
    let mut depths = [0; 6];
    for (seed, game) in random_positions(size(200).max(30)) {
        let mut rng = Streams::new(seed).test(1);
        let weights = one_of(&mut rng, &FeatureWeights::CONFIGURATIONS);
        for plies in plies_of(&game) {
            depths[plies as usize] += 1;
            let mut guide = OnTopGuide::new(weights, MoveOrder::Share, ValueBounds::Reach);
            guide.prepare(&game, plies);
            let expected = expectimax(&guide, &game, plies).value;
            for algorithm in ALGORITHMS {
                let order = one_of(&mut rng, &[MoveOrder::Share, MoveOrder::Gain]);
                let limits = one_of(&mut rng, &[ValueBounds::Wide, ValueBounds::Reach]);
                let settings = Settings {
                    ordering: one_of(&mut rng, &[false, true]),
                    table: one_of(&mut rng, &[0, 0, 64, 1 << 14]),
                    etc: one_of(&mut rng, &[false, true]),
                    keep_probes: one_of(&mut rng, &[false, true]),
                    deepening: one_of(&mut rng, &[false, true]),
                    ..Settings::new(algorithm).plies(plies)
                };
                let mut star = Star::new(OnTopGuide::new(weights, order, limits), settings);
                let what = (seed, plies, limits, order, settings);
                same(star.value(&game, plies), expected, what);
                let chosen = after(&game, star.analyze(&game).chosen);
                same(expectimax(&guide, &chosen, plies - 1).value, expected, what);
            }
        }
    }
    println!("positions searched 1 to 5 decisions deep: {:?}", &depths[1..]);
}

#[test]
fn the_bounds_hold() {
    for (seed, game) in random_positions(size(200).max(30)) {
        for (number, weights) in (1..).zip(FeatureWeights::CONFIGURATIONS) {
            for limits in [ValueBounds::Wide, ValueBounds::Reach] {
                let mut guide = OnTopGuide::new(weights, MoveOrder::Gain, limits);
                for plies in plies_of(&game) {
                    guide.prepare(&game, plies);
                    verify(&guide, &game, plies).unwrap_or_else(|wrong| {
                        panic!("{wrong}: {limits:?} {number} {seed}\n{game}")
                    });
                }
            }
        }
    }
}

#[test]
fn points_per_tile_are_guesses() {
    let guide = OnTopGuide::new(
        FeatureWeights::default(),
        MoveOrder::Share,
        ValueBounds::PointsPerTile(1.0),
    );
    let wrong = random_positions(40).filter(|(_, game)| {
        let mut guide = guide.clone();
        guide.prepare(game, 2);
        verify(&guide, game, 2).is_err()
    });
    assert!(wrong.count() > 0);
}

#[test]
fn expectimax_visits_as_many_nodes_as_the_thesis_counts() {
    let opening = &test_positions()[0];
    assert_eq!(opening.nodes, [3_584, 539_648, 84_073_728]);
    let most = if size(50) == 50 { 3 } else { 2 };
    for (depth, expected) in (1..=most).zip(opening.nodes) {
        let settings = Settings::new(Algorithm::Expectimax).depth(depth);
        let mut star = Star::new(OnTopGuide::default(), settings);
        assert_eq!(star.analyze(&opening.game).nodes, expected);
    }
}

/// The mean share of nodes that a search saves on the ten positions, in percent.
fn saved(settings: Settings, guide: &OnTopGuide, depth: u32) -> f64 {
    let positions = test_positions();
    let each = positions.iter().map(|position| {
        let nodes = Star::new(guide.clone(), settings.depth(depth)).analyze(&position.game).nodes;
        100.0 * (1.0 - nodes as f64 / position.nodes[depth as usize - 1] as f64)
    });
    each.sum::<f64>() / positions.len() as f64
}

#[test]
fn star2_saves_more_nodes_than_in_the_thesis() {
    let star2 = Settings::new(Algorithm::Star2);
    let guide = OnTopGuide::default();
    // Table 5.5: 78.57, 88.98 and 93.37 per cent.
    assert!(saved(star2, &guide, 1) > 80.0);
    assert!(saved(star2, &guide, 2) > 87.0);
    if size(50) == 50 {
        assert!(saved(star2, &guide, 3) > 93.0);
        let more = Settings { keep_probes: true, table: 1 << 20, ..star2 };
        assert!(saved(more, &guide, 3) > 94.0);
    }
}

/// Whether the game can be searched to its end.
fn is_small(game: &OnTop) -> bool {
    let sizes = (0..).map(|depth| expectimax_nodes(game, depth));
    let mut last = 0;
    for size in sizes.take_while(|&size| size <= most_nodes()) {
        if size == last {
            return true;
        }
        last = size;
    }
    false
}

#[test]
fn endgames_are_solved_to_the_end() {
    let guide = || Payoff::new(Seat::wrapping(0, 2), -1.0, 1.0);
    let mut solved = 0;
    for (seed, game) in random_positions(size(2_000).max(200)) {
        let left = game.tiles_left() + 1;
        if game.table() != Lineup::Two || !is_small(&game) {
            continue;
        }
        let expected = expectimax(&guide(), &game, left).value;
        same(solve(guide(), &game, 1 << 12), expected, seed);
        let mut knowing =
            OnTopGuide::new(FeatureWeights::RESULT, MoveOrder::Gain, ValueBounds::Reach);
        knowing.prepare(&game, left);
        verify(&knowing, &game, left).unwrap();
        same(solve(knowing, &game, 1 << 12), expected, seed);
        let analysis = solver(guide(), 1 << 12).analyze(&game);
        let side = Evaluate::<OnTop>::side(&guide(), &game, game.mover());
        for found in analysis.moves {
            let value = expectimax(&guide(), &after(&game, found.action), left).value;
            same(found.value, side.sees(value), seed);
        }
        solved += 1;
    }
    assert!(solved > 10, "{solved}");
}
