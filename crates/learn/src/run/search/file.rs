use super::{ByIteration, Ramp, SearchNetworkFile};
use crate::policy::PolicySetup;
use crate::run::BadRun;
use crate::searched::{QuickSearch, SearchPlay, Weighing};
use kontra_agents::just4fun::SituationKeys;
use kontra_just4fun::{Field, KeyState, Players, Rules};
use kontra_nets::Instructions;
use kontra_search::Budget;
use kontra_search::mcts::{Count, NodeIdentity, Noise, PuctOptions, Untried};
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;

/// A run that learns from searches, as it is written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRun {
    /// Which game is learnt: `just4fun`.
    pub game: String,
    /// All random numbers follow from it.
    pub seed: u64,
    /// Iterations: games, then learning, then the benchmark.
    pub iterations: u64,
    /// The network.
    pub network: SearchNetworkFile,
    /// How games are played.
    pub selfplay: SearchFile,
    /// How the network learns.
    pub learning: LearningFile,
    /// Games after each iteration that show what was learnt.
    pub benchmark: BenchmarkFile,
}

/// How games are played. What can change over a run is a value or a list of iterations with values.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchFile {
    /// Games of an iteration.
    pub games: u64,
    /// How many play: game after game the next number of this list, again and again.
    #[serde(default = "two_players")]
    pub players: Vec<u8>,
    /// Games that are searched side by side with one batch of leaves.
    #[serde(default = "five")]
    pub together: u64,
    /// Iterations of a search.
    pub iterations: ByIteration<u64>,
    /// Worlds that a search imagines; 0: one for each iteration.
    pub worlds: ByIteration<u64>,
    /// The exploration constant.
    pub exploration: ByIteration<f64>,
    /// What a reward is worth one decision earlier.
    pub discount: ByIteration<f64>,
    /// Moves are drawn in proportion to visits^(1/temperature).
    pub temperature: ByIteration<f64>,
    /// How much of the priors at the root is noise.
    pub noise: ByIteration<f64>,
    /// The parameter of the noise.
    pub alpha: ByIteration<f64>,
    /// What situations of one node have in common: `board`, `board-hand`, `board-hand-used`.
    pub key: String,
    /// Whether a game's tree is kept from move to move.
    #[serde(default)]
    pub reuse: bool,
    /// Whether searches are shown all cards but the future (Gastegger 2024, section 7.4).
    #[serde(default)]
    pub perfect: bool,
    /// Moves that Gumbel selection considers at the root; 0: all by the formula.
    #[serde(default)]
    pub gumbel: usize,
    /// Leaves of one tree that are evaluated at once.
    #[serde(default = "one")]
    pub batch: usize,
    /// What a move never tried is worth: this much less than its node. Without it: 0, as in AlphaZero.
    #[serde(default)]
    pub untried: Option<f64>,
    /// Decisions that are searched less, and teach nothing but by the result of the game.
    #[serde(default)]
    pub quick: Option<QuickFile>,
    /// Whether the network may be evaluated with the fastest instructions of the machine, which round more.
    #[serde(default)]
    pub rounded: bool,
    /// How much a value is what followed in the game; the rest is what searches found (TD(λ)). 1: the result alone.
    #[serde(default = "result_alone")]
    pub trace: ByIteration<f64>,
}

/// Decisions that are searched less.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickFile {
    /// The share of decisions.
    pub share: f64,
    /// Iterations of their search.
    pub iterations: u64,
}

fn two_players() -> Vec<u8> {
    vec![2]
}

fn result_alone() -> ByIteration<f64> {
    ByIteration::Always(1.0)
}

fn five() -> u64 {
    5
}

fn one() -> usize {
    1
}

/// How the network learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearningFile {
    /// The learning rate of Adam.
    pub rate: ByIteration<f32>,
    /// How much the squares of weights count.
    pub l2: f32,
    /// How much the probability of illegal answers counts.
    pub penalty: ByIteration<f32>,
    /// Samples in a step.
    pub batch: ByIteration<u64>,
    /// ByIteration of an iteration.
    pub updates: ByIteration<u64>,
    /// At most this many times through all samples in an iteration; without it, as often as the steps need.
    #[serde(default)]
    pub epochs: Option<u64>,
    /// Lessons that are remembered.
    pub buffer: Ramp,
    /// What lessons have in common that become one: `board-hand`, `board-hand-used`, or `nothing`: none become one.
    pub merge: String,
    /// How much a lesson counts that stands for several.
    #[serde(default)]
    pub weighing: Weighing,
    /// Games are played, and the network is written, with an average of the weights after each iteration, in which this much is
    /// that of the iteration before; 0: with the last weights.
    #[serde(default)]
    pub average: f32,
}

