//! Just 4 Fun on a page.

use super::{Presentation, Strength, strengths};
use crate::messages::just4fun::{self, LastStone, SeatResult};
use crate::messages::{
    Choice, ChoiceDetails, Event, EventDetails, Hands, Sheet, Story, Unit, ViewDetails, Words,
};
use kontra_game::{Actions, Game, Seat, View};
use kontra_just4fun::{
    Action, Card, Combination, Field, Hand, Just4Fun, Outcome, Place, PlayerView, Public, SIDE,
    Setup, Start,
};

impl Presentation for Just4Fun {
    const UNIT: Unit = Unit::Win;
    const STRENGTHS: [Strength; 3] =
        strengths(["flat(iterations=40)", "so-ismcts(iterations=600)", "so-ismcts(ms=600)"]);
    const ANALYST: &'static str = "so-ismcts(ms=600)";
    const REVIEWER: &'static str = "so-ismcts(iterations=5000)";

    fn view_details(view: &PlayerView) -> ViewDetails {
        open_facts(view.table())
    }

    const OPEN: &'static [&'static str] =
        &["turn", "used", "stack", "mover", "chosen", "redraws", "stones", "left", "points"];

    fn open_details(&self) -> ViewDetails {
        open_facts(self.table())
    }

    fn hands(&self) -> Hands {
        let cards = |seat| self.hand(seat).cards().iter().map(|card| card.number()).collect();
        Hands::Numbers(Seat::all(self.seats()).map(cards).collect())
    }

    fn offers(view: &PlayerView) -> Vec<Choice> {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        legal.into_iter().map(|action| choice(view, action)).collect()
    }

    fn event_details(before: &Just4Fun, action: Action, after: &Just4Fun) -> EventDetails {
        let (field, cards) = match action {
            Action::Field(field) => (Some(field), None),
            Action::Cards(cards) => (Some(cards.field()), Some(cards)),
            Action::Redraw => (None, None),
        };
        let drew = cards.is_some() || action == Action::Redraw;
        // A person who sees the stack grow knows that the used cards were shuffled.
        let shuffled = || after.table().stack_size() > before.table().stack_size();
        EventDetails::Just4Fun(just4fun::Event {
            mover: before.table().mover().index() as u8,
            field: field.map(Field::number),
            cards: cards.map(laid_down),
            reshuffled: drew.then(shuffled),
        })
    }

    /// The last stone, and the cards for it.
    fn story<'a>(events: impl DoubleEndedIterator<Item = &'a Event> + Clone) -> Story {
        let last = events.rev().find_map(|event| match &event.details {
            EventDetails::Just4Fun(just4fun::Event {
                mover, field, cards: Some(cards), ..
            }) => Some(LastStone { mover: *mover, field: *field, cards: cards.clone() }),
            _ => None,
        });
        Story::Just4Fun(just4fun::Story { last })
    }

    fn words(&self, action: Action) -> Words {
        words(action)
    }

    fn own_words(_view: &PlayerView, action: Action) -> Words {
        words(action)
    }

    fn sheet(&self) -> Sheet {
        let table = self.table();
        let seats = Seat::all(self.seats()).map(|seat| {
            let held = table.stones().held_fields(seat, table.board());
            SeatResult {
                seat: seat.index(),
                fields: held.into_iter().map(Field::number).collect(),
                points: table.stones().points()[seat.index()],
                highest: held.highest().map(Field::number),
            }
        });
        Sheet::Just4Fun(just4fun::Sheet {
            winner: table.ending().and_then(Outcome::winner).map(Seat::index),
            line: winning_line(table),
            seats: seats.collect(),
        })
    }

    /// The next seat begins.
    fn follow(start: Start, last: &Start, _ended: &Just4Fun) -> Start {
        let first = last.setup().turn.after(1, start.setup().hands.len());
        let setup = Setup { turn: first, ..start.setup().clone() };
        Start::new(setup).unwrap_or(start)
    }

    /// From the stakes that the winner takes to the probability of winning them.
    fn value(view: &PlayerView, value: f64) -> f64 {
        (value + 1.0) / view.table().seats() as f64
    }
}

/// What all know and a page needs beside what every program is shown.
fn open_facts(table: &Public) -> ViewDetails {
    let board = table.board();
    let at = |place: Place| board.field(place).number();
    let rows: Vec<Vec<u8>> = (0..SIDE)
        .map(|row| (0..SIDE).filter_map(|column| Place::new(row, column)).map(at).collect())
        .collect();
    let stones = table.stones();
    let held = |seat: Seat| {
        stones.held_fields(seat, board).into_iter().map(Field::number).collect::<Vec<u8>>()
    };
    let secured = Field::all().filter_map(|field| Some((field, stones.securer(field)?)));
    let closed = |seat: Seat| {
        let open = stones.open(seat);
        Field::all().filter(|&f| !open.contains(f)).map(Field::number).collect::<Vec<u8>>()
    };
    let seats = table.seats();
    ViewDetails::Just4Fun(just4fun::View {
        rows,
        held: Seat::all(seats).map(held).collect(),
        secured: secured.map(|(field, seat)| (field.number(), seat.index())).collect(),
        closed: Seat::all(seats).map(closed).collect(),
        line: winning_line(table),
    })
}

fn winning_line(table: &Public) -> Option<Vec<u8>> {
    let line = table.winning_line()?;
    Some(line.into_iter().map(|place| table.board().field(place).number()).collect())
}

fn laid_down(cards: Combination) -> Vec<u8> {
    cards.cards().map(Card::number).collect()
}

fn words(action: Action) -> Words {
    match action {
        Action::Field(field) => Words::new(format!("field {field}"), format!("Feld {field}")),
        Action::Cards(cards) => {
            let (sum, field) = (cards.to_string().replace('+', " + "), cards.field());
            Words::new(format!("{sum} = field {field}"), format!("{sum} = Feld {field}"))
        }
        Action::Redraw => Words::new("four new cards", "vier neue Karten"),
    }
}

fn choice(view: &PlayerView, action: Action) -> Choice {
    let details = match action {
        Action::Field(field) => {
            let ways = combinations(view.hand(), field).into_iter().map(laid_down).collect();
            just4fun::Choice::Field { field: field.number(), ways }
        }
        Action::Cards(cards) => {
            just4fun::Choice::Cards { field: cards.field().number(), cards: laid_down(cards) }
        }
        Action::Redraw => just4fun::Choice::Redraw {},
    };
    Choice::new(vec![action.to_string()], words(action), ChoiceDetails::Just4Fun(details))
}

/// The combinations of a hand that reach a field, with fewer cards first.
fn combinations(hand: Hand, field: Field) -> Vec<Combination> {
    let cards = hand.cards();
    let mut found: Vec<Combination> = vec![];
    for slots in 1..16_u8 {
        let taken = (0..Hand::SIZE).filter(|slot| slots >> slot & 1 != 0).map(|slot| cards[slot]);
        let combination = Combination::new(&taken.collect::<Vec<_>>());
        found.extend(combination.filter(|c| c.field() == field && !found.contains(c)));
    }
    found.sort_by_key(|combination| combination.cards().count());
    found
}
