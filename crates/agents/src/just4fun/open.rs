use kontra_game::{Game, Seat, StableHasher, View};
use kontra_just4fun::Just4Fun;
use kontra_search::expectimax::{Bounds, Evaluate, Order, Payoff, Side, Span, StateKeys};
use std::hash::{Hash, Hasher};

/// Just 4 Fun with all cards on the table, the stack too: for solving endgames that are known in full, and for
/// players who cheat.
///
/// ```
/// use kontra_agents::just4fun::OpenCards;
/// use kontra_game::{Game, Recorded, Seat, Streams};
/// use kontra_just4fun::{Just4Fun, Rules};
/// use kontra_search::expectimax::solve;
///
/// let streams = Streams::new(4);
/// let mut game = Just4Fun::begin(&Just4Fun::deal(&Rules::default(), &mut streams.deal(0)));
/// let mut rng = streams.test(0);
/// let seats = || Seat::all(2);
/// while seats().map(|seat| game.table().stones().left(seat)).sum::<u8>() > 3 {
///     let Some(action) = game.random_action(&mut rng) else { break };
///     game.play(action);
/// }
/// let value = solve(OpenCards::new(&game, Seat::new(0).unwrap()), &game, 1 << 12);
/// assert!((-1.0..=1.0).contains(&value));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OpenCards(Payoff);

impl OpenCards {
    /// What the game is worth to this seat, if all others are against it.
    pub fn new(game: &Just4Fun, seat: Seat) -> OpenCards {
        OpenCards(Payoff::new(seat, -1.0, game.seats() as f64 - 1.0))
    }
}

impl Evaluate<Just4Fun> for OpenCards {
    fn evaluate(&self, state: &Just4Fun) -> f64 {
        self.0.evaluate(state)
    }

    fn side(&self, state: &Just4Fun, seat: Seat) -> Side {
        self.0.side(state, seat)
    }
}

impl Bounds<Just4Fun> for OpenCards {
    fn bounds(&self, state: &Just4Fun, plies: u32) -> Span {
        self.0.bounds(state, plies)
    }
}

impl Order<Just4Fun> for OpenCards {}

impl StateKeys<Just4Fun> for OpenCards {
    fn key(&self, state: &Just4Fun) -> u64 {
        let mut hasher = StableHasher::default();
        for seat in Seat::all(state.seats()) {
            hasher.write_u64(state.view(seat).key().0);
        }
        state.stack().drawing_order().for_each(|card| card.hash(&mut hasher));
        hasher.write_u64(state.shuffler().0);
        hasher.finish()
    }
}
