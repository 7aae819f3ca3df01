//! Circles by how they are covered: the tables behind ratings and bounds.

use super::FeatureWeights;
use kontra_ontop::{Board, Circle, Colour, Position, score};

/// The number of [`pattern`]s.
pub(super) const PATTERNS: usize = 1 << 12;

/// How a circle is covered, as one number: three bits for each colour's sixths.
#[inline]
pub(super) fn pattern(sixths: [u8; 4]) -> usize {
    let [a, b, c, d] = sixths.map(usize::from);
    a | b << 3 | c << 6 | d << 9
}

/// How many sixths each colour covers in a pattern.
fn sixths_of(pattern: usize) -> [u8; 4] {
    [0, 3, 6, 9].map(|shift| (pattern >> shift & 7) as u8)
}

/// Every way a circle may be covered, by at most six sixths: its pattern and the sixths.
pub(super) fn ways() -> impl Iterator<Item = (usize, [u8; 4])> {
    let all = (0..PATTERNS).map(|pattern| (pattern, sixths_of(pattern)));
    all.filter(|(_, sixths)| sixths.iter().sum::<u8>() <= 6)
}

/// What a closed circle adds to the evaluation, with the colours counted as `signs` say.
pub(super) fn worth(weights: &FeatureWeights, signs: [f64; 4], sixths: [u8; 4], gold: bool) -> f64 {
    let sign = |colour: Colour| signs[colour.index()];
    score(sixths, gold).map_or(0.0, |score| {
        let stones: f64 = score.stones().iter().map(sign).sum();
        weights.points * f64::from(score.points) * sign(score.winner) + weights.stones * stones
    })
}

/// What ratings and bounds look up about a board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Circles {
    corners: [[Circle; 4]; Position::MOST],
    gold: [bool; Circle::MOST],
    sixth: [f32; Circle::MOST],
}

impl Circles {
    /// The circles of a board.
    ///
    /// # Panics
    /// When the board has no circles: then it is no board.
    pub(super) fn new(board: Board) -> Circles {
        let any = board.circles().next().expect("a board has circles");
        let mut circles = Circles {
            corners: [[any; 4]; Position::MOST],
            gold: [false; Circle::MOST],
            sixth: [0.0; Circle::MOST],
        };
        for position in board.positions() {
            circles.corners[position.index()] = board.corners(position);
        }
        for circle in board.circles() {
            circles.gold[circle.index()] = board.is_gold(circle);
            circles.sixth[circle.index()] = 1.0 / board.around(circle).count() as f32;
        }
        circles
    }

    /// The circles at the corners of a position, clockwise from an obtuse one.
    #[inline]
    pub(super) fn corners(&self, position: Position) -> [Circle; 4] {
        self.corners[position.index() & (Position::MOST - 1)]
    }

    /// Whether points count twice.
    #[inline]
    pub(super) fn is_gold(&self, circle: Circle) -> bool {
        self.gold[circle.index() & (Circle::MOST - 1)]
    }

    /// How much of the circle one sixth is: more than a sixth at the border.
    #[inline]
    pub(super) fn sixth(&self, circle: Circle) -> f32 {
        self.sixth[circle.index() & (Circle::MOST - 1)]
    }
}
