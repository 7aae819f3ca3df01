use crate::solve::{Side, TwoSided};
use kontra_game::Actions;

/// The value of a game by looking at every line of play: the slow and obvious way.
///
/// Bounds, keys and what is banked are not looked at, so that everything the [`Solver`](crate::solve::Solver)
/// takes from them can be checked against this.
pub fn minimax<G: TwoSided>(game: &G) -> i32 {
    let Some(side) = game.side() else { return game.value() };
    let mut moves = Actions::new();
    game.moves(&mut moves);
    let values = moves.into_iter().map(|action| {
        let mut next = game.clone();
        next.play(action);
        minimax(&next)
    });
    let best = match side {
        Side::First => values.max(),
        Side::Second => values.min(),
    };
    best.unwrap_or_else(|| game.value())
}
