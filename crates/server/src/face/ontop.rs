//! OnTop on a page.

use super::{Choice, Face, Fields, Strength, Words, fields};
use kontra_game::{Actions, Game, Notation, Open, Seat, View};
use kontra_ontop::{Action, Board, Cause, Circle, Colour, Content, OnTop, Score};
use serde_json::{Value, json};

impl Face for OnTop {
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
            spec: "mcts(iterations=1500)",
            label: "Regular",
            label_de: "Stammgast",
        },
        Strength { word: "strong", spec: "mcts(ms=600)", label: "Strong", label_de: "Stark" },
    ];
    const ANALYST: &'static str = "mcts(ms=600)";
    const REVIEWER: &'static str = "mcts(iterations=10000)";

    fn more(view: &Open<OnTop>) -> Fields {
        open_facts(view)
    }

    const OPEN: &'static [&'static str] =
        &["turn", "mover", "tile", "tiles", "bag", "points", "stones", "circles"];

    fn public(&self) -> Fields {
        open_facts(self)
    }

    /// Nobody hides anything.
    fn hands(&self) -> Value {
        Value::Null
    }

    fn offers(view: &Open<OnTop>) -> Vec<Choice> {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        legal.into_iter().map(|action| choice(view, action)).collect()
    }

    fn event(before: &OnTop, action: Action, after: &OnTop) -> Fields {
        match action {
            Action::Draw(kind) => fields(json!({
                "tile": before.board().tile(kind).to_string(),
                "mover": before.mover().index(),
            })),
            Action::Place(_) => {
                let mut event = consequences(before, after);
                let tile = before.hand().map(|kind| before.board().tile(kind).to_string());
                event.insert("tile".to_owned(), tile.into());
                event
            }
        }
    }

    /// The last tile that was laid.
    fn story(events: &[Value]) -> Value {
        let last = events.iter().rev().find(|event| event.get("closes").is_some());
        let of = |event: &Value| {
            ["seat", "move", "tile", "closes", "black"]
                .map(|name| (name.to_owned(), event[name].clone()))
        };
        json!({ "last": last.map(|event| Value::Object(of(event).into_iter().collect())) })
    }

    fn words(&self, action: Action) -> Words {
        words(self, action)
    }

    fn own_words(view: &Open<OnTop>, action: Action) -> Words {
        words(view, action)
    }

    fn sheet(&self) -> Value {
        let board = self.board();
        let lines = board.circles().filter_map(|circle| {
            let mut line = scored(board, circle, self.scored(circle)?);
            line.insert("sixths".to_owned(), by_colour(|c| self.sixths(circle)[c.index()].into()));
            Some(Value::Object(line))
        });
        let outcome = self.outcome();
        let seats = Seat::all(self.seats()).map(|seat| {
            let colour = self.colour(seat);
            json!({
                "seat": seat.index(),
                "colour": colour.name(),
                "points": self.points(colour),
                "stones": self.stones(colour),
                "score": self.score(colour),
                "wins": outcome.is_some_and(|outcome| outcome.wins(seat)),
            })
        });
        let out = match outcome.map(|outcome| outcome.cause) {
            Some(Cause::Stones(colours)) => colours.iter().map(Colour::name).collect(),
            _ => vec![],
        };
        json!({
            "lines": lines.collect::<Vec<_>>(),
            "seats": seats.collect::<Vec<_>>(),
            "sides": outcome.map(|outcome| outcome.scores().to_vec()),
            "draw": outcome.is_some_and(|outcome| outcome.is_draw()),
            "out_of_stones": out,
        })
    }

    /// From 1 for a won game and -1 for a lost one between two sides to a probability.
    fn value(view: &Open<OnTop>, value: f64) -> f64 {
        let lost = -1.0 / (view.table().sides() as f64 - 1.0);
        (value - lost) / (1.0 - lost)
    }
}

fn by_colour(of: impl Fn(Colour) -> Value) -> Value {
    Colour::ALL.into_iter().map(|colour| (colour.name().to_owned(), of(colour))).collect()
}

/// What a page needs beside what every program is shown.
fn open_facts(game: &OnTop) -> Fields {
    let seats = Seat::all(game.seats()).map(|seat| game.colour(seat).name());
    fields(json!({
        "board": game.board().name(),
        "colours": seats.collect::<Vec<_>>(),
        "black": black(game),
        "tiles_left": game.tiles_left(),
        "scores": by_colour(|colour| game.score(colour).into()),
    }))
}

/// The triangles that count for nobody.
fn black(game: &OnTop) -> Vec<String> {
    let board = game.board();
    let black = board.triangles().filter(|&t| matches!(game.content(t), Content::Black));
    black.map(|triangle| board.triangle_name(triangle)).collect()
}

fn scored(board: Board, circle: Circle, score: Score) -> Fields {
    fields(json!({
        "circle": board.circle_name(circle),
        "gold": board.is_gold(circle),
        "winner": score.winner.name(),
        "seconds": score.seconds.iter().map(Colour::name).collect::<Vec<_>>(),
        "points": score.points,
    }))
}

/// What laying a tile did: circles that were closed, triangles that became black.
fn consequences(before: &OnTop, after: &OnTop) -> Fields {
    let board = before.board();
    let newly = |circle: &Circle| before.missing(*circle) > 0 && after.missing(*circle) == 0;
    let closes = board.circles().filter(newly).map(|circle| match after.scored(circle) {
        Some(score) => Value::Object(scored(board, circle, score)),
        None => {
            let (name, gold) = (board.circle_name(circle), board.is_gold(circle));
            json!({ "circle": name, "gold": gold, "winner": null, "seconds": [], "points": 0 })
        }
    });
    let was = black(before);
    let black: Vec<String> = black(after).into_iter().filter(|name| !was.contains(name)).collect();
    fields(json!({ "closes": closes.collect::<Vec<_>>(), "black": black }))
}

fn words(game: &OnTop, action: Action) -> Words {
    match action {
        Action::Draw(kind) => {
            let tile = game.board().tile(kind);
            Words::new(format!("draws {tile}"), format!("zieht {tile}"))
        }
        Action::Place(placement) => {
            let [a, b] =
                game.board().halves(placement.position()).map(|t| game.board().triangle_name(t));
            if placement.turned() {
                Words::new(format!("{a} {b}, turned"), format!("{a} {b}, gedreht"))
            } else {
                Words::new(format!("{a} {b}, upright"), format!("{a} {b}, gerade"))
            }
        }
    }
}

fn choice(game: &OnTop, action: Action) -> Choice {
    let mut after = *game;
    after.play(action);
    let mut choice = Choice::new(vec![game.action_text(action)], words(game, action));
    choice.more = consequences(game, &after);
    if let Action::Place(placement) = action {
        choice.more.insert("turned".to_owned(), placement.turned().into());
    }
    choice
}
