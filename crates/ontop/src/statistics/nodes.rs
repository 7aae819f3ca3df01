//! Counting the game tree.

use crate::{Action, OnTop};
use kontra_game::{Actions, Chances, Game, Turn};

/// The nodes that plain Expectimax visits, counted as the thesis does (Briesemeister 2009, section 5.2.3).
///
/// Depth `n` has `n` chance events and ends with a layer of moves. Every move and every drawn tile is a node,
/// the root is not.
///
/// ```
/// use kontra_game::{Game, Notation};
/// use kontra_ontop::{Board, OnTop, Start, Lineup, statistics};
/// let mut game = OnTop::new(&Start::usual(Lineup::Two, Board::default()));
/// game.play(game.parse_action("bwry").unwrap());
/// // 24 moves, 5 tiles after each, and 688 sequences of two moves for each of the 5.
/// assert_eq!(statistics::expectimax_nodes(&game, 1), 24 + 24 * 5 + 688 * 5);
/// ```
pub fn expectimax_nodes(game: &OnTop, depth: u32) -> u64 {
    match game.turn() {
        Turn::Over => 0,
        Turn::Chance => {
            let draws = draws(game);
            let below = draws.iter().map(|&draw| expectimax_nodes(&after(game, draw), depth));
            draws.len() as u64 + below.sum::<u64>()
        }
        Turn::Seat(_) if depth == 0 => u64::from(game.branching()),
        Turn::Seat(_) => {
            let moves = moves(game);
            let below = moves.iter().map(|&play| expectimax_nodes(&after(game, play), depth - 1));
            moves.len() as u64 + below.sum::<u64>()
        }
    }
}

/// The number of sequences of `plies` placements, whatever the tiles are: always a tile of the most common kind
/// that is left is drawn. Premature endings would depend on the tiles, so this is for openings.
///
/// ```
/// use kontra_ontop::{Board, OnTop, Start, Lineup, statistics};
/// let game = OnTop::new(&Start::usual(Lineup::Two, Board::default()));
/// let sequences = |plies| statistics::placement_sequences(&game, plies);
/// assert_eq!([1, 2, 3].map(sequences), [24, 688, 21_648]);
/// ```
pub fn placement_sequences(game: &OnTop, plies: u32) -> u64 {
    match game.turn() {
        _ if plies == 0 => 1,
        Turn::Over => 0,
        Turn::Chance => {
            let commonest = game.bag.kinds().max_by_key(|&kind| game.bag.count(kind));
            commonest.map_or(0, |kind| placement_sequences(&after(game, Action::Draw(kind)), plies))
        }
        Turn::Seat(_) if plies == 1 => u64::from(game.branching()),
        Turn::Seat(_) => {
            moves(game).iter().map(|&play| placement_sequences(&after(game, play), plies - 1)).sum()
        }
    }
}

fn after(game: &OnTop, action: Action) -> OnTop {
    let mut next = *game;
    next.play(action);
    next
}

fn moves(game: &OnTop) -> Actions<Action> {
    let mut moves = Actions::new();
    game.actions(&mut moves);
    moves
}

fn draws(game: &OnTop) -> Vec<Action> {
    let mut chances = Chances::new();
    game.chances(&mut chances);
    chances.into_iter().map(|(draw, _)| draw).collect()
}
