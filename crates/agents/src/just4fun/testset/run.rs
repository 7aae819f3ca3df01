use super::{Case, Metrics, Rating, TestSet, cross_entropy, deal, policy_rating, value_rating};
use crate::just4fun::network::{BoardModel, model_named};
use crate::{AgentSpec, Player, Recipe};
use kontra_game::{BadInput, Game, History, Streams, Turn};
use kontra_just4fun::Just4Fun;
use kontra_nets::Instructions;

/// An agent on the test sets.
#[derive(Debug)]
pub struct TestRun {
    recipe: Recipe<Just4Fun>,
    model: Option<BoardModel>,
    exploration: f64,
    seed: u64,
}

/// What happened in one repetition of a set.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// What was said about each case.
    pub metrics: Vec<Metrics>,
}

impl TestRun {
    /// A run of this agent, with cards and random numbers from a seed.
    pub fn new(spec: &AgentSpec, seed: u64) -> Result<TestRun, BadInput> {
        let recipe = Recipe::new(spec)?;
        // A preset stands for another spec.
        let preset = <Just4Fun as crate::Playable>::PRESETS.iter().find(|p| p.name == spec.name());
        let written: AgentSpec = match preset {
            Some(preset) => preset.spec.parse()?,
            None => spec.clone(),
        };
        let model =
            written.param("weights").and_then(|name| model_named(name, Instructions::best()).ok());
        let exploration = written.param("exploration").and_then(|text| text.parse().ok());
        Ok(TestRun { recipe, model, exploration: exploration.unwrap_or(1.0), seed })
    }

    /// One repetition of a set, by its number. The cards are those of its number, whatever the agent.
    pub fn repetition(&self, set: TestSet, cases: &[Case], number: u64) -> Outcome {
        let streams = Streams::new(self.seed.wrapping_add(number));
        let mut judge = self.model.as_ref().map(BoardModel::judge);
        let mut metrics = vec![];
        for (n, case) in cases.iter().enumerate() {
            let index = 1000 * set as u64 + n as u64;
            let game = deal(case, &mut streams.test(index));
            let Turn::Seat(seat) = game.turn() else { continue };
            let analysis = match self.recipe.player(streams.agent(index, 0, seat)) {
                Player::Honest(mut agent) => {
                    agent.analyze(&game.view(seat), History::unknown(seat))
                }
                Player::Cheating(mut cheat) => cheat.analyze(&game),
                Player::Guest(_) => None,
            };
            let mut found = match analysis {
                Some(analysis) => Metrics::of_analysis(&analysis, case.expected, self.exploration),
                None => Metrics::of_uniform(&game.view(seat), case.expected),
            };
            if let Some(judge) = &mut judge {
                found.add_network(judge, &game, case.expected);
            }
            metrics.push(found);
        }
        Outcome { metrics }
    }
}

/// Means over repetitions of what is counted in each.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Figures {
    /// Repetitions.
    pub repetitions: u64,
    /// Cross-entropy of the agent's policy: mean, standard deviation and median over cases.
    pub entropy: [f64; 3],
    /// The same of the network's policy over legal moves, and over all fields.
    pub network_entropy: Option<[[f64; 3]; 2]>,
    /// Shares of cases by rating, worst first: policy, UCT, value of moves.
    pub policy: [f64; 3],
    /// UCT.
    pub uct: Option<[f64; 3]>,
    /// Mean value of the expected moves.
    pub value: Option<[f64; 3]>,
    /// The network's policy over legal moves.
    pub network_policy: Option<[f64; 3]>,
    /// The network's value.
    pub network_value: Option<[f64; 3]>,
    /// The network's values of the expected moves.
    pub network_action_value: Option<[f64; 3]>,
}

/// Mean, standard deviation of a sample, and median.
fn spread(mut numbers: Vec<f64>) -> [f64; 3] {
    let count = numbers.len();
    if count == 0 {
        return [f64::NAN; 3];
    }
    numbers.sort_by(f64::total_cmp);
    let mean = numbers.iter().sum::<f64>() / count as f64;
    let squares: f64 = numbers.iter().map(|x| (x - mean).powi(2)).sum();
    let median = f64::midpoint(numbers[(count - 1) / 2], numbers[count / 2]);
    [mean, (squares / (count.max(2) - 1) as f64).sqrt(), median]
}

fn shares(ratings: impl Iterator<Item = Rating>) -> [f64; 3] {
    let (mut counts, mut all) = ([0.0; 3], 0.0_f64);
    for rating in ratings {
        counts[rating as usize] += 1.0;
        all += 1.0;
    }
    counts.map(|count| count / all.max(1.0))
}

fn join<const N: usize>(old: &mut [f64; N], new: [f64; N], count: u64) {
    old.iter_mut().zip(new).for_each(|(old, new)| *old += (new - *old) / count as f64);
}

impl Figures {
    /// Adds a repetition.
    pub fn add(&mut self, set: TestSet, outcome: &Outcome) {
        self.repetitions += 1;
        let (count, metrics) = (self.repetitions, &outcome.metrics);
        let entropies = |of: fn(&Metrics) -> Option<f64>| {
            let list: Option<Vec<f64>> = metrics.iter().map(of).collect();
            list.map(|list| spread(list.into_iter().map(cross_entropy).collect()))
        };
        if let Some(entropy) = entropies(|m| Some(m.policy)) {
            join(&mut self.entropy, entropy, count);
        }
        let networks = entropies(|m| m.network_policy).zip(entropies(|m| m.network_policy_before));
        if let Some((after, before)) = networks {
            let all = self.network_entropy.get_or_insert_default();
            join(&mut all[0], after, count);
            join(&mut all[1], before, count);
        }
        let policies = shares(metrics.iter().map(|m| policy_rating(set, m.policy)));
        join(&mut self.policy, policies, count);
        let rated = |of: fn(&Metrics) -> Option<f64>, rate: fn(TestSet, f64) -> Rating| {
            let list: Option<Vec<f64>> = metrics.iter().map(of).collect();
            list.map(|list| shares(list.into_iter().map(|x| rate(set, x))))
        };
        for (shares, found) in [
            (&mut self.uct, rated(|m| m.uct, value_rating)),
            (&mut self.value, rated(|m| m.value, value_rating)),
            (&mut self.network_policy, rated(|m| m.network_policy, policy_rating)),
            (&mut self.network_value, rated(|m| m.network_value, value_rating)),
            (&mut self.network_action_value, rated(|m| m.network_action_value, value_rating)),
        ] {
            if let Some(found) = found {
                join(shares.get_or_insert_default(), found, count);
            }
        }
    }
}
