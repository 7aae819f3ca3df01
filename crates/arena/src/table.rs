use crate::{Clusters, Match, Played, Seating, Thinking};
use kontra_agents::Playable;
use rustc_hash::FxHashSet;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What is reported about a match; in JSON as the command line promises it.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
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
    /// One row for each agent, in the order they were named.
    pub agents: Vec<Row>,
    /// How often games ended how.
    pub endings: BTreeMap<Cow<'static, str>, u64>,
    #[serde(skip)]
    seen: FxHashSet<u64>,
}

/// What is reported about one agent.
///
/// An agent with two seats at a table plays two games there: everything is counted by seat.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The agent.
    pub spec: String,
    /// How many games it played, by seat.
    pub games: u64,
    /// Its mean payoff.
    pub mean: f64,
    /// Half the width of the 95 % confidence interval of the mean, over deals; `None` with fewer than two deals.
    pub ci95: Option<f64>,
    /// Games with a payoff above 0.
    pub wins: u64,
    /// Games with a payoff of 0.
    pub draws: u64,
    /// Games with a payoff below 0.
    pub losses: u64,
    /// The share of its games that it won.
    pub win_rate: f64,
    /// Mean time for a decision.
    pub ms_per_decision: f64,
    #[serde(skip)]
    payoffs: Clusters,
    #[serde(skip)]
    thinking: Thinking,
}

impl Table {
    /// The table of a match before its first deal.
    pub fn new<G: Playable>(contest: &Match<G>) -> Table {
        let specs = contest.agents().iter().map(|agent| agent.spec().to_string());
        Table::empty(G::NAME, contest.seating(), contest.seed(), specs)
    }

    /// A table without deals, of these agents.
    pub fn empty(
        game: &'static str,
        seating: Seating,
        seed: u64,
        specs: impl IntoIterator<Item = String>,
    ) -> Table {
        Table {
            game,
            deals: 0,
            games: 0,
            distinct_games: 0,
            seating: seating.name(),
            seed,
            elapsed_s: 0.0,
            agents: specs.into_iter().map(Row::new).collect(),
            endings: BTreeMap::new(),
            seen: FxHashSet::default(),
        }
    }

    /// Adds the games of one deal. Deals are added in order, so that sums do not depend on who was faster.
    pub fn add(&mut self, arrangements: &[Vec<usize>], games: &[Played]) {
        self.deals += 1;
        self.games += games.len() as u64;
        for game in games {
            self.seen.insert(game.identity);
            *self.endings.entry(game.ending.clone()).or_default() += 1;
        }
        for (agent, row) in self.agents.iter_mut().enumerate() {
            let seats = games.iter().flat_map(|game| {
                let by_seat = game.payoffs.as_slice().iter().zip(&game.thinking);
                let whose = arrangements[game.arrangement].iter();
                whose.zip(by_seat).filter(|&(&who, _)| who == agent).map(|(_, seat)| seat)
            });
            row.add(seats);
        }
    }

    /// Computes what is computed once, in the end.
    pub fn finish(&mut self, elapsed_s: f64) {
        self.elapsed_s = elapsed_s;
        self.distinct_games = self.seen.len() as u64;
        for row in &mut self.agents {
            row.mean = row.payoffs.mean();
            row.ci95 = row.payoffs.half_width();
            row.win_rate = row.wins as f64 / row.games.max(1) as f64;
            let ms = row.thinking.time.as_secs_f64() * 1000.0;
            row.ms_per_decision = ms / row.thinking.decisions.max(1) as f64;
        }
    }
}

impl Row {
    fn new(spec: String) -> Row {
        Row {
            spec,
            games: 0,
            mean: 0.0,
            ci95: None,
            wins: 0,
            draws: 0,
            losses: 0,
            win_rate: 0.0,
            ms_per_decision: 0.0,
            payoffs: Clusters::default(),
            thinking: Thinking::default(),
        }
    }

    /// Adds all seats that the agent had on one deal.
    fn add<'a>(&mut self, seats: impl Iterator<Item = (&'a f64, &'a Thinking)>) {
        let (mut sum, mut count) = (0.0, 0_u64);
        for (&payoff, thinking) in seats {
            sum += payoff;
            count += 1;
            let outcome = match payoff {
                p if p > 0.0 => &mut self.wins,
                p if p < 0.0 => &mut self.losses,
                _ => &mut self.draws,
            };
            *outcome += 1;
            self.thinking.time += thinking.time;
            self.thinking.decisions += thinking.decisions;
        }
        self.games += count;
        self.payoffs.add(sum / count as f64);
    }
}
