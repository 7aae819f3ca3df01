//! Writes a record of Doppelkopf in which somebody announces on a poor hand and loses: the example of the review's test.
//!
//! ```text
//! cargo run -p kontra-agents --example lost_announcement > crates/server/tests/data/lost-announcement.jsonl
//! ```

use kontra_agents::Agent;
use kontra_agents::doppelkopf::network::{Manners, Model, NetworkPlayer};
use kontra_doppelkopf::{Deal, Doppelkopf, Move, Question, Rules, Start};
use kontra_game::{Game, Log, Record, Streams, Turn};

fn main() {
    let found = (0..2000).find_map(record);
    println!("{}", found.expect("somebody loses an announcement").to_line());
}

/// A game of networks in which the first player who is asked announces. Kept where the hand was poor and the game was lost,
/// and nobody else announced.
fn record(number: u64) -> Option<Record> {
    let streams = Streams::new(number);
    let start = Start::single(Rules::default(), Deal::random(&mut streams.deal(0)));
    let mut network = NetworkPlayer::new(Model::shipped(), Manners::NONE, streams.test(0));
    let names = ["Anna", "Ada (network)", "Emil (network)", "Frieda (network)"];
    let mut record = Record::new::<Doppelkopf>(names.map(str::to_owned).to_vec(), &start);
    let (mut game, mut log, mut by) = (Doppelkopf::new(&start), Log::new(), None);
    while let Turn::Seat(seat) = game.turn() {
        let asked = game.public().question() == Some(Question::Announcement);
        let action = match by {
            None if asked => {
                by = Some(seat);
                let suits = game.public().kind()?.suits();
                let trumps = game.hand(seat).iter().filter(|&card| suits.is_trump(card)).count();
                (trumps <= 3).then_some(Move::Yes)?
            }
            Some(_) if asked => Move::No,
            _ => network.choose(&game.view(seat), log.seen_by(seat)),
        };
        log.push(&game, action);
        record.play(&mut game, action);
    }
    let lost = game.payoffs().as_slice()[by?.index()] < 0.0;
    lost.then_some(record)
}
