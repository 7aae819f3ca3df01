use super::{critic_alone, lone_critic, residual, with_critic};
use crate::selfplay::doppelkopf::{DoppelkopfLessons, Exploration, Forced, Rough, Starts};
use crate::selfplay::{Company, Learned, SelfPlaySettings};
use crate::{CriticSetup, LearnerSetup, Schedule};
use kontra_doppelkopf::Doppelkopf;
use kontra_nets::Graph;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a run file cannot be used: one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct BadRun(pub String);

impl BadRun {
    /// What is wrong with a file, and where.
    pub(super) fn of_toml(text: &str, error: &toml::de::Error) -> BadRun {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        BadRun(format!("run file, line {line}: {}", error.message().replace('\n', " ")))
    }

    /// A run resumes where there is a checkpoint, and begins where there is none.
    pub(super) fn check_folder(
        folder: &Path,
        found: bool,
        resume: bool,
        is_begun: bool,
    ) -> Result<(), BadRun> {
        let place = folder.display();
        match (found, resume) {
            (false, true) => Err(BadRun(format!(
                "folder '{place}': expected a checkpoint to resume from, found none"
            ))),
            (false, false) if is_begun => Err(BadRun(format!(
                "folder '{place}': a run has begun there; add --resume, or choose another folder"
            ))),
            _ => Ok(()),
        }
    }

    /// Which game a run file is for, without looking at anything else.
    pub fn game_of(text: &str) -> Option<String> {
        BadRun::word_of(text, "game")
    }

    /// Whether a run file is for learning from recorded games, without looking at anything else.
    pub fn imitates(text: &str) -> bool {
        BadRun::word_of(text, "learns").is_some()
    }

    fn word_of(text: &str, name: &str) -> Option<String> {
        let table: toml::Table = text.parse().ok()?;
        Some(table.get(name)?.as_str()?.to_owned())
    }
}

/// A run as it is written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunFile {
    /// Which game is learnt: `doppelkopf`.
    pub game: String,
    /// All random numbers follow from it.
    pub seed: u64,
    /// The network.
    pub network: NetworkFile,
    /// A critic that helps it to learn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub critic: Option<CriticFile>,
    /// A network whose values it learns in place of final scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<TeacherFile>,
    /// How it learns.
    pub training: TrainingFile,
    /// How games are played.
    pub selfplay: SelfPlayFile,
    /// How much is tried.
    #[serde(default)]
    pub exploration: Exploration,
    /// What is made to happen.
    #[serde(default)]
    pub forced: Forced,
    /// Games by rules with noise.
    #[serde(default)]
    pub rough: Rough,
    /// How games start.
    #[serde(default)]
    pub starts: Starts,
    /// Matches on the way.
    pub evaluation: EvaluationFile,
}

/// The network of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkFile {
    /// Numbers in a layer.
    pub width: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// A file with the weights to begin with, of a network of the same shape; without it, random ones.
    #[serde(default)]
    pub start: Option<PathBuf>,
}

/// A network that sees all hands and takes the luck of the cards out of what the player learns.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriticFile {
    /// Numbers in a layer.
    pub width: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// How much an answer's own column counts beside the column that all answers share.
    pub weight: f32,
    /// The chance of looking one decision further ahead; 1 for the end of the game.
    #[serde(default = "to_the_end")]
    pub ahead: f32,
}

/// A larger network that says what every answer is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeacherFile {
    /// Its file, or `doppelkopf` for the network that comes with the program.
    pub weights: PathBuf,
    /// How much differences between answers count beside what a position is worth.
    #[serde(default = "as_much")]
    pub weight: f32,
}

fn as_much() -> f32 {
    1.0
}

fn to_the_end() -> f32 {
    1.0
}

/// How a network learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingFile {
    /// Steps of the whole run.
    pub steps: u64,
    /// Steps on games by rules with noise, at the beginning.
    pub rough: u64,
    /// Steps between checkpoints. Games begin anew after each.
    pub segment: u64,
    /// Samples in a step.
    pub batch: usize,
    /// Samples that are remembered.
    pub ring: usize,
    /// Samples that must be there before a segment starts to learn.
    pub fill: u64,
    /// How often a sample is used, on average.
    pub uses: f64,
    /// The learning rate by steps.
    pub rate: Schedule,
    /// Decay of the moments.
    #[serde(default = "betas")]
    pub betas: [f32; 2],
    /// Decay of the weights.
    #[serde(default = "decay")]
    pub decay: f32,
    /// How much of the average of the weights is kept in a step.
    pub average: f32,
    /// How much the flags count beside the value.
    pub flag_weight: f32,
    /// Steps after which games are played with the new weights.
    pub refresh: u64,
}

