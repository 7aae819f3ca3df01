use super::circles::Circles;
use super::order::RatingTables;
use super::reach::{Ends, ReachTables};
use super::{FeatureWeights, MoveOrder, ValueBounds, features};
use kontra_game::{Game, Seat, Turn};
use kontra_ontop::{Action, Board, Colour, Lineup, OnTop, Start};
use kontra_search::expectimax::{Bounds, Evaluate, MoveRatings, Order, Side, Span, StateKeys};

/// What searches of the Expectimax family are told about OnTop.
///
/// The first side is seat 0 or its team. At tables of three or four players without teams it is the seat that
/// moves at the root, and all others are taken to be against it.
#[derive(Clone, PartialEq, Debug)]
pub struct OnTopGuide {
    weights: FeatureWeights,
    order: MoveOrder,
    limits: ValueBounds,
    hero: Seat,
    /// The bounds of this search, where they are computed before it.
    window: Span,
    circles: Box<Circles>,
    ratings: RatingTables,
    reach: ReachTables,
    /// The same for what counts at the end: points less stones that are left.
    margins: ReachTables,
    made_for: Game4,
}

/// What the tables depend on: the board, the colours of the seats, how many play, and who is the hero.
type Game4 = (Board, [Colour; 4], Lineup, Seat);

impl OnTopGuide {
    /// A guide with these weights, this order of moves and these bounds.
    pub fn new(weights: FeatureWeights, order: MoveOrder, limits: ValueBounds) -> OnTopGuide {
        let root = OnTop::new(&Start::usual(Lineup::Two, Board::default()));
        OnTopGuide::made_for(weights, order, limits, &root)
    }

    fn made_for(
        weights: FeatureWeights,
        order: MoveOrder,
        limits: ValueBounds,
        root: &OnTop,
    ) -> OnTopGuide {
        let hero = features::hero(root);
        let side = |seat| side(root.table(), hero, seat);
        let for_ratings =
            if weights == FeatureWeights::RESULT { FeatureWeights::default() } else { weights };
        OnTopGuide {
            weights,
            order,
            limits,
            hero,
            window: Span::ALL,
            circles: Box::new(Circles::new(root.board())),
            ratings: RatingTables::new(order, &for_ratings, root, hero, side),
            reach: ReachTables::new(&weights, root, hero),
            margins: ReachTables::new(&FeatureWeights::MARGIN, root, hero),
            made_for: game4(root),
        }
    }

    /// What counts how much.
    pub fn weights(&self) -> &FeatureWeights {
        &self.weights
    }

    /// Points and stones as they are, for the first side. Stones count once they are placed.
    #[inline]
    fn settled(&self, state: &OnTop) -> f64 {
        let FeatureWeights { points, stones, .. } = self.weights;
        points * features::lead(state, self.hero, |colour| f64::from(state.points(colour)))
            - stones * features::lead(state, self.hero, |colour| f64::from(state.stones(colour)))
    }

    fn potential(&self, state: &OnTop) -> f64 {
        let of = |colour| features::potential(state, &self.circles, colour);
        features::lead(state, self.hero, of) / if state.table().teams() { 2.0 } else { 1.0 }
    }

    /// 1 for a win of the first side, -1 for a loss, 0 for a draw.
    #[cold]
    fn result(&self, state: &OnTop) -> f64 {
        state.outcome().map_or(0.0, |outcome| match outcome.wins(self.hero) {
            false => -1.0,
            true if outcome.is_draw() => 0.0,
            true => 1.0,
        })
    }

