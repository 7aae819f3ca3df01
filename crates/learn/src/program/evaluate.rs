use super::{TrainProblem, device, note, threads};
use clap::Args;
use kontra_agents::doppelkopf::features::VERSION;
use kontra_agents::{AgentSpec, Recipe};
use kontra_arena::Clusters;
use kontra_doppelkopf::Doppelkopf;
use kontra_game::Streams;
use kontra_learn::matches::{Ended, Format, Opponent, Statistics};
use kontra_learn::run::{DeviceChoice, Evaluation, figures, make_learner, start_of};
use kontra_learn::selfplay::Learned;
use kontra_learn::{Learner, LearnerSetup, LearnerState};
use kontra_nets::{Graph, Op, Weights};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The most positions in a question.
const ASK: usize = 2048;

#[derive(Args, Debug)]
pub(super) struct EvaluateArgs {
    /// The network: a safetensors file, packed or not
    weights: PathBuf,
    /// Against whom: an agent such as beginner, or another network's file
    #[arg(long, value_name = "SPEC", default_value = "beginner")]
    against: String,
    /// How the seats are shared: two, one, three or four
    #[arg(long, default_value = "two", value_parser = format)]
    format: Format,
    /// Deals; with --format four, games
    #[arg(long, default_value_t = 1000)]
    deals: u64,
    /// The number of the first deal
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// The seed of deals and agents
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the network runs: cpu, cuda or auto
    #[arg(long, default_value = "auto", value_parser = device)]
    device: DeviceChoice,
    /// Threads that play [default: all]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Stop after this many minutes, with what has been played
    #[arg(long, value_name = "N")]
    minutes: Option<f64>,
}

fn format(name: &str) -> Result<Format, String> {
    let found = Format::NAMES.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, format)| format).ok_or_else(|| "expected two, one, three or four".to_owned())
}

impl EvaluateArgs {
    pub(super) fn run(&self) -> Result<(), TrainProblem> {
        let (graph, weights) = read(&self.weights)?;
        let setup = setup(&graph)?;
        let threads = threads(self.threads);
        let rival = Rival::new(&self.against, &graph)?;
        let (mut learner, name) = make_learner(&setup, self.device, threads, note)?;
        note(&format!("{name}; {threads} threads"));
        let zeros = vec![vec![0.0; weights.parameters().len()]; 2];
        let state = LearnerState { average: weights.clone(), weights, moments: zeros, step: 0 };
        learner.restore(&state)?;
        learner.refresh(false)?;
        if let Rival::Network(weights) = &rival {
            learner.seat(1, weights)?;
        }
        let (deals, games, seed) = (self.deals, self.deals, self.seed);
        let evaluation = Evaluation { deals, games, seed, threads, ask: ASK };
        if self.format == Format::Four {
            return four(&evaluation, &mut *learner, setup.flags);
        }
        let (result, statistics) = self.play(&evaluation, &mut *learner, &rival)?;
        let figures = figures(&result);
        println!(
            "{} against {}, {} deals: {:+.3} ± {:.3} points per game and seat",
            self.format, self.against, figures.deals, figures.points, figures.half_width
        );
        print!("{statistics}");
        Ok(())
    }

    fn play(
        &self,
        evaluation: &Evaluation,
        learner: &mut dyn Learner,
        rival: &Rival,
    ) -> Result<(Clusters, Statistics), TrainProblem> {
        let streams = Streams::new(self.seed);
        let mut statistics = Statistics::default();
        let begin = Instant::now();
        let each = |ended: Ended<Doppelkopf>| {
            statistics.add(&start_of(streams, ended.deal), &ended);
            let late = self.minutes.is_some_and(|m| begin.elapsed().as_secs_f64() > 60.0 * m);
            if late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let opponent = match rival {
            Rival::Rules => Opponent::Rules,
            Rival::Network(_) => Opponent::Network,
            Rival::Agent(recipe) => Opponent::Agent(recipe),
        };
        let mut the_match = evaluation.duplicate_match(self.format, opponent, self.deals);
        the_match.first = self.first;
        let result = the_match.play(learner, each)?;
        Ok((result, statistics))
    }
}

fn four(
    evaluation: &Evaluation,
    learner: &mut dyn Learner,
    flags: usize,
) -> Result<(), TrainProblem> {
    let (statistics, calibrations) = evaluation.four_of_a_kind(learner, flags)?;
    print!("{statistics}");
    for (mark, calibration) in [121, 151].iter().zip(&calibrations) {
        println!("chance of {mark} points, said → so in per cent (positions): {calibration}");
        println!("  largest difference: {:.1} points", 100.0 * calibration.worst(500));
    }
    Ok(())
}

enum Rival {
    Rules,
    Network(Weights),
    Agent(Recipe<Doppelkopf>),
}

impl Rival {
    fn new(text: &str, graph: &Graph) -> Result<Rival, TrainProblem> {
        if text == "beginner" {
            return Ok(Rival::Rules);
        }
        if [".safetensors", ".packed"].iter().any(|end| text.ends_with(end)) {
            let (found, weights) = read(Path::new(text))?;
            return if found == *graph {
                Ok(Rival::Network(weights))
            } else {
                let why = "expected a network of the same shape";
                Err(TrainProblem::Input(format!("network '{text}': {why}")))
            };
        }
        let bad = |e: kontra_game::BadInput| TrainProblem::Input(e.to_string());
        let spec: AgentSpec = text.parse().map_err(bad)?;
        Recipe::new(&spec).map(Rival::Agent).map_err(bad)
    }
}

/// Reads a network that plays Doppelkopf.
fn read(path: &Path) -> Result<(Graph, Weights), TrainProblem> {
    let bad = |why: String| TrainProblem::Input(format!("network '{}': {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|e| bad(e.to_string()))?;
    let (graph, weights, facts) = Weights::from_file(&bytes).map_err(|e| bad(e.to_string()))?;
    match facts.get("features").map(String::as_str) {
        None | Some(VERSION) => Ok((graph, weights)),
        Some(other) => Err(bad(format!("expected features {VERSION}, found {other}"))),
    }
}

/// A learner that only plays.
fn setup(graph: &Graph) -> Result<LearnerSetup, TrainProblem> {
    let width = |name: &str| graph.output(name).map_or(0, |value| graph.shape(value).width);
    let bits = graph.inputs().find(|(_, op)| *op == Op::Bits);
    let words = bits.map_or(0, |(value, _)| graph.shape(value).width.div_ceil(64));
    let (answers, flags) = (width("values").saturating_sub(1), width("flags"));
    let expected = (Doppelkopf::WORDS, Doppelkopf::ANSWERS);
    if (words, answers) != expected || ![0, Doppelkopf::FLAGS].contains(&flags) {
        let why = format!(
            "network: expected {} words and {} answers of Doppelkopf, found {words} and {answers}",
            expected.0, expected.1
        );
        return Err(TrainProblem::Input(why));
    }
    Ok(LearnerSetup {
        graph: graph.clone(),
        words,
        answers,
        flags,
        flag_weight: 0.0,
        batch: 1,
        ring: 1,
        ask: ASK,
        groups: 1,
        others: 1,
        betas: [0.9, 0.99],
        decay: 0.0,
        average: 0.0,
        seed: 0,
        critic: None,
    })
}
