use crate::{Clusters, DealSums, Forfeited, SeatEffort, Share};
use serde::Serialize;

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
    /// The mean for a round of several games, in games that are counted so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_mean: Option<f64>,
    /// Half the width of the 95 % confidence interval of the mean for a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_ci95: Option<f64>,
    /// Games with a payoff above 0.
    pub wins: u64,
    /// Games with a payoff of 0.
    pub draws: u64,
    /// Games with a payoff below 0.
    pub losses: u64,
    /// The share of its games that it won.
    pub win_rate: f64,
    /// The 95 % confidence interval of that share (Wilson's, for the effective number of games; see [`Share`]);
    /// `None` with fewer than two deals.
    pub win_rate_ci95: Option<[f64; 2]>,
    /// Mean time for a decision.
    pub ms_per_decision: f64,
    /// Rollouts, or whatever its search counts, in a second of its time; `None` where that is not known.
    pub rollouts_per_s: Option<f64>,
    /// Nodes of a search, in the mean over all decisions; `None` where that is not known.
    pub nodes_per_decision: Option<f64>,
    /// How many games it broke off: external programs that crash, hang or answer nonsense.
    pub forfeits: u64,
    /// Why it broke off the first of them.
    pub first_forfeit: Option<String>,
    #[serde(skip)]
    payoffs: Clusters,
    #[serde(skip)]
    won: Share,
    #[serde(skip)]
    thinking: SeatEffort,
}

impl Row {
    pub(crate) fn new(spec: String) -> Row {
        Row {
            spec,
            games: 0,
            mean: 0.0,
            ci95: None,
            round_mean: None,
            round_ci95: None,
            wins: 0,
            draws: 0,
            losses: 0,
            win_rate: 0.0,
            win_rate_ci95: None,
            ms_per_decision: 0.0,
            rollouts_per_s: None,
            nodes_per_decision: None,
            forfeits: 0,
            first_forfeit: None,
            payoffs: Clusters::default(),
            won: Share::default(),
            thinking: SeatEffort::default(),
        }
    }

    /// The mean payoff of each deal.
    pub fn payoffs(&self) -> &Clusters {
        &self.payoffs
    }

    /// How long the agent thought.
    pub(crate) fn thinking_s(&self) -> f64 {
        self.thinking.time.as_secs_f64()
    }

    /// Adds what the agent did on one deal.
    pub(crate) fn add(&mut self, deal: &DealSums) {
        self.games += deal.games;
        self.wins += deal.wins;
        self.draws += deal.draws;
        self.losses += deal.losses;
        self.thinking.add(&deal.effort);
        self.payoffs.add(deal.mean());
        self.won.add(deal.wins, deal.games);
    }

    /// Adds a game that the agent broke off.
    pub(crate) fn add_forfeit(&mut self, forfeit: &Forfeited) {
        self.forfeits += 1;
        self.first_forfeit.get_or_insert_with(|| forfeit.why.to_string());
    }

    /// Computes what is computed once, in the end. A round has this many games, if the game is counted in rounds.
    pub(crate) fn finish(&mut self, round: Option<u32>) {
        self.mean = self.payoffs.mean();
        self.ci95 = self.payoffs.half_width();
        self.round_mean = round.map(|games| f64::from(games) * self.mean);
        self.round_ci95 = round.and_then(|games| Some(f64::from(games) * self.ci95?));
        self.win_rate = self.wins as f64 / self.games.max(1) as f64;
        self.win_rate_ci95 = self.won.interval();
        let SeatEffort { decisions, time, effort } = self.thinking;
        let (decisions, seconds) = (decisions.max(1) as f64, time.as_secs_f64());
        self.ms_per_decision = seconds * 1000.0 / decisions;
        let known = |number: u64| (number > 0).then_some(number as f64);
        self.rollouts_per_s = known(effort.iterations).map(|number| number / seconds);
        self.nodes_per_decision = known(effort.nodes).map(|number| number / decisions);
    }
}
