//! OnTop as a [`Game`]: turns, moves, chances, playouts.

use crate::bits::{self, Ranked};
use crate::state::Phase;
use crate::{Action, OnTop, Placement, Position, TileKind};
use kontra_game::{Actions, Chances, Game, Open, Payoffs, Seat, Turn, choose};
use rand::Rng;

impl Game for OnTop {
    type Action = Action;
    type View = Open<OnTop>;

    fn seats(&self) -> usize {
        self.table().seats()
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Draw => Turn::Chance,
            Phase::Place(_) => Turn::Seat(self.mover()),
            Phase::Over => Turn::Over,
        }
    }

    /// By position, upright before turned.
    fn actions(&self, out: &mut Actions<Action>) {
        if let Phase::Place(_) = self.phase {
            for position in bits::members(self.legal).map(Position) {
                out.push(Action::Place(Placement::new(position, false)));
                out.push(Action::Place(Placement::new(position, true)));
            }
        }
    }

    /// By kind.
    fn chances(&self, out: &mut Chances<Action>) {
        if self.phase == Phase::Draw {
            let all = f64::from(self.bag.len());
            let chance = |kind| f64::from(self.bag.count(kind)) / all;
            out.extend(self.bag.kinds().map(|kind| (Action::Draw(kind), chance(kind))));
        }
    }

    #[inline]
    fn play(&mut self, action: Action) {
        debug_assert!(self.is_legal(action), "{action:?} in\n{self:?}");
        match (action, self.phase) {
            (Action::Draw(kind), _) => self.draw(kind),
            (Action::Place(placement), Phase::Place(kind)) => self.lay(kind, placement),
            // Against the rules; the assertion above says so.
            (Action::Place(_), Phase::Draw | Phase::Over) => {}
        }
    }

    fn payoffs(&self) -> Payoffs {
        self.outcome().map_or_else(|| Payoffs::new(&[0.0; 4][..self.seats()]), |o| o.payoffs())
    }

    fn view(&self, seat: Seat) -> Open<OnTop> {
        Open::new(*self, seat)
    }

    fn random_action<R: Rng>(&self, rng: &mut R) -> Option<Action> {
        match self.phase {
            Phase::Draw => Some(Action::Draw(self.random_kind(rng))),
            Phase::Place(_) => Some(Action::Place(self.random_placement(rng))),
            Phase::Over => None,
        }
    }

    fn playout<R: Rng>(&mut self, rng: &mut R) {
        if let Phase::Place(kind) = self.phase {
            self.lay(kind, self.random_placement(rng));
        }
        while self.phase == Phase::Draw {
            let kind = self.random_kind(rng);
            self.bag.take(kind);
            self.lay(kind, self.random_placement(rng));
        }
    }
}

impl OnTop {
    /// What the next tile is. The number of tiles left and how many random numbers it takes depend only on
    /// the tiles drawn before, so a stream of random numbers stands for one order of the tiles, whatever
    /// the players do.
    #[inline]
    fn random_kind<R: Rng>(&self, rng: &mut R) -> TileKind {
        self.bag.kind_at(choose::below(rng, self.bag.len()))
    }

    // In the middle of every playout: a call here costs 4 % of all its instructions.
    #[inline(always)]
    fn random_placement<R: Rng>(&self, rng: &mut R) -> Placement {
        let positions = Ranked::new(self.legal);
        let chosen = choose::below(rng, 2 * positions.len());
        Placement::new(Position(positions.nth(chosen >> 1)), chosen & 1 != 0)
    }
}
