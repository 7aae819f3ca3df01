use crate::{Card, Cards, HAND, Hearts, HeartsView, SEATS};
use kontra_cards::{Assignments, Holder};
use kontra_game::{Determinize, SearchRng, Seat, Weighted, WorldSampler, choose};
use rand::Rng;

/// The worlds of a view: the hands that the others may hold, counted once, drawn often.
struct Worlds<'a> {
    view: &'a HeartsView,
    hands: Assignments<3>,
}

impl<'a> Worlds<'a> {
    fn new(view: &'a HeartsView) -> Worlds<'a> {
        let played = view.table.played.into_iter().fold(Cards::default(), Cards::or);
        let unseen = Cards::DECK.without(view.hand).without(played);
        let holders = others(view.seat).map(|seat| holder(view, seat));
        Worlds { view, hands: Assignments::new(unseen.0, holders) }
    }

    fn sample<R: Rng>(&self, rng: &mut R) -> Hearts {
        let HeartsView { seat, hand, passed, received, table } = *self.view;
        let drawn = self.hands.sample(rng).expect("the true hands are one of the ways");
        let mut world = Hearts { hands: [hand; SEATS], passed: [passed; SEATS], table };
        for (other, cards) in others(seat).into_iter().zip(drawn) {
            world.hands[other.index()] = Cards(cards);
        }
        for other in others(seat) {
            let target = table.pass.target(other);
            world.passed[other.index()] = if target == seat && !table.is_passing() {
                received
            } else if table.is_passing() {
                some_of(world.hands[other.index()], table.chosen_by(other).into(), rng)
            } else {
                // Any three of the cards that the target had after the exchange: what others pass on is not known.
                let had = world.hands[target.index()].or(table.played[target.index()]);
                some_of(had, table.chosen_by(other).into(), rng)
            };
        }
        world
    }
}

/// The other three seats.
fn others(seat: Seat) -> [Seat; 3] {
    [1, 2, 3].map(|steps| seat.after(steps, SEATS))
}

/// What a player knows of another's hand.
fn holder(view: &HeartsView, other: Seat) -> Holder {
    let table = &view.table;
    let played = table.played[other.index()];
    let mut holds = Cards::default();
    if !table.is_passing() && table.pass.target(view.seat) == other {
        holds = view.passed.without(played);
    }
    // Whose turn it is to lead the first trick has the two of clubs.
    if !table.is_passing() && table.tricks == 0 && table.laid() == 0 && table.leader == other {
        holds.insert(Card::TWO_OF_CLUBS);
    }
    let may_hold = !table.cannot[other.index()].0;
    Holder { size: (HAND - played.len()) as u32, may_hold, holds: holds.0 }
}

/// This many of these cards, every choice being equally likely.
fn some_of<R: Rng>(mut cards: Cards, many: usize, rng: &mut R) -> Cards {
    let mut chosen = Cards::default();
    for _ in 0..many {
        let number = choose::below(rng, cards.len() as u32) as usize;
        if let Some(card) = cards.iter().nth(number) {
            cards.remove(card);
            chosen.insert(card);
        }
    }
    chosen
}

impl WorldSampler<Hearts> for Worlds<'_> {
    fn draw(&self, rng: &mut SearchRng) -> Weighted<Hearts> {
        Weighted::one(self.sample(rng))
    }
}

impl Determinize for HeartsView {
    fn determinize<R: Rng>(&self, rng: &mut R) -> Hearts {
        Worlds::new(self).sample(rng)
    }

    fn prepare(&self) -> impl WorldSampler<Hearts> {
        Worlds::new(self)
    }
}
