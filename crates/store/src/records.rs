//! Stored games as records again.

use crate::configuration::Configuration;
use crate::row::GameRow;
use crate::{Store, StoreError, Stored};
use kontra_agents::{GameId, Playable, with_game};
use kontra_arena::{GameIdentity, SeatEffort};
use kontra_game::{BadInput, MAX_SEATS, Reader, Record, Streams};
use serde_json::Value;
use std::ops::ControlFlow;

/// A game of the store with everything that is known about it.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// The deal, or the place among imported records, counted from 0.
    pub deal: u64,
    /// Which arrangement of the players it was, counted from 0.
    pub arrangement: usize,
    /// What it was worth to each seat; nothing if it is not finished.
    pub payoffs: Vec<f64>,
    /// How it ended; `None` if it is not finished.
    pub ending: Option<String>,
    /// How long each seat thought.
    pub thinking: [SeatEffort; MAX_SEATS],
    /// The game as text, exactly as it was played or imported.
    pub record: Record,
}

impl Store {
    /// Hands out the games of a match with their records, by deal and arrangement, until `each` breaks off.
    ///
    /// Every game is played through: one that does not come out as it was stored is an error.
    pub fn each_record<E: From<StoreError>>(
        &self,
        stored: &Stored,
        each: impl FnMut(StoredGame) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let id: GameId = stored.game.parse().map_err(|bad: BadInput| self.wrong(stored, &bad))?;
        with_game!(id, G => self.each_record_of::<G, E>(stored, each))
    }

    fn each_record_of<G: Playable, E: From<StoreError>>(
        &self,
        stored: &Stored,
        mut each: impl FnMut(StoredGame) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let restorer = Restorer::<G>::new(stored).map_err(|bad| self.wrong(stored, &bad))?;
        self.each_game(stored.id, |row| {
            each(restorer.game(row).map_err(|bad| self.wrong(stored, &bad))?)
        })
    }

    pub(crate) fn wrong(&self, stored: &Stored, bad: &BadInput) -> StoreError {
        StoreError::damaged(&self.path, format_args!("{}: {bad}", stored.title()))
    }
}

/// Makes records of the games of one match.
pub(crate) struct Restorer<'a, G: Playable> {
    arrangements: &'a [Vec<String>],
    /// Seed and rules of a match; nothing for imported records, which bring their starts.
    dealt: Option<(Streams, G::Rules)>,
}

impl<'a, G: Playable> Restorer<'a, G> {
    pub(crate) fn new(stored: &'a Stored) -> Result<Restorer<'a, G>, BadInput> {
        let deals = |configuration: &Configuration| {
            let rules = G::read_rules(&Reader::new(&configuration.rules, "rules"))?;
            Ok::<_, BadInput>((Streams::new(configuration.seed), rules))
        };
        let dealt = stored.configuration.as_ref().map(deals).transpose()?;
        Ok(Restorer { arrangements: &stored.arrangements, dealt })
    }

    /// A game with its record, played through.
    pub(crate) fn game(&self, row: GameRow) -> Result<StoredGame, BadInput> {
        let place = format!("game {} on deal {}", row.arrangement, row.deal);
        let record = self.record(&row).map_err(|bad| bad.within(&place))?;
        let GameRow { deal, arrangement, payoffs, ending, thinking, .. } = row;
        let ending = ending.map(Into::into);
        Ok(StoredGame { deal, arrangement, payoffs, ending, thinking, record })
    }

    fn record(&self, row: &GameRow) -> Result<Record, BadInput> {
        let missing = |what| BadInput::expected("", what, "none");
        let players = self.arrangements.get(row.arrangement);
        let players = players.ok_or_else(|| missing("a list of its players"))?.clone();
        let (start, written) = match (&row.start, &self.dealt) {
            (Some(text), _) => {
                let json: Value =
                    serde_json::from_str(text).map_err(|_| missing("a start in JSON"))?;
                (G::read_start(&Reader::new(&json, "start"))?, Some(json))
            }
            (None, Some((streams, rules))) => (G::deal(rules, &mut streams.deal(row.deal)), None),
            (None, None) => return Err(missing("a start")),
        };
        let mut identity = GameIdentity::new::<G>(&start);
        row.moves.play::<G>(&start, |_, action| identity.add::<G>(action))?;
        if identity.finish() != row.identity {
            let expected = format!("a game with the hash {:016x}", row.identity);
            let found =
                format!("{:016x}: it is dealt or counted differently now", identity.finish());
            return Err(BadInput::expected("", expected, found));
        }
        let mut record = row.moves.record::<G>(players, &start)?;
        // A reader takes the cards of a hand in any order: a record is given back as it was.
        record.start = written.unwrap_or(record.start);
        Ok(record)
    }
}
