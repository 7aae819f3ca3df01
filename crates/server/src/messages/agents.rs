//! What there is to play, against whom, and what an engine thinks of a position.

use super::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What there is to play, and against whom.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Catalog<'a> {
    pub(crate) games: &'static [CatalogGame],
    /// Whether a seat may be given to any agent by its spec, or only to the strengths.
    pub(crate) specs: bool,
    /// Programs of the person who started the server, which may sit at tables by these names.
    pub(crate) programs: Vec<&'a str>,
}

/// A game of the catalog.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CatalogGame {
    pub(crate) game: &'static str,
    pub(crate) about: &'static str,
    pub(crate) seats_min: usize,
    pub(crate) seats_max: usize,
    /// The rules that can be chosen.
    pub(crate) options: Vec<CatalogOption>,
    pub(crate) strengths: Vec<CatalogStrength>,
    pub(crate) agents: Vec<CatalogAgent>,
    pub(crate) unit: Unit,
}

/// A rule that can be chosen.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CatalogOption {
    pub(crate) name: &'static str,
    pub(crate) default: &'static str,
    /// What it can be set to; empty where any number in a range will do.
    pub(crate) values: Vec<String>,
    pub(crate) about: &'static str,
}

/// An agent by a word.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CatalogStrength {
    pub(crate) strength: &'static str,
    pub(crate) spec: &'static str,
    #[serde(flatten)]
    pub(crate) words: Words,
}

/// A kind of agent that can sit down.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CatalogAgent {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// With all its defaults.
    pub(crate) spec: String,
    pub(crate) params: Vec<CatalogParam>,
}

/// A parameter of an agent.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Param")]
pub(crate) struct CatalogParam {
    pub(crate) name: &'static str,
    /// `null` where a value must be given.
    pub(crate) default: Option<&'static str>,
    pub(crate) about: &'static str,
}

/// What the values of an analysis mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    /// Expected score points.
    Score,
    /// The probability to win.
    Win,
}

/// What the engine thinks of a position.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Analysis")]
pub(crate) struct PositionAnalysis {
    #[serde(flatten)]
    pub(crate) analysis: Option<Analysis>,
    /// Where the question is only a formality: the analysis of the decision behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) next: Option<Option<Analysis>>,
    /// The version, or the ply, of the position.
    pub(crate) version: usize,
}

/// What the engine thinks of every move.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AnalysedMoves")]
pub(crate) struct Analysis {
    /// The move that it would make.
    pub(crate) chosen: String,
    pub(crate) unit: Unit,
    /// The agent that was asked.
    pub(crate) spec: &'static str,
    /// Every legal move, in the game's order.
    pub(crate) moves: Vec<AnalysedMove>,
    pub(crate) iterations: u64,
    pub(crate) nodes: u64,
    pub(crate) worlds: u64,
    pub(crate) elapsed_s: f64,
}

/// What the engine thinks of a move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AnalysedMove {
    #[serde(rename = "move")]
    pub(crate) text: String,
    pub(crate) visits: u64,
    /// The share of all visits.
    pub(crate) share: f64,
    /// In the unit; `null` for a move that was never tried.
    pub(crate) value: Option<f64>,
    /// The standard error of the value.
    pub(crate) error: Option<f64>,
    pub(crate) prior: Option<f64>,
    /// The probability to win; `null` where nothing can say so.
    pub(crate) win: Option<f64>,
    #[serde(flatten)]
    pub(crate) words: Words,
}

/// A spec of an agent, from the program or from a store.
pub(crate) type Spec = Cow<'static, str>;
