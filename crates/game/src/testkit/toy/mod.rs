//! A tiny game that can be broken in many ways, to see that the test kit finds each of them.
//!
//! Five cards, one for each of two seats. Seat 0 says a number up to its card, a coin falls (heads 1/2, tails
//! 1/4, edge 1/4), seat 1 says a number up to its card. The higher card wins 1 + both numbers, doubled on edge.

mod encode;
mod fault;
mod shown;
mod text;
mod view;

pub(super) use encode::{IdFault, with_ids};
pub(super) use fault::Fault;
pub(super) use view::ToyView;

use crate::*;
use rand::Rng;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// A number that was said, or a side of the coin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::testkit) enum Act {
    Say(u8),
    Fall(u8),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::testkit) struct Start {
    pub(in crate::testkit) fault: Fault,
    pub(in crate::testkit) cards: [u8; 2],
}

#[derive(Debug)]
pub(in crate::testkit) struct Toy {
    pub(in crate::testkit) start: Start,
    said: [Option<u8>; 2],
    coin: Option<u8>,
    /// A state that is not copied with its owner.
    shared: Arc<AtomicU8>,
    original: bool,
}

impl Clone for Toy {
    fn clone(&self) -> Toy {
        let (start, shared) = (self.start.clone(), Arc::clone(&self.shared));
        Toy { start, said: self.said, coin: self.coin, shared, original: false }
    }
}

impl PartialEq for Toy {
    fn eq(&self, other: &Toy) -> bool {
        (&self.start, self.said, self.coin) == (&other.start, other.said, other.coin)
    }
}

impl Eq for Toy {}

impl Hash for Toy {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.start, self.said, self.coin).hash(state);
    }
}

/// Calls of things that should not depend on how often they were called.
static CALLS: AtomicU64 = AtomicU64::new(0);

impl Toy {
    fn has(&self, fault: Fault) -> bool {
        self.start.fault == fault
    }

    fn said(&self) -> [Option<u8>; 2] {
        let shared = self.shared.load(Relaxed);
        match self.start.fault {
            Fault::SharedState | Fault::WritesIntoCopies if shared > 0 => {
                [Some(shared), self.said[1]]
            }
            _ => self.said,
        }
    }
}

impl Game for Toy {
    type Action = Act;
    type View = ToyView;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match (self.said, self.coin) {
            ([None, _], _) => Turn::Seat(Seat::wrapping(0, 2)),
            (_, None) => Turn::Chance,
            ([_, None], _) => Turn::Seat(Seat::wrapping(1, 2)),
            _ => Turn::Over,
        }
    }

    fn actions(&self, out: &mut Actions<Act>) {
        if let Turn::Seat(seat) = self.turn() {
            if self.has(Fault::NoMoves) && seat.index() == 1 {
                return;
            }
            out.extend((0..=self.start.cards[seat.index()]).map(Act::Say));
            if self.has(Fault::MoveTwice) {
                out.push(Act::Say(0));
            }
        }
    }

    fn chances(&self, out: &mut Chances<Act>) {
        if self.turn() == Turn::Chance {
            let heads = if self.has(Fault::SumOfNineTenths) { 0.4 } else { 0.5 };
            out.extend([(Act::Fall(0), heads), (Act::Fall(1), 0.25), (Act::Fall(2), 0.25)]);
            match self.start.fault {
                Fault::ImpossibleOutcome => out.push((Act::Fall(3), 0.0)),
                Fault::OutcomeTwice => out[2].0 = Act::Fall(1),
                _ => {}
            }
        }
    }

    fn play(&mut self, action: Act) {
        match action {
            Act::Say(_) if self.has(Fault::Endless) => {}
            Act::Fall(_) if self.has(Fault::ForgetfulPlay) => {
                self.coin = Some((CALLS.fetch_add(1, Relaxed) % 3) as u8);
            }
            Act::Say(number) if self.said[0].is_none() => {
                self.said[0] = Some(number);
                if self.original || self.has(Fault::SharedState) {
                    self.shared.store(number, Relaxed);
                }
            }
            Act::Say(number) => self.said[1] = Some(number),
            Act::Fall(side) => self.coin = Some(side),
        }
    }

    fn payoffs(&self) -> Payoffs {
        let [mine, yours] = self.start.cards;
        let stake = 1.0 + self.said.iter().flatten().map(|&n| f64::from(n)).sum::<f64>();
        let stake = if self.coin == Some(2) { 2.0 * stake } else { stake };
        let won = if mine > yours { stake } else { -stake };
        match self.start.fault {
            Fault::OnePayoff => Payoffs::new(&[won]),
            Fault::InfinitePayoff => Payoffs::new(&[won, f64::NEG_INFINITY]),
            Fault::NotZeroSum => Payoffs::new(&[won, 0.0]),
            _ => Payoffs::new(&[won, -won]),
        }
    }

    fn view(&self, seat: Seat) -> ToyView {
        let mut hidden = self.clone();
        let other = 1 - seat.index();
        let kept = [
            Fault::LeakingView,
            Fault::LeakingKey,
            Fault::LeakBehindEquality,
            Fault::ShowsSecret,
            Fault::LeakingTensor,
        ];
        if !kept.contains(&self.start.fault) {
            hidden.start.cards[other] = u8::MAX;
        }
        hidden.said = self.said();
        // Something that a seat sees only before the first number is said.
        let hinted = self.has(Fault::ForgottenHint) && self.said[0].is_none();
        let hint = hinted.then(|| self.start.cards[other] % 2);
        ToyView { seat, hint, game: hidden }
    }

    fn random_action<R: Rng>(&self, rng: &mut R) -> Option<Act> {
        let action = game::listed_action(self, rng);
        match (self.start.fault, action) {
            (Fault::IllegalRandomMove, Some(Act::Say(_))) => Some(Act::Say(5)),
            (Fault::BiasedRandomMove, Some(Act::Say(n))) if n > 0 => {
                // One in four is said a little lower.
                Some(Act::Say(n - u8::from(choose::below(rng, 4) == 0)))
            }
            _ => action,
        }
    }

    fn playout<R: Rng>(&mut self, rng: &mut R) {
        while let Some(action) = game::listed_action(self, rng) {
            match action {
                Act::Fall(_) if self.has(Fault::LazyPlayout) => return,
                Act::Fall(_) if self.has(Fault::OtherPlayout) => {
                    self.play(Act::Fall(choose::below(rng, 3) as u8));
                }
                _ => self.play(action),
            }
        }
    }
}
