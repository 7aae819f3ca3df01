//! A game written down as a table, for trees that are small enough to follow by hand.

use kontra_game::{
    Actions, Chances, Determinize, Game, InfoKey, Payoffs, Seat, Turn, View, choose,
};
use rand::Rng;

/// What happens at a place of the game.
#[derive(PartialEq, Debug)]
pub(crate) enum Place {
    /// This seat chooses. Each move is legal in some worlds and leads to a place.
    Choice(usize, &'static [(char, &'static [u8], usize)]),
    /// Chance chooses. Each outcome has a probability and leads to a place.
    Dice(&'static [(char, f64, usize)]),
    /// The game is over. In each world it is worth so much to seat 0, and as much less to seat 1.
    End(&'static [f64]),
}

/// A game for two that begins at place 0. Seat 1 knows the world, seat 0 does not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Toy {
    pub(crate) places: &'static [Place],
    pub(crate) worlds: u8,
    pub(crate) place: usize,
    pub(crate) world: u8,
}

impl Toy {
    /// The beginning of a game with this many worlds, in the first of them.
    pub(crate) const fn new(places: &'static [Place], worlds: u8) -> Toy {
        Toy { places, worlds, place: 0, world: 0 }
    }

    /// The same in another world.
    pub(crate) const fn in_world(self, world: u8) -> Toy {
        Toy { world, ..self }
    }

    fn here(&self) -> &'static Place {
        &self.places[self.place]
    }
}

impl Game for Toy {
    type Action = char;
    type View = ToyView;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.here() {
            Place::Choice(seat, _) => Turn::Seat(Seat::wrapping(*seat, 2)),
            Place::Dice(_) => Turn::Chance,
            Place::End(_) => Turn::Over,
        }
    }

    fn actions(&self, out: &mut Actions<char>) {
        if let Place::Choice(_, moves) = self.here() {
            let legal = moves.iter().filter(|(_, worlds, _)| worlds.contains(&self.world));
            out.extend(legal.map(|(action, ..)| *action));
        }
    }

    fn chances(&self, out: &mut Chances<char>) {
        if let Place::Dice(outcomes) = self.here() {
            out.extend(outcomes.iter().map(|&(outcome, probability, _)| (outcome, probability)));
        }
    }

    fn play(&mut self, action: char) {
        let next = match self.here() {
            Place::Choice(_, moves) => {
                let legal = |worlds: &[u8]| worlds.contains(&self.world);
                moves.iter().find(|(a, worlds, _)| *a == action && legal(worlds)).map(|m| m.2)
            }
            Place::Dice(outcomes) => outcomes.iter().find(|(a, ..)| *a == action).map(|o| o.2),
            Place::End(_) => None,
        };
        self.place = next.expect("the move is legal");
    }

    fn payoffs(&self) -> Payoffs {
        let Place::End(values) = self.here() else { panic!("the game is not over") };
        let value = values[usize::from(self.world) % values.len()];
        Payoffs::new(&[value, -value])
    }

    fn view(&self, seat: Seat) -> ToyView {
        let known = (seat.index() == 1).then_some(self.world);
        ToyView { toy: self.in_world(known.unwrap_or(0)), seat, known }
    }
}

/// What one seat sees: where the game stands, and perhaps the world.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ToyView {
    /// In world 0 where the seat does not know better.
    toy: Toy,
    seat: Seat,
    known: Option<u8>,
}

impl View for ToyView {
    type Game = Toy;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.toy.turn()
    }

    fn actions(&self, out: &mut Actions<char>) {
        if self.turn() == Turn::Seat(self.seat) {
            self.toy.actions(out);
        }
    }

    fn key(&self) -> InfoKey {
        let known = self.known.map_or(99, u64::from);
        InfoKey(self.toy.place as u64 * 1000 + self.seat.index() as u64 * 100 + known)
    }
}

impl Determinize for ToyView {
    fn determinize<R: Rng>(&self, rng: &mut R) -> Toy {
        let any = || choose::below(rng, self.toy.worlds.into()) as u8;
        self.toy.in_world(self.known.unwrap_or_else(any))
    }
}
