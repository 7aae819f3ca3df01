//! Write an agent: it gets what its seat may know, and what happened so far, and picks a move.
//!
//!     cargo run --release --example write_an_agent

use kontra_agents::{Agent, Random};
use kontra_doppelkopf::{Doppelkopf, DoppelkopfView, Move, Question};
use kontra_game::{Actions, Game, History, Log, Recorded, Seat, Streams, Turn, View};

/// Leads its most valuable card, and follows with the least valuable one. Announces nothing.
struct Simple;

impl Agent<Doppelkopf> for Simple {
    fn choose(&mut self, view: &DoppelkopfView, history: History<'_, Doppelkopf>) -> Move {
        // The history has every decision that this seat has seen, the same that the record has.
        assert!(history.iter().all(|event| event.action.is_some()), "nothing is hidden here");
        if view.public().question() != Some(Question::Card) {
            return Move::No;
        }
        let mut legal = Actions::new();
        view.actions(&mut legal);
        let points = |action: &Move| match action {
            Move::Card(card) => card.points(),
            _ => 0,
        };
        let leads = view.public().trick().next().is_none();
        let best = if leads {
            legal.iter().max_by_key(|a| points(a))
        } else {
            legal.iter().min_by_key(|a| points(a))
        };
        best.copied().unwrap_or(legal[0])
    }
}

fn main() {
    let streams = Streams::new(3);
    let mut total = 0.0;
    for deal in 0..200 {
        let start = Doppelkopf::deal(&Default::default(), &mut streams.deal(deal));
        let mut game = Doppelkopf::begin(&start);
        let mut log = Log::new();
        // One simple player among three random ones, each with random numbers of its own.
        let mut players: Vec<Box<dyn Agent<Doppelkopf>>> = Seat::all(4)
            .map(|seat| -> Box<dyn Agent<Doppelkopf>> {
                if seat.index() == 0 {
                    Box::new(Simple)
                } else {
                    Box::new(Random::new(streams.agent(deal, 0, seat)))
                }
            })
            .collect();
        while let Turn::Seat(seat) = game.turn() {
            // An agent is given a view, never the game.
            let action = players[seat.index()].choose(&game.view(seat), log.seen_by(seat));
            log.push(&game, action);
            game.play(action);
        }
        total += game.payoffs().as_slice()[0];
    }
    println!("the simple player wins {:+.2} points a game", total / 200.0);
}

#[test]
fn it_runs() {
    main();
}
