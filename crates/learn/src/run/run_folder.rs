use super::segment::RunCounts;
use super::{Figures, RunFile};
use crate::checkpoint::{Checkpoint, Checkpoints, number_facts};
use crate::progress::{Curve, Line, Panel, draw};
use crate::{LearnerState, Losses, Trouble};
use kontra_agents::doppelkopf::features::VERSION;
use kontra_nets::{Graph, Precision, Weights};
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a run: checkpoints, the network as it stands, its past, and the log.
#[derive(Clone, Debug)]
pub struct RunFolder {
    folder: PathBuf,
    /// Which program writes.
    pub(super) program: String,
}

/// What a network for Doppelkopf is shown, among the facts of its file.
const FEATURES: (&str, &str) = ("features", VERSION);
const COUNTS: [&str; 3] = ["games", "decisions", "samples"];

impl RunFolder {
    /// A folder, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> RunFolder {
        RunFolder { folder: folder.into(), program: env!("CARGO_PKG_VERSION").to_owned() }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The network in 32 bits, with averaged weights.
    pub fn network(&self) -> PathBuf {
        self.folder.join("network.safetensors")
    }

    /// The network in 16 bits, at the end of a run.
    pub fn small_network(&self) -> PathBuf {
        self.folder.join("network-f16.safetensors")
    }

    fn past(&self, segment: u64) -> PathBuf {
        self.folder.join(format!("past/network-{segment:06}.safetensors"))
    }

    fn checkpoints(&self) -> Checkpoints {
        Checkpoints::new(self.folder.join("checkpoints"))
    }

    /// The last checkpoint with its counts, and one sentence for each that cannot be read.
    pub(super) fn load(
        &self,
        graph: &Graph,
    ) -> Result<Option<(Checkpoint, RunCounts, Vec<String>)>, Trouble> {
        let Some(loaded) = self.checkpoints().load(graph)? else { return Ok(None) };
        let [games, decisions, samples] = COUNTS.map(|name| loaded.checkpoint.number(name, "0"));
        let counts = RunCounts {
            step: loaded.checkpoint.state.step,
            games: games?,
            decisions: decisions?,
            samples: samples?,
        };
        Ok(Some((loaded.checkpoint, counts, loaded.refused)))
    }

    /// Whether there is a checkpoint, readable or not.
    pub(super) fn is_begun(&self) -> bool {
        self.checkpoints().is_begun()
    }

    /// Writes a checkpoint.
    pub(super) fn save(
        &self,
        state: &LearnerState,
        text: &str,
        counts: RunCounts,
    ) -> Result<(), Trouble> {
        let numbers = [counts.games, counts.decisions, counts.samples];
        let mut facts = number_facts(COUNTS, numbers);
        facts.insert("program".to_owned(), self.program.clone());
        let checkpoint = Checkpoint { state: state.clone(), configuration: text.to_owned(), facts };
        self.checkpoints().save(&checkpoint).map(|_| ())
    }

    /// Keeps a network of the past, in 16 bits.
    pub(super) fn keep_past(
        &self,
        segment: u64,
        graph: &Graph,
        weights: &Weights,
        run: &RunFile,
        counts: RunCounts,
    ) -> Result<(), Trouble> {
        let file = self.past(segment);
        self.write_with_facts(&file, graph, weights, run, counts, Precision::F16)
    }

    /// A network of the past.
    pub(super) fn load_past(&self, segment: u64, graph: &Graph) -> Result<Weights, Trouble> {
        read_network(&self.past(segment), graph)
    }

    /// Writes the critic, in 16 bits.
    pub(super) fn write_critic(
        &self,
        graph: &Graph,
        weights: &Weights,
        run: &RunFile,
        counts: RunCounts,
    ) -> Result<(), Trouble> {
        let file = self.folder.join("critic-f16.safetensors");
        self.write_with_facts(&file, graph, weights, run, counts, Precision::F16)
    }

    /// Writes a network of the run, with what is to be known of it.
    pub(super) fn write_with_facts(
        &self,
        file: &Path,
        graph: &Graph,
        weights: &Weights,
        run: &RunFile,
        counts: RunCounts,
        precision: Precision,
    ) -> Result<(), Trouble> {
        let [step, games, seed] = [counts.step, counts.games, run.seed].map(|x| x.to_string());
        let facts = [
            ("game", run.game.as_str()),
            FEATURES,
            ("steps", step.as_str()),
            ("games", games.as_str()),
            ("seed", seed.as_str()),
            ("program", self.program.as_str()),
        ];
        write_network(file, graph, weights, precision, &facts)
    }