/// Games of the network alone after an iteration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchmarkFile {
    /// After this many iterations each, and at the end; 0: never.
    pub every: u64,
    /// Games against the random player, an even number.
    pub random: u64,
    /// Games against the cheating player, an even number.
    pub cheating: u64,
    /// The cheating player.
    #[serde(default = "cheat")]
    pub cheat: String,
}

fn cheat() -> String {
    "gastegger2024-cheating-50".to_owned()
}

/// The largest size of anything.
const MOST: u64 = 1 << 24;

impl SearchRun {
    /// Reads a run. Everything is checked; the first thing that is wrong is named.
    pub fn read(text: &str) -> Result<SearchRun, BadRun> {
        let run: SearchRun = toml::from_str(text).map_err(|e| BadRun::of_toml(text, &e))?;
        run.check()?;
        Ok(run)
    }

    fn check(&self) -> Result<(), BadRun> {
        let fault = |name: &str, why: String| BadRun(format!("run file, {name}: {why}"));
        if self.game != "just4fun" {
            return Err(fault("game", format!("expected just4fun, found '{}'", self.game)));
        }
        self.network.check().map_err(|why| fault("network", why))?;
        let (play, learning) = (&self.selfplay, &self.learning);
        let counts = [
            ("iterations", vec![self.iterations], play.iterations.check()),
            ("selfplay.games", vec![play.games], Ok(())),
            ("selfplay.together", vec![play.together], Ok(())),
            ("selfplay.batch", vec![play.batch as u64], Ok(())),
            ("selfplay.iterations", play.iterations.values(), play.iterations.check()),
            ("learning.batch", learning.batch.values(), learning.batch.check()),
            ("learning.updates", learning.updates.values(), learning.updates.check()),
            ("learning.buffer", learning.buffer.0.iter().map(|p| p.1).collect(), Ok(())),
            ("learning.epochs", learning.epochs.into_iter().collect(), Ok(())),
            ("selfplay.quick", play.quick.iter().map(|quick| quick.iterations).collect(), Ok(())),
        ];
        for (name, values, order) in counts {
            order.map_err(|why| fault(name, why))?;
            if let Some(n) = values.iter().find(|n| !(1..=MOST).contains(*n)) {
                return Err(fault(name, format!("expected 1 to {MOST}, found {n}")));
            }
        }
        learning.buffer.check().map_err(|why| fault("learning.buffer", why))?;
        play.worlds.check().map_err(|why| fault("selfplay.worlds", why))?;
        let f64s = |steps: &ByIteration<f32>| -> Vec<f64> {
            steps.values().into_iter().map(f64::from).collect()
        };
        let ranges = [
            ("selfplay.exploration", play.exploration.values(), play.exploration.check(), 1e6),
            ("selfplay.discount", play.discount.values(), play.discount.check(), 1.0),
            ("selfplay.temperature", play.temperature.values(), play.temperature.check(), 100.0),
            ("selfplay.noise", play.noise.values(), play.noise.check(), 1.0),
            ("selfplay.alpha", play.alpha.values(), play.alpha.check(), 1e3),
            ("learning.rate", f64s(&learning.rate), learning.rate.check(), 1.0),
            ("learning.penalty", f64s(&learning.penalty), learning.penalty.check(), 1e3),
            ("learning.l2", vec![learning.l2.into()], Ok(()), 1e3),
            ("learning.average", vec![learning.average.into()], Ok(()), 0.999),
            ("selfplay.trace", play.trace.values(), play.trace.check(), 1.0),
            ("selfplay.quick", play.quick.iter().map(|quick| quick.share).collect(), Ok(()), 1.0),
            ("selfplay.untried", play.untried.into_iter().collect(), Ok(()), 1e3),
        ];
        for (name, values, order, most) in ranges {
            order.map_err(|why| fault(name, why))?;
            if let Some(x) = values.iter().find(|x| !(0.0..=most).contains(*x)) {
                return Err(fault(name, format!("expected 0 to {most}, found {x}")));
            }
        }
        if let Some(quick) = play.quick.filter(|quick| quick.share >= 1.0) {
            let why =
                format!("expected a share below 1, or nothing teaches, found {}", quick.share);
            return Err(fault("selfplay.quick", why));
        }
        self.check_words()
    }

