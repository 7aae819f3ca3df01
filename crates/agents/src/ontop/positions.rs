use super::OnTopGuide;
use kontra_game::{Actions, Game, Streams, Turn, choose};
use kontra_ontop::{Board, Colour, OnTop, Start, Table};
use kontra_search::expectimax::Evaluate;
use kontra_search::expectimax::Side;

/// For each of the thesis's ten test positions the number of moves and the turn (Briesemeister 2009, table 5.1).
pub const TABLE: [(u32, u32); 10] =
    [(24, 1), (38, 8), (42, 9), (32, 16), (18, 25), (46, 7), (52, 8), (24, 24), (34, 18), (10, 29)];

/// Stand-ins for them.
pub fn test_positions() -> Vec<OnTop> {
    TABLE.iter().map(|&(moves, turn)| position(moves, turn)).collect()
}

fn position(moves: u32, turn: u32) -> OnTop {
    // Blue is to move: it has begun if the turn is odd.
    let colours = match turn % 2 {
        1 => [Colour::Blue, Colour::White],
        _ => [Colour::White, Colour::Blue],
    };
    let start = Start::new(Table::Two, &colours, Board::default()).expect("two colours for two");
    let guide = OnTopGuide::default();
    for seed in 0.. {
        let mut rng = Streams::new(2009).test(seed);
        let mut game = OnTop::new(&start);
        while game.turn() != Turn::Over {
            match game.turn() {
                Turn::Chance => {
                    let draw = game.random_action(&mut rng).unwrap();
                    game.play(draw);
                }
                Turn::Seat(seat) => {
                    if game.tiles_laid() + 1 == turn {
                        if game.branching() == moves {
                            return game;
                        }
                        break;
                    }
                    let mut list = Actions::new();
                    game.actions(&mut list);
                    choose::shuffle(&mut rng, &mut list);
                    let side: Side = guide.side(&game, seat);
                    let value = |action: &_| {
                        let mut next = game;
                        next.play(*action);
                        side.sees(guide.evaluate(&next))
                    };
                    let best = list.iter().copied().max_by(|a, b| value(a).total_cmp(&value(b)));
                    game.play(best.unwrap());
                }
                Turn::Over => {}
            }
        }
    }
    unreachable!()
}
