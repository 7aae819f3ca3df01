use crate::configuration::Configuration;
use crate::ledger::{Entry, Ledger, MATCH, OLD_MATCH};
use crate::seal::SetDigest;
use crate::{Store, StoreError};
use kontra_arena::{Hypotheses, Seating, Sprt};
use kontra_game::{StableHasher, quote, similar};
use rusqlite::{Connection, Row};
use serde_json::Value;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The number of a match in its store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MatchId(pub(crate) i64);

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a store knows about one match, or about records that were imported together.
#[derive(Clone, PartialEq, Debug)]
pub struct Stored {
    /// Its number.
    pub id: MatchId,
    /// Its name, if it was given one.
    pub name: Option<String>,
    /// The game's name.
    pub game: String,
    /// What was played; `None` for imported records.
    pub configuration: Option<Configuration>,
    /// When it was begun, in UTC.
    pub begun: String,
    /// How long it was played, in seconds.
    pub elapsed_s: f64,
    /// How many games are stored.
    pub games: u64,
    /// Who sits where, by the number of the arrangement.
    pub arrangements: Vec<Vec<String>>,
    /// After this many deals it was over before its last one: a sequential test was decided.
    pub concluded: Option<u64>,
}

impl Stored {
    /// Whether games of the match are still to be played.
    pub fn is_unfinished(&self) -> bool {
        let all = |configuration: &Configuration| {
            configuration.deals.saturating_mul(self.arrangements.len() as u64)
        };
        self.concluded.is_none() && self.configuration.as_ref().is_some_and(|c| self.games < all(c))
    }

    /// A hash of what never changes, because SQLite does not notice when somebody overwrites a byte.
    pub(crate) fn checksum(&self) -> u32 {
        let mut hasher = StableHasher::default();
        self.game.hash(&mut hasher);
        if let Some(configuration) = &self.configuration {
            let Configuration { rules, agents, seating, seed, .. } = configuration;
            rules.to_string().hash(&mut hasher);
            agents.hash(&mut hasher);
            seating.name().hash(&mut hasher);
            seed.hash(&mut hasher);
        }
        self.arrangements.hash(&mut hasher);
        hasher.finish() as u32
    }

    /// How sentences name it.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("match {} {}", self.id, quote(name)),
            None => format!("match {}", self.id),
        }
    }
}

impl Store {
    /// Everything in the store, in the order it was begun. A match that is missing or was changed is an error.
    pub fn matches(&self) -> Result<Vec<Stored>, StoreError> {
        let _snapshot = self.snapshot()?;
        let (found, there) = self.select_matches("ORDER BY id", [])?;
        let noted = if self.protected { self.ledger().matches()? } else { there };
        if there.count != noted.count {
            let what = format!("{} matches are noted, {} are there", noted.count, there.count);
            return Err(StoreError::damaged(&self.path, what));
        }
        if there.digest != noted.digest || !found.is_sorted_by(|a, b| a.id < b.id) {
            let what = "other matches are there than are noted";
            return Err(StoreError::damaged(&self.path, what));
        }
        Ok(found)
    }

    /// The match with this number or, if no match has it, with this name.
    pub fn find(&self, which: &str) -> Result<Stored, StoreError> {
        let mut all = self.matches()?;
        let number: Option<i64> = which.parse().ok();
        let numbered = all.iter().position(|stored| Some(stored.id.0) == number);
        let named = || all.iter().position(|stored| stored.name.as_deref() == Some(which));
        match numbered.or_else(named) {
            Some(place) => Ok(all.swap_remove(place)),
            None => {
                let expected = "the name or number of a match in the store";
                let names = all.iter().filter_map(|stored| stored.name.as_deref());
                let found = match similar(which, names) {
                    Some(name) => format!("{}; did you mean {}?", quote(which), quote(name)),
                    None => quote(which),
                };
                Err(StoreError::expected(&self.path, expected, found))
            }
        }
    }

    /// The match with this name. All are read, because an index may be damaged on its own.
    pub(crate) fn named(&self, name: &str) -> Result<Option<Stored>, StoreError> {
        let all = self.matches()?;
        Ok(all.into_iter().find(|stored| stored.name.as_deref() == Some(name)))
    }

    /// Complains about a new name that would be taken for the number of a match.
    pub(crate) fn check_name(&self, name: &str) -> Result<(), StoreError> {
        if name.parse::<i64>().is_err() {
            return Ok(());
        }
        let expected = "a name for a match that is not a number";
        Err(StoreError::expected(&self.path, expected, quote(name)))
    }

