//! The thesis's estimates of the size of the game (Briesemeister 2009, equations 3.1 to 3.5).

use crate::Board;

/// The decimal logarithm of the game-tree complexity: (branching factor × chance events) to the power of
/// the game length (equation 3.1).
///
/// ```
/// use kontra_ontop::statistics::tree_complexity;
/// // 3.7 · 10^62 with the thesis's averages.
/// assert!((tree_complexity(23.77, 4.16, 31.36) - 3.7e62_f64.log10()).abs() < 0.01);
/// ```
pub fn tree_complexity(branching: f64, chances: f64, length: f64) -> f64 {
    length * (branching * chances).log10()
}

/// The decimal logarithm of the thesis's upper bound of the number of positions: the sum over all plies of
/// (branching factor × chance events × 4 alignments) to the power of the ply (equations 3.4 and 3.5).
///
/// ```
/// use kontra_ontop::statistics::state_space_complexity;
/// // 2.05 · 10^88 with the thesis's averages.
/// assert!((state_space_complexity(23.77, 4.16, 34) - 2.046e88_f64.log10()).abs() < 0.01);
/// ```
pub fn state_space_complexity(branching: f64, chances: f64, plies: u32) -> f64 {
    let factor = branching * chances * 4.0;
    let logarithm = factor.log10();
    // The last ply's term times the geometric series of the smaller ones.
    let series: f64 = (0..plies).map(|i| factor.powi(-(i as i32))).sum();
    f64::from(plies) * logarithm + series.log10()
}

/// How many different tiles can be drawn at each ply, counted from 0, on average over all orders of the tiles.
///
/// A kind of which there are `c` among `n` tiles is used up after `d` draws with a probability of
/// d (d - 1) ... (d - c + 1) / (n (n - 1) ... (n - c + 1)).
pub fn expected_chances(board: Board) -> Vec<f64> {
    let all: u32 = board.tiles().iter().map(|(_, count)| u32::from(*count)).sum();
    let used_up = |count: u8, drawn: u32| -> f64 {
        let factor = |i| f64::from(drawn.saturating_sub(i)) / f64::from(all - i);
        (0..u32::from(count)).map(factor).product()
    };
    let at = |drawn| board.tiles().iter().map(|&(_, count)| 1.0 - used_up(count, drawn)).sum();
    (0..all).map(at).collect()
}
