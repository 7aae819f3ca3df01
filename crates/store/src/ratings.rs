//! Who is how strong, by all games of the store.

use crate::row::GameRow;
use crate::{Store, StoreError, Stored};
use kontra_agents::{GameId, Playable, with_game};
use kontra_arena::ratings::{RatedGame, Rating, Ratings};
use kontra_game::{BadInput, Reader, Streams};
use std::ops::ControlFlow;

impl Store {
    /// Rates everybody who played a game, by all finished games of it, in the order they were stored.
    pub fn ratings(&self, game: GameId) -> Result<Vec<Rating>, StoreError> {
        with_game!(game, G => self.ratings_of::<G>())
    }

    fn ratings_of<G: Playable>(&self) -> Result<Vec<Rating>, StoreError> {
        let _snapshot = self.snapshot()?;
        let mut ratings = Ratings::default();
        for stored in self.matches()?.iter().filter(|stored| stored.game == G::NAME) {
            self.rate::<G>(stored, &mut ratings)?;
        }
        Ok(ratings.finish())
    }

    fn rate<G: Playable>(&self, stored: &Stored, ratings: &mut Ratings) -> Result<(), StoreError> {
        let wrong = |bad: &BadInput| {
            StoreError::damaged(&self.path, format_args!("{}: {bad}", stored.title()))
        };
        let parties = in_parties::<G>(stored).map_err(|bad| wrong(&bad))?;
        let mut deal: Vec<(GameRow, bool)> = vec![];
        let mut rate = |deal: &mut Vec<(GameRow, bool)>| {
            let games = deal.iter().filter_map(|(row, in_parties)| {
                let players = stored.arrangements.get(row.arrangement)?;
                let fits = players.len() == row.payoffs.len();
                fits.then_some(RatedGame {
                    players,
                    payoffs: &row.payoffs,
                    in_parties: *in_parties,
                })
            });
            ratings.add_deal(games);
            deal.clear();
        };
        self.each_game(stored.id, |row| {
            if deal.first().is_some_and(|(first, _)| first.deal != row.deal) {
                rate(&mut deal);
            }
            let in_parties = match (&row.start, parties) {
                (None, parties) => parties,
                (Some(start), _) => start_in_parties::<G>(start).map_err(|bad| wrong(&bad))?,
            };
            deal.push((row, in_parties));
            Ok::<_, StoreError>(ControlFlow::Continue(()))
        })?;
        rate(&mut deal);
        Ok(())
    }
}

/// Whether a match is one of parties. Imported records say so themselves.
fn in_parties<G: Playable>(stored: &Stored) -> Result<bool, BadInput> {
    let Some(configuration) = &stored.configuration else { return Ok(false) };
    let rules = G::read_rules(&Reader::new(&configuration.rules, "rules"))?;
    Ok(G::in_parties(&G::deal(&rules, &mut Streams::new(configuration.seed).deal(0))))
}

fn start_in_parties<G: Playable>(text: &str) -> Result<bool, BadInput> {
    let json = serde_json::from_str(text)
        .map_err(|error| BadInput::json("start", "a start in JSON", &error))?;
    Ok(G::in_parties(&G::read_start(&Reader::new(&json, "start"))?))
}
