//! Ratings: how strong agents are, by any set of games between them.
//!
//! Two numbers answer two questions. **TrueSkill** goes through the games one after the other, as a web site does
//! with its players' games; it is quick to settle and forgets. **Elo** weighs all games alike: the ratings under
//! which the results are most likely, with an error that is computed over deals, because games on the same deal are
//! not independent.
//!
//! Both see a game as sides that are ranked by payoff: parties, where there are any, and single agents where not.

mod elo;
mod encounter;
mod history;
mod matrix;
mod trueskill;

use elo::EloStanding;
use encounter::Encounter;
use history::EncounterList;
use rustc_hash::FxHashMap;
use serde::Serialize;
use trueskill::TrueSkill;

/// One finished game.
#[derive(Clone, Copy, Debug)]
pub struct RatedGame<'a> {
    /// Who sat where.
    pub players: &'a [String],
    /// What it was worth to each seat.
    pub payoffs: &'a [f64],
    /// Whether seats with the same payoff won or lost it together; else everybody played for themselves.
    pub in_parties: bool,
}

/// How strong one agent is; in JSON as the command line promises it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// The agent.
    pub spec: String,
    /// TrueSkill's mean; everybody begins with 25.
    pub trueskill_mu: f64,
    /// TrueSkill's uncertainty; everybody begins with 25/3.
    pub trueskill_sigma: f64,
    /// The Elo rating; the mean of all agents that met, directly or by others, is 1500.
    pub elo: f64,
    /// Half the width of its 95 % confidence interval; `None` with fewer than two deals.
    pub elo_ci95: Option<f64>,
    /// How many games it played, by seat.
    pub games: u64,
}

/// Collects games, deal by deal, and rates everybody in them.
///
/// ```
/// use kontra_arena::ratings::{RatedGame, Ratings};
/// let players = ["strong".to_owned(), "weak".to_owned()];
/// let mut ratings = Ratings::default();
/// for deal in 0..400 {
///     let payoffs = if deal % 4 == 0 { [-1.0, 1.0] } else { [1.0, -1.0] };
///     ratings.add_deal([RatedGame { players: &players, payoffs: &payoffs, in_parties: false }]);
/// }
/// let ratings = ratings.finish();
/// assert_eq!((ratings[0].spec.as_str(), ratings[0].games), ("strong", 400));
/// // Who wins three of four games is 400 log₁₀ 3 = 191 points stronger.
/// assert!((ratings[0].elo - ratings[1].elo - 191.0).abs() < 2.0);
/// ```
#[derive(Default)]
pub struct Ratings {
    agents: FxHashMap<String, usize>,
    games: Vec<u64>,
    history: EncounterList,
}

impl Ratings {
    /// Adds the games of one deal. Deals are independent of each other, games on the same deal are not.
    pub fn add_deal<'a>(&mut self, games: impl IntoIterator<Item = RatedGame<'a>>) {
        for game in games {
            let players: Vec<usize> = game.players.iter().map(|name| self.agent(name)).collect();
            players.iter().for_each(|&agent| self.games[agent] += 1);
            if let Some(encounter) = Encounter::of(&players, game.payoffs, game.in_parties) {
                self.history.add(encounter);
            }
        }
        self.history.end_deal();
    }

    fn agent(&mut self, name: &str) -> usize {
        if let Some(&agent) = self.agents.get(name) {
            return agent;
        }
        self.agents.insert(name.to_owned(), self.games.len());
        self.games.push(0);
        self.games.len() - 1
    }

    /// The ratings of everybody, the strongest by Elo first.
    pub fn finish(self) -> Vec<Rating> {
        // Agents get their numbers by name: which was named first must not change a digit.
        let mut names: Vec<(String, usize)> = self.agents.into_iter().collect();
        names.sort_unstable();
        let mut numbers = vec![0; names.len()];
        names.iter().enumerate().for_each(|(number, &(_, agent))| numbers[agent] = number);
        let history = self.history.renumbered(&numbers);
        let skills = TrueSkill::of(names.len(), &history);
        let standings = elo::fit(names.len(), &history);
        let mut ratings: Vec<Rating> = names
            .into_iter()
            .enumerate()
            .map(|(number, (spec, agent))| {
                let EloStanding { elo, ci95 } = standings[number];
                let (trueskill_mu, trueskill_sigma) = skills.rating(number);
                let games = self.games[agent];
                Rating { spec, trueskill_mu, trueskill_sigma, elo, elo_ci95: ci95, games }
            })
            .collect();
        ratings.sort_by(|a, b| b.elo.total_cmp(&a.elo).then_with(|| a.spec.cmp(&b.spec)));
        ratings
    }
}
