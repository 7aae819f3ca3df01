//! What the seats of the toy see, and what they imagine.

use super::{Act, Fault, Toy};
use crate::*;
use rand::Rng;
use std::hash::{Hash, Hasher};

/// What a seat sees: the game with the other card turned over.
#[derive(Clone, Debug)]
pub(in crate::testkit) struct ToyView {
    pub(super) seat: Seat,
    pub(super) hint: Option<u8>,
    pub(in crate::testkit) game: Toy,
}

impl PartialEq for ToyView {
    fn eq(&self, other: &ToyView) -> bool {
        let own = |view: &ToyView| view.game.start.cards[view.seat.index()];
        let open = |view: &ToyView| (view.seat, view.hint, view.game.said, view.game.coin);
        open(self) == open(other)
            && own(self) == own(other)
            && (!self.game.has(Fault::LeakingView) || self.game == other.game)
    }
}

impl View for ToyView {
    type Game = Toy;

    fn seat(&self) -> Seat {
        if self.game.has(Fault::WrongSeat) { Seat::wrapping(0, 2) } else { self.seat }
    }

    fn turn(&self) -> Turn {
        if self.game.has(Fault::WrongTurn) && self.game.turn() == Turn::Chance {
            return Turn::Seat(self.seat);
        }
        self.game.turn()
    }

    fn actions(&self, out: &mut Actions<Act>) {
        let own_turn = self.game.turn() == Turn::Seat(self.seat);
        if own_turn || self.game.has(Fault::MovesOutOfTurn) {
            let card = self.game.start.cards[self.seat.index()];
            out.extend((0..=card).map(Act::Say));
            if self.game.has(Fault::MoveTwice) {
                out.push(Act::Say(0));
            }
        }
        if self.game.has(Fault::OtherMoves) && own_turn {
            out.reverse();
        }
    }

    fn key(&self) -> InfoKey {
        let mut hasher = StableHasher::default();
        match self.game.start.fault {
            Fault::LeakingKey => (self.seat, &self.game).hash(&mut hasher),
            Fault::ForgetfulKey => self.game.said.hash(&mut hasher),
            _ => {
                let own = self.game.start.cards[self.seat.index()];
                (self.seat, own, self.game.said, self.game.coin).hash(&mut hasher);
            }
        }
        InfoKey(hasher.finish())
    }
}

impl Determinize for ToyView {
    fn determinize<R: Rng>(&self, rng: &mut R) -> Toy {
        let mut worlds = self.possible();
        if self.game.has(Fault::BiasedWorlds) {
            worlds.push(worlds[0]);
        }
        let card = worlds[choose::below(rng, worlds.len() as u32) as usize];
        let mut world = self.world(card);
        if self.game.has(Fault::WorldWithOtherCard) {
            world.start.cards.reverse();
        }
        world
    }

    fn prepare(&self) -> impl WorldSampler<Toy> {
        PreparedToy(self.clone())
    }
}

/// Nothing is prepared, but much can go wrong.
struct PreparedToy(ToyView);

impl WorldSampler<Toy> for PreparedToy {
    fn draw(&self, rng: &mut SearchRng) -> Weighted<Toy> {
        let view = &self.0;
        if view.game.has(Fault::BiasedPreparedWorlds) {
            return Weighted::one(view.world(view.possible()[0]));
        }
        let weight = if view.game.has(Fault::HeavyPreparedWorlds) { 2.0 } else { 1.0 };
        Weighted { world: view.determinize(rng), weight }
    }
}

impl ToyView {
    /// The cards the other seat may have.
    fn possible(&self) -> Vec<u8> {
        let own = self.game.start.cards[self.seat.index()];
        let said = self.game.said[1 - self.seat.index()].unwrap_or(0);
        let least = if self.game.has(Fault::WorldAgainstThePast) { 0 } else { said };
        let hinted = |card: &u8| self.hint.is_none_or(|hint| card % 2 == hint);
        (least..5).filter(|&card| card != own).filter(hinted).collect()
    }

    fn world(&self, card: u8) -> Toy {
        let mut world = self.game.clone();
        world.start.cards[1 - self.seat.index()] = card;
        world
    }
}

impl Enumerate for ToyView {
    fn worlds(&self) -> Vec<(Toy, f64)> {
        let mut cards = self.possible();
        if self.game.has(Fault::WorldMissing) {
            cards.pop();
        }
        if self.game.has(Fault::WorldTwice) {
            cards.push(cards[0]);
        }
        let mut worlds: Vec<_> = cards.into_iter().map(|card| (self.world(card), 1.0)).collect();
        if self.game.has(Fault::WrongWeight) {
            worlds[0].1 = 2.0;
        }
        worlds
    }
}
