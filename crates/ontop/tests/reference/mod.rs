//! OnTop once more: slow, obvious, and written from the rules without a look at the crate.
//!
//! The board is the set of all triangles with sides of length 1 between the points of nine lines. Everything
//! else (neighbours, corners, the order of things) follows from the points' coordinates.

#![allow(dead_code, reason = "no test file uses all of it")]

mod table;

use std::collections::BTreeMap;
pub(crate) use table::of;

/// A point where circles are drawn: the line from the top, and twice its distance from the left.
pub(crate) type Point = (i32, i32);

/// What lies on a triangle: the colours of its corners, or black.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Piece {
    Black,
    Half(BTreeMap<Point, usize>),
}

/// A move: two triangles, and the colour that comes to lie on each corner.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Move {
    pub(crate) name: String,
    triangles: [usize; 2],
    colours: BTreeMap<Point, usize>,
}

/// What differs from table to table.
#[derive(Clone)]
pub(crate) struct Setup {
    /// Which side each colour plays for; `None` if it is passive.
    pub(crate) sides: [Option<usize>; 4],
    /// The colours in the order of play.
    pub(crate) order: Vec<usize>,
    pub(crate) start: [&'static str; 2],
    pub(crate) tiles: Vec<(&'static str, i32)>,
    pub(crate) stones: i32,
}

#[derive(Clone)]
pub(crate) struct Reference {
    pub(crate) setup: Setup,
    pub(crate) points_of_board: Vec<Point>,
    pub(crate) triangles: Vec<[Point; 3]>,
    neighbours: Vec<Vec<usize>>,
    around: BTreeMap<Point, Vec<usize>>,
    pub(crate) pieces: Vec<Option<Piece>>,
    pub(crate) closed: Vec<Point>,
    pub(crate) bag: Vec<i32>,
    pub(crate) hand: Option<usize>,
    pub(crate) plies: usize,
    pub(crate) points: [i32; 4],
    pub(crate) stones: [i32; 4],
    pub(crate) stacks: BTreeMap<Point, Vec<usize>>,
    pub(crate) ran_out: Vec<usize>,
    pub(crate) over: bool,
}

/// Where a point lies on paper, y pointing down.
fn cartesian((line, x): Point) -> (f64, f64) {
    (f64::from(x) / 2.0, f64::from(line) * 3_f64.sqrt() / 2.0)
}

fn distance_is_1(a: Point, b: Point) -> bool {
    let ((ax, ay), (bx, by)) = (cartesian(a), cartesian(b));
    ((ax - bx).hypot(ay - by) - 1.0).abs() < 1e-6
}

/// Two triangles are neighbours when they share a side, that is, two of their corners.
fn share_a_side(a: &[Point; 3], b: &[Point; 3]) -> bool {
    a.iter().filter(|point| b.contains(point)).count() == 2
}

/// `c3`: the row from the top as a letter, the column from the left as a number.
fn name(triangle: &[Point; 3]) -> String {
    let row = triangle.iter().map(|point| point.0).min().unwrap();
    let column = triangle.iter().map(|point| point.1).min().unwrap();
    format!("{}{}", char::from(b'a' + row as u8), column + 1)
}

impl Reference {
    pub(crate) fn new(setup: Setup) -> Reference {
        let mut points = vec![];
        for line in 0..9 {
            // Even lines begin half an edge further to the right and have five points, odd lines six.
            let first = if line % 2 == 0 { 1 } else { 0 };
            for x in (first..=10 - first).step_by(2) {
                points.push((line, x));
            }
        }
        let mut triangles = vec![];
        for (i, &a) in points.iter().enumerate() {
            for (j, &b) in points.iter().enumerate().skip(i + 1) {
                if !distance_is_1(a, b) {
                    continue;
                }
                for &c in points.iter().skip(j + 1) {
                    if distance_is_1(a, c) && distance_is_1(b, c) {
                        triangles.push([a, b, c]);
                    }
                }
            }
        }
        triangles.sort_by_key(|triangle| {
            (triangle.iter().map(|p| p.0).min(), triangle.iter().map(|p| p.1).min())
        });
        let neighbours = triangles
            .iter()
            .map(|a| (0..triangles.len()).filter(|&b| share_a_side(a, &triangles[b])).collect())
            .collect();
        let around = points
            .iter()
            .map(|p| (*p, (0..triangles.len()).filter(|&t| triangles[t].contains(p)).collect()))
            .collect();
        let pieces = triangles
            .iter()
            .map(|t| setup.start.contains(&name(t).as_str()).then_some(Piece::Black))
            .collect();
        let bag = setup.tiles.iter().map(|(_, count)| *count).collect();
        let stones = [setup.stones; 4];
        Reference {
            setup,
            points_of_board: points,
            triangles,
            neighbours,
            around,
            pieces,
            closed: vec![],
            bag,
            hand: None,
            plies: 0,
            points: [0; 4],
            stones,
            stacks: BTreeMap::new(),
            ran_out: vec![],
            over: false,
        }
    }

    /// The seat whose turn it is to draw and to place.
    pub(crate) fn mover(&self) -> usize {
        self.plies % self.setup.order.len()
    }

    /// The tiles that can be drawn, with their probabilities.
    pub(crate) fn draws(&self) -> Vec<(String, f64)> {
        let all: i32 = self.bag.iter().sum();
        let tiles = self.setup.tiles.iter().zip(&self.bag).filter(|(_, count)| **count > 0);
        tiles.map(|(t, count)| (t.0.to_owned(), f64::from(*count) / f64::from(all))).collect()
    }

    pub(crate) fn draw(&mut self, name: &str) {
        let kind = self.setup.tiles.iter().position(|tile| tile.0 == name).unwrap();
        self.bag[kind] -= 1;
        self.hand = Some(kind);
    }

    /// Whether a tile may lie on these two triangles: both empty, and a side of one of them touches
    /// something that lies already.
    fn is_possible(&self, pair: [usize; 2]) -> bool {
        let filled = |t: &usize| self.pieces[*t].is_some();
        !pair.iter().any(filled) && pair.iter().any(|&t| self.neighbours[t].iter().any(filled))
    }

    /// All moves with the tile that was drawn: by triangles, upright first.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let Some(kind) = self.hand else { return vec![] };
        let letters: Vec<char> = self.setup.tiles[kind].0.chars().collect();
        let colours: Vec<usize> = letters
            .iter()
            .map(|&letter| "bwry".chars().position(|c| c == letter).unwrap())
            .collect();
        let mut moves = vec![];
        for a in 0..self.triangles.len() {
            for &b in self.neighbours[a].iter().filter(|&&b| a < b) {
                if !self.is_possible([a, b]) {
                    continue;
                }
                let corners = clockwise(&self.triangles[a], &self.triangles[b]);
                for (sign, turn) in [('+', 0), ('-', 2)] {
                    let colours = (0..4).map(|i| (corners[i], colours[(i + turn) % 4])).collect();
                    let name =
                        format!("{}{}{sign}", name(&self.triangles[a]), name(&self.triangles[b]));
                    moves.push(Move { name, triangles: [a, b], colours });
                }
            }
        }
        moves
    }

    /// The number of sequences of this many placements, every possible draw counted.
    pub(crate) fn perft(&self, depth: usize) -> u64 {
        if self.over {
            return 0;
        }
        if self.hand.is_none() {
            let after = |name: &str| {
                let mut next = self.clone();
                next.draw(name);
                next.perft(depth)
            };
            return self.draws().iter().map(|(name, _)| after(name)).sum();
        }
        if depth == 1 {
            return self.moves().len() as u64;
        }
        let after = |play: &Move| {
            let mut next = self.clone();
            next.place(play);
            next.perft(depth - 1)
        };
        self.moves().iter().map(after).sum()
    }

    pub(crate) fn place(&mut self, play: &Move) {
        for triangle in play.triangles {
            let corners = self.triangles[triangle];
            let half = corners.iter().map(|point| (*point, play.colours[point])).collect();
            self.pieces[triangle] = Some(Piece::Half(half));
        }
        self.hand = None;
        self.plies += 1;
        self.fill_black();
        self.evaluate();
        if self.ran_out.is_empty() {
            let room = (0..self.triangles.len())
                .any(|a| self.neighbours[a].iter().any(|&b| self.is_possible([a, b])));
            self.over = !room || self.bag.iter().sum::<i32>() == 0;
        }
    }

    /// Empty triangles without an empty neighbour become black.
    fn fill_black(&mut self) {
        for triangle in 0..self.triangles.len() {
            let empty = |t: &usize| self.pieces[*t].is_none();
            if empty(&triangle) && !self.neighbours[triangle].iter().any(empty) {
                self.pieces[triangle] = Some(Piece::Black);
            }
        }
    }

    /// How many sixths of a circle each colour covers.
    pub(crate) fn sixths(&self, point: Point) -> [i32; 4] {
        let mut sixths = [0; 4];
        for &triangle in &self.around[&point] {
            if let Some(Piece::Half(colours)) = &self.pieces[triangle] {
                sixths[colours[&point]] += 1;
            }
        }
        sixths
    }

    pub(crate) fn missing(&self, point: Point) -> usize {
        self.around[&point].iter().filter(|&&t| self.pieces[t].is_none()).count()
    }

    /// Evaluates circles that have just been closed, in order, until somebody places a last stone.
    fn evaluate(&mut self) {
        for point in self.points_of_board.clone() {
            if self.closed.contains(&point) || self.missing(point) > 0 {
                continue;
            }
            self.closed.push(point);
            let sixths = self.sixths(point);
            let mut ranks: Vec<i32> = sixths.iter().copied().filter(|&n| n > 0).collect();
            ranks.sort_unstable();
            ranks.dedup();
            ranks.reverse();
            let with = |rank: Option<&i32>| -> Vec<usize> {
                (0..4).filter(|&colour| rank == Some(&sixths[colour])).collect()
            };
            let (firsts, seconds) = (with(ranks.first()), with(ranks.get(1)));
            if firsts.len() != 1 {
                continue;
            }
            let gold = point.1
                == self
                    .points_of_board
                    .iter()
                    .filter(|p| p.0 == point.0)
                    .map(|p| p.1)
                    .min()
                    .unwrap();
            let factor = if gold { 2 } else { 1 };
            self.points[firsts[0]] += factor * (1 + seconds.len() as i32);
            let stack: Vec<usize> = seconds.into_iter().chain(firsts).collect();
            for &colour in &stack {
                self.stones[colour] -= 1;
                if self.stones[colour] == 0 {
                    self.ran_out.push(colour);
                }
            }
            self.stacks.insert(point, stack);
            if !self.ran_out.is_empty() {
                self.over = true;
                return;
            }
        }
    }

    /// Points minus remaining stones of each side.
    pub(crate) fn scores(&self) -> Vec<i32> {
        let sides = self.setup.sides.iter().flatten().max().unwrap() + 1;
        let mut scores = vec![0; sides];
        for colour in 0..4 {
            if let Some(side) = self.setup.sides[colour] {
                scores[side] += self.points[colour] - self.stones[colour];
            }
        }
        scores
    }

    /// The sides that win or share the first place.
    pub(crate) fn winners(&self) -> Vec<usize> {
        let mut first: Vec<usize> =
            self.ran_out.iter().filter_map(|&colour| self.setup.sides[colour]).collect();
        first.sort_unstable();
        first.dedup();
        if !first.is_empty() {
            return first;
        }
        let scores = self.scores();
        (0..scores.len())
            .filter(|&side| scores.iter().all(|&score| score <= scores[side]))
            .collect()
    }

    /// A share of one win for everybody, scaled such that a sole winner has 1 and all together have 0.
    pub(crate) fn payoffs(&self) -> Vec<f64> {
        let (winners, sides) = (self.winners(), self.scores().len() as f64);
        let side_of = |&colour: &usize| self.setup.sides[colour].unwrap();
        let share = |side| if winners.contains(&side) { 1.0 / winners.len() as f64 } else { 0.0 };
        let payoff = |colour| (sides * share(side_of(colour)) - 1.0) / (sides - 1.0);
        self.setup.order.iter().map(payoff).collect()
    }
}

/// The corners of two neighbouring triangles, clockwise, beginning with the obtuse corner that comes first
/// by line and then from the left.
fn clockwise(a: &[Point; 3], b: &[Point; 3]) -> Vec<Point> {
    let mut corners: Vec<Point> = a.iter().chain(b).copied().collect();
    corners.sort_unstable();
    let obtuse = corners.windows(2).find(|pair| pair[0] == pair[1]).unwrap()[0];
    corners.dedup();
    let places: Vec<(f64, f64)> = corners.iter().map(|&corner| cartesian(corner)).collect();
    let centre = (
        places.iter().map(|place| place.0).sum::<f64>() / 4.0,
        places.iter().map(|place| place.1).sum::<f64>() / 4.0,
    );
    // On a screen, where y points down, growing angles run clockwise.
    let angle = |&corner: &Point| {
        let (x, y) = cartesian(corner);
        (y - centre.1).atan2(x - centre.0)
    };
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    let first = corners.iter().position(|&corner| corner == obtuse).unwrap();
    corners.rotate_left(first);
    corners
}