fn betas() -> [f32; 2] {
    [0.9, 0.99]
}

fn decay() -> f32 {
    0.01
}

/// How games are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayFile {
    /// Groups of games.
    pub groups: usize,
    /// Games in a group.
    pub games: usize,
    /// For how many turns of other groups a question is left to the device.
    pub lag: usize,
    /// The share of silent answers to announcements that become samples.
    pub keep_silence: f32,
    /// The share of games with players by rules.
    pub rules: f32,
    /// The share of games with other networks.
    #[serde(default)]
    pub networks: f32,
    /// Whether older states of this network are among them.
    #[serde(default)]
    pub past: bool,
    /// Files of further networks.
    #[serde(default)]
    pub others: Vec<PathBuf>,
}

/// Matches on the way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationFile {
    /// After every this many segments, and at the end; 0 for never.
    pub every: u64,
    /// Deals against players by rules, two against two.
    pub deals: u64,
    /// Games of four of a kind, for statistics.
    #[serde(default)]
    pub games: u64,
}

impl RunFile {
    /// Reads a run. Everything is checked; the first thing that is wrong is named.
    pub fn read(text: &str) -> Result<RunFile, BadRun> {
        let run: RunFile = toml::from_str(text).map_err(|e| BadRun::of_toml(text, &e))?;
        run.check()?;
        Ok(run)
    }

    fn check(&self) -> Result<(), BadRun> {
        let fault = |name: &str, why: String| Err(BadRun(format!("run file, {name}: {why}")));
        if self.game != "doppelkopf" {
            return fault("game", format!("expected doppelkopf, found '{}'", self.game));
        }
        let (training, selfplay) = (&self.training, &self.selfplay);
        let at_least_one = [
            ("network.width", self.network.width as u64),
            ("training.steps", training.steps),
            ("training.segment", training.segment),
            ("training.batch", training.batch as u64),
            ("training.ring", training.ring as u64),
            ("training.refresh", training.refresh),
            ("selfplay.groups", selfplay.groups as u64),
            ("selfplay.games", selfplay.games as u64),
        ];
        if let Some((name, _)) = at_least_one.into_iter().find(|(_, value)| *value == 0) {
            return fault(name, "expected at least 1".to_owned());
        }
        let at_most = [
            ("network.width", self.network.width as u64, 1 << 14),
            ("network.blocks", self.network.blocks as u64, 100),
            ("training.batch", training.batch as u64, 1 << 22),
            ("training.ring", training.ring as u64, 1 << 30),
            ("training.fill", training.fill, training.ring as u64),
            ("selfplay.groups", selfplay.groups as u64, 1 << 12),
            ("selfplay.games", selfplay.games as u64, 1 << 17),
            ("selfplay.others", selfplay.others.len() as u64, 100),
        ];
        if let Some((name, value, most)) = at_most.into_iter().find(|(_, value, most)| value > most)
        {
            return fault(name, format!("expected at most {most}, found {value}"));
        }
        if !training.rough.is_multiple_of(training.segment) || training.rough > training.steps {
            let expected = format!("a multiple of the segment ({})", training.segment);
            let found = training.rough;
            return fault(
                "training.rough",
                format!("expected {expected}, at most all steps, found {found}"),
            );
        }
        if let Some(critic) = &self.critic {
            if !(1..=1 << 14).contains(&critic.width) || critic.blocks > 100 {
                let expected = "expected a width of 1 to 16384 and at most 100 blocks";
                let found = format!("found {} and {}", critic.width, critic.blocks);
                return fault("critic", format!("{expected}, {found}"));
            }
            if !(critic.weight.is_finite() && critic.weight > 0.0) {
                return fault(
                    "critic.weight",
                    format!("expected more than 0, found {}", critic.weight),
                );
            }
            if !(0.0..=1.0).contains(&critic.ahead) {
                let why = format!("expected a chance from 0 to 1, found {}", critic.ahead);
                return fault("critic.ahead", why);
            }
            if training.flag_weight <= 0.0 {
                let why = "a critic sees what flags tell: expected more than 0".to_owned();
                return fault("training.flag_weight", why);
            }
        }
        if let Some(teacher) = &self.teacher {
            if self.critic.is_some() {
                let why = "expected a teacher or a critic, found both".to_owned();
                return fault("teacher", why);
            }
            if !(teacher.weight.is_finite() && teacher.weight > 0.0) {
                let why = format!("expected more than 0, found {}", teacher.weight);
                return fault("teacher.weight", why);
            }
        }
        if !(training.uses > 0.0 && training.uses <= 1000.0) {
            let found = training.uses;
            return fault("training.uses", format!("expected more than 0, found {found}"));
        }
        if let Err(why) = training.rate.check() {
            return fault("training.rate", why);
        }
        self.check_shares()
    }

