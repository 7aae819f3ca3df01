use super::{AfterstateProgress, AfterstateRun};
use crate::checkpoint::{Checkpoint, Checkpoints, number_facts};
use crate::progress::{Curve, Line, Panel, draw};
use crate::run::write_network;
use crate::{LearnerState, Trouble};
use kontra_agents::ontop::network::{LAYOUT, VERSION};
use kontra_nets::{Graph, Precision, Weights};
use std::path::PathBuf;

/// The folder of a run: checkpoints, the network as it stands, and the log.
#[derive(Clone, Debug)]
pub(super) struct AfterstateFolder {
    folder: PathBuf,
    /// Which program writes.
    pub(super) program: String,
}

const FACTS: [&str; 3] = ["round", "games", "lessons"];

impl AfterstateFolder {
    /// A folder, which need not be there yet.
    pub(super) fn new(folder: impl Into<PathBuf>) -> AfterstateFolder {
        AfterstateFolder { folder: folder.into(), program: env!("CARGO_PKG_VERSION").to_owned() }
    }

    /// The network in 32 bits, with averaged weights.
    pub(super) fn network(&self) -> PathBuf {
        self.folder.join("network.safetensors")
    }

    /// The same in 16 bits.
    pub(super) fn small_network(&self) -> PathBuf {
        self.folder.join("network-f16.safetensors")
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
    ) -> Result<Option<(Checkpoint, AfterstateProgress, Vec<String>)>, Trouble> {
        let Some(loaded) = self.checkpoints().load(graph)? else { return Ok(None) };
        let [round, games, lessons] = FACTS.map(|name| loaded.checkpoint.number(name, "none"));
        let step = loaded.checkpoint.state.step;
        let progress = AfterstateProgress { round: round?, step, games: games?, lessons: lessons? };
        Ok(Some((loaded.checkpoint, progress, loaded.refused)))
    }

    /// Writes a checkpoint.
    pub(super) fn save(
        &self,
        state: &LearnerState,
        text: &str,
        at: AfterstateProgress,
    ) -> Result<(), Trouble> {
        let mut facts = number_facts(FACTS, [at.round, at.games, at.lessons]);
        facts.insert("program".to_owned(), self.program.clone());
        let checkpoint = Checkpoint { state: state.clone(), configuration: text.to_owned(), facts };
        self.checkpoints().save(&checkpoint).map(|_| ())
    }

    /// Writes the network as it stands, in 32 and in 16 bits.
    pub(super) fn write_networks(
        &self,
        graph: &Graph,
        weights: &Weights,
        run: &AfterstateRun,
        at: AfterstateProgress,
    ) -> Result<(), Trouble> {
        let [step, games, seed] = [at.step, at.games, run.seed].map(|x| x.to_string());
        let facts = [
            ("game", run.game.as_str()),
            (LAYOUT, VERSION),
            ("steps", step.as_str()),
            ("games", games.as_str()),
            ("seed", seed.as_str()),
            ("program", self.program.as_str()),
        ];
        write_network(&self.network(), graph, weights, Precision::F32, &facts)?;
        write_network(&self.small_network(), graph, weights, Precision::F16, &facts)
    }

    /// Adds a line to the log, and draws its curves. Lines that a resumed run makes again are replaced.
    pub(super) fn log(
        &self,
        at: AfterstateProgress,
        seconds: f64,
        rate: f32,
        [wins, scores]: [f64; 2],
        benchmark: Option<(f64, f64)>,
    ) -> Result<(), Trouble> {
        let mut curve = Curve::read(&self.folder, &COLUMNS)?;
        curve.cut_after(at.round as f64 - 0.5);
        let (won, half_width) =
            benchmark.map_or((f64::NAN, f64::NAN), |(a, b)| (100.0 * a, 100.0 * b));
        let numbers = [
            at.round as f64,
            seconds,
            at.step as f64,
            at.games as f64,
            at.lessons as f64,
            f64::from(rate),
            wins,
            scores,
            won,
            half_width,
        ];
        let row: Vec<(&str, f64)> = COLUMNS.into_iter().zip(numbers).collect();
        curve.add(&row);
        let line = |name, column, interval| Line { name, column, interval };
        let panels = [
            Panel {
                title: "games won by the network alone against the benchmark, in per cent",
                lines: &[line("won", "won", Some("half_width"))],
            },
            Panel {
                title: "squared error of shares of a win",
                lines: &[line("shares", "win_loss", None)],
            },
            Panel {
                title: "squared error of final scores, in tens",
                lines: &[line("scores", "score_loss", None)],
            },
        ];
        let picture = draw(&curve, "rounds", &panels)?;
        curve.write(&self.folder, &picture)
    }
}

/// The columns of the log.
const COLUMNS: [&str; 10] = [
    "round",
    "seconds",
    "steps",
    "games",
    "lessons",
    "rate",
    "win_loss",
    "score_loss",
    "won",
    "half_width",
];
