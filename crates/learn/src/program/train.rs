use super::{TrainProblem, bench, bench_search, device, note, threads};
use clap::Args;
use kontra_learn::run::afterstate::AfterstateTrainer;
use kontra_learn::run::imitation::ImitationTrainer;
use kontra_learn::run::search::SearchTrainer;
use kontra_learn::run::{BadRun, DeviceChoice, Reporter, Trainer, TrainingLimits};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct Train {
    /// The run: a TOML file
    #[arg(value_name = "RUN", required = true)]
    run: Option<PathBuf>,
    /// Resume from the last checkpoint
    #[arg(long)]
    resume: bool,
    /// Stop after the last segment that ends within this many minutes
    #[arg(long, value_name = "N")]
    minutes: Option<f64>,
    /// The folder of checkpoints, network and log [default: the run's name without .toml]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Where the network learns: cpu, cuda (not for OnTop), or auto for the best there is
    #[arg(long, default_value = "auto", value_parser = device)]
    device: DeviceChoice,
    /// Threads that play [default: all]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Measure how fast games are played and learnt from, and train nothing (not for OnTop)
    #[arg(long)]
    bench: bool,
}

impl Train {
    pub(super) fn run(&self) -> Result<(), TrainProblem> {
        let Some(path) = &self.run else {
            return Err(TrainProblem::Input("expected a run file".to_owned()));
        };
        let text = std::fs::read_to_string(path)
            .map_err(|e| TrainProblem::Input(format!("run file '{}': {e}", path.display())))?;
        if self.minutes.is_some_and(|minutes| minutes.is_nan() || minutes <= 0.0) {
            return Err(TrainProblem::Input("--minutes: expected more than 0".to_owned()));
        }
        let threads = threads(self.threads);
        let folder = self.out.clone().unwrap_or_else(|| path.with_extension(""));
        if BadRun::imitates(&text) {
            return self.learn_from_games(&text, &folder, threads);
        }
        if BadRun::game_of(&text).as_deref() == Some("ontop") {
            return self.learn_afterstates(&text, &folder, threads);
        }
        let searches = BadRun::game_of(&text).as_deref() == Some("just4fun");
        if self.bench && searches {
            return bench_search::run(&text, self.device, threads);
        }
        if self.bench {
            return bench::run(&text, self.device, threads);
        }
        if searches {
            return self.learn_from_searches(&text, &folder, threads);
        }
        let trainer = Trainer::new(&text, &folder, self.resume, self.device, threads, note)?;
        let mut trainer = trainer.made_by(kontra_version::PROGRAM);
        let parameters = kontra_nets::Layout::new(&trainer.setup().graph).parameter_count();
        let from = trainer.counts().step;
        note(&format!("{}, {parameters} parameters, from step {from}", trainer.device()));
        let mut err = std::io::stderr();
        let is_terminal = err.is_terminal();
        let steps = trainer.run().training.steps;
        let mut live = Reporter::new(&mut err, is_terminal, steps, self.minutes);
        let limits = TrainingLimits { minutes: self.minutes, segments: None };
        let summary = trainer.train(limits, &mut live)?;
        let counts = summary.counts;
        println!("steps {} of {steps}", counts.step);
        println!("games {}", counts.games);
        println!("decisions {}", counts.decisions);
        println!("samples {}", counts.samples);
        if let Some(figures) = summary.figures {
            println!("last match {figures}, {} deals", figures.deals);
        }
        end(&folder, summary.complete);
        Ok(())
    }

