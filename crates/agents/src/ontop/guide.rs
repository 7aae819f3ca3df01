use super::order::RatingTables;
use super::{Limits, MoveOrder, Weights, features};
use kontra_game::{Game, Seat, Turn};
use kontra_ontop::{Action, OnTop, Table};
use kontra_search::expectimax::{Bounds, Evaluate, Keys, Order, Ratings, Side, Span};

/// What searches of the Expectimax family are told about OnTop.
///
/// The first side is seat 0 or its team. At tables of three or four players without teams it is the seat that
/// moves at the root, and all others are taken to be against it.
#[derive(Clone, PartialEq, Debug)]
pub struct OnTopGuide {
    /// What counts how much.
    pub weights: Weights,
    /// Which moves are tried first.
    pub order: MoveOrder,
    /// What values are thought to be possible.
    pub limits: Limits,
    pub(super) hero: Seat,
    /// The bounds of this search, where they are computed before it.
    pub(super) window: Span,
    pub(super) ratings: Option<Box<RatingTables>>,
}

impl OnTopGuide {
    /// A guide with these weights, orders and limits.
    pub fn new(weights: Weights, order: MoveOrder, limits: Limits) -> OnTopGuide {
        let hero = Seat::wrapping(0, 2);
        OnTopGuide { weights, order, limits, hero, window: Span::ALL, ratings: None }
    }

    /// Points and stones as far as they are decided, for the first side.
    #[inline]
    pub(super) fn settled(&self, state: &OnTop) -> f64 {
        let Weights { points, stones, .. } = self.weights;
        let points = points * features::lead(state, self.hero, |c| f64::from(state.points(c)));
        points - stones * features::lead(state, self.hero, |c| f64::from(state.stones(c)))
    }

    fn potential(&self, state: &OnTop) -> f64 {
        let teams = if state.table().teams() { 2.0 } else { 1.0 };
        features::lead(state, self.hero, |colour| features::potential(state, colour)) / teams
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
}

impl Default for OnTopGuide {
    /// Configuration 4, the best order of moves, bounds that hold.
    fn default() -> OnTopGuide {
        OnTopGuide::new(Weights::default(), MoveOrder::default(), Limits::default())
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
        let first = match state.table() {
            Table::Two | Table::Teams => seat.index() % 2 == 0,
            Table::Three | Table::Four => seat == self.hero,
        };
        if first { Side::First } else { Side::Second }
    }

    #[inline]
    fn longest(&self, state: &OnTop) -> u32 {
        state.tiles_left() + u32::from(state.hand().is_some())
    }

    fn prepare(&mut self, root: &OnTop, plies: u32) {
        self.hero = match root.table() {
            Table::Two | Table::Teams => Seat::wrapping(0, 2),
            Table::Three | Table::Four => root.mover(),
        };
        self.window = self.limits_of_search(root, plies);
        self.prepare_ratings(root);
    }
}

impl Bounds<OnTop> for OnTopGuide {
    #[inline]
    fn bounds(&self, state: &OnTop, plies: u32) -> Span {
        self.limits_at(state, plies)
    }

    fn certain(&self) -> bool {
        self.limits.are_certain()
    }
}

impl Order<OnTop> for OnTopGuide {
    #[inline]
    fn rate(&self, state: &OnTop, moves: &[Action], ratings: &mut Ratings) {
        self.rate_moves(state, moves, ratings);
    }
}

impl Keys<OnTop> for OnTopGuide {
    #[inline]
    fn key(&self, state: &OnTop) -> u64 {
        state.key()
    }
}
