//! What a player is shown, as JSON: everything, for nothing is hidden. The book's chapter on external agents has
//! the list of fields.

use crate::{Action, Board, Circle, Colour, OnTop, Score, Start, TileKind};
use kontra_game::{Game, History, Notation, Open, Past, Shown, View, show_seats, show_turn};
use serde_json::{Map, Value, json};

impl Shown for OnTop {
    /// Nothing is hidden: the past is what it was.
    fn imagined_past(view: &Open<OnTop>, history: History<'_, OnTop>) -> Option<Past<OnTop>> {
        let start = Start { table: view.table(), colours: view.all_colours(), board: view.board() };
        Some(Past { start, history: history.actions()? })
    }

    fn show_rules(view: &Open<OnTop>) -> Value {
        json!({
            "players": view.seats(),
            "teams": view.table().teams(),
            "colours": show_seats(view.seats(), |seat| view.colour(seat).name()),
            "board": view.board().write_short(),
        })
    }

    fn show(view: &Open<OnTop>) -> Value {
        let board = view.board();
        let name = |kind: TileKind| board.tile(kind).to_string();
        let tiles = view.tiles().map(|laid| {
            json!({ "place": board.placement_name(laid.placement), "tile": name(laid.kind) })
        });
        json!({
            "seat": View::seat(view).index(),
            "turn": show_turn(View::turn(view)),
            "mover": view.mover().index(),
            "tile": view.hand().map(name),
            "tiles": tiles.collect::<Vec<_>>(),
            "bag": bag(view),
            "points": by_colour(|colour| view.points(colour).into()),
            "stones": by_colour(|colour| view.stones(colour).into()),
            "circles": board.circles().map(|circle| show_circle(view, board, circle)).collect::<Vec<_>>(),
        })
    }

    fn show_move(view: &Open<OnTop>, action: Action) -> String {
        view.action_text(action)
    }
}

fn by_colour(of: impl Fn(Colour) -> Value) -> Value {
    Colour::ALL.into_iter().map(|colour| (colour.name().to_owned(), of(colour))).collect()
}

/// How many tiles of each kind can still be drawn.
fn bag(game: &OnTop) -> Value {
    let mut bag = Map::new();
    for (tile, _) in game.board().tiles() {
        let left = game.board().kind(&tile.to_string()).map(|kind| game.tiles_left_of(kind));
        bag.insert(tile.to_string(), left.into());
    }
    Value::Object(bag)
}

fn show_circle(game: &OnTop, board: Board, circle: Circle) -> Value {
    let sixths = game.sixths(circle);
    json!({
        "name": board.circle_name(circle),
        "gold": board.is_gold(circle),
        "missing": game.missing(circle),
        "sixths": by_colour(|colour| sixths[colour.index()].into()),
        "scored": game.scored(circle).map(show_score),
    })
}

fn show_score(score: Score) -> Value {
    let seconds: Vec<&str> = score.seconds.iter().map(Colour::name).collect();
    json!({ "winner": score.winner.name(), "seconds": seconds, "points": score.points })
}
