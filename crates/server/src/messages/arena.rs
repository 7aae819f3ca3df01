//! What matches and experiments have left behind.

use kontra_arena::{Row, SprtReport};
use kontra_experiments::Finding;
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Opaque;

/// Ratings of agents.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Leaderboard<'a> {
    pub(crate) ratings: Vec<&'a AgentRating>,
    /// The store that they come from.
    pub(crate) store: Option<String>,
}

/// How strong an agent is.
#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "Rating")]
pub(crate) struct AgentRating {
    pub(crate) game: &'static str,
    pub(crate) spec: String,
    pub(crate) trueskill_mu: f64,
    pub(crate) trueskill_sigma: f64,
    pub(crate) elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub(crate) elo_ci95: Option<f64>,
    pub(crate) games: u64,
}

/// Matches in the store.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Matches {
    /// The newest first.
    pub(crate) matches: Vec<MatchSummary<Vec<String>>>,
    pub(crate) store: Option<String>,
}

/// A match.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MatchSummary<A> {
    #[serde(rename = "match")]
    pub(crate) id: String,
    pub(crate) name: Option<String>,
    pub(crate) game: String,
    pub(crate) agents: A,
    pub(crate) deals: u64,
    pub(crate) games: u64,
    pub(crate) finished: bool,
    /// When it was begun, in UTC.
    pub(crate) created: String,
}

impl<A> MatchSummary<A> {
    /// The same with something else about the agents.
    pub(crate) fn with_agents<B>(self, agents: B) -> MatchSummary<B> {
        let MatchSummary { id, name, game, deals, games, finished, created, .. } = self;
        MatchSummary { id, name, game, agents, deals, games, finished, created }
    }
}

/// The table of a match.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Match")]
pub(crate) struct MatchShown {
    #[serde(flatten)]
    #[schemars(with = "MatchSummary<Vec<Opaque>>")]
    pub(crate) summary: MatchSummary<Vec<Row>>,
    /// Records from elsewhere have no table.
    #[serde(flatten)]
    pub(crate) details: Option<MatchDetails>,
    /// How many games can be opened.
    pub(crate) records: u64,
}

/// What the table of a match says beside its rows.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MatchDetails {
    pub(crate) distinct_games: u64,
    pub(crate) seating: &'static str,
    pub(crate) seed: u64,
    pub(crate) elapsed_s: f64,
    pub(crate) thinking_s: f64,
    /// How often games ended how.
    pub(crate) endings: BTreeMap<Cow<'static, str>, u64>,
    /// What the sequential test says.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Opaque>")]
    pub(crate) sprt: Option<SprtReport>,
}

/// Tables and figures of the papers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Experiments {
    pub(crate) papers: Vec<PaperCited>,
    pub(crate) experiments: Vec<ExperimentProgress>,
}

/// A paper.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Paper")]
pub(crate) struct PaperCited {
    pub(crate) paper: String,
    pub(crate) name: String,
    pub(crate) citation: String,
    pub(crate) about: String,
}

/// An experiment.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExperimentSummary {
    pub(crate) name: String,
    pub(crate) paper: String,
    /// Where the paper has it.
    pub(crate) place: String,
    pub(crate) title: String,
    /// Whether it can be run, in a word.
    pub(crate) state: &'static str,
    /// Why it cannot be run.
    pub(crate) reason: Option<String>,
}

/// An experiment, and how far it is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExperimentProgress {
    #[serde(flatten)]
    pub(crate) summary: ExperimentSummary,
    /// Numbers in all.
    pub(crate) cells: usize,
    /// Numbers that were measured.
    pub(crate) finished: usize,
    /// Numbers that agree with the paper's.
    pub(crate) agree: usize,
    pub(crate) differ: usize,
}

/// A table of a paper beside ours.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Experiment")]
pub(crate) struct ExperimentShown {
    #[serde(flatten)]
    pub(crate) summary: ExperimentSummary,
    pub(crate) source: Option<PaperCited>,
    /// What it shows.
    pub(crate) shows: String,
    /// What we found.
    pub(crate) found: Option<String>,
    /// What the paper leaves open and was assumed.
    pub(crate) assumed: Option<String>,
    #[schemars(with = "Vec<FindingShown>")]
    pub(crate) cells: Vec<Finding>,
}

/// A number beside the paper's, as [`Finding`] is written.
#[derive(JsonSchema)]
#[schemars(rename = "Finding")]
#[allow(dead_code, reason = "describes a type of another crate")]
struct FindingShown {
    label: String,
    paper: Option<f64>,
    paper_ci: Option<f64>,
    ours: Option<f64>,
    ours_ci: Option<f64>,
    /// Ours less the paper's, in standard errors of that difference.
    z: Option<f64>,
    agrees: Option<bool>,
    units: u64,
}
