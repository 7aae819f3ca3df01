use kontra_game::{Game, Notation};
use kontra_ontop::{Board, Colour, Lineup, OnTop, Start};

/// A stand-in for one of the thesis's ten test positions, whose pictures are lost (Briesemeister 2009, table 5.1 and
/// appendix A).
///
/// Blue is to move. The number of moves and the turn are the thesis's; among games of two players who take
/// what they can get (the example `ontop_positions` plays them) it is the one with the most similar
/// number of nodes.
#[derive(Clone, Debug)]
pub struct TestPosition {
    /// Its number in the thesis, from 1.
    pub number: u32,
    /// Which tile is to be laid now, counted from 1.
    pub turn: u32,
    /// How many moves there are.
    pub moves: u32,
    /// The nodes that Expectimax visits at depth 1, 2 and 3.
    pub nodes: [u64; 3],
    /// The position.
    pub game: OnTop,
}

/// The ten positions, with the moves that lead to them.
const TEXT: &str = include_str!("../../data/ontop/briesemeister2009-positions.txt");

/// The ten test positions.
///
/// # Panics
/// When the file in the crate is damaged.
pub fn test_positions() -> Vec<TestPosition> {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read(line).unwrap_or_else(|| panic!("not a position: {line}"))).collect()
}

/// A line: number, turn, number of moves, nodes at three depths, and the moves from the start.
fn read(line: &str) -> Option<TestPosition> {
    let mut words = line.split_whitespace();
    let mut number = || words.next()?.parse::<u64>().ok();
    let [position, turn, moves] = [number()?, number()?, number()?].map(|n| n as u32);
    let nodes = [number()?, number()?, number()?];
    // Blue is to move, so it has begun if the turn is odd.
    let blue_begins = turn % 2 == 1;
    let colours = [Colour::Blue, Colour::White];
    let colours = if blue_begins { colours } else { [colours[1], colours[0]] };
    let mut game = OnTop::new(&Start::new(Lineup::Two, &colours, Board::default())?);
    for word in words {
        game.play(game.parse_action(word)?);
    }
    Some(TestPosition { number: position, turn, moves, nodes, game })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_ontop::statistics::expectimax_nodes;

    #[test]
    fn the_positions_are_those_of_table_5_1() {
        let positions = test_positions();
        let moves: Vec<u32> = positions.iter().map(|position| position.moves).collect();
        let turns: Vec<u32> = positions.iter().map(|position| position.turn).collect();
        assert_eq!(moves, [24, 38, 42, 32, 18, 46, 52, 24, 34, 10]);
        assert_eq!(turns, [1, 8, 9, 16, 25, 7, 8, 24, 18, 29]);
        for position in positions {
            assert_eq!(position.game.branching(), position.moves);
            assert_eq!(position.game.tiles_laid() + 1, position.turn);
            assert_eq!(position.game.colour(position.game.mover()), Colour::Blue);
            assert_eq!(expectimax_nodes(&position.game, 1), position.nodes[0]);
        }
    }

    #[test]
    fn the_last_position_has_as_many_nodes_as_the_thesis_counts() {
        let last = &test_positions()[9];
        assert_eq!(last.nodes, [208, 1_808, 1_808]);
        assert_eq!([1, 2, 3].map(|depth| expectimax_nodes(&last.game, depth)), last.nodes);
    }
}
