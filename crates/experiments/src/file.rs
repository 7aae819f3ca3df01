//! The text of an experiment, as it stands in its file.

use kontra_game::BadInput;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A file of an experiment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExperimentFile {
    pub(crate) place: String,
    pub(crate) title: String,
    pub(crate) shows: String,
    #[serde(default)]
    pub(crate) found: Option<String>,
    #[serde(default)]
    pub(crate) assumed: Option<String>,
    /// What it waits for.
    #[serde(default)]
    pub(crate) waits: Option<String>,
    /// Why it cannot be run.
    #[serde(default)]
    pub(crate) impossible: Option<String>,
    #[serde(default)]
    pub(crate) run: Option<Run>,
    /// Agents by a short name.
    #[serde(default)]
    pub(crate) define: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) table: Vec<TableSection>,
    #[serde(default)]
    pub(crate) claim: Vec<ClaimSection>,
}

/// What is run for every cell.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    #[serde(default = "a_match")]
    pub(crate) measure: String,
    #[serde(default)]
    pub(crate) game: Option<String>,
    #[serde(default)]
    pub(crate) agents: Vec<String>,
    #[serde(default)]
    pub(crate) rules: toml::Table,
    #[serde(default)]
    pub(crate) seating: Option<String>,
    #[serde(default)]
    pub(crate) seed: Option<u64>,
    #[serde(default)]
    pub(crate) timed: bool,
    pub(crate) full: u64,
    pub(crate) quick: u64,
}

fn a_match() -> String {
    "match".to_owned()
}

/// Rows and columns; what they name besides `label`, `statistic`, `paper` and `waits` are variables.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableSection {
    #[serde(default)]
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) unit: String,
    #[serde(default)]
    pub(crate) statistic: Option<String>,
    /// How many games the paper's shares rest on.
    #[serde(default)]
    pub(crate) games: Option<u64>,
    /// Why the paper's numbers cannot be compared with ours.
    #[serde(default)]
    pub(crate) incomparable: bool,
    /// A second measurement whose number is added.
    #[serde(default)]
    pub(crate) plus: Option<Plus>,
    #[serde(default = "one_column")]
    pub(crate) columns: Vec<BTreeMap<String, toml::Value>>,
    pub(crate) rows: Vec<BTreeMap<String, toml::Value>>,
}

fn one_column() -> Vec<BTreeMap<String, toml::Value>> {
    vec![[("label".to_owned(), toml::Value::from(""))].into()]
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plus {
    pub(crate) agents: Vec<String>,
    pub(crate) statistic: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimSection {
    pub(crate) text: String,
    pub(crate) more: String,
    pub(crate) less: String,
}

/// Reads TOML; what is wrong becomes one sentence with its line.
pub(crate) fn read<T: for<'de> Deserialize<'de>>(place: &str, text: &str) -> Result<T, BadInput> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
        let place = line.map_or(place.to_owned(), |line| format!("{place}, line {line}"));
        let reason = error.message().replace(['\n', '\r'], " ");
        BadInput { place, problem: format!("expected an experiment in TOML, found {reason}") }
    })
}
