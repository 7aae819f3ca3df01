//! Writes a record of Doppelkopf in which somebody announces on a poor hand and loses: the example of the review's test.
//!
//! ```text
//! cargo run -p kontra-agents --example lost_announcement > crates/server/tests/data/lost-announcement.jsonl
//! ```

use kontra_agents::Agent;
use kontra_agents::doppelkopf::network::{Manners, Model, NetworkPlayer};
use kontra_doppelkopf::{Card, Deal, Doppelkopf, Move, Question, Rules, Start};
use kontra_game::{Game, Log, Record, Streams, Turn};

/// With the first hand, two trumps and no ace, nobody would say re: the mistake is plain to every agent, on every processor.
const HANDS: [&str; 4] = [
    "C9 C9 CK S9 S9 SK ST H9 H9 HK D9 CQ",
    "CT SA D9 DK DJ SJ CJ DQ HQ SQ CQ HT",
    "CA ST SA HK HA DK DA DJ SJ HQ SQ HT",
    "CK CT CA SK HA DT DT DA HJ HJ CJ DQ",
];

/// A game of networks in which the first player who is asked announces, and nobody else.
fn main() {
    let hand = |names: &str| names.split(' ').filter_map(Card::parse).collect();
    let hands = HANDS.map(hand);
    let start = Start::single(Rules::default(), Deal::new(hands).expect("48 cards"));
    let mut network = NetworkPlayer::new(Model::shipped(), Manners::NONE, Streams::new(1).test(0));
    let names = ["Anna", "Ada (network)", "Emil (network)", "Frieda (network)"];
    let mut record = Record::new::<Doppelkopf>(names.map(str::to_owned).to_vec(), &start);
    let (mut game, mut log, mut by) = (Doppelkopf::new(&start), Log::new(), None);
    while let Turn::Seat(seat) = game.turn() {
        let asked = game.public().question() == Some(Question::Announcement);
        let action = match by {
            None if asked => {
                by = Some(seat);
                Move::Yes
            }
            Some(_) if asked => Move::No,
            _ => network.choose(&game.view(seat), log.seen_by(seat)),
        };
        log.push(&game, action);
        record.play(&mut game, action);
    }
    println!("{}", record.to_line());
}
