//! What a player is shown, as JSON. The book's chapter on external agents has the list of fields.

use crate::start::write_board;
use crate::{Action, Card, Cards, Field, Just4Fun, PlayerView, Setup, Start};
use kontra_game::{Determinize, History, Past, Shown, Streams, Turn, View, show_seats, show_turn};
use serde_json::{Value, json};

impl Shown for Just4Fun {
    /// The present position of a world, in which a game begins: how the hidden cards came about is not imagined.
    fn imagined_past(view: &PlayerView, _: History<'_, Just4Fun>) -> Option<Past<Just4Fun>> {
        let begins = matches!(view.turn(), Turn::Seat(_));
        let world = begins.then(|| view.determinize(&mut Streams::new(view.key().0).test(0)))?;
        Some(Past { start: Start::new(Setup::of(&world)).ok()?, history: vec![] })
    }

    fn show_rules(view: &PlayerView) -> Value {
        let table = view.table();
        json!({
            "players": table.seats(),
            "board": write_board(table.board()),
            "cards": table.card_choice().word(),
        })
    }

    fn show(view: &PlayerView) -> Value {
        let table = view.table();
        let (stones, seats) = (table.stones(), table.seats());
        json!({
            "seat": view.seat().index(),
            "turn": show_turn(view.turn()),
            "hand": view.hand().cards().map(Card::number),
            "known": numbers(view.known()),
            "used": numbers(table.used()),
            "stack": table.stack_size(),
            "mover": table.mover().index(),
            "chosen": table.chosen().map(Field::number),
            "redraws": table.redraws(),
            "stones": show_seats(seats, |seat| {
                Field::all().map(|field| stones.on(field, seat)).collect::<Vec<u8>>()
            }),
            "left": show_seats(seats, |seat| stones.left(seat)),
            "points": show_seats(seats, |seat| stones.points()[seat.index()]),
        })
    }

    fn show_move(_view: &PlayerView, action: Action) -> String {
        action.to_string()
    }
}

fn numbers(cards: Cards) -> Vec<u8> {
    cards.iter().map(Card::number).collect()
}
