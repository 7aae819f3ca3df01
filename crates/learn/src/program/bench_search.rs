use super::{TrainProblem, note};
use kontra_agents::just4fun::network::{BoardModel, Leaves};
use kontra_just4fun::Just4Fun;
use kontra_learn::policy::{PolicyLearner, PolicySamples, Stretch};
use kontra_learn::run::DeviceChoice;
use kontra_learn::run::search::{SearchRun, make_policy_learner};
use kontra_learn::searched::just4fun::samples;
use kontra_learn::searched::{ReplayBuffer, Weighing, order};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// How long training is measured.
const LENGTH: Duration = Duration::from_secs(5);

/// Measures self-play with searches, then training at two sizes of batches.
pub(super) fn run(text: &str, choice: DeviceChoice, threads: usize) -> Result<(), TrainProblem> {
    let run = SearchRun::read(text)?;
    let (setup, planes) = (run.setup()?, run.network.planes().map_err(TrainProblem::Input)?);
    let (mut learner, name) = make_policy_learner(&setup, choice, threads, note)?;
    println!("device: {name}; {threads} threads");
    let model = BoardModel::new((&setup.graph, &setup.first), &planes, run.instructions())
        .map_err(|e| TrainProblem::Failed(e.to_string()))?;
    let (keys, rules) = (run.keys(), run.rules());
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let play = run.play(1, run.seed, threads);
    let begin = Instant::now();
    let played = play.play::<Just4Fun, _, _>(&rules, &keys, || Leaves::new(&model));
    let per_second = |count: f64| count / begin.elapsed().as_secs_f64().max(1e-9);
    println!(
        "self-play: {:.2} games/s, {:.0} decisions/s, {:.0} judgements/s ({} games of {} iterations)",
        per_second(play.games as f64),
        per_second(played.decisions as f64),
        per_second(played.judged as f64),
        play.games,
        play.budget.iterations,
    );
    let mut replay = ReplayBuffer::default();
    replay.add(played.lessons, usize::MAX);
    let lessons = replay.merged(Weighing::Logarithmic, Clone::clone);
    let samples = samples(&lessons, &planes, run.network.sees_cards(), threads);
    learner.load(&samples)?;
    for batch in [64, 1024] {
        let speed = training(&mut *learner, &samples, batch)?;
        println!("training: {speed:.0} samples/s at batch {batch}");
    }
    Ok(())
}

fn training(
    learner: &mut dyn PolicyLearner,
    samples: &PolicySamples,
    batch: usize,
) -> Result<f64, TrainProblem> {
    let stretch = Stretch { batch, rate: 1e-4, penalty: 0.7, l2: 1e-4 };
    let part = order(samples.len(), 16 * batch, 1);
    learner.train(&part, stretch)?;
    let (begin, mut count) = (Instant::now(), 0);
    while begin.elapsed() < LENGTH {
        learner.train(&part, stretch)?;
        count += part.len();
    }
    Ok(count as f64 / begin.elapsed().as_secs_f64())
}
