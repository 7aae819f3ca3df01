use crate::imitation::ImitationSetup;
use crate::imitation::doppelkopf::{CardGames, play_games, read_records};
use crate::loss::ClassError;
use crate::run::BadRun;
use crate::{First, Optimizer, first_weights};
use kontra_agents::doppelkopf::dockhorn::{CardNet, named_net};
use kontra_nets::Activation;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::BufReader;

/// A run that learns from recorded games, as it is written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImitationRun {
    /// Which game is learnt: `doppelkopf`.
    pub game: String,
    /// How: `imitation`.
    pub learns: String,
    /// First weights, dropout and the order of samples follow from it.
    pub seed: u64,
    /// The network.
    pub network: ImitationNetworkFile,
    /// The games.
    pub data: DataFile,
    /// How the network learns.
    #[serde(default)]
    pub training: ImitationFile,
}

/// The network.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImitationNetworkFile {
    /// `nn1` to `nn7`, or layers as the paper writes them, such as `406-100-0.2-24`.
    pub layers: String,
    /// What stands behind each layer but the last.
    #[serde(default = "relu")]
    pub activation: Activation,
}

fn relu() -> Activation {
    Activation::Relu
}

/// The games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataFile {
    /// Games that are no solo, at most; 60 % are learnt from, 20 % decide when to stop, 20 % test.
    #[serde(default = "papers_games")]
    pub games: usize,
    /// The seed of the deals that four of the agent `network` play; not with `records`.
    #[serde(default)]
    pub seed: Option<u64>,
    /// A file of records to learn from instead.
    #[serde(default)]
    pub records: Option<String>,
    /// The position in the trick that is learnt, 1 to 4; all without it.
    #[serde(default)]
    pub position: Option<usize>,
}

/// The paper's games without solos.
fn papers_games() -> usize {
    31_448
}

/// How the network learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ImitationFile {
    /// Times through all games, at most.
    pub epochs: u64,
    /// Ends after this many epochs without a better share of cards predicted in the second part of the games.
    pub patience: u64,
    /// Samples in a step.
    pub batch: usize,
    /// What the optimizer's step is multiplied with.
    pub rate: f32,
    /// How weights are moved.
    pub optimizer: Optimizer,
    /// What is made small.
    pub error: ClassError,
}

impl Default for ImitationFile {
    fn default() -> ImitationFile {
        ImitationFile {
            epochs: 40,
            patience: 5,
            batch: 1000,
            rate: 1.0,
            optimizer: Optimizer::AdaDelta { keep: 0.95, decay: 0.0 },
            error: ClassError::CrossEntropy,
        }
    }
}

/// Deals that are played before it is looked whether there are enough games.
const BLOCK: u64 = 8192;

impl ImitationRun {
    /// Reads a run. Everything is checked; the first thing that is wrong is named.
    pub fn read(text: &str) -> Result<ImitationRun, BadRun> {
        let run: ImitationRun = toml::from_str(text).map_err(|e| BadRun::of_toml(text, &e))?;
        run.check()?;
        Ok(run)
    }

    fn check(&self) -> Result<(), BadRun> {
        let fault = |name: &str, why: String| Err(BadRun(format!("run file, {name}: {why}")));
        if self.game != "doppelkopf" {
            return fault("game", format!("expected doppelkopf, found '{}'", self.game));
        }
        if self.learns != "imitation" {
            return fault("learns", format!("expected imitation, found '{}'", self.learns));
        }
        if let Err(why) = named_net(&self.network.layers) {
            return fault("network.layers", why);
        }
        let (data, training) = (&self.data, &self.training);
        if data.seed.is_some() == data.records.is_some() {
            return fault("data", "expected either a seed or records".to_owned());
        }
        if data.position.is_some_and(|position| !(1..=4).contains(&position)) {
            return fault("data.position", "expected 1 to 4".to_owned());
        }
        let counts = [
            ("data.games", data.games as u64, 5..=10_000_000),
            ("training.epochs", training.epochs, 1..=100_000),
            ("training.patience", training.patience, 1..=100_000),
            ("training.batch", training.batch as u64, 1..=1 << 16),
        ];
        for (name, value, range) in counts {
            if !range.contains(&value) {
                let (first, last) = (range.start(), range.end());
                return fault(name, format!("expected {first} to {last}, found {value}"));
            }
        }
        if !(training.rate > 0.0 && training.rate <= 1e3) {
            let why = format!("expected more than 0, at most 1000, found {}", training.rate);
            return fault("training.rate", why);
        }
        match training.optimizer {
            Optimizer::AdaDelta { keep, decay }
                if !(0.0..1.0).contains(&keep) || !(0.0..=1.0).contains(&decay) =>
            {
                let why = "expected keep from 0 to below 1 and decay from 0 to 1";
                fault("training.optimizer", why.to_owned())
            }
            Optimizer::AdamW { .. } => {
                fault("training.optimizer", "expected ada-delta or sgd".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// The network's layers.
    pub fn net(&self) -> Result<CardNet, BadRun> {
        let fault = |why| BadRun(format!("run file, network.layers: {why}"));
        named_net(&self.network.layers).map_err(fault)
    }

    /// The learner of this run. First weights are Glorot's, uniform, as Keras begins.
    pub fn setup(&self) -> Result<ImitationSetup, BadRun> {
        let graph = self.net()?.graph(self.network.activation);
        let first = first_weights(&graph, First::Glorot, false, self.seed);
        let ImitationFile { batch, optimizer, error, .. } = self.training;
        Ok(ImitationSetup {
            graph,
            output: "cards",
            first,
            batch,
            optimizer,
            error,
            seed: self.seed,
        })
    }

    /// The games, played or read.
    pub fn games(&self, threads: usize) -> Result<CardGames, BadRun> {
        let data = &self.data;
        let mut games = match (&data.records, data.seed) {
            (Some(path), _) => {
                let bad = |why: String| BadRun(format!("records '{path}': {why}"));
                let file = File::open(path).map_err(|e| bad(e.to_string()))?;
                read_records(BufReader::new(file)).map_err(|e| bad(e.to_string()))?
            }
            (None, seed) => played(seed.unwrap_or(1), data.games, threads),
        };
        games.truncate(data.games);
        match games.len() {
            0..5 => Err(BadRun(format!(
                "data: expected at least 5 games that are no solo, found {}",
                games.len()
            ))),
            _ => Ok(games),
        }
    }
}

/// At least this many games that are no solo.
fn played(seed: u64, wanted: usize, threads: usize) -> CardGames {
    let (mut games, mut deal) = (CardGames::default(), 0);
    while games.len() < wanted {
        // Three of four games are no solo.
        let block = (1 + (wanted - games.len()) as u64 * 4 / 3).min(BLOCK);
        for game in play_games(seed, deal..deal + block, threads) {
            games.add(&game.start, &game.actions);
        }
        deal += block;
    }
    games
}