    /// Adds a line to the log, and draws its curves. Lines of steps that a resumed run makes again are replaced.
    pub(super) fn log(
        &self,
        counts: RunCounts,
        seconds: f64,
        rate: f32,
        losses: Losses,
        figures: Option<&Figures>,
    ) -> Result<(), Trouble> {
        let mut curve = Curve::read(&self.folder, &COLUMNS)?;
        curve.cut_after(counts.step as f64 - 1.0);
        let points = figures.map_or(f64::NAN, |figures| figures.points);
        let half_width = figures.map_or(f64::NAN, |figures| figures.half_width);
        let numbers = [
            counts.step as f64,
            seconds,
            counts.games as f64,
            counts.decisions as f64,
            counts.samples as f64,
            f64::from(rate),
            f64::from(losses.value),
            f64::from(losses.variance),
            f64::from(losses.flags),
            points,
            half_width,
            if losses.critic > 0.0 { f64::from(losses.critic) } else { f64::NAN },
        ];
        let row: Vec<(&str, f64)> = COLUMNS.into_iter().zip(numbers).collect();
        curve.add(&row);
        let line = |name, column, interval| Line { name, column, interval };
        let points = line("against rules", "points", Some("half_width"));
        let losses = [
            line("loss", "loss", None),
            line("critic", "critic_loss", None),
            line("variance", "variance", None),
        ];
        let panels = [
            Panel { title: "points per game and seat", lines: &[points] },
            Panel { title: "squared error of values, in units of 8 points", lines: &losses },
            Panel { title: "flags, cross-entropy", lines: &[line("flags", "flag_loss", None)] },
        ];
        let picture = draw(&curve, "steps", &panels)?;
        curve.write(&self.folder, &picture)
    }
}

/// The columns of the log. New ones come last, so that runs that have begun can be resumed.
const COLUMNS: [&str; 12] = [
    "step",
    "seconds",
    "games",
    "decisions",
    "samples",
    "rate",
    "loss",
    "variance",
    "flag_loss",
    "points",
    "half_width",
    "critic_loss",
];

/// Writes a network beside what was there, then in its place.
pub fn write_network(
    path: &Path,
    graph: &Graph,
    weights: &Weights,
    precision: Precision,
    facts: &[(&str, &str)],
) -> Result<(), Trouble> {
    let bytes = weights.to_file(graph, precision, facts).map_err(|e| Trouble(e.to_string()))?;
    let unfinished = path.with_extension("unfinished");
    let folder = path.parent().unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&unfinished, &bytes))
        .and_then(|()| fs::File::options().write(true).open(&unfinished)?.sync_all())
        .and_then(|()| fs::rename(&unfinished, path));
    written.map_err(|e| {
        let _ = fs::remove_file(&unfinished);
        Trouble(format!("network '{}': {e}; what was there before is kept", path.display()))
    })
}

/// Reads the weights of a network for Doppelkopf that must have this graph.
pub(super) fn read_network(path: &Path, graph: &Graph) -> Result<Weights, Trouble> {
    read_network_for(path, graph, FEATURES)
}

/// Reads the weights of a network that must have this graph and, among the facts of its file, this one: which numbers mean what.
pub(super) fn read_network_for(
    path: &Path,
    graph: &Graph,
    (name, expected): (&str, &str),
) -> Result<Weights, Trouble> {
    let trouble = |why: String| Trouble(format!("network '{}': {why}", path.display()));
    let bytes = fs::read(path).map_err(|e| trouble(e.to_string()))?;
    let (found, weights, facts) = Weights::from_file(&bytes).map_err(|e| trouble(e.to_string()))?;
    if found != *graph {
        let why = "expected the network of this run, found one of another shape";
        return Err(trouble(why.to_owned()));
    }
    match facts.get(name).map_or("none", String::as_str) {
        fact if fact == expected => Ok(weights),
        other => Err(trouble(format!("expected the {name} {expected}, found {other}"))),
    }
}
