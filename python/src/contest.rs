//! Matches: whole ones, ranges of deals for several machines, and the table of games that were played anywhere.

use crate::agent::Agent;
use crate::batch::{game_or_name, threads};
use crate::error::{bad_input, expected};
use crate::guest::{self, Trouble};
use crate::json;
use crate::supported::{Supported, with_supported};
use crate::table::{AnyTable, Table};
use kontra_agents::{Effort, Failure, Recipe};
use kontra_arena::{Forfeited, Keep, Match, MatchTable, Memory, PlayedGame, SeatEffort, Seating};
use kontra_game::{BadInput, MAX_SEATS, Payoffs, Reader, Seat};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// What a match is made of, but for its game.
struct Setup {
    seating: Seating,
    seed: u64,
    threads: NonZeroUsize,
    first: u64,
    last: u64,
    records: bool,
}

/// An agent as Python names it.
enum Named {
    Spec(String),
    Class(String, Py<PyAny>),
}

/// Stops when an agent has raised an exception.
struct Watched<'a>(&'a Trouble);

impl Memory for Watched<'_> {
    fn recall(&self, _: u64, _: usize) -> Option<PlayedGame> {
        None
    }

    fn keep(&self, _: u64, _: &PlayedGame) {}

    fn stopped(&self) -> bool {
        self.0.is_raised()
    }
}

fn named(agents: &Bound<'_, PyAny>) -> PyResult<Vec<Named>> {
    let mut all = vec![];
    for agent in agents.try_iter()? {
        let agent = agent?;
        all.push(if let Ok(spec) = agent.extract::<String>() {
            Named::Spec(spec)
        } else if let Ok(agent) = agent.cast::<Agent>() {
            Named::Spec(agent.get().spec())
        } else if agent.is_callable() {
            let name = agent.getattr("__name__").and_then(|name| name.extract());
            Named::Class(name.unwrap_or_else(|_| "player".to_owned()), agent.unbind())
        } else {
            let expected_agents = "a spec, an Agent or a class that makes players";
            return Err(expected("agents", expected_agents, agent.get_type()));
        });
    }
    Ok(all)
}

fn contest<G: Supported>(
    py: Python<'_>,
    table: &dyn AnyTable,
    agents: &[Named],
    deals: u64,
    setup: &Setup,
    trouble: &Arc<Trouble>,
) -> PyResult<Match<G>> {
    let other = || expected("game", G::NAME, table.id().name());
    let rules = &table.as_any().downcast_ref::<Table<G>>().ok_or_else(other)?.rules;
    let own = Table::<G>::with_rules(rules.clone()).map_err(bad_input)?;
    let own = Arc::new(own);
    let recipe = |agent: &Named| -> PyResult<Recipe<G>> {
        match agent {
            Named::Spec(spec) => {
                let spec = spec.parse().map_err(bad_input)?;
                Recipe::new(&spec).map_err(bad_input)
            }
            Named::Class(name, make) => Ok(guest::recipe(&own, name, make.clone_ref(py), trouble)),
        }
    };
    let agents = agents.iter().map(recipe).collect::<PyResult<Vec<_>>>()?;
    let contest = Match::new(rules.clone(), agents, deals, setup.seating, setup.seed);
    Ok(contest.map_err(bad_input)?.on_threads(setup.threads).from_deal(setup.first))
}

/// Plays the deals of a range in order; games are handed over as rows.
fn play<G: Supported>(
    contest: &Match<G>,
    setup: &Setup,
    trouble: &Trouble,
) -> PyResult<(MatchTable, Vec<Value>)> {
    let (mut rows, keep) = (vec![], Keep { record: setup.records, ..Keep::default() });
    let each = |deal: u64, games: &[PlayedGame]| -> PyResult<ControlFlow<()>> {
        rows.extend(games.iter().map(|game| row(deal, game, contest)));
        // Somebody may have pressed Ctrl-C.
        Python::attach(|py| {
            py.check_signals()?;
            Ok(ControlFlow::Continue(()))
        })
    };
    let table = contest.play_on(MatchTable::new(contest), keep, &Watched(trouble), each);
    match trouble.take() {
        Some(exception) => Err(exception),
        None => Ok((table?, rows)),
    }
}

