use crate::{DealSums, Match, PlayedGame, Row, Seating, SprtReport};
use kontra_agents::Playable;
use rustc_hash::FxHashSet;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What is reported about a match; in JSON as the command line promises it.
#[derive(Clone, Debug, Serialize)]
pub struct MatchTable {
    /// The name of the game.
    pub game: &'static str,
    /// How many deals were played.
    pub deals: u64,
    /// How many games were played on them.
    pub games: u64,
    /// How many of these games differ in their deal or in any decision.
    pub distinct_games: u64,
    /// The seating rule.
    pub seating: &'static str,
    /// The seed all random numbers came from.
    pub seed: u64,
    /// How long the match took.
    pub elapsed_s: f64,
    /// How long all agents together thought.
    pub thinking_s: f64,
    /// One row for each agent, in the order they were named.
    pub agents: Vec<Row>,
    /// How often games ended how.
    pub endings: BTreeMap<Cow<'static, str>, u64>,
    /// What the sequential test says about the first agent, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtReport>,
    #[serde(skip)]
    seen: FxHashSet<u64>,
    #[serde(skip)]
    round: Option<u32>,
}

impl MatchTable {
    /// The table of a match before its first deal.
    pub fn new<G: Playable>(the_match: &Match<G>) -> MatchTable {
        let specs = the_match.agents().iter().map(|agent| agent.spec().to_string());
        MatchTable::empty::<G>(the_match.seating(), the_match.seed(), specs)
    }

    /// A table without deals, of these agents.
    pub fn empty<G: Playable>(
        seating: Seating,
        seed: u64,
        specs: impl IntoIterator<Item = String>,
    ) -> MatchTable {
        MatchTable {
            game: G::NAME,
            deals: 0,
            games: 0,
            distinct_games: 0,
            seating: seating.name(),
            seed,
            elapsed_s: 0.0,
            thinking_s: 0.0,
            agents: specs.into_iter().map(Row::new).collect(),
            endings: BTreeMap::new(),
            sprt: None,
            seen: FxHashSet::default(),
            round: G::ROUND,
        }
    }

    /// Adds the games of one deal. Deals are added in order, so that sums do not depend on who was faster.
    pub fn add(&mut self, arrangements: &[Vec<usize>], games: &[PlayedGame]) {
        self.deals += 1;
        self.games += games.len() as u64;
        for game in games {
            self.seen.insert(game.identity);
            *self.endings.entry(game.ending.clone()).or_default() += 1;
            if let Some(forfeit) = &game.forfeit {
                let agent = arrangements[game.arrangement][forfeit.seat.index()];
                self.agents[agent].add_forfeit(forfeit);
            }
        }
        for (agent, row) in self.agents.iter_mut().enumerate() {
            row.add(&DealSums::of(games, arrangements, |who| who == agent));
        }
    }

    /// Computes what is computed once, in the end.
    pub fn finish(&mut self, elapsed_s: f64) {
        self.elapsed_s = elapsed_s;
        self.distinct_games = self.seen.len() as u64;
        self.agents.iter_mut().for_each(|row| row.finish(self.round));
        self.thinking_s = self.agents.iter().map(Row::thinking_s).sum();
    }
}