    /// The results that are possible within this many moves in which this many circles can be closed, 0 if the game may go
    /// on.
    #[inline]
    fn possible_results(&self, state: &OnTop, plies: u32, closable: u32) -> Span {
        let ends = Ends::within(state, plies, closable);
        if !ends.possible {
            return Span::exact(0.0);
        }
        let (mut low, mut high) = self.possible_winners(state, plies, closable);
        if !ends.sure {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        Span::new(low, high)
    }

    /// The worst and the best result if the game is over within this many moves.
    fn possible_winners(&self, state: &OnTop, plies: u32, closable: u32) -> (f64, f64) {
        if state.table().sides() > 2 {
            return (-1.0, 1.0);
        }
        let (changes, _) = self.margins.changes(&self.circles, state, plies);
        let margin = features::lead(state, self.hero, |colour| f64::from(state.score(colour)));
        let (least, most) = (margin + changes.low, margin + changes.high);
        // A side that runs out of stones wins, however few points it has.
        let runs_out = |wanted: Side| {
            Seat::all(state.table().seats()).any(|seat| {
                self.side(state, seat) == wanted
                    && u32::from(state.stones(state.colour(seat))) <= closable
            })
        };
        let sign = |margin: f64| if margin == 0.0 { 0.0 } else { margin.signum() };
        let worst = if runs_out(Side::Second) { -1.0 } else { sign(least) };
        let best = if runs_out(Side::First) { 1.0 } else { sign(most) };
        (worst, best)
    }

    /// More than any position can be worth: every stone of a side on a circle of eight points.
    fn widest(&self, root: &OnTop) -> Span {
        let stones =
            f64::from(root.board().stones()) * if root.table().teams() { 2.0 } else { 1.0 };
        let FeatureWeights { points, stones: placed, potential, win } = self.weights;
        let most = (8.0 * points.abs() + placed.abs()) * stones + potential.abs() + win.abs();
        Span::new(-most, most)
    }
}

fn side(table: Lineup, hero: Seat, seat: Seat) -> Side {
    let first = match table {
        Lineup::Two | Lineup::Teams => table.side(seat) == table.side(hero),
        Lineup::Three | Lineup::Four => seat == hero,
    };
    if first { Side::First } else { Side::Second }
}

fn game4(root: &OnTop) -> Game4 {
    let colours = [0, 1, 2, 3].map(|seat| root.colour(Seat::wrapping(seat, 4)));
    (root.board(), colours, root.table(), features::hero(root))
}

impl Default for OnTopGuide {
    /// Configuration 4, the better order of moves, bounds that hold.
    fn default() -> OnTopGuide {
        OnTopGuide::new(FeatureWeights::default(), MoveOrder::default(), ValueBounds::default())
    }
}

impl Evaluate<OnTop> for OnTopGuide {
    #[inline]
    fn evaluate(&self, state: &OnTop) -> f64 {
        let mut value = self.settled(state);
        if self.weights.potential != 0.0 {
            value += self.weights.potential * self.potential(state);
        }
        if state.turn() == Turn::Over {
            value += self.weights.win * self.result(state);
        }
        value
    }

    #[inline]
    fn side(&self, state: &OnTop, seat: Seat) -> Side {
        side(state.table(), self.hero, seat)
    }

    #[inline]
    fn longest(&self, state: &OnTop) -> u32 {
        state.tiles_left() + u32::from(state.hand().is_some())
    }

    fn prepare(&mut self, root: &OnTop, plies: u32) {
        if self.made_for != game4(root) {
            *self = OnTopGuide::made_for(self.weights, self.order, self.limits, root);
        }
        self.window = match self.limits {
            ValueBounds::Wide | ValueBounds::Reach => self.widest(root),
            ValueBounds::PointsPerTile(points) => {
                let here = self.settled(root);
                let change = self.weights.points * points * f64::from(plies);
                Span::new(here - change, here + change)
            }
        };
    }
}

impl Bounds<OnTop> for OnTopGuide {
    #[inline]
    fn bounds(&self, state: &OnTop, plies: u32) -> Span {
        if self.limits != ValueBounds::Reach {
            return self.window;
        }
        let (changes, closable) = self.reach.changes(&self.circles, state, plies);
        let (here, potential) = (self.settled(state), self.weights.potential.abs());
        let result = self.possible_results(state, plies, closable);
        Span::new(
            here + changes.low - potential + self.weights.win * result.low,
            here + changes.high + potential + self.weights.win * result.high,
        )
    }

    fn certain(&self) -> bool {
        self.limits.are_certain()
    }
}

impl Order<OnTop> for OnTopGuide {
    #[inline]
    fn rate(&self, state: &OnTop, moves: &[Action], ratings: &mut MoveRatings) {
        self.ratings.rate(&self.circles, state, moves, ratings);
    }
}

impl StateKeys<OnTop> for OnTopGuide {
    #[inline]
    fn key(&self, state: &OnTop) -> u64 {
        state.key()
    }
}
