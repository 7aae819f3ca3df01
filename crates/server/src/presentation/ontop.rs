//! OnTop on a page.

use super::{Presentation, Strength, strengths};
use crate::messages::ontop::{self, Consequences, LastTile, Line, ScoredCircle, SeatResult};
use crate::messages::{
    ByName, Choice, ChoiceDetails, Event, EventDetails, Hands, Sheet, Story, Unit, ViewDetails,
    Words,
};
use kontra_game::{Actions, Game, Notation, Open, Seat, View};
use kontra_ontop::{Action, Board, Cause, Circle, Colour, Content, OnTop, Score};

impl Presentation for OnTop {
    const UNIT: Unit = Unit::Win;
    const STRENGTHS: [Strength; 3] =
        strengths(["flat(iterations=40)", "mcts(iterations=1500)", "champion(ms=400)"]);
    // Every move is looked into equally far: values of different depths cannot be compared.
    const ANALYST: &'static str = "champion(margins=200)";
    const REVIEWER: &'static str = Self::ANALYST;
    /// Nobody wants to be told of less than one game in fifty.
    const LEAST_MISTAKE: f64 = 0.02;

    fn view_details(view: &Open<OnTop>) -> ViewDetails {
        open_facts(view)
    }

    const OPEN: &'static [&'static str] =
        &["turn", "mover", "tile", "tiles", "bag", "points", "stones", "circles"];

    fn open_details(&self) -> ViewDetails {
        open_facts(self)
    }

    /// Nobody hides anything.
    fn hands(&self) -> Hands {
        Hands::Open
    }

    fn offers(view: &Open<OnTop>) -> Vec<Choice> {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        legal.into_iter().map(|action| choice(view, action)).collect()
    }

    fn event_details(before: &OnTop, action: Action, after: &OnTop) -> EventDetails {
        EventDetails::OnTop(match action {
            Action::Draw(kind) => ontop::Event::Drawn {
                tile: before.board().tile(kind).to_string().into(),
                mover: before.mover().index() as u8,
            },
            Action::Place(_) => ontop::Event::Placed {
                consequences: consequences(before, after),
                tile: before.hand().map(|kind| before.board().tile(kind).to_string().into()),
            },
        })
    }

    /// The last tile that was laid.
    fn story<'a>(events: impl DoubleEndedIterator<Item = &'a Event> + Clone) -> Story {
        let last = events.rev().find_map(|event| match &event.details {
            EventDetails::OnTop(ontop::Event::Placed { consequences, tile }) => Some(LastTile {
                seat: event.seat,
                text: event.text.clone(),
                tile: tile.clone(),
                consequences: consequences.clone(),
            }),
            _ => None,
        });
        Story::OnTop(ontop::Story { last })
    }

    fn words(&self, action: Action) -> Words {
        words(self, action)
    }

    fn own_words(view: &Open<OnTop>, action: Action) -> Words {
        words(view, action)
    }

    fn sheet(&self) -> Sheet {
        let board = self.board();
        let lines = board.circles().filter_map(|circle| {
            let scored = scored(board, circle, Some(self.scored(circle)?));
            Some(Line { scored, sixths: by_colour(|c| self.sixths(circle)[c.index()]) })
        });
        let outcome = self.outcome();
        let seats = Seat::all(self.seats()).map(|seat| {
            let colour = self.colour(seat);
            SeatResult {
                seat: seat.index(),
                colour: colour.name(),
                points: self.points(colour),
                stones: self.stones(colour),
                score: self.score(colour),
                wins: outcome.is_some_and(|outcome| outcome.wins(seat)),
            }
        });
        let out_of_stones = match outcome.map(|outcome| outcome.cause) {
            Some(Cause::Stones(colours)) => colours.iter().map(Colour::name).collect(),
            _ => vec![],
        };
        Sheet::OnTop(ontop::Sheet {
            lines: lines.collect(),
            seats: seats.collect(),
            sides: outcome.map(|outcome| outcome.scores().to_vec()),
            draw: outcome.is_some_and(|outcome| outcome.is_draw()),
            out_of_stones,
        })
    }

    /// From 1 for a won game and -1 for a lost one between two sides to a probability.
    fn value(view: &Open<OnTop>, value: f64) -> f64 {
        let lost = -1.0 / (view.table().sides() as f64 - 1.0);
        (value - lost) / (1.0 - lost)
    }
}

fn by_colour<T>(of: impl Fn(Colour) -> T) -> ByName<T> {
    ByName(Colour::ALL.into_iter().map(|colour| (colour.name().into(), of(colour))).collect())
}

/// What a page needs beside what every program is shown.
fn open_facts(game: &OnTop) -> ViewDetails {
    ViewDetails::OnTop(ontop::View {
        board: game.board().name().to_owned(),
        colours: Seat::all(game.seats()).map(|seat| game.colour(seat).name()).collect(),
        black: black(game),
        tiles_left: game.tiles_left(),
        scores: by_colour(|colour| game.score(colour)),
    })
}

/// The triangles that count for nobody.
fn black(game: &OnTop) -> Vec<String> {
    let board = game.board();
    let black = board.triangles().filter(|&t| matches!(game.content(t), Content::Black));
    black.map(|triangle| board.triangle_name(triangle)).collect()
}

/// A closed circle; without a score it is nobody's.
fn scored(board: Board, circle: Circle, score: Option<Score>) -> ScoredCircle {
    ScoredCircle {
        circle: board.circle_name(circle),
        gold: board.is_gold(circle),
        winner: score.map(|score| score.winner.name()),
        seconds: score.map_or(vec![], |score| score.seconds.iter().map(Colour::name).collect()),
        points: score.map_or(0, |score| score.points),
    }
}

/// What laying a tile did: circles that were closed, triangles that became black.
fn consequences(before: &OnTop, after: &OnTop) -> Consequences {
    let board = before.board();
    let newly = |circle: &Circle| before.missing(*circle) > 0 && after.missing(*circle) == 0;
    let closes = board.circles().filter(newly);
    let was = black(before);
    Consequences {
        closes: closes.map(|circle| scored(board, circle, after.scored(circle))).collect(),
        black: black(after).into_iter().filter(|name| !was.contains(name)).collect(),
    }
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
    let turned = match action {
        Action::Place(placement) => Some(placement.turned()),
        Action::Draw(_) => None,
    };
    let details = ontop::Choice { consequences: consequences(game, &after), turned };
    let send = vec![game.action_text(action)];
    Choice::new(send, words(game, action), ChoiceDetails::OnTop(details))
}
