//! Endpoints of the arena: what matches and experiments have left behind, read as it is.

use super::request::{Answer, ApiRequest};
use super::route::carry_out;
use crate::app::{App, compute_ratings};
use crate::messages::GameAdded;
use crate::messages::arena::{
    ExperimentProgress, ExperimentShown, ExperimentSummary, Experiments, Leaderboard, MatchDetails,
    MatchShown, MatchSummary, Matches, PaperCited,
};
use crate::refusal::Refusal;
use kontra_agents::GameId;
use kontra_arena::MatchTable;
use kontra_experiments::{Experiment, Finding, Paper, Results, Shelf};
use kontra_game::StableHasher;
use kontra_store::{Store, StoreError, Stored};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// This many games of a match can be opened; those after them would have to be searched for long.
const MOST_GAMES: u64 = 1000;

/// Reads from the store on a thread that may wait for the disk; `None` where there is no file.
async fn read<T: Send + 'static>(
    app: &App,
    read: impl FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<Option<T>, Refusal> {
    let Some(path) = app.config.store.clone() else { return Ok(None) };
    let found = app.ratings.read(move || read(&Store::read(&path)?)).await?;
    found.map(Some).map_err(|error| unreadable(app, &error.to_string()))
}

/// What is wrong with a file. Only this machine is told where it lies.
fn unreadable(app: &App, error: &str) -> Refusal {
    tracing::error!(error, "a file of the arena could not be read");
    let found = if app.config.is_near() { error } else { "one that cannot be read" };
    Refusal::unavailable(format!("store: expected to read it, found {found}"))
}

pub(crate) async fn leaderboard(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let game = request.query.iter().find(|(name, _)| name == "game");
    let game = game.map(|(_, name)| name.parse::<GameId>()).transpose()?;
    // Once begun it is of use to the next one who asks.
    carry_out(async move { rated(&app, game).await }).await
}

async fn rated(app: &App, game: Option<GameId>) -> Result<Answer, Refusal> {
    let mut last = app.ratings.last.lock().await;
    if !last.is_fresh() {
        let ratings = read(app, compute_ratings).await?.unwrap_or_default();
        last.keep(ratings);
    }
    let wanted = last.all().iter();
    let wanted = wanted.filter(|rating| game.is_none_or(|game| rating.game == game.name()));
    let store = app.config.store_to_name();
    Ok(Answer::ok(&Leaderboard { ratings: wanted.collect(), store }))
}

pub(crate) async fn matches(app: Arc<App>, _request: ApiRequest) -> Result<Answer, Refusal> {
    let matches = read(&app, Store::matches).await?.unwrap_or_default();
    let matches = matches.iter().rev().map(describe).collect();
    Ok(Answer::ok(&Matches { matches, store: app.config.store_to_name() }))
}

fn describe(stored: &Stored) -> MatchSummary<Vec<String>> {
    let configuration = stored.configuration.as_ref();
    MatchSummary {
        id: stored.id.to_string(),
        name: stored.name.clone(),
        game: stored.game.clone(),
        agents: configuration.map_or(vec![], |configuration| configuration.agents.clone()),
        deals: configuration.map_or(0, |configuration| configuration.deals),
        games: stored.games,
        finished: !stored.is_unfinished(),
        created: stored.begun.clone(),
    }
}

pub(crate) async fn show_match(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let which = request.part("match").to_owned();
    let found = read(&app, move |store| {
        let Some(stored) = find(store, &which)? else { return Ok(None) };
        Ok(Some((store.table(&stored)?, stored)))
    });
    let Some((table, stored)) = found.await?.flatten() else {
        return Err(Refusal::not_found("match"));
    };
    let (summary, records) = (describe(&stored), stored.games.min(MOST_GAMES));
    let Some(table) = table else {
        // Records from elsewhere have no table.
        let summary = summary.with_agents(vec![]);
        return Ok(Answer::ok(&MatchShown { summary, details: None, records }));
    };
    let MatchTable { game, deals, games, distinct_games, seating, seed, .. } = table;
    let summary = summary.with_agents(table.agents);
    let summary = MatchSummary { game: game.to_owned(), deals, games, ..summary };
    let details = MatchDetails {
        distinct_games,
        seating,
        seed,
        elapsed_s: table.elapsed_s,
        thinking_s: table.thinking_s,
        endings: table.endings,
        sprt: table.sprt,
    };
    Ok(Answer::ok(&MatchShown { summary, details: Some(details), records }))
}

