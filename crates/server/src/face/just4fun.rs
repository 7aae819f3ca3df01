//! Just 4 Fun on a page.

use super::{Choice, Face, Fields, Strength, Words, fields};
use kontra_game::{Actions, Game, Seat, View};
use kontra_just4fun::{
    Action, Card, Combination, Ending, Field, Hand, Just4Fun, Place, PlayerView, SIDE, Setup,
    Start, Table,
};
use serde_json::{Value, json};

impl Face for Just4Fun {
    const UNIT: &'static str = "win";
    const STRENGTHS: [Strength; 3] = [
        Strength {
            word: "easy",
            spec: "flat(iterations=40)",
            label: "Beginner",
            label_de: "Anfänger",
        },
        Strength {
            word: "medium",
            spec: "so-ismcts(iterations=600)",
            label: "Regular",
            label_de: "Stammgast",
        },
        Strength { word: "strong", spec: "so-ismcts(ms=600)", label: "Strong", label_de: "Stark" },
    ];
    const ANALYST: &'static str = "so-ismcts(ms=600)";
    const REVIEWER: &'static str = "so-ismcts(iterations=5000)";

    fn more(view: &PlayerView) -> Fields {
        open_facts(view.table())
    }

    const OPEN: &'static [&'static str] =
        &["turn", "used", "stack", "mover", "chosen", "redraws", "stones", "left", "points"];

    fn public(&self) -> Fields {
        open_facts(self.table())
    }

    fn hands(&self) -> Value {
        Seat::all(self.seats()).map(|seat| numbers(&self.hand(seat).cards())).collect()
    }

    fn offers(view: &PlayerView) -> Vec<Choice> {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        legal.into_iter().map(|action| choice(view, action)).collect()
    }

    fn event(before: &Just4Fun, action: Action, after: &Just4Fun) -> Fields {
        let mut event = Fields::new();
        let (field, cards) = match action {
            Action::Field(field) => (Some(field), None),
            Action::Cards(cards) => (Some(cards.field()), Some(cards)),
            Action::Redraw => (None, None),
        };
        event.insert("mover".to_owned(), before.table().mover().index().into());
        if let Some(field) = field {
            event.insert("field".to_owned(), field.number().into());
        }
        if let Some(cards) = cards {
            event.insert("cards".to_owned(), laid_down(cards));
        }
        let drew = cards.is_some() || action == Action::Redraw;
        if drew {
            // Whoever sees the stack grow knows that the used cards were shuffled.
            let shuffled = after.table().stack_size() > before.table().stack_size();
            event.insert("reshuffled".to_owned(), shuffled.into());
        }
        event
    }

    /// The last stone, and the cards for it.
    fn story(events: &[Value]) -> Value {
        let last = events.iter().rev().find(|event| event.get("cards").is_some());
        let of = |event: &Value| {
            ["mover", "field", "cards"].map(|name| (name.to_owned(), event[name].clone()))
        };
        json!({ "last": last.map(|event| Value::Object(of(event).into_iter().collect())) })
    }

    fn words(&self, action: Action) -> Words {
        words(action)
    }

    fn own_words(_view: &PlayerView, action: Action) -> Words {
        words(action)
    }

    fn sheet(&self) -> Value {
        let table = self.table();
        let seats = Seat::all(self.seats()).map(|seat| {
            let held = table.stones().held_fields(seat, table.board());
            json!({
                "seat": seat.index(),
                "fields": held.into_iter().map(Field::number).collect::<Vec<_>>(),
                "points": table.stones().points()[seat.index()],
                "highest": held.highest().map(Field::number),
            })
        });
        json!({
            "winner": table.ending().and_then(Ending::winner).map(Seat::index),
            "line": winning_line(table),
            "seats": seats.collect::<Vec<_>>(),
        })
    }

    /// The next seat begins.
    fn follow(start: Start, last: &Start) -> Start {
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
fn open_facts(table: &Table) -> Fields {
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
    let secured: Fields =
        secured.map(|(field, seat)| (field.to_string(), seat.index().into())).collect();
    let closed = |seat: Seat| {
        let open = stones.open(seat);
        Field::all().filter(|&f| !open.contains(f)).map(Field::number).collect::<Vec<u8>>()
    };
    let seats = table.seats();
    fields(json!({
        "rows": rows,
        "held": Seat::all(seats).map(held).collect::<Vec<_>>(),
        "secured": secured,
        "closed": Seat::all(seats).map(closed).collect::<Vec<_>>(),
        "line": winning_line(table),
    }))
}

fn winning_line(table: &Table) -> Option<Vec<u8>> {
    let line = table.winning_line()?;
    Some(line.into_iter().map(|place| table.board().field(place).number()).collect())
}

fn numbers(cards: &[Card]) -> Value {
    cards.iter().map(|card| card.number()).collect()
}

fn laid_down(cards: Combination) -> Value {
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
    let mut choice = Choice::new(vec![action.to_string()], words(action));
    choice.more = match action {
        Action::Field(field) => {
            let ways: Vec<Value> =
                combinations(view.hand(), field).into_iter().map(laid_down).collect();
            fields(json!({ "field": field.number(), "ways": ways }))
        }
        Action::Cards(cards) => {
            fields(json!({ "field": cards.field().number(), "cards": laid_down(cards) }))
        }
        Action::Redraw => Fields::new(),
    };
    choice
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
