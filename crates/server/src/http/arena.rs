//! Endpoints of the arena: what matches and experiments have left behind, read as it is.

use super::api::carry_out;
use super::ask::{Answer, Ask};
use crate::hall::Hall;
use crate::refusal::Refusal;
use kontra_agents::GameId;
use kontra_experiments::{Experiment, Finding, Paper, Results, Shelf};
use kontra_game::StableHasher;
use kontra_store::{Store, StoreError, Stored};
use serde_json::{Value, json};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, Semaphore};

/// So many games of a match can be opened; those after them would have to be searched for long.
const MOST_GAMES: u64 = 1000;

/// Ratings go through all games of the store, so they are computed anew only so often.
const FRESH: Duration = Duration::from_secs(30);

/// So many read at the same time: what they read may be large, and others want to play.
const READERS: usize = 2;

/// The ratings that were computed last, and the turns of those who read.
pub(crate) struct LastRatings {
    last: Mutex<Option<(Instant, Value)>>,
    readers: Arc<Semaphore>,
}

impl Default for LastRatings {
    fn default() -> LastRatings {
        LastRatings { last: Mutex::default(), readers: Arc::new(Semaphore::new(READERS)) }
    }
}

/// Reads from the store on a thread that may wait for the disk; `None` where there is no file.
async fn read<T: Send + 'static>(
    hall: &Hall,
    read: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<Option<T>, Refusal> {
    let Some(path) = hall.config.store.clone() else { return Ok(None) };
    let found = hall.ratings.read(move || read(&Store::read(&path)?)).await?;
    found.map(Some).map_err(|error| unreadable(hall, &error.to_string()))
}

impl LastRatings {
    /// Reads, when it is this reader's turn; a reader whose asker has gone still counts.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let failed = || Refusal::unavailable("store: expected to read it, found a failure");
        let turn = Arc::clone(&self.readers).acquire_owned().await.map_err(|_| failed())?;
        let task = move || {
            let found = read();
            drop(turn);
            found
        };
        tokio::task::spawn_blocking(task).await.map_err(|_| failed())
    }
}

/// What is wrong with a file. Only this machine is told where it lies.
fn unreadable(hall: &Hall, error: &str) -> Refusal {
    tracing::error!(error, "a file of the arena could not be read");
    let found = if hall.config.is_near() { error } else { "one that cannot be read" };
    Refusal::unavailable(format!("store: expected to read it, found {found}"))
}

pub(crate) async fn leaderboard(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let game = ask.query.iter().find(|(name, _)| name == "game");
    let game = game.map(|(_, name)| name.parse::<GameId>()).transpose()?;
    // Once begun it is of use to the next one who asks.
    carry_out(async move { rated(&hall, game).await }).await
}

async fn rated(hall: &Hall, game: Option<GameId>) -> Result<Answer, Refusal> {
    let mut last = hall.ratings.last.lock().await;
    // Whoever has just played a first match wants to see it; a store without games is read at once.
    let fresh = last.as_ref().is_some_and(|(at, ratings)| {
        at.elapsed() < FRESH && ratings.as_array().is_some_and(|ratings| !ratings.is_empty())
    });
    if !fresh {
        let ratings = read(hall, ratings).await?.unwrap_or_else(|| json!([]));
        *last = Some((Instant::now(), ratings));
    }
    let all = last.as_ref().and_then(|(_, ratings)| ratings.as_array()).into_iter().flatten();
    let wanted = |rating: &&Value| game.is_none_or(|game| rating["game"] == game.name());
    let ratings: Vec<&Value> = all.filter(wanted).collect();
    Ok(json!({ "ratings": ratings, "store": hall.config.store_to_name() }).into())
}

fn ratings(store: &Store) -> Result<Value, StoreError> {
    let mut all = vec![];
    for game in GameId::ALL {
        for rating in store.ratings(game)? {
            all.push(json!({
                "game": game.name(),
                "spec": rating.spec,
                "trueskill_mu": rating.trueskill_mu,
                "trueskill_sigma": rating.trueskill_sigma,
                "elo": rating.elo,
                "elo_ci95": rating.elo_ci95,
                "games": rating.games,
            }));
        }
    }
    Ok(Value::Array(all))
}

pub(crate) async fn matches(hall: Arc<Hall>, _ask: Ask) -> Result<Answer, Refusal> {
    let matches = read(&hall, Store::matches).await?.unwrap_or_default();
    let matches: Vec<Value> = matches.iter().rev().map(describe).collect();
    Ok(json!({ "matches": matches, "store": hall.config.store_to_name() }).into())
}

fn describe(stored: &Stored) -> Value {
    let configuration = stored.configuration.as_ref();
    json!({
        "match": stored.id.to_string(),
        "name": stored.name,
        "game": stored.game,
        "agents": configuration.map_or(vec![], |configuration| configuration.agents.clone()),
        "deals": configuration.map_or(0, |configuration| configuration.deals),
        "games": stored.games,
        "finished": !stored.is_unfinished(),
        "created": stored.begun,
    })
}

