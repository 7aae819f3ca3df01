//! From the text of an experiment to its cells.

use crate::experiment::Grid;
use crate::file::{self, ExperimentFile, Plus, Run, TableSection};
use crate::template::{Variables, fill};
use crate::{
    Cell, Claim, Experiment, LearningRecipe, Printed, Readiness, Statistic, Term, UnitBudget, What,
};
use kontra_agents::{AgentSpec, GameId, Playable, with_game};
use kontra_game::{BadInput, quote};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The experiment that a file describes. `seed` takes the place of the file's own.
pub(crate) fn compile(
    paper: &str,
    name: &str,
    text: &str,
    seed: Option<u64>,
) -> Result<Experiment, BadInput> {
    let name = format!("{paper}/{name}");
    let place = format!("{name}.toml");
    let file: ExperimentFile = file::read(&place, text)?;
    experiment(paper, &name, &file, seed).map_err(|bad| bad.within(&place))
}

fn experiment(
    paper: &str,
    name: &str,
    file: &ExperimentFile,
    seed: Option<u64>,
) -> Result<Experiment, BadInput> {
    let state = state(file)?;
    let mut cells = vec![];
    for (number, table) in file.table.iter().enumerate() {
        let scope = Scope { file, seed, number, table };
        scope.cells(&mut cells).map_err(|bad| bad.within(&format!("table {}", number + 1)))?;
    }
    let mut labels = BTreeSet::new();
    if let Some(cell) = cells.iter().find(|cell| !labels.insert(&cell.label)) {
        return Err(BadInput::expected("labels", "each once", format!("a second {}", cell.label)));
    }
    let known = |label: &String| {
        let unknown = || BadInput::expected("claim", "the label of a cell", quote(label));
        labels.contains(label).then(|| label.clone()).ok_or_else(unknown)
    };
    let claims = file.claim.iter().map(|claim| {
        Ok(Claim { text: claim.text.clone(), more: known(&claim.more)?, less: known(&claim.less)? })
    });
    let claims = claims.collect::<Result<Vec<_>, BadInput>>()?;
    let budget = file.run.as_ref().map_or(UnitBudget::default(), |run| UnitBudget {
        full: run.full,
        quick: run.quick.min(run.full),
    });
    Ok(Experiment {
        name: name.to_owned(),
        paper: paper.to_owned(),
        place: file.place.clone(),
        title: file.title.clone(),
        shows: file.shows.clone(),
        found: file.found.clone(),
        assumed: file.assumed.clone(),
        state,
        budget,
        tables: file.table.iter().map(grid).collect(),
        cells,
        claims,
    })
}

fn state(file: &ExperimentFile) -> Result<Readiness, BadInput> {
    let bad = |found: &str| {
        Err(BadInput::expected("", "one of the sections or keys run, waits and impossible", found))
    };
    match (&file.run, &file.waits, &file.impossible) {
        (Some(run), None, None) if run.quick == 0 || run.full < run.quick => {
            let found = format!("full {}, quick {}", run.full, run.quick);
            Err(BadInput::expected("run", "full at least quick, and quick at least 1", found))
        }
        (Some(_), None, None) => Ok(Readiness::Ready),
        // What waits may already say how it will be run.
        (_, Some(reason), None) => Ok(Readiness::Waits(reason.clone())),
        (None, None, Some(reason)) => Ok(Readiness::Impossible(reason.clone())),
        (None, None, None) => bad("none"),
        _ => bad("several"),
    }
}

fn grid(table: &TableSection) -> Grid {
    let labels = |entries: &[BTreeMap<String, toml::Value>]| {
        entries.iter().map(|entry| text_of(entry, "label")).collect::<Vec<String>>()
    };
    Grid {
        title: table.title.clone(),
        unit: table.unit.clone(),
        rows: labels(&table.rows),
        drawn: table.rows.iter().map(|row| drawn(row) != Ok(false)).collect(),
        columns: labels(&table.columns),
    }
}

/// Whether a row is drawn in the picture: yes, unless it says `drawn = false`.
fn drawn(row: &BTreeMap<String, toml::Value>) -> Result<bool, BadInput> {
    match row.get("drawn") {
        None => Ok(true),
        Some(toml::Value::Boolean(drawn)) => Ok(*drawn),
        Some(other) => Err(BadInput::expected("drawn", "true or false", plain(other))),
    }
}

/// How many games the paper's numbers in this row rest on.
fn games(row: &BTreeMap<String, toml::Value>) -> Result<Option<u64>, BadInput> {
    let Some(value) = row.get("games") else { return Ok(None) };
    let number = value.as_integer().and_then(|n| u64::try_from(n).ok()).filter(|n| *n > 0);
    number.map(Some).ok_or_else(|| BadInput::expected("games", "a whole number", plain(value)))
}

fn text_of(entry: &BTreeMap<String, toml::Value>, key: &str) -> String {
    entry.get(key).map_or(String::new(), plain)
}

/// A value as it is put into a template.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Boolean(flag) => flag.to_string(),
        other => other.type_str().to_owned(),
    }
}