fn find(store: &Store, which: &str) -> Result<Option<Stored>, StoreError> {
    let all = store.matches()?;
    Ok(all.into_iter().find(|stored| stored.id.to_string() == which))
}

/// Opens a game of a match like a pasted record. The same game has the same id every time.
pub(crate) async fn open_game(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let (which, number) = (request.part("match").to_owned(), request.number("n")?);
    let compared = Arc::clone(&app.ratings.compared);
    let found = read(&app, move |store| {
        let Some(stored) = find(store, &which)? else { return Ok(None) };
        let number = Some(number as u64).filter(|&number| number < MOST_GAMES);
        let record = |number| store.record(&stored, number, &compared);
        let game = number.map(record).transpose()?.flatten();
        Ok(game.map(|game| game.record.to_line()))
    });
    let line = found.await?.flatten().ok_or_else(|| Refusal::not_found("game"))?;
    // The store has played it through; if a page cannot show it, that is not the asker's mistake.
    let record = super::games::check(&line).map_err(|bad| unreadable(&app, &bad.to_string()))?;
    let mut hasher = StableHasher::default();
    line.hash(&mut hasher);
    let id = crate::ids::id_of(hasher.finish());
    if app.disk.game(id.clone()).await?.is_none() {
        let most = i64::from(app.config.limits.stored_records);
        app.disk.add_record(id.clone(), record.to_line(), most).await?;
    }
    Ok(Answer::ok(&GameAdded { game_id: id }))
}

/// Every experiment, and what was measured so far.
async fn shelf(app: &App) -> Result<(Shelf, Results), Refusal> {
    let folder = app.config.results.clone();
    let task = move || {
        let results = folder.map_or(Ok(Results::default()), |folder| Results::load(&folder))?;
        Ok::<_, kontra_game::BadInput>((Shelf::embedded(None)?, results))
    };
    let read = app.ratings.read(task).await?;
    read.map_err(|bad| unreadable(app, &bad.to_string()))
}

fn findings(experiment: &Experiment, results: &Results) -> Vec<Finding> {
    experiment.cells.iter().map(|cell| Finding::of(cell, results)).collect()
}

pub(crate) async fn experiments(app: Arc<App>, _request: ApiRequest) -> Result<Answer, Refusal> {
    let (shelf, results) = shelf(&app).await?;
    let progress = |experiment: &Experiment| {
        let findings = findings(experiment, &results);
        let count = |agrees| findings.iter().filter(|f| f.agrees == Some(agrees)).count();
        ExperimentProgress {
            summary: about(experiment),
            cells: findings.len(),
            finished: findings.iter().filter(|finding| finding.ours.is_some()).count(),
            agree: count(true),
            differ: count(false),
        }
    };
    Ok(Answer::ok(&Experiments {
        papers: shelf.papers.iter().map(cite).collect(),
        experiments: shelf.experiments.iter().map(progress).collect(),
    }))
}

pub(crate) async fn experiment(app: Arc<App>, request: ApiRequest) -> Result<Answer, Refusal> {
    let (shelf, results) = shelf(&app).await?;
    let name = request.part("name");
    let found = shelf.experiments.iter().find(|experiment| experiment.name == name);
    let experiment = found.ok_or_else(|| Refusal::not_found("experiment"))?;
    let source = shelf.papers.iter().find(|paper| paper.id == experiment.paper);
    Ok(Answer::ok(&ExperimentShown {
        summary: about(experiment),
        source: source.map(cite),
        shows: experiment.shows.clone(),
        found: experiment.found.clone(),
        assumed: experiment.assumed.clone(),
        cells: findings(experiment, &results),
    }))
}

fn cite(paper: &Paper) -> PaperCited {
    PaperCited {
        paper: paper.id.clone(),
        name: paper.name.clone(),
        citation: paper.citation.clone(),
        about: paper.about.clone(),
    }
}

fn about(experiment: &Experiment) -> ExperimentSummary {
    ExperimentSummary {
        name: experiment.name.clone(),
        paper: experiment.paper.clone(),
        place: experiment.place.clone(),
        title: experiment.title.clone(),
        state: experiment.state.word(),
        reason: experiment.state.reason().map(str::to_owned),
    }
}