pub(crate) async fn show_match(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let which = ask.part("match").to_owned();
    let found = read(&hall, move |store| {
        let Some(stored) = find(store, &which)? else { return Ok(None) };
        let table = store.table(&stored)?.and_then(|table| serde_json::to_value(table).ok());
        Ok(Some((describe(&stored), table, stored.games)))
    });
    let Some((mut answer, table, games)) = found.await?.flatten() else {
        return Err(Refusal::not_found("match"));
    };
    // Records from elsewhere have no table.
    answer["agents"] = json!([]);
    for (name, value) in table.iter().filter_map(Value::as_object).flatten() {
        answer[name] = value.clone();
    }
    answer["records"] = games.min(MOST_GAMES).into();
    Ok(answer.into())
}

fn find(store: &Store, which: &str) -> Result<Option<Stored>, StoreError> {
    let all = store.matches()?;
    Ok(all.into_iter().find(|stored| stored.id.to_string() == which))
}

/// Opens a game of a match like a pasted record. The same game has the same id every time.
pub(crate) async fn open_game(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let (which, number) = (ask.part("match").to_owned(), ask.number("n")?);
    let found = read(&hall, move |store| {
        let Some(stored) = find(store, &which)? else { return Ok(None) };
        let number = Some(number as u64).filter(|&number| number < MOST_GAMES);
        let game = number.map(|number| store.record(&stored, number)).transpose()?.flatten();
        Ok(game.map(|game| game.record.to_line()))
    });
    let line = found.await?.flatten().ok_or_else(|| Refusal::not_found("game"))?;
    // The store has played it through; if a page cannot show it, that is not the asker's mistake.
    let record = super::games::check(&line).map_err(|bad| unreadable(&hall, &bad.to_string()))?;
    let mut hasher = StableHasher::default();
    line.hash(&mut hasher);
    let id = crate::ids::id_of(hasher.finish());
    if hall.disk.game(id.clone()).await?.is_none() {
        let most = i64::from(hall.config.limits.stored_records);
        hall.disk.add_record(id.clone(), record.to_line(), most).await?;
    }
    Ok(json!({ "game_id": id }).into())
}

/// Every experiment, and what was measured so far.
async fn shelf(hall: &Hall) -> Result<(Shelf, Results), Refusal> {
    let folder = hall.config.results.clone();
    let task = move || {
        let results = folder.map_or(Ok(Results::default()), |folder| Results::load(&folder))?;
        Ok::<_, kontra_game::BadInput>((Shelf::embedded(None)?, results))
    };
    let read = hall.ratings.read(task).await?;
    read.map_err(|bad| unreadable(hall, &bad.to_string()))
}

fn findings(experiment: &Experiment, results: &Results) -> Vec<Finding> {
    experiment.cells.iter().map(|cell| Finding::of(cell, results)).collect()
}

pub(crate) async fn experiments(hall: Arc<Hall>, _ask: Ask) -> Result<Answer, Refusal> {
    let (shelf, results) = shelf(&hall).await?;
    let experiments: Vec<Value> = shelf
        .experiments
        .iter()
        .map(|experiment| {
            let findings = findings(experiment, &results);
            let count = |agrees| findings.iter().filter(|f| f.agrees == Some(agrees)).count();
            let mut entry = about(experiment);
            entry["cells"] = findings.len().into();
            entry["finished"] = findings.iter().filter(|f| f.ours.is_some()).count().into();
            entry["agree"] = count(true).into();
            entry["differ"] = count(false).into();
            entry
        })
        .collect();
    let papers: Vec<Value> = shelf.papers.iter().map(cite).collect();
    Ok(json!({ "papers": papers, "experiments": experiments }).into())
}

pub(crate) async fn experiment(hall: Arc<Hall>, ask: Ask) -> Result<Answer, Refusal> {
    let (shelf, results) = shelf(&hall).await?;
    let name = ask.part("name");
    let found = shelf.experiments.iter().find(|experiment| experiment.name == name);
    let experiment = found.ok_or_else(|| Refusal::not_found("experiment"))?;
    let mut answer = about(experiment);
    answer["source"] =
        shelf.papers.iter().find(|paper| paper.id == experiment.paper).map(cite).into();
    answer["shows"] = experiment.shows.as_str().into();
    answer["found"] = experiment.found.as_deref().into();
    answer["assumed"] = experiment.assumed.as_deref().into();
    let cells = serde_json::to_value(findings(experiment, &results));
    answer["cells"] = cells.unwrap_or_default();
    Ok(answer.into())
}

fn cite(paper: &Paper) -> Value {
    json!({
        "paper": paper.id,
        "name": paper.name,
        "citation": paper.citation,
        "about": paper.about,
    })
}

fn about(experiment: &Experiment) -> Value {
    json!({
        "name": experiment.name,
        "paper": experiment.paper,
        "place": experiment.place,
        "title": experiment.title,
        "state": experiment.state.word(),
        "reason": experiment.state.reason(),
    })
}
