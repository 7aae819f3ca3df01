//! Which moves look good before they are searched.

use super::OnTopGuide;
use kontra_game::Seat;
use kontra_ontop::{Action, Colour, OnTop, Score, score};
use kontra_search::expectimax::{Evaluate, Ratings, Side};

/// How moves are rated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum MoveOrder {
    /// By the mover's share of the circles that the tile touches (Briesemeister 2009, section 5.2.2).
    Share,
    /// By what the circles that it closes are worth, then by the mover's share of the others.
    #[default]
    Gain,
}

impl OnTopGuide {
    pub(super) fn rate_moves(&self, state: &OnTop, moves: &[Action], ratings: &mut Ratings) {
        let Some(kind) = state.hand() else { return };
        let (board, mover) = (state.board(), state.mover());
        let own = state.colour(mover).index();
        let tile = board.tile(kind);
        let sides = self.sides(state, mover);
        for &action in moves {
            let Action::Place(placement) = action else { continue };
            let colours = tile.corners(placement.turned());
            let mut rating = 0.0;
            for (i, circle) in board.corners(placement.position()).into_iter().enumerate() {
                let size = 2 - (i as u8 & 1);
                let mut sixths = state.sixths(circle);
                sixths[colours[i].index()] += size;
                let closed = state.missing(circle) == size;
                rating += match self.order {
                    MoveOrder::Gain if closed => {
                        let score = score(sixths, board.is_gold(circle));
                        score.map_or(0.0, |score| self.gain(score, sides))
                    }
                    MoveOrder::Gain | MoveOrder::Share => share(sixths, own),
                };
            }
            ratings.push(rating);
        }
    }

    /// What a closed circle is worth.
    fn gain(&self, score: Score, sides: [f32; 4]) -> f32 {
        let of = |colour: Colour| sides[colour.index()];
        let points = self.weights.points as f32 * f32::from(score.points) * of(score.winner);
        points + self.weights.stones as f32 * score.stones().iter().map(of).sum::<f32>()
    }

    /// For each colour 1 if it plays for the mover, -1 if it plays against him, 0 if nobody plays it.
    fn sides(&self, state: &OnTop, mover: Seat) -> [f32; 4] {
        let mut sides = [0.0; 4];
        let own = self.side(state, mover);
        for seat in Seat::all(state.table().seats()) {
            let friend = self.side(state, seat) == own;
            sides[state.colour(seat).index()] = if friend { 1.0 } else { -1.0 };
        }
        debug_assert!(matches!(own, Side::First | Side::Second));
        sides
    }
}

fn share(sixths: [u8; 4], own: usize) -> f32 {
    f32::from(sixths[own]) / f32::from(sixths.iter().sum::<u8>())
}
