use crate::{Actions, Chances, Game, Payoffs, Seat, Turn};
use std::fmt::Debug;

/// Everything that can be seen of a state from outside, all seats' views together.
pub(super) struct Sight<G: Game> {
    turn: Turn,
    actions: Actions<G::Action>,
    chances: Chances<G::Action>,
    payoffs: Option<Payoffs>,
    pub(super) views: Vec<G::View>,
}

impl<G: Game> Sight<G> {
    pub(super) fn of(game: &G) -> Sight<G> {
        let turn = game.turn();
        let (mut actions, mut chances) = (Actions::new(), Chances::new());
        game.actions(&mut actions);
        game.chances(&mut chances);
        let payoffs = (turn == Turn::Over).then(|| game.payoffs());
        let views = Seat::all(game.seats()).map(|seat| game.view(seat)).collect();
        Sight { turn, actions, chances, payoffs, views }
    }

    /// Panics with `promise` and the first difference, if there is one.
    pub(super) fn assert_same(&self, other: &Sight<G>, promise: &str) {
        let difference = differ("turn", &self.turn, &other.turn)
            .or_else(|| differ("legal moves", &self.actions, &other.actions))
            .or_else(|| differ("chances", &self.chances, &other.chances))
            .or_else(|| differ("payoffs", &self.payoffs, &other.payoffs))
            .or_else(|| differ("number of views", &self.views.len(), &other.views.len()))
            .or_else(|| {
                let pairs = self.views.iter().zip(&other.views);
                pairs.enumerate().find_map(|(seat, (one, two))| {
                    differ(&format!("view of seat {seat}"), one, two)
                })
            });
        if let Some(difference) = difference {
            panic!("{promise}, but there is a difference in {difference}");
        }
    }
}

fn differ<T: PartialEq + Debug>(what: &str, one: &T, other: &T) -> Option<String> {
    (one != other).then(|| format!("the {what}\n  expected {one:?}\n  found    {other:?}"))
}
