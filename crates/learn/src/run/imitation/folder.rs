use super::{EpochNews, ImitationRun};
use crate::checkpoint::{Checkpoint, Checkpoints, number_facts};
use crate::progress::{Curve, Line, Panel, draw};
use crate::run::write_network;
use crate::{LearnerState, Trouble};
use kontra_agents::doppelkopf::dockhorn::VERSION;
use kontra_nets::{Graph, Precision, Weights};
use std::path::PathBuf;

/// The folder of a run: checkpoints, the best network so far, and the log.
#[derive(Clone, Debug)]
pub struct ImitationFolder {
    folder: PathBuf,
}

/// Facts of a checkpoint: epochs that are done, the best of them, and its hits.
const FACTS: [&str; 3] = ["epoch", "best_epoch", "best_hits"];

/// The columns of the log.
const COLUMNS: [&str; 5] = ["epoch", "seconds", "loss", "context_free", "context_sensitive"];

/// A checkpoint, its facts, and one sentence for each later one that cannot be read.
pub(super) type ResumedImitation = (Checkpoint, [u64; 3], Vec<String>);

impl ImitationFolder {
    /// A folder, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> ImitationFolder {
        ImitationFolder { folder: folder.into() }
    }

    /// The best network so far, in 32 bits.
    pub fn network(&self) -> PathBuf {
        self.folder.join("network.safetensors")
    }

    /// The same in 16 bits.
    pub fn small_network(&self) -> PathBuf {
        self.folder.join("network-f16.safetensors")
    }

    fn checkpoints(&self) -> Checkpoints {
        Checkpoints::new(self.folder.join("checkpoints"))
    }

    /// Whether there is a checkpoint, readable or not.
    pub(super) fn is_begun(&self) -> bool {
        self.checkpoints().is_begun()
    }

    /// The last checkpoint with its facts, and one sentence for each that cannot be read.
    pub(super) fn load(&self, graph: &Graph) -> Result<Option<ResumedImitation>, Trouble> {
        let Some(loaded) = self.checkpoints().load(graph)? else { return Ok(None) };
        let [epoch, best, hits] = FACTS.map(|name| loaded.checkpoint.number(name, "none"));
        Ok(Some((loaded.checkpoint, [epoch?, best?, hits?], loaded.refused)))
    }

    /// Writes a checkpoint. The best weights take the place of the average.
    pub(super) fn save(
        &self,
        mut state: LearnerState,
        best: &Weights,
        text: &str,
        facts: [u64; 3],
    ) -> Result<(), Trouble> {
        state.average = best.clone();
        let (configuration, facts) = (text.to_owned(), number_facts(FACTS, facts));
        self.checkpoints().save(&Checkpoint { state, configuration, facts }).map(|_| ())
    }

    /// Writes the best network in both precisions.
    pub(super) fn write_networks(
        &self,
        graph: &Graph,
        best: &Weights,
        run: &ImitationRun,
        epoch: u64,
    ) -> Result<(), Trouble> {
        let numbers = [epoch, run.seed].map(|x| x.to_string());
        let layers = run.net().map_err(|bad| Trouble(bad.0))?.to_string();
        let facts = [
            ("game", run.game.as_str()),
            ("features", VERSION),
            ("layers", &layers),
            ("epochs", &numbers[0]),
            ("seed", &numbers[1]),
        ];
        write_network(&self.network(), graph, best, Precision::F32, &facts)?;
        write_network(&self.small_network(), graph, best, Precision::F16, &facts)
    }

    /// Adds a line to the log, and draws it. Lines that a resumed run makes again are replaced.
    pub(super) fn log(&self, news: &EpochNews, seconds: f64) -> Result<(), Trouble> {
        let mut curve = Curve::read(&self.folder, &COLUMNS)?;
        curve.cut_after(news.epoch as f64 - 0.5);
        let [any, legal] = news.validation.shares().map(|share| 100.0 * share);
        let numbers = [news.epoch as f64, seconds, f64::from(news.loss), any, legal];
        curve.add(&COLUMNS.into_iter().zip(numbers).collect::<Vec<(&str, f64)>>());
        let line = |name, column| Line { name, column, interval: None };
        let shares =
            [line("of all cards", "context_free"), line("of legal cards", "context_sensitive")];
        let losses = [line("error", "loss")];
        let panels = [
            Panel { title: "cards predicted, in per cent", lines: &shares },
            Panel { title: "error of the games learnt from", lines: &losses },
        ];
        let picture = draw(&curve, "epochs", &panels)?;
        curve.write(&self.folder, &picture)
    }
}