/// What is not a variable in a row or a column.
const RESERVED: [&str; 6] = ["label", "statistic", "paper", "games", "waits", "drawn"];

/// A table, and everything its cells follow from.
struct Scope<'a> {
    file: &'a ExperimentFile,
    seed: Option<u64>,
    number: usize,
    table: &'a TableSection,
}

impl Scope<'_> {
    fn cells(&self, cells: &mut Vec<Cell>) -> Result<(), BadInput> {
        let mut used = BTreeSet::new();
        let (rows, columns) = (&self.table.rows, &self.table.columns);
        for entry in rows.iter().chain(columns) {
            if !matches!(entry.get("label"), Some(toml::Value::String(_))) {
                return Err(BadInput::expected("row or column", "a label", "none"));
            }
        }
        for (row, entry) in rows.iter().enumerate() {
            drawn(entry).map_err(|bad| at(bad, "row", row, entry))?;
            let printed = self.printed(entry).map_err(|bad| at(bad, "row", row, entry))?;
            for (column, head) in columns.iter().enumerate() {
                let text = &printed[column];
                if text == "-" {
                    continue;
                }
                let within = |bad: BadInput| at(at(bad, "column", column, head), "row", row, entry);
                let paper = Printed::read(text).map_err(within)?;
                let terms = self.terms(entry, head, &mut used).map_err(within)?;
                cells.push(Cell {
                    label: self.label(&text_of(entry, "label"), &text_of(head, "label")),
                    table: self.number,
                    row,
                    column,
                    paper,
                    paper_games: games(entry).map_err(within)?.or(self.table.games),
                    comparable: !self.table.incomparable,
                    terms,
                });
            }
        }
        let unused = rows.iter().chain(columns).flat_map(BTreeMap::keys).find(|name| {
            !RESERVED.contains(&name.as_str()) && !used.contains(*name) && self.file.run.is_some()
        });
        unused.map_or(Ok(()), |name| {
            let expected =
                "label, statistic, paper, games, waits, drawn, or a variable that is used";
            Err(BadInput::expected("rows and columns", expected, quote(name)))
        })
    }

    fn label(&self, row: &str, column: &str) -> String {
        let parts = [self.table.title.as_str(), row, column];
        let several = self.file.table.len() > 1;
        let parts = parts.iter().skip(usize::from(!several)).filter(|part| !part.is_empty());
        parts.copied().collect::<Vec<_>>().join(" | ")
    }

    /// What the paper prints in a row.
    fn printed(&self, row: &BTreeMap<String, toml::Value>) -> Result<Vec<String>, BadInput> {
        let columns = self.table.columns.len();
        let values = match row.get("paper") {
            Some(toml::Value::Array(values)) => values.iter().map(plain).collect(),
            Some(value) => vec![plain(value)],
            None => vec!["?".to_owned(); columns],
        };
        if values.len() == columns {
            return Ok(values);
        }
        Err(BadInput::expected("paper", format!("{columns} values"), values.len()))
    }

    fn terms(
        &self,
        row: &BTreeMap<String, toml::Value>,
        column: &BTreeMap<String, toml::Value>,
        used: &mut BTreeSet<String>,
    ) -> Result<Vec<Term>, BadInput> {
        let waits = row.contains_key("waits") || column.contains_key("waits");
        let Some(run) = &self.file.run else { return Ok(vec![]) };
        let mut variables = Variables::new();
        for (name, value) in row.iter().chain(column) {
            if RESERVED.contains(&name.as_str()) {
                continue;
            }
            if variables.insert(name.clone(), plain(value)).is_some() {
                let expected = "a variable in the row or in the column";
                return Err(BadInput::expected("", expected, format!("{name} in both")));
            }
        }
        let statistic = [row.get("statistic"), column.get("statistic")].into_iter().flatten();
        let statistic = statistic.map(plain).next().or_else(|| self.table.statistic.clone());
        let statistic = statistic.ok_or_else(|| BadInput::expected("", "a statistic", "none"))?;
        let mut fill = |text: &str| {
            let unknown = |name: String| {
                let expected = "a variable that the row or the column gives";
                BadInput::expected("", expected, quote(&format!("{{{name}}}")))
            };
            fill(text, &variables, used).map_err(unknown)
        };
        let term = self.term(run, &run.agents, &statistic, &mut fill)?;
        let mut terms = vec![term];
        if let Some(Plus { agents, statistic }) = &self.table.plus {
            terms.push(self.term(run, agents, statistic, &mut fill)?);
        }
        // A definition that waits is checked like any other.
        Ok(if waits || self.file.waits.is_some() { vec![] } else { terms })
    }

    fn term(
        &self,
        run: &Run,
        agents: &[String],
        statistic: &str,
        fill: &mut impl FnMut(&str) -> Result<String, BadInput>,
    ) -> Result<Term, BadInput> {
        let statistic: Statistic = fill(statistic)?.parse()?;
        let game: GameId = match (&run.game, run.measure.as_str()) {
            (Some(game), _) => fill(game)?.parse()?,
            (None, "match" | "random-play") => {
                return Err(BadInput::expected("run", "a game", "none"));
            }
            (None, "reachability" | "testset") => GameId::Just4Fun,
            (None, "prediction") => GameId::Doppelkopf,
            (None, _) => GameId::OnTop,
        };
        let agents = agents.iter().map(|agent| {
            // A variable that is empty means: nobody.
            let agent = fill(agent)?;
            if agent.is_empty() { Ok(None) } else { self.agent(game, &agent).map(Some) }
        });
        let agents = agents.filter_map(Result::transpose).collect::<Result<Vec<_>, BadInput>>()?;
        let mut rules = Map::new();
        for (name, value) in &run.rules {
            rules.insert(name.clone(), rule(value, fill)?);
        }
        let seed = self.seed.or(run.seed).unwrap_or(1);
        let game = game.name().to_owned();
        let seating = run.seating.clone().unwrap_or_else(|| "all".to_owned());
        let timed = run.timed;
        let what = match run.measure.as_str() {
            "match" => What::Match { game, rules, agents, seating, seed, timed },
            "positions" => What::Positions { agents, timed },
            "simulations" => What::Simulations { agents },
            "progress" => What::Progress { agents, seed },
            "random-play" => What::RandomPlay { game, seed },
            "reachability" => What::Reachability,
            "testset" => {
                let set = rules.get("set").and_then(Value::as_str).unwrap_or_default().to_owned();
                What::Testset { agents, set, seed }
            }
            "prediction" => prediction(&rules, seed)?,
            other => {
                let expected = "match, positions, simulations, progress, random-play, reachability, testset or \
                                prediction";
                return Err(BadInput::expected("run, measure", expected, quote(other)));
            }
        };
        Ok(Term { what, statistic })
    }

    /// The agent with definitions and presets written out, so that its name says everything.
    fn agent(&self, game: GameId, text: &str) -> Result<String, BadInput> {
        let mut spec: AgentSpec = text.parse()?;
        let presets = with_game!(game, G => G::PRESETS);
        // A definition may rest on another one or on a preset, and may have the name of the kind it rests on: each is used once.
        let mut used = BTreeSet::new();
        loop {
            let defined = self.file.define.get(spec.name()).map(String::as_str);
            let defined = defined.filter(|_| used.insert(spec.name().to_owned()));
            let preset = presets.iter().find(|preset| preset.name == spec.name());
            let Some(base) = defined.or(preset.map(|preset| preset.spec)) else {
                return Ok(without_defaults(game, &spec));
            };
            spec = base.parse::<AgentSpec>()?.changed_by(&spec);
        }
    }
}

