//! Which moves look good before they are searched.

use super::circles::{Circles, PATTERNS, pattern, ways, worth};
use super::{FeatureWeights, features};
use kontra_game::Seat;
use kontra_ontop::{Action, OnTop, Tile};
use kontra_search::expectimax::{MoveRatings, Side};

/// How moves are rated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum MoveOrder {
    /// By the part of the circles touched by the tile that is then the mover's (Briesemeister 2009, section 5.2.2).
    Share,
    /// By what the circles that are closed are worth, and by the mover's part of the others.
    #[default]
    Gain,
}

/// What a circle counts in the rating of a move, for every way it may be covered after the move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RatingTables {
    /// For each seat what a circle that stays open counts for each sixth, by pattern.
    open: Vec<[f32; PATTERNS]>,
    /// For each seat what a circle that is closed counts, without gold and with it; none if by share only.
    closed: Option<Vec<[[f32; PATTERNS]; 2]>>,
}

impl RatingTables {
    /// The tables for the colours and sides of this game.
    pub(super) fn new(
        order: MoveOrder,
        weights: &FeatureWeights,
        root: &OnTop,
        hero: Seat,
        side: impl Fn(Seat) -> Side,
    ) -> RatingTables {
        let signs = features::signs(root, hero);
        let seats = || Seat::all(root.table().seats());
        let own = |seat: Seat, sixths: [u8; 4]| -> f32 {
            let friends = seats().filter(|&other| side(other) == side(seat));
            friends.map(|friend| f32::from(sixths[root.colour(friend).index()])).sum()
        };
        let closed = |seat: Seat, gold| {
            table(|sixths| side(seat).sees(worth(weights, signs, sixths, gold) as f32))
        };
        let closed = |seat| [closed(seat, false), closed(seat, true)];
        RatingTables {
            open: seats().map(|seat| table(|sixths| own(seat, sixths))).collect(),
            closed: (order == MoveOrder::Gain).then(|| seats().map(closed).collect()),
        }
    }

    /// Appends a rating for each move.
    pub(super) fn rate(
        &self,
        circles: &Circles,
        state: &OnTop,
        moves: &[Action],
        ratings: &mut MoveRatings,
    ) {
        let Some(kind) = state.hand() else { return };
        let tile = state.board().tile(kind);
        let added = [false, true].map(|turned| {
            let colours = tile.corners(turned);
            [0, 1, 2, 3].map(|i| usize::from(Tile::SIXTHS[i]) << (3 * colours[i].index()))
        });
        let seat = state.mover().index();
        let (open, closed) = (&self.open[seat], self.closed.as_ref().map(|tables| &tables[seat]));
        ratings.extend(moves.iter().map(|&action| {
            let Action::Place(placement) = action else { return 0.0 };
            let corners = circles.corners(placement.position());
            let added = added[usize::from(placement.turned())];
            let mut rating = 0.0;
            for i in 0..4 {
                let circle = corners[i];
                let after = (pattern(state.sixths(circle)) + added[i]) & (PATTERNS - 1);
                rating += match closed {
                    Some(closed) if state.missing(circle) == Tile::SIXTHS[i] => {
                        closed[usize::from(circles.is_gold(circle))][after]
                    }
                    _ => open[after] * circles.sixth(circle),
                };
            }
            rating
        }));
    }
}

/// A number for every way a circle may be covered, by pattern.
fn table(of: impl Fn([u8; 4]) -> f32) -> [f32; PATTERNS] {
    let mut table = [0.0; PATTERNS];
    for (pattern, sixths) in ways() {
        table[pattern] = of(sixths);
    }
    table
}
