//! Play a game: deal from a seed, choose among the legal moves, and write everything down.
//!
//!     cargo run --example play_a_game

use kontra_doppelkopf::Doppelkopf;
use kontra_game::{Game, Notation, Record, Recorded, Replay, Streams, Turn, choose};

fn main() {
    // All random numbers come from one seed, through streams with names.
    let streams = Streams::new(2012);
    let start = Doppelkopf::deal(&Default::default(), &mut streams.deal(0));
    let mut game = Doppelkopf::begin(&start);
    let mut record = Record::new::<Doppelkopf>(vec!["random".to_owned(); 4], &start);

    let mut rng = streams.test(0);
    while let Turn::Seat(seat) = game.turn() {
        let legal = game.choices();
        let action = legal[choose::below(&mut rng, legal.len() as u32) as usize];
        println!("seat {seat} plays {:12} ({} moves)", game.action_text(action), legal.len());
        record.play(&mut game, action);
    }

    println!("\npoints for each seat: {:?}", game.payoffs().as_slice());
    for line in game.tally().lines() {
        println!("  {:2} for {}: {:?}", line.rule.points(), line.team, line.rule);
    }

    // The record is one line of JSON, and replays exactly.
    println!("\n{}", record.to_line());
    let replayed: Replay<Doppelkopf> = record.replay().expect("it was just written");
    assert_eq!(replayed.end.payoffs().as_slice(), game.payoffs().as_slice());
}

#[test]
fn it_runs() {
    main();
}