    fn learn_from_games(
        &self,
        text: &str,
        folder: &Path,
        threads: usize,
    ) -> Result<(), TrainProblem> {
        if self.bench {
            let why =
                "--bench: expected a run of self-play, found one that learns from recorded games";
            return Err(TrainProblem::Input(why.to_owned()));
        }
        let mut trainer =
            ImitationTrainer::new(text, folder, self.resume, self.device, threads, note)?;
        let parameters = kontra_nets::Layout::new(&trainer.setup().graph).parameter_count();
        let (modes, [learnt, validated, tested]) = (trainer.modes(), trainer.samples());
        note(&format!(
            "{} games: {} normal, {} marriages, {} solos left out; {learnt} cards to learn from, {validated} to decide when to \
             stop, {tested} to test",
            modes.all(),
            modes.normal,
            modes.marriages,
            modes.solos
        ));
        let from = trainer.epoch();
        note(&format!("{}, {parameters} parameters, from epoch {from}", trainer.device()));
        let limits = TrainingLimits { minutes: self.minutes, segments: None };
        let summary = trainer.train(limits, |news| {
            let [any, legal] = news.validation.shares();
            note(&format!(
                "epoch {}: error {:.4}, {any:.4} of all cards, {legal:.4} of legal cards",
                news.epoch, news.loss
            ));
        })?;
        let [any, legal] = summary.test.shares();
        println!("epochs {}, the best {}", summary.epoch, summary.best_epoch);
        println!("context-free {any:.4}");
        println!("context-sensitive {legal:.4}");
        end(folder, summary.complete);
        Ok(())
    }

    fn learn_from_searches(
        &self,
        text: &str,
        folder: &Path,
        threads: usize,
    ) -> Result<(), TrainProblem> {
        let mut trainer =
            SearchTrainer::new(text, folder, self.resume, self.device, threads, note)?;
        let parameters = kontra_nets::Layout::new(&trainer.setup().graph).parameter_count();
        let from = trainer.progress().iteration;
        note(&format!("{}, {parameters} parameters, from iteration {from}", trainer.device()));
        let limits = TrainingLimits { minutes: self.minutes, segments: None };
        let summary = trainer.train(limits, note)?;
        let progress = summary.progress;
        println!("iterations {} of {}", progress.iteration, trainer.run().iterations);
        println!("steps {}", progress.step);
        println!("games {}", progress.games);
        println!("decisions {}", progress.decisions);
        println!("judgements {}", progress.judged);
        if let Some(rates) = summary.rates {
            let percent =
                |rate: Option<f64>| rate.map_or("-".to_owned(), |r| format!("{:.1} %", 100.0 * r));
            println!(
                "last benchmark {} against random, {} against cheating",
                percent(rates.random),
                percent(rates.cheating)
            );
        }
        end(folder, summary.complete);
        Ok(())
    }

    fn learn_afterstates(
        &self,
        text: &str,
        folder: &Path,
        threads: usize,
    ) -> Result<(), TrainProblem> {
        if self.bench {
            let why = "--bench: expected a run of Doppelkopf or Just 4 Fun, found one of OnTop";
            return Err(TrainProblem::Input(why.to_owned()));
        }
        if self.device == DeviceChoice::Cuda {
            let why =
                "--device: expected cpu or auto, found cuda: networks of OnTop learn on the CPU";
            return Err(TrainProblem::Input(why.to_owned()));
        }
        let trainer = AfterstateTrainer::new(text, folder, self.resume, threads, note)?;
        let mut trainer = trainer.made_by(kontra_version::PROGRAM);
        let (parameters, from) = (trainer.parameters(), trainer.progress().round);
        note(&format!("CPU, {threads} threads, {parameters} parameters, from round {from}"));
        let limits = TrainingLimits { minutes: self.minutes, segments: None };
        let summary = trainer.train(limits, note)?;
        let progress = summary.progress;
        println!("rounds {} of {}", progress.round, trainer.run().rounds);
        println!("steps {}", progress.step);
        println!("games {}", progress.games);
        println!("lessons {}", progress.lessons);
        if let Some((won, half)) = summary.benchmark {
            println!("last benchmark {:.1} ± {:.1} %", 100.0 * won, 100.0 * half);
        }
        end(folder, summary.complete);
        Ok(())
    }
}

/// The last lines: where the network is, and whether there is more to learn.
fn end(folder: &Path, is_complete: bool) {
    println!("network {}", folder.join("network.safetensors").display());
    if !is_complete {
        println!("not complete: continue with --resume");
    }
}
