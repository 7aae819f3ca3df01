//! Which moves look good before they are searched.

use super::{OnTopGuide, Weights};
use kontra_game::Seat;
use kontra_ontop::{Action, Board, Circle, Colour, OnTop, Position, Tile, score};
use kontra_search::expectimax::{Evaluate, Ratings};

/// How moves are rated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum MoveOrder {
    /// By the mover's share of the circles that the tile touches (Briesemeister 2009, section 5.2.2).
    Share,
    /// By what the circles that it closes are worth, and by the mover's share of the others.
    #[default]
    Gain,
}

/// What a circle counts for the rating of a move, for every way it may be covered after the move.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RatingTables {
    /// For each seat: open, closed, open and gold, closed and gold; then by [`pattern`].
    seats: Vec<[[f32; PATTERNS]; 4]>,
    circles: [[Circle; 4]; Position::MOST],
    /// 2 for gold, 0 otherwise.
    gold: [u8; Circle::MOST],
    /// What they were made for.
    made_for: (Board, [Colour; 4], Weights, MoveOrder),
}

/// The number of patterns.
const PATTERNS: usize = 1 << 12;

/// How a circle is covered, as one number: three bits for each colour's sixths.
#[inline]
fn pattern(sixths: [u8; 4]) -> usize {
    let [a, b, c, d] = sixths.map(usize::from);
    a | b << 3 | c << 6 | d << 9
}

impl OnTopGuide {
    pub(super) fn rate_moves(&self, state: &OnTop, moves: &[Action], ratings: &mut Ratings) {
        let (Some(kind), Some(tables)) = (state.hand(), &self.ratings) else {
            ratings.extend(moves.iter().map(|_| 0.0));
            return;
        };
        let table = &tables.seats[state.mover().index()];
        let tile = state.board().tile(kind);
        let added = [false, true].map(|turned| {
            let colours = tile.corners(turned);
            [0, 1, 2, 3].map(|i| usize::from(Tile::SIXTHS[i]) << (3 * colours[i].index()))
        });
        ratings.extend(moves.iter().map(|&action| {
            let Action::Place(placement) = action else { return 0.0 };
            let circles = tables.circles[placement.position().index() & (Position::MOST - 1)];
            let added = added[usize::from(placement.turned())];
            let mut rating = 0.0;
            for i in 0..4 {
                let circle = circles[i];
                let after = pattern(state.sixths(circle)) + added[i];
                let closed = state.missing(circle) == Tile::SIXTHS[i];
                let class = tables.gold[circle.index() & (Circle::MOST - 1)] | u8::from(closed);
                rating += table[usize::from(class) & 3][after & (PATTERNS - 1)];
            }
            rating
        }));
    }

    /// Makes the tables for this game, unless they are there.
    pub(super) fn prepare_ratings(&mut self, root: &OnTop) {
        let colours = [0, 1, 2, 3].map(|seat| root.colour(Seat::wrapping(seat, 4)));
        let made_for = (root.board(), colours, self.weights, self.order);
        if self.ratings.as_ref().is_none_or(|tables| tables.made_for != made_for) {
            let seats = Seat::all(root.table().seats());
            let board = root.board();
            let mut circles = [[board.circles().next().unwrap(); 4]; Position::MOST];
            for position in board.positions() {
                circles[position.index()] = board.corners(position);
            }
            let mut gold = [0; Circle::MOST];
            for circle in board.circles().filter(|&circle| board.is_gold(circle)) {
                gold[circle.index()] = 2;
            }
            let seats = seats.map(|seat| self.table_of(root, seat)).collect();
            self.ratings = Some(Box::new(RatingTables { seats, circles, gold, made_for }));
        }
    }

    fn table_of(&self, root: &OnTop, seat: Seat) -> [[f32; PATTERNS]; 4] {
        let sides = self.sides(root, seat);
        let mut table = [[0.0; PATTERNS]; 4];
        for (number, sixths) in (0..PATTERNS).map(|number| (number, sixths_of(number))) {
            for class in 0..4 {
                table[class][number] = match self.order {
                    MoveOrder::Gain if class & 1 == 1 => self.gain(sixths, class & 2 != 0, sides),
                    MoveOrder::Gain | MoveOrder::Share => share(sixths, sides),
                };
            }
        }
        table
    }

    /// What a closed circle is worth.
    fn gain(&self, sixths: [u8; 4], gold: bool, sides: [f64; 4]) -> f32 {
        let of = |colour: Colour| sides[colour.index()];
        let Some(score) = score(sixths, gold) else { return 0.0 };
        let points = self.weights.points * f64::from(score.points) * of(score.winner);
        (points + self.weights.stones * score.stones().iter().map(of).sum::<f64>()) as f32
    }

    /// For each colour 1 if it plays on the side of this seat, -1 if on the other, 0 if nobody plays it.
    fn sides(&self, state: &OnTop, own: Seat) -> [f64; 4] {
        let mut sides = [0.0; 4];
        for seat in Seat::all(state.table().seats()) {
            let friends = self.side(state, seat) == self.side(state, own);
            sides[state.colour(seat).index()] = if friends { 1.0 } else { -1.0 };
        }
        sides
    }
}

fn sixths_of(pattern: usize) -> [u8; 4] {
    [0, 3, 6, 9].map(|shift| (pattern >> shift & 7) as u8)
}

/// How much of the covered part of a circle belongs to a side.
fn share(sixths: [u8; 4], sides: [f64; 4]) -> f32 {
    let own = (0..4).filter(|&i| sides[i] > 0.0).map(|i| f32::from(sixths[i])).sum::<f32>();
    own / f32::from(sixths.iter().sum::<u8>().max(1))
}
