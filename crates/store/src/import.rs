//! Records from elsewhere.

use crate::configuration::VERSION;
use crate::ledger::Ledger;
use crate::row::GameRow;
use crate::seal::SetDigest;
use crate::writer::insert_games;
use crate::{MatchId, Store, StoreError};
use kontra_agents::{GameId, Playable, with_game};
use kontra_arena::{GameIdentity, SeatEffort};
use kontra_game::{BadInput, MAX_SEATS, Moves, Record, Replay, Turn, quote};
use rusqlite::{Transaction, TransactionBehavior};
use rustc_hash::FxHashMap;
use serde_json::json;

/// How many games are handed to SQLite at once.
const BATCH: usize = 1000;

impl Store {
    /// Adds records under a name that no match has yet, all or none, and says how many there were.
    ///
    /// Every record comes with the place where it stood, and is played through. Records of a second game get a name
    /// of their own: the same name and the game's.
    pub fn import(
        &mut self,
        name: &str,
        records: impl IntoIterator<Item = Result<(String, Record), BadInput>>,
    ) -> Result<u64, StoreError> {
        if let Some(known) = self.named(name)? {
            let expected = "a name that is not in the store yet";
            let found = format!("{}, which is {}", quote(name), known.title());
            return Err(StoreError::expected(&self.path, expected, found));
        }
        self.check_name(name)?;
        let path = self.path.clone();
        let failed = |error: rusqlite::Error| StoreError::sqlite(&path, &error);
        let behaviour = TransactionBehavior::Immediate;
        let change = self.connection.transaction_with_behavior(behaviour).map_err(failed)?;
        let mut folders: Vec<Folder> = vec![];
        let mut count = 0;
        for record in records {
            let (place, record) = record?;
            let row = row(&record).map_err(|bad| bad.within(&place))?;
            count += 1;
            let known = folders.iter().position(|folder| folder.game == record.game);
            let number = known.unwrap_or(folders.len());
            if known.is_none() {
                folders.push(Folder::begin(&change, name, number, &record.game).map_err(failed)?);
            }
            folders[number].add(&change, record.players, row).map_err(failed)?;
        }
        for folder in folders {
            let (id, games) = folder.finish(&change).map_err(failed)?;
            Ledger { connection: &change, path: &path }.enroll(id, games)?;
        }
        change.commit().map_err(failed)?;
        Ok(count)
    }
}

/// Plays a record through and packs it.
fn row(record: &Record) -> Result<GameRow, BadInput> {
    let id: GameId = record.game.parse()?;
    with_game!(id, G => row_of::<G>(record))
}

fn row_of<G: Playable>(record: &Record) -> Result<GameRow, BadInput> {
    let Replay { start, actions, end } = record.replay::<G>()?;
    let mut identity = GameIdentity::new::<G>(&start);
    let mut thinking = [SeatEffort::default(); MAX_SEATS];
    for (&action, (seat, _)) in actions.iter().zip(&record.moves) {
        identity.add::<G>(action);
        seat.iter().for_each(|seat| thinking[seat.index()].decisions += 1);
    }
    Ok(GameRow {
        deal: 0,
        arrangement: 0,
        payoffs: record.result.clone().unwrap_or_default(),
        thinking,
        forfeit: None,
        ending: (end.turn() == Turn::Over).then(|| end.ending().into()),
        identity: identity.finish(),
        moves: Moves::of::<G>(&start, &actions),
        start: Some(record.start.to_string()),
    })
}

/// The records of one game in an import.
struct Folder {
    id: MatchId,
    game: String,
    arrangements: FxHashMap<Vec<String>, usize>,
    count: u64,
    written: SetDigest,
    waiting: Vec<GameRow>,
    endings: FxHashMap<String, i64>,
}

impl Folder {
    fn begin(
        change: &Transaction<'_>,
        name: &str,
        number: usize,
        game: &str,
    ) -> rusqlite::Result<Folder> {
        let name = if number == 0 { name.to_owned() } else { format!("{name} {game}") };
        let insert =
            "INSERT INTO matches (name, kind, game, program) VALUES (?1, 'import', ?2, ?3)";
        change.execute(insert, (name, game, VERSION))?;
        Ok(Folder {
            id: MatchId(change.last_insert_rowid()),
            game: game.to_owned(),
            arrangements: FxHashMap::default(),
            count: 0,
            written: SetDigest::default(),
            waiting: vec![],
            endings: FxHashMap::default(),
        })
    }

    fn add(
        &mut self,
        change: &Transaction<'_>,
        players: Vec<String>,
        row: GameRow,
    ) -> rusqlite::Result<()> {
        let next = self.arrangements.len();
        let arrangement = self.arrangements.get(&players).copied().unwrap_or(next);
        if arrangement == next {
            let insert = "INSERT INTO arrangements VALUES (?1, ?2, ?3)";
            change.execute(insert, (self.id.0, next as i64, json!(players).to_string()))?;
            self.arrangements.insert(players, next);
        }
        self.waiting.push(GameRow { deal: self.count, arrangement, ..row });
        self.count += 1;
        if self.waiting.len() == BATCH { self.write(change) } else { Ok(()) }
    }

    fn write(&mut self, change: &Transaction<'_>) -> rusqlite::Result<()> {
        let written = insert_games(change, self.id, &self.waiting, &mut self.endings)?;
        self.written = self.written.plus(written);
        self.waiting.clear();
        Ok(())
    }

    fn finish(mut self, change: &Transaction<'_>) -> rusqlite::Result<(MatchId, SetDigest)> {
        self.write(change)?;
        let mut arrangements = vec![vec![]; self.arrangements.len()];
        for (players, number) in self.arrangements {
            arrangements[number] = players;
        }
        Store::seal(change, self.id, &self.game, None, &arrangements)?;
        Ok((self.id, self.written))
    }
}