    fn check_words(&self) -> Result<(), BadRun> {
        let fault = |name: &str, why: String| Err(BadRun(format!("run file, {name}: {why}")));
        let play = &self.selfplay;
        if play.players.is_empty() || play.players.iter().any(|n| !(2..=4).contains(n)) {
            let why = format!("expected a list of numbers from 2 to 4, found {:?}", play.players);
            return fault("selfplay.players", why);
        }
        if word(&play.key).is_none() {
            let expected = "expected board, board-hand or board-hand-used";
            return fault("selfplay.key", format!("{expected}, found '{}'", play.key));
        }
        if !["board-hand", "board-hand-used", "nothing"].contains(&self.learning.merge.as_str()) {
            let expected = "expected board-hand, board-hand-used or nothing";
            return fault("learning.merge", format!("{expected}, found '{}'", self.learning.merge));
        }
        if play.reuse && (play.perfect || play.gumbel > 0) {
            let why = "expected false with perfect information or Gumbel selection, found true";
            return fault("selfplay.reuse", why.to_owned());
        }
        if play.gumbel > 36 {
            let why = format!("expected at most 36 moves, found {}", play.gumbel);
            return fault("selfplay.gumbel", why);
        }
        let benchmark = &self.benchmark;
        for (name, games) in
            [("benchmark.random", benchmark.random), ("benchmark.cheating", benchmark.cheating)]
        {
            if games % 2 == 1 || games > MOST {
                return fault(name, format!("expected an even number, found {games}"));
            }
        }
        Ok(())
    }

    /// The learner of this run.
    pub fn setup(&self) -> Result<PolicySetup, BadRun> {
        let graph = self.network.graph().map_err(BadRun)?;
        let first = self.network.first_weights(&graph, self.seed);
        Ok(PolicySetup { graph, first, answers: Field::COUNT, seed: self.seed })
    }

    /// By what rules games are played, in turn.
    pub fn rules(&self) -> Vec<Rules> {
        let with = |count: &u8| Players::new(usize::from(*count)).unwrap_or_default();
        let players = self.selfplay.players.iter().map(with);
        players.map(|players| Rules { players, ..Rules::default() }).collect()
    }

    /// What situations of one node have in common.
    pub fn keys(&self) -> SituationKeys {
        SituationKeys::new(word(&self.selfplay.key).unwrap_or_default())
    }

    /// The instructions that evaluate the network in self-play.
    pub fn instructions(&self) -> Instructions {
        if self.selfplay.rounded { Instructions::Amx } else { Instructions::best() }
    }

    /// How the games of an iteration are played, with random numbers from `seed`.
    pub fn play(&self, iteration: u64, seed: u64, threads: NonZeroUsize) -> SearchPlay {
        let play = &self.selfplay;
        let number = |steps: &ByIteration<f64>| steps.at(iteration).unwrap_or(0.0);
        let (alpha, fraction) = (number(&play.alpha), number(&play.noise));
        let (count, identity) = if play.perfect {
            (Count::Visits, NodeIdentity::History)
        } else {
            (Count::Availability, NodeIdentity::View)
        };
        let options = PuctOptions {
            count,
            identity,
            discount: number(&play.discount),
            temperature: number(&play.temperature),
            noise: (fraction > 0.0).then_some(Noise { alpha, fraction }),
            gumbel: NonZeroUsize::new(play.gumbel),
            batch: NonZeroUsize::new(play.batch).unwrap_or(NonZeroUsize::MIN),
            untried: play.untried.map_or(Untried::Nothing, Untried::NodeLess),
            ..PuctOptions::new(number(&play.exploration))
        };
        let worlds = play.worlds.at(iteration).unwrap_or(0) as usize;
        SearchPlay {
            options,
            budget: Budget::iterations(play.iterations.at(iteration).unwrap_or(1)),
            // With everything shown there is one world.
            worlds: NonZeroUsize::new(if play.perfect { 1 } else { worlds }),
            quick: play.quick.map(|quick| QuickSearch {
                share: quick.share,
                budget: Budget::iterations(quick.iterations),
            }),
            trace: play.trace.at(iteration).unwrap_or(1.0),
            perfect: play.perfect,
            reuse: play.reuse,
            games: play.games,
            together: play.together,
            seed,
            threads,
        }
    }
}

fn word(key: &str) -> Option<KeyState> {
    KeyState::WORDS.iter().find(|(word, _)| *word == key).map(|(_, state)| *state)
}