/// Plays deals `first` to `last` - 1 of a match, each in every arrangement of the seating: a list of games, each a dictionary.
/// Every game depends on the seed, its deal and its arrangement alone, so ranges can be played anywhere; `table_of` adds them up.
///
/// >>> import kontra_games as kg
/// >>> rows = kg.play_deals("kuhn-poker", ["random", "random"], 0, 3, seating="all", seed=1)
/// >>> len(rows), rows[0]["deal"], len(rows[0]["payoffs"])
/// (6, 0, 2)
#[pyfunction]
#[pyo3(signature = (game, agents, first, last, *, seating = "fixed", seed = 1, threads = 1, records = false))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_deals<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    agents: &Bound<'py, PyAny>,
    first: u64,
    last: u64,
    seating: &str,
    seed: u64,
    threads: u16,
    records: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let table = game_or_name(game)?.table;
    let agents = named(agents)?;
    let seating = seating.parse().map_err(bad_input)?;
    if first > last {
        return Err(expected(
            "deals",
            "a first one before the last one",
            format!("{first}..{last}"),
        ));
    }
    let setup = Setup { seating, seed, threads: self::threads(threads), first, last, records };
    let trouble = Arc::new(Trouble::default());
    let rows: PyResult<Vec<Value>> = with_supported!(table.id(), G => {
        let contest = contest::<G>(py, &*table, &agents, setup.last, &setup, &trouble);
        Ok(contest.and_then(|contest| py.detach(|| play(&contest, &setup, &trouble))).map(|(_, rows)| rows))
    })
    .map_err(bad_input)?;
    json::to_python(py, &Value::Array(rows?))
}

/// The table of a match whose games are all there, in any order: the same that `kontra match` prints, digit by digit, but for times.
///
/// >>> import kontra_games as kg
/// >>> rows = kg.play_deals("kuhn-poker", ["random", "random"], 0, 3, seating="all", seed=1)
/// >>> table = kg.table_of("kuhn-poker", ["random", "random"], 3, rows, seating="all", seed=1)
/// >>> table["games"], table["agents"][0]["games"]
/// (6, 6)
/// >>> kg.table_of("kuhn-poker", ["random", "random"], 3, rows[1:], seating="all", seed=1)
/// Traceback (most recent call last):
/// ValueError: games: expected every game once, found none for deal 0, arrangement 0
#[pyfunction]
#[pyo3(signature = (game, agents, deals, games, *, seating = "fixed", seed = 1, elapsed_s = 0.0))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn table_of<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    agents: &Bound<'py, PyAny>,
    deals: u64,
    games: &Bound<'py, PyList>,
    seating: &str,
    seed: u64,
    elapsed_s: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let table = game_or_name(game)?.table;
    let agents = named(agents)?;
    let seating = seating.parse().map_err(bad_input)?;
    let threads = NonZeroUsize::MIN;
    let setup = Setup { seating, seed, threads, first: 0, last: deals, records: false };
    let trouble = Arc::new(Trouble::default());
    let rows = json::from_python("games", games.as_any())?;
    let report: PyResult<Value> = with_supported!(table.id(), G => {
        let contest = contest::<G>(py, &*table, &agents, deals, &setup, &trouble);
        Ok(contest.and_then(|contest| counted(&contest, &rows, elapsed_s).map_err(bad_input)))
    })
    .map_err(bad_input)?;
    json::to_python(py, &report?)
}

/// Adds all games up in the order of a match that was played in one piece.
fn counted<G: Supported>(
    contest: &Match<G>,
    rows: &Value,
    elapsed_s: f64,
) -> Result<Value, BadInput> {
    let each = contest.arrangements().len();
    let (deals, seats) = (contest.deals() as usize, contest.arrangements()[0].len());
    let mut games: Vec<Option<PlayedGame>> = vec![];
    games.resize_with(deals * each, || None);
    for row in Reader::new(rows, "games").list()? {
        let (deal, game) = read_row(&row, seats)?;
        let number = deal as usize * each + game.arrangement;
        let place = games.get_mut(number).filter(|_| game.arrangement < each);
        let twice = || complaint("a game", deal, game.arrangement);
        match place {
            Some(place @ None) => *place = Some(game),
            Some(Some(_)) => return Err(complaint("a second one", deal, game.arrangement)),
            None => return Err(twice()),
        }
    }
    let mut table = MatchTable::new(contest);
    for (deal, games) in games.chunks_mut(each).enumerate() {
        let games: Vec<Option<PlayedGame>> = games.iter_mut().map(Option::take).collect();
        if let Some(missing) = games.iter().position(Option::is_none) {
            return Err(complaint("none", deal as u64, missing));
        }
        let games: Vec<PlayedGame> = games.into_iter().flatten().collect();
        contest.count(&mut table, &games);
    }
    contest.finish(&mut table, elapsed_s);
    serde_json::to_value(&table)
        .map_err(|error| BadInput::expected("games", "finite numbers", error))
}

