//! Endgames of Just 4 Fun with open cards.

use crate::common::size;
use kontra_agents::just4fun::OpenCards;
use kontra_game::{Game, Recorded, Seat, Streams, Turn};
use kontra_just4fun::{Just4Fun, Rules};
use kontra_search::expectimax::{expectimax, solve, solver, verify};

/// A random game up to where this many stones are left, if it gets there.
fn endgame(seed: u64, left: u8) -> Option<Just4Fun> {
    let streams = Streams::new(seed);
    let mut game = Just4Fun::begin(&Just4Fun::deal(&Rules::default(), &mut streams.deal(0)));
    let mut rng = streams.test(0);
    loop {
        let stones: u8 = Seat::all(2).map(|seat| game.table().stones().left(seat)).sum();
        if stones <= left && matches!(game.turn(), Turn::Seat(_)) {
            return Some(game);
        }
        let action = game.random_action(&mut rng)?;
        game.play(action);
    }
}

#[test]
fn open_endgames_are_solved() {
    let mut solved = 0;
    for seed in 0..size(2_000) {
        let Some(game) = endgame(seed, 3) else { continue };
        let guide = OpenCards::new(&game, Seat::wrapping(0, 2));
        // A hand may have to be replaced now and then.
        let expected = expectimax(&guide, &game, 200).value;
        let found = solve(guide, &game, 1 << 10);
        assert!((found - expected).abs() < 1e-9, "{found} {expected} {seed}");
        verify(&guide, &game, 200).unwrap();
        let analysis = solver(guide, 1 << 10).analyze(&game);
        let best = analysis.of(analysis.chosen).map(|entry| entry.value.abs());
        assert!(best.is_some_and(|best| (best - expected.abs()).abs() < 1e-9), "{seed}");
        solved += 1;
    }
    assert!(solved > size(2_000) / 4, "{solved}");
}
