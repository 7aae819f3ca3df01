use crate::Schedule;
use crate::afterstate::Curiosity;
use crate::run::BadRun;
use kontra_agents::{AgentSpec, Recipe};
use kontra_game::BadInput;
use kontra_nets::sparse::SparseShape;
use kontra_ontop::OnTop;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A run that learns what positions after a move are worth, as it is written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AfterstateRun {
    /// Which game is learnt: `ontop`.
    pub game: String,
    /// All random numbers follow from it.
    pub seed: u64,
    /// Rounds: games, then learning from them.
    pub rounds: u64,
    /// Rounds between two checkpoints.
    pub segment: u64,
    /// Sums of the network: 32, 64, 96 or 128.
    pub width: usize,
    /// A file with the weights to begin with, of a network of the same shape; without it, random ones.
    #[serde(default)]
    pub start: Option<PathBuf>,
    /// How games are played.
    pub selfplay: GamesFile,
    /// How the network learns.
    pub training: TrainingSteps,
    /// Games after some segments that show what was learnt.
    pub benchmark: BenchmarkMatch,
}

/// How games are played. Schedules count rounds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesFile {
    /// Games of a round.
    pub games: u64,
    /// How often two, three, four and two teams play.
    pub lineups: [u32; 4],
    /// The λ of TD(λ).
    pub lambda: Schedule,
    /// Moves that are not the best ones.
    pub curiosity: Curiosity,
}

/// How the network learns. Schedules count rounds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingSteps {
    /// Lessons in a step.
    pub batch: usize,
    /// Parts of a batch: as many threads can learn at once. Weights depend on it.
    pub parts: usize,
    /// How often each lesson is used.
    pub uses: u64,
    /// The learning rate.
    pub rate: Schedule,
    /// The share of the weights that is lost in a step, times the rate.
    #[serde(default)]
    pub decay: f32,
    /// How much of the average of weights is kept in a step.
    pub average: f32,
    /// How much final scores count.
    pub scores: f32,
    /// How much last stones count.
    pub last_stones: f32,
}

/// A match after some segments: the network alone, which plays the move with the highest value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchmarkMatch {
    /// After this many segments each, and at the end; 0: never.
    pub every: u64,
    /// Deals for two players, each played twice.
    pub deals: u64,
    /// The opponent.
    pub opponent: String,
}

/// A game has about 30 lessons and each of them some 300 rows, which are numbered by 32 bits.
const MOST_GAMES: u64 = 1 << 18;
/// The largest size of anything else.
const MOST: u64 = 1 << 20;

impl BenchmarkMatch {
    /// The opponent.
    pub(super) fn recipe(&self) -> Result<Recipe<OnTop>, BadInput> {
        let spec: AgentSpec = self.opponent.parse()?;
        Recipe::new(&spec)
    }
}

impl AfterstateRun {
    /// Reads a run. Everything is checked; the first thing that is wrong is named.
    pub fn read(text: &str) -> Result<AfterstateRun, BadRun> {
        let run: AfterstateRun = toml::from_str(text).map_err(|e| BadRun::of_toml(text, &e))?;
        run.check().map_err(|(field, why)| BadRun(format!("run file, {field}: {why}")))?;
        Ok(run)
    }

    fn check(&self) -> Result<(), (&'static str, String)> {
        let fault = |field, expected: &str, found: &dyn std::fmt::Display| {
            Err((field, format!("expected {expected}, found {found}")))
        };
        let (selfplay, training) = (&self.selfplay, &self.training);
        if self.game != "ontop" {
            return fault("game", "ontop", &format!("{:?}", self.game));
        }
        if !SparseShape::WIDTHS.contains(&self.width) {
            return fault("width", "32, 64, 96 or 128", &self.width);
        }
        let sizes = [
            ("rounds", self.rounds, MOST),
            ("segment", self.segment, MOST),
            ("selfplay.games", selfplay.games, MOST_GAMES),
            ("training.batch", training.batch as u64, MOST),
            ("training.parts", training.parts as u64, 256),
            ("training.uses", training.uses, MOST),
            ("benchmark.deals", self.benchmark.deals.max(1), MOST),
        ];
        if let Some((field, found, most)) =
            sizes.into_iter().find(|(_, x, most)| !(1..=*most).contains(x))
        {
            return fault(field, &format!("1 to {most}"), &found);
        }
        let often = selfplay.lineups;
        if often.iter().all(|&x| x == 0) || often.iter().any(|&x| x > 1 << 20) {
            return fault(
                "selfplay.lineups",
                "four numbers up to 1048576, not all 0",
                &format!("{often:?}"),
            );
        }
        let Curiosity { random, opening, colours } = selfplay.curiosity;
        if opening > 100 {
            return fault("selfplay.curiosity.opening", "0 to 100", &opening);
        }
        let shares =
            [("selfplay.curiosity.random", random), ("selfplay.curiosity.colours", colours)];
        if let Some((field, found)) = shares.into_iter().find(|(_, x)| !(0.0..=1.0).contains(x)) {
            return fault(field, "a share from 0 to 1", &found);
        }
        // With 1 the average would stay what it was at the beginning, and with a little less it would never get far from it.
        if !(0.0..=0.9999).contains(&training.average) {
            return fault("training.average", "0 to 0.9999", &training.average);
        }
        let numbers = [
            ("training.decay", training.decay),
            ("training.scores", training.scores),
            ("training.last_stones", training.last_stones),
        ];
        if let Some((field, found)) = numbers.into_iter().find(|(_, x)| !(0.0..=100.0).contains(x))
        {
            return fault(field, "0 to 100", &found);
        }
        selfplay.lambda.check().map_err(|why| ("selfplay.lambda", why))?;
        if let Some(found) = selfplay.lambda.numbers().into_iter().find(|&x| x > 1.0) {
            return fault("selfplay.lambda", "shares from 0 to 1", &found);
        }
        let opponent = self.benchmark.recipe();
        opponent.map_err(|bad| ("benchmark.opponent", bad.to_string()))?;
        training.rate.check().map_err(|why| ("training.rate", why))
    }
}
