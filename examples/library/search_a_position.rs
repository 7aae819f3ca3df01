//! Search a position: what should the first player of a normal game of Doppelkopf lead?
//!
//!     cargo run --release --example search_a_position

use kontra_doppelkopf::{Doppelkopf, Move, Question};
use kontra_game::{Game, Notation, Recorded, Streams, Turn};
use kontra_search::mcts::SoIsmcts;
use kontra_search::{Budget, Limits, Search};
use std::time::{Duration, Instant};

fn main() {
    let streams = Streams::new(7);
    let start = Doppelkopf::deal(&Default::default(), &mut streams.deal(0));
    let mut game = Doppelkopf::begin(&start);
    // Nobody wants a solo or announces anything.
    while game.public().question() != Some(Question::Card) {
        game.play(Move::No);
    }
    let Turn::Seat(seat) = game.turn() else { return };

    // A search is given a view: what this seat may know. It imagines the other hands.
    let view = game.view(seat);
    println!("seat {seat} holds {}", view.hand());
    let mut search = SoIsmcts::new(4.0).with_budget(Budget::iterations(2000));

    // Limits hold whatever the budget says: here for somebody who will not wait longer than ten seconds.
    let limits = Limits::none().until(Instant::now() + Duration::from_secs(10));
    let analysis = search.search(&view, &limits, &mut streams.agent(0, 0, seat));

    println!("{:6} {:>7} {:>8} {:>7}", "card", "visits", "value", "error");
    for entry in &analysis.moves {
        let name = game.action_text(entry.action);
        println!("{name:6} {:>7} {:>+8.3} {:>7.3}", entry.visits, entry.value, entry.error);
    }
    println!("best: {}", game.action_text(analysis.chosen));
    println!("{} worlds, {} nodes", analysis.worlds, analysis.nodes);
}

#[test]
fn it_runs() {
    main();
}
