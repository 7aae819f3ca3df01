use super::trainer::SearchProgress;
use super::{Rates, SearchRun};
use crate::checkpoint::{Checkpoint, Checkpoints, number_facts};
use crate::policy::PolicyLosses;
use crate::progress::{Curve, Line, Panel, draw};
use crate::run::write_network;
use crate::searched::{KeptPosition, Lesson, read_lessons, write_lessons};
use crate::{LearnerState, Trouble};
use kontra_agents::just4fun::network::{FEATURES, PLANES, VERSION, plane_names};
use kontra_nets::{Graph, Precision, Weights};
use std::path::{Path, PathBuf};

/// The folder of a run: checkpoints, lessons, the network after each iteration, and the log.
#[derive(Clone, Debug)]
pub struct SearchFolder {
    folder: PathBuf,
}

const FACTS: [&str; 4] = ["iteration", "games", "decisions", "judged"];

impl SearchFolder {
    /// A folder, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> SearchFolder {
        SearchFolder { folder: folder.into() }
    }

    /// The network as it stands.
    pub fn network(&self) -> PathBuf {
        self.folder.join("network.safetensors")
    }

    /// The network after an iteration; 0 is the first one, which knows nothing.
    pub fn network_of(&self, iteration: u64) -> PathBuf {
        self.folder.join(format!("networks/iteration-{iteration:03}.safetensors"))
    }

    fn lessons(&self, iteration: u64) -> PathBuf {
        self.folder.join(format!("lessons/iteration-{iteration:03}.bin"))
    }

    fn checkpoints(&self) -> Checkpoints {
        Checkpoints::new(self.folder.join("checkpoints"))
    }

    /// Whether there is a checkpoint, readable or not.
    pub(super) fn is_begun(&self) -> bool {
        self.checkpoints().is_begun()
    }

    /// The last checkpoint and where the run stood, with one sentence for each that cannot be read.
    pub(super) fn load(
        &self,
        graph: &Graph,
    ) -> Result<Option<(Checkpoint, SearchProgress, Vec<String>)>, Trouble> {
        let Some(loaded) = self.checkpoints().load(graph)? else { return Ok(None) };
        let [iteration, games, decisions, judged] =
            FACTS.map(|name| loaded.checkpoint.number(name, "none"));
        let progress = SearchProgress {
            iteration: iteration?,
            step: loaded.checkpoint.state.step,
            games: games?,
            decisions: decisions?,
            judged: judged?,
        };
        Ok(Some((loaded.checkpoint, progress, loaded.refused)))
    }

    /// Writes a checkpoint.
    pub(super) fn save(
        &self,
        state: &LearnerState,
        text: &str,
        at: SearchProgress,
    ) -> Result<(), Trouble> {
        let numbers = [at.iteration, at.games, at.decisions, at.judged];
        let facts = number_facts(FACTS, numbers);
        let checkpoint = Checkpoint { state: state.clone(), configuration: text.to_owned(), facts };
        self.checkpoints().save(&checkpoint).map(|_| ())
    }

    /// Keeps the lessons of an iteration.
    pub(super) fn keep<P: KeptPosition>(
        &self,
        iteration: u64,
        lessons: &[Lesson<P>],
    ) -> Result<(), Trouble> {
        write_lessons(&self.lessons(iteration), lessons)
    }

    /// The lessons of an iteration.
    pub(super) fn recall<P: KeptPosition>(
        &self,
        iteration: u64,
    ) -> Result<Vec<Lesson<P>>, Trouble> {
        read_lessons(&self.lessons(iteration))
    }

    /// Writes the network, as it stands and as that of its iteration.
    pub(super) fn write_networks(
        &self,
        (graph, weights): (&Graph, &Weights),
        run: &SearchRun,
        at: SearchProgress,
    ) -> Result<(), Trouble> {
        let planes = run.network.planes().map_err(Trouble)?;
        let names = plane_names(&planes);
        let numbers = [at.iteration, at.step, at.games, run.seed].map(|x| x.to_string());
        let facts = [
            ("game", run.game.as_str()),
            (FEATURES, VERSION),
            (PLANES, names.as_str()),
            ("iterations", numbers[0].as_str()),
            ("steps", numbers[1].as_str()),
            ("games", numbers[2].as_str()),
            ("seed", numbers[3].as_str()),
        ];
        for path in [self.network_of(at.iteration), self.network()] {
            write_network(&path, graph, weights, Precision::F32, &facts)?;
        }
        Ok(())
    }

    /// Adds a line to the log, and draws its curves. Lines that a resumed run makes again are replaced.
    pub(super) fn log(
        &self,
        at: SearchProgress,
        seconds: f64,
        losses: PolicyLosses,
        [lessons, samples]: [usize; 2],
        rates: Rates,
    ) -> Result<(), Trouble> {
        let mut curve = Curve::read(&self.folder, &COLUMNS)?;
        curve.cut_after(at.iteration as f64 - 0.5);
        let percent = |rate: Option<f64>| rate.map_or(f64::NAN, |rate| 100.0 * rate);
        let numbers = [
            at.iteration as f64,
            seconds,
            at.step as f64,
            at.games as f64,
            lessons as f64,
            samples as f64,
            f64::from(losses.value),
            f64::from(losses.policy),
            f64::from(losses.invalid),
            percent(rates.random),
            percent(rates.cheating),
        ];
        let row: Vec<(&str, f64)> = COLUMNS.into_iter().zip(numbers).collect();
        curve.add(&row);
        self.draw(&curve)
    }

    fn draw(&self, curve: &Curve) -> Result<(), Trouble> {
        let line = |name, column| Line { name, column, interval: None };
        let rates = [line("random player", "random"), line("cheating player", "cheating")];
        let values = [line("squared error of values", "value_loss")];
        let policies = [line("cross-entropy of policies", "policy_loss")];
        let panels = [
            Panel { title: "games won by the network alone, in per cent", lines: &rates },
            Panel { title: "squared error of values", lines: &values },
            Panel { title: "cross-entropy of policies", lines: &policies },
        ];
        let picture = draw(curve, "iterations", &panels)?;
        curve.write(&self.folder, &picture)
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The columns of the log.
const COLUMNS: [&str; 11] = [
    "iteration",
    "seconds",
    "steps",
    "games",
    "lessons",
    "samples",
    "value_loss",
    "policy_loss",
    "invalid",
    "random",
    "cheating",
];