fn complaint(found: &str, deal: u64, arrangement: usize) -> BadInput {
    let found = format!("{found} for deal {deal}, arrangement {arrangement}");
    BadInput::expected("games", "every game once", found)
}

/// A game as a row: everything that a table needs.
fn row<G: Supported>(deal: u64, game: &PlayedGame, contest: &Match<G>) -> Value {
    let seats = game.payoffs.as_slice().len();
    let each = |of: &dyn Fn(&SeatEffort) -> u64| -> Vec<u64> {
        game.thinking[..seats].iter().map(of).collect()
    };
    let seated = contest.arrangements()[game.arrangement].iter();
    let agents: Vec<String> =
        seated.map(|&agent| contest.agents()[agent].spec().to_string()).collect();
    let forfeit = game.forfeit.as_ref().map(|forfeit| (forfeit.seat.index(), &forfeit.why.0));
    json!({
        "deal": deal,
        "arrangement": game.arrangement,
        "agents": agents,
        "payoffs": game.payoffs.as_slice(),
        "ending": game.ending,
        "identity": game.identity.to_string(),
        "decisions": each(&|thinking| thinking.decisions),
        "nanoseconds": each(&|thinking| thinking.time.as_nanos() as u64),
        "iterations": each(&|thinking| thinking.effort.iterations),
        "nodes": each(&|thinking| thinking.effort.nodes),
        "forfeit": forfeit,
        "record": game.record.as_ref().map(kontra_game::Record::to_line),
    })
}

fn read_row(row: &Reader<'_>, seats: usize) -> Result<(u64, PlayedGame), BadInput> {
    let mut fields = row.object()?;
    let deal = fields.field("deal")?.integer(0..=u64::MAX)?;
    let arrangement = fields.field("arrangement")?.integer(0..=1_000_000)? as usize;
    let _ = fields.optional("agents");
    let payoffs = fields.field("payoffs")?;
    let payoffs: Vec<f64> = payoffs.list()?.iter().map(Reader::number).collect::<Result<_, _>>()?;
    if payoffs.len() != seats {
        let found = format!("a list of {}", payoffs.len());
        return Err(BadInput::expected("payoffs", format!("a list of {seats}"), found));
    }
    let ending = fields.field("ending")?.text()?.to_owned().into();
    let identity = fields.field("identity")?;
    let identity = identity.text()?.parse().map_err(|_| identity.expected("a hash"))?;
    let mut thinking = [SeatEffort::default(); MAX_SEATS];
    let mut each =
        |name: &'static str, set: &dyn Fn(&mut SeatEffort, u64)| -> Result<(), BadInput> {
            for (thinking, number) in thinking.iter_mut().zip(fields.field(name)?.list()?) {
                set(thinking, number.integer(0..=u64::MAX)?);
            }
            Ok(())
        };
    each("decisions", &|thinking, number| thinking.decisions = number)?;
    each("nanoseconds", &|thinking, number| thinking.time = Duration::from_nanos(number))?;
    each("iterations", &|thinking, iterations| {
        thinking.effort = Effort { iterations, ..thinking.effort };
    })?;
    each("nodes", &|thinking, nodes| thinking.effort = Effort { nodes, ..thinking.effort })?;
    let forfeit = fields.field("forfeit")?;
    let forfeit = if forfeit.is_null() { None } else { Some(read_forfeit(&forfeit, seats)?) };
    let _ = fields.optional("record");
    fields.finish()?;
    let payoffs = Payoffs::new(&payoffs);
    let game = PlayedGame {
        arrangement,
        payoffs,
        ending,
        identity,
        thinking,
        forfeit,
        moves: None,
        record: None,
    };
    Ok((deal, game))
}

fn read_forfeit(forfeit: &Reader<'_>, seats: usize) -> Result<Forfeited, BadInput> {
    let [seat, why] = forfeit.list_of()?;
    let seat = Seat::wrapping(seat.integer(0..=seats as u64 - 1)? as usize, seats);
    Ok(Forfeited { seat, why: Failure(why.text()?.to_owned()) })
}
