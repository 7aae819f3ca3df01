use super::layout::INPUTS;
use super::{AfterstateJudge, PositionNetwork};
use kontra_game::{Game, Recorded, Streams, Turn, choose};
use kontra_nets::sparse::SparseNetwork;
use kontra_ontop::{Board, Colours, Lineup, OnTop, Rules};
use rand::Rng;

fn any_network(width: usize) -> PositionNetwork {
    let shape = PositionNetwork::shape(width);
    let mut rng = Streams::new(5).test(1);
    let numbers =
        (0..shape.len()).map(|_| (choose::below(&mut rng, 2001) as f32 - 1000.0) / 5000.0);
    PositionNetwork::new(SparseNetwork::new(shape, numbers.collect()).unwrap()).unwrap()
}

fn games() -> impl Iterator<Item = (OnTop, impl Rng)> {
    let streams = Streams::new(17);
    Board::embedded().iter().flat_map(move |&board| {
        Lineup::ALL.into_iter().map(move |table| {
            let rules = Rules { table, colours: Colours::Drawn, board };
            let start = OnTop::deal(&rules, &mut streams.deal(table as u64));
            (OnTop::begin(&start), streams.test(table as u64))
        })
    })
}

#[test]
fn a_value_made_of_what_a_move_changes_is_the_value() {
    for width in [32, 64] {
        let network = any_network(width);
        for (mut game, mut rng) in games() {
            let judge = AfterstateJudge::new(network.clone(), game.board()).unwrap();
            while game.turn() != Turn::Over {
                let before = judge.before(&game);
                game.play(game.random_action(&mut rng).unwrap());
                let drawn = judge.drawn(&before, &game);
                game.play(game.random_action(&mut rng).unwrap());
                let (found, expected) = (judge.after(&before, &game), judge.value(&game));
                let found_drawn = judge.after(&drawn, &game);
                for (a, b) in found.iter().chain(&found_drawn).zip(expected.iter().chain(&expected))
                {
                    assert!((a - b).abs() < 1e-4, "{a} is not {b} in\n{game}");
                }
                let seats = game.seats();
                let teams = if game.table().teams() { 2.0 } else { 1.0 };
                let sum: f32 = found[..seats].iter().sum();
                assert!((sum / teams - 1.0).abs() < 1e-5, "{found:?}");
            }
        }
    }
}

#[test]
fn no_bit_is_set_twice_or_beyond_the_last() {
    for (mut game, mut rng) in games() {
        let judge = AfterstateJudge::new(any_network(32), game.board()).unwrap();
        while game.turn() != Turn::Over {
            let (rows, _) = judge.rows(&game);
            let mut sorted: Vec<u16> = rows.clone();
            assert!(rows.iter().all(|&row| usize::from(row) < INPUTS));
            // Patterns count: several circles may be covered alike.
            let patterns = super::layout::PATTERN..super::layout::LEGAL;
            sorted.retain(|&row| !patterns.contains(&usize::from(row)));
            sorted.sort_unstable();
            assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]), "{game}");
            game.play(game.random_action(&mut rng).unwrap());
            game.play(game.random_action(&mut rng).unwrap());
        }
    }
}