/// The network that the rules of a file describe.
fn prediction(rules: &Map<String, Value>, seed: u64) -> Result<What, BadInput> {
    let text = |name: &str| rules.get(name).and_then(Value::as_str).unwrap_or_default();
    let learning = match text("learning") {
        "first" => LearningRecipe::First,
        "second" => LearningRecipe::Second,
        other => {
            return Err(BadInput::expected(
                "run, rules, learning",
                "first or second",
                quote(other),
            ));
        }
    };
    let position = text("position").parse().ok().filter(|position: &u8| *position <= 4);
    let position = position.ok_or_else(|| {
        BadInput::expected("run, rules, position", "0 to 4", quote(text("position")))
    })?;
    let games = rules.get("games").and_then(Value::as_u64).unwrap_or_default();
    Ok(What::Prediction { layers: text("layers").to_owned(), learning, position, games, seed })
}

/// The spec without parameters that have their usual value, so that the same agent always has the same name.
fn without_defaults(game: GameId, spec: &AgentSpec) -> String {
    let usual = |name: &str, value: &str| {
        with_game!(game, G => kontra_agents::kinds::<G>().iter().any(|kind| {
            let known = kind.params.iter().find(|param| param.name == name);
            kind.name == spec.name() && known.is_some_and(|param| param.default == Some(value))
        }))
    };
    let params: Vec<String> = spec
        .params()
        .filter(|(name, value)| !usual(name, value))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    match params.is_empty() {
        true => spec.name().to_owned(),
        false => format!("{}({})", spec.name(), params.join(", ")),
    }
}

fn rule(
    value: &toml::Value,
    fill: &mut impl FnMut(&str) -> Result<String, BadInput>,
) -> Result<Value, BadInput> {
    match value {
        toml::Value::String(text) => Ok(Value::from(fill(text)?)),
        toml::Value::Integer(number) => Ok(Value::from(*number)),
        toml::Value::Boolean(flag) => Ok(Value::from(*flag)),
        other => Err(BadInput::expected(
            "run, rules",
            "a word, a number, true or false",
            other.type_str(),
        )),
    }
}

fn at(bad: BadInput, what: &str, index: usize, entry: &BTreeMap<String, toml::Value>) -> BadInput {
    let label = text_of(entry, "label");
    match label.is_empty() {
        true => bad.within(&format!("{what} {}", index + 1)),
        false => bad.within(&format!("{what} {}", quote(&label))),
    }
}
