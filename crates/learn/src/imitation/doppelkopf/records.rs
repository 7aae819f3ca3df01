use super::{CardGames, RecordedGame};
use kontra_doppelkopf::{Doppelkopf, SEATS};
use kontra_game::{BadInput, Record, Recorded, Records, Replay};
use std::io::Read;

/// Reads Kontra's records of Doppelkopf, one after the other, and learns from their cards. Every record is played through; the
/// first that is wrong is refused with its number.
pub fn read_records(input: impl Read) -> Result<CardGames, BadInput> {
    let mut games = CardGames::default();
    for (number, record) in (1..).zip(Records::new(input)) {
        let within = |bad: BadInput| bad.within(&format!("record {number}"));
        let replay: Replay<Doppelkopf> = record.map_err(within)?.replay().map_err(within)?;
        games.add(&replay.start, &replay.actions);
    }
    Ok(games)
}

/// A game as a record.
pub fn record_of(game: &RecordedGame, player: &str) -> Record {
    let mut record = Record::new::<Doppelkopf>(vec![player.to_owned(); SEATS], &game.start);
    let mut state = Doppelkopf::begin(&game.start);
    game.actions.iter().for_each(|&action| record.play(&mut state, action));
    record
}
