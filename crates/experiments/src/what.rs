use crate::measure::{self, Measure};
use kontra_agents::AgentSpec;
use kontra_game::BadInput;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What is measured: everything that its result depends on, and its name in the file of results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "measure", rename_all = "kebab-case", deny_unknown_fields)]
pub enum What {
    /// A match; a unit is a deal with all arrangements of the agents.
    Match {
        /// The game.
        game: String,
        /// The rules that are not the usual ones.
        rules: Map<String, Value>,
        /// The agents with all parameters that matter.
        agents: Vec<String>,
        /// Who sits where.
        seating: String,
        /// The seed of all random numbers.
        seed: u64,
        /// Whether the time for decisions is noted; then no two runs are equal.
        #[serde(default, skip_serializing_if = "is_false")]
        timed: bool,
    },
    /// A search on OnTop's ten test positions; a unit is a position.
    Positions {
        /// The search, and the one it is compared with; without that, Expectimax of the same depth.
        agents: Vec<String>,
        /// Whether the time is measured.
        #[serde(default, skip_serializing_if = "is_false")]
        timed: bool,
    },
    /// Simulations in a given time on OnTop's ten test positions, against those of the second agent; a unit is a position.
    Simulations {
        /// The search, and the one it is compared with.
        agents: Vec<String>,
    },
    /// How the score goes in games of OnTop; a unit is a deal with all arrangements.
    Progress {
        /// Two agents.
        agents: Vec<String>,
        /// The seed of all random numbers.
        seed: u64,
    },
    /// Random games; a unit is a batch of a hundred.
    RandomPlay {
        /// The game.
        game: String,
        /// The seed of all random numbers.
        seed: u64,
    },
    /// The share of hands that reach each field of Just 4 Fun, exactly; there is one unit.
    Reachability,
    /// An agent on a test set of Just 4 Fun; a unit is a repetition.
    Testset {
        /// One agent.
        agents: Vec<String>,
        /// The set.
        set: String,
        /// The seed of the first repetition.
        seed: u64,
    },
    /// A network that learns to predict the cards of recorded games of Doppelkopf, and is tested; a unit is a training with first
    /// weights of its own. `kontra-train` makes it.
    Prediction {
        /// The network, such as `406-100-0.2-24`.
        layers: String,
        /// How it learns.
        learning: LearningRecipe,
        /// The position in the trick, 1 to 4; 0: all of them.
        position: u8,
        /// Games that are no solo.
        games: u64,
        /// The seed of the games.
        seed: u64,
    },
}

/// How the networks of Dockhorn et al. 2017 learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LearningRecipe {
    /// As those of table II: plain gradient descent on the squared error of a softmax, neurons with a hyperbolic tangent.
    First,
    /// As all others: AdaDelta on the cross-entropy, rectified linear units.
    Second,
}

/// Makes the measurements that train networks. It belongs to `kontra-train`: training is no part of `kontra`.
pub trait NetworkTrainer: Send + Sync {
    /// Trains a network and tests it: the shares of cards predicted, context-free and context-sensitive. `number` decides first
    /// weights and the order of samples.
    fn predict(&self, what: &What, number: u64) -> [f64; 2];
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

impl What {
    /// Its name in the file of results: a line of JSON.
    ///
    /// # Panics
    /// Never: it has no part that JSON lacks.
    pub fn key(&self) -> String {
        serde_json::to_string(self).expect("texts, numbers and lists")
    }

    /// Whether the same seed need not give the same result, because a clock is involved.
    pub fn is_timed(&self) -> bool {
        let is_timed = |agent: &String| agent.parse().is_ok_and(|spec: AgentSpec| spec.is_timed());
        let by_time = |agents: &[String]| agents.iter().any(is_timed);
        match self {
            What::Match { agents, timed, .. } | What::Positions { agents, timed } => {
                *timed || by_time(agents)
            }
            What::Progress { agents, .. } | What::Testset { agents, .. } => by_time(agents),
            What::Simulations { .. } => true,
            What::RandomPlay { .. } | What::Reachability | What::Prediction { .. } => false,
        }
    }

    /// Whether nothing else may run meanwhile.
    pub fn is_alone(&self) -> bool {
        matches!(self, What::Simulations { .. } | What::Positions { timed: true, .. })
    }

    /// Whether a number without an interval is exact, and not merely a single observation.
    pub fn is_exact(&self) -> bool {
        matches!(self, What::Positions { .. } | What::Reachability)
    }

    /// Whether a network is trained for it, which `kontra-train` does.
    pub fn is_trained(&self) -> bool {
        matches!(self, What::Prediction { .. })
    }

    /// How many units there are; `None`: as many as you like.
    pub fn most(&self) -> Option<u64> {
        match self {
            What::Positions { .. } | What::Simulations { .. } => Some(measure::POSITIONS),
            What::Reachability => Some(1),
            What::Match { .. }
            | What::Progress { .. }
            | What::RandomPlay { .. }
            | What::Testset { .. }
            | What::Prediction { .. } => None,
        }
    }

    /// Checks it and makes it ready to run.
    pub(crate) fn measure(&self) -> Result<Box<dyn Measure>, BadInput> {
        measure::of(self)
    }

    /// Checks that it can be run.
    pub fn check(&self) -> Result<(), BadInput> {
        self.measure().map(drop)
    }
}