    pub(crate) fn ledger(&self) -> Ledger<'_> {
        Ledger { connection: &self.connection, path: &self.path }
    }

    /// Notes the checksum of a match whose row and arrangements are complete.
    pub(crate) fn seal(
        change: &Connection,
        id: MatchId,
        game: &str,
        configuration: Option<&Configuration>,
        arrangements: &[Vec<String>],
    ) -> rusqlite::Result<()> {
        let stored = Stored {
            id,
            name: None,
            game: game.to_owned(),
            configuration: configuration.cloned(),
            begun: String::new(),
            elapsed_s: 0.0,
            games: 0,
            arrangements: arrangements.to_vec(),
            concluded: None,
        };
        let update = "UPDATE matches SET checksum = ?2 WHERE id = ?1";
        change.execute(update, (id.0, stored.checksum())).map(drop)
    }

    pub(crate) fn numbered(&self, id: MatchId) -> Result<Stored, StoreError> {
        let found = self.select_matches("WHERE id = ?1", [id.0])?.0.pop();
        found.ok_or_else(|| StoreError::damaged(&self.path, format!("match {id} is missing")))
    }

    /// Matches as they were left, and their hashes.
    fn select_matches(
        &self,
        condition: &str,
        values: impl rusqlite::Params,
    ) -> Result<(Vec<Stored>, SetDigest), StoreError> {
        let (columns, seal) = if self.protected { (MATCH, "seal") } else { (OLD_MATCH, "NULL") };
        let select = format!("SELECT {columns}, {seal} FROM matches {condition}");
        let read = || -> rusqlite::Result<Vec<_>> {
            let mut query = self.connection.prepare(&select)?;
            query.query_map(values, |row| Ok((Entry::read(row)?, read_match(row)?)))?.collect()
        };
        let (mut matches, mut tally) = (vec![], SetDigest::default());
        for (entry, found) in read().map_err(|error| self.failed(&error))? {
            tally.add(entry.hash);
            let stored = self.with_arrangements(found)?;
            if self.protected && !entry.is_sealed() {
                return Err(self.wrong_checksum(&stored));
            }
            matches.push(stored);
        }
        Ok((matches, tally))
    }

    fn wrong_checksum(&self, stored: &Stored) -> StoreError {
        StoreError::damaged(&self.path, format_args!("{} has a wrong checksum", stored.title()))
    }

    fn with_arrangements(&self, found: Found) -> Result<Stored, StoreError> {
        let (mut stored, checksum) = found.map_err(|what| StoreError::damaged(&self.path, what))?;
        let read = || -> rusqlite::Result<Vec<(i64, String)>> {
            let select =
                "SELECT number, players FROM arrangements WHERE match = ?1 ORDER BY number";
            let mut query = self.connection.prepare_cached(select)?;
            query.query_map([stored.id.0], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let rows = read().map_err(|error| self.failed(&error))?;
        for (due, (number, players)) in rows.into_iter().enumerate() {
            let players = serde_json::from_str(&players).ok().filter(|_| number == due as i64);
            let what = || format!("arrangement {due} of match {} cannot be read", stored.id);
            let players = players.ok_or_else(|| StoreError::damaged(&self.path, what()))?;
            stored.arrangements.push(players);
        }
        if checksum != Some(i64::from(stored.checksum())) {
            return Err(self.wrong_checksum(&stored));
        }
        Ok(stored)
    }
}

/// A match without its arrangements, and its checksum; or what is wrong with it.
type Found = Result<(Stored, Option<i64>), String>;

/// Reads a row of `matches`; `Err` with what is wrong if it makes no sense.
fn read_match(row: &Row<'_>) -> rusqlite::Result<Found> {
    let id = MatchId(row.get(0)?);
    let (kind, game): (String, String) = (row.get(2)?, row.get(3)?);
    let configuration = match kind.as_str() {
        "import" => Ok(None),
        _ => read_configuration(row, &game)?
            .map(Some)
            .ok_or_else(|| format!("the configuration of match {id} cannot be read")),
    };
    let (name, begun, elapsed_s) = (row.get(1)?, row.get(11)?, row.get(12)?);
    let games = row.get::<_, i64>(13)?.cast_unsigned();
    let concluded = row.get::<_, Option<i64>>(14)?.map(i64::cast_unsigned);
    let arrangements = vec![];
    let checksum = row.get(15)?;
    Ok(configuration.map(|configuration| {
        let stored = Stored {
            id,
            name,
            game,
            configuration,
            begun,
            elapsed_s,
            games,
            arrangements,
            concluded,
        };
        (stored, checksum)
    }))
}

fn read_configuration(row: &Row<'_>, game: &str) -> rusqlite::Result<Option<Configuration>> {
    let (rules, agents): (String, String) = (row.get(4)?, row.get(5)?);
    let (seating, seed): (String, String) = (row.get(6)?, row.get(7)?);
    let (deals, program) = (row.get::<_, i64>(8)?.cast_unsigned(), row.get(10)?);
    let sprt: Option<String> = row.get(9)?;
    let parsed = || {
        Some(Configuration {
            game: game.to_owned(),
            rules: serde_json::from_str::<Value>(&rules).ok()?,
            agents: serde_json::from_str(&agents).ok()?,
            seating: seating.parse::<Seating>().ok()?,
            seed: seed.parse().ok()?,
            deals,
            sprt: sprt.map_or(Some(None), |text| read_sprt(&text).map(Some))?,
            program,
        })
    };
    Ok(parsed())
}

fn read_sprt(text: &str) -> Option<Sprt> {
    let [h0, h1, alpha, beta] = serde_json::from_str::<[f64; 4]>(text).ok()?;
    Some(Sprt { claim: Hypotheses::new(h0, h1)?, alpha, beta })
}