    fn check_shares(&self) -> Result<(), BadRun> {
        let (selfplay, rough) = (&self.selfplay, &self.rough);
        let both = [selfplay.rules, selfplay.networks, selfplay.rules + selfplay.networks];
        let kinds = [
            self.exploration.card,
            self.exploration.announcement,
            self.exploration.solo,
            self.exploration.game,
        ];
        let lists: [(&str, Vec<f32>); 6] = [
            ("selfplay, rules and networks", both.to_vec()),
            ("selfplay.keep_silence", vec![selfplay.keep_silence]),
            ("exploration", kinds.iter().flat_map(|kind| kind.random).collect()),
            ("forced", [self.forced.solos, self.forced.announcements].concat()),
            ("starts", vec![self.starts.choose, self.starts.sessions]),
            (
                "rough",
                vec![
                    rough.card,
                    rough.announcement,
                    rough.solo,
                    rough.game,
                    rough.forced_solos,
                    rough.forced_announcements,
                ],
            ),
        ];
        for (name, shares) in lists {
            if let Some(share) = shares.iter().find(|share| !(0.0..=1.0).contains(*share)) {
                let why = format!("expected shares from 0 to 1, found {share}");
                return Err(BadRun(format!("run file, {name}: {why}")));
            }
        }
        let temperatures = kinds.iter().flat_map(|kind| kind.temperature);
        match temperatures.into_iter().find(|t| !(t.is_finite() && *t >= 0.0)) {
            Some(t) => Err(BadRun(format!(
                "run file, exploration: expected temperatures of 0 or more, found {t}"
            ))),
            None => Ok(()),
        }
    }

    /// How many other networks there are.
    pub fn other_networks(&self) -> usize {
        usize::from(self.selfplay.past) + self.selfplay.others.len()
    }

    /// The learner of this run.
    pub fn setup(&self) -> LearnerSetup {
        let (training, selfplay) = (&self.training, &self.selfplay);
        let flags = if training.flag_weight > 0.0 { Doppelkopf::FLAGS } else { 0 };
        let (width, blocks) = (self.network.width, self.network.blocks);
        let (bits, answers) = (64 * Doppelkopf::WORDS, Doppelkopf::ANSWERS);
        let critic = self.critic.map(|critic| {
            let (widths, depths) = ([width, critic.width], [blocks, critic.blocks]);
            let inputs = [bits, Doppelkopf::HIDDEN];
            CriticSetup {
                graph: with_critic(inputs, widths, depths, answers, flags),
                alone: critic_alone(inputs, critic.width, critic.blocks),
                weight: critic.weight,
                ahead: critic.ahead,
            }
        });
        LearnerSetup {
            graph: residual(bits, width, blocks, answers, flags),
            words: Doppelkopf::WORDS,
            answers,
            flags,
            flag_weight: training.flag_weight,
            batch: training.batch,
            ring: training.ring,
            ask: selfplay.games,
            groups: selfplay.groups * (1 + self.other_networks()),
            others: self.other_networks(),
            betas: training.betas,
            decay: training.decay,
            average: training.average,
            seed: self.seed,
            critic,
        }
    }

    /// The critic as it is written for others: what is hidden lies behind the position, as one input.
    pub(super) fn critic_graph(&self) -> Option<Graph> {
        let inputs = 64 * Doppelkopf::WORDS + Doppelkopf::HIDDEN;
        self.critic.map(|critic| lone_critic(inputs, critic.width, critic.blocks))
    }

    /// How games are set up.
    pub fn lessons(&self) -> DoppelkopfLessons {
        DoppelkopfLessons {
            exploration: self.exploration,
            forced: self.forced,
            rough: self.rough,
            keep_silence: self.selfplay.keep_silence,
            starts: self.starts,
        }
    }

    /// How self-play is divided, with random numbers from `seed`; `company`: whether other networks play.
    pub fn engine(&self, seed: u64, threads: usize, company: bool) -> SelfPlaySettings {
        let selfplay = &self.selfplay;
        SelfPlaySettings {
            groups: selfplay.groups,
            games: selfplay.games,
            lag: selfplay.lag,
            threads,
            company: Company {
                rules: selfplay.rules,
                networks: if company { selfplay.networks } else { 0.0 },
                others: self.other_networks(),
            },
            flags: self.training.flag_weight > 0.0,
            seed,
        }
    }

    /// How much exploration is left at a step: 1 at the beginning of self-play, 0 at the end.
    pub fn fade(&self, step: u64) -> f32 {
        let length = self.training.steps.saturating_sub(self.training.rough).max(1);
        let done = step.saturating_sub(self.training.rough);
        (1.0 - done as f64 / length as f64).max(0.0) as f32
    }
}
