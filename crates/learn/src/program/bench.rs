use super::{TrainProblem, note};
use kontra_agents::doppelkopf::features::{WORDS, Watch, encode};
use kontra_doppelkopf::{Doppelkopf, DoppelkopfView};
use kontra_game::{Game, Streams, Turn};
use kontra_learn::run::{DeviceChoice, RunFile, start_of};
use kontra_learn::selfplay::{SelfPlay, SelfPlaySettings, TurnCounts, Turnover};
use kontra_learn::{Learner, Samples, Trouble};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long each measurement lasts.
const LENGTH: Duration = Duration::from_secs(5);

/// Measures every part of a run by itself, then all of it.
pub(super) fn run(text: &str, choice: DeviceChoice, threads: usize) -> Result<(), TrainProblem> {
    let run = RunFile::read(text)?;
    let (mut learner, name) = run.learner(choice, threads, note)?;
    println!("device: {name}; {threads} threads");
    println!("encoding: {:.3} µs a position on one thread", microseconds_to_encode());
    let lessons = run.lessons();
    let settings: SelfPlaySettings = run.engine(run.seed, threads, false);
    let engine = SelfPlay { lessons: &lessons, settings };
    let learner = &mut *learner;
    let rough = measure(|stop| engine.play_roughly::<Doppelkopf>(learner, stop))?;
    println!("games by rules: {rough}");
    let fill = |learner: &mut dyn Learner, samples: &Samples, _: TurnCounts| {
        learner.remember(samples)?;
        Ok(Turnover::Stop)
    };
    engine.play_roughly::<Doppelkopf>(learner, fill)?;
    let training = &run.training;
    let (begin, mut steps) = (Instant::now(), 0);
    learner.train(1, 0.0)?;
    learner.losses()?;
    let warm = begin.elapsed();
    while begin.elapsed() < warm + LENGTH {
        learner.train(8, 1e-4)?;
        learner.losses()?;
        steps += 8;
    }
    let samples = steps as f64 * training.batch as f64;
    let seconds = (begin.elapsed() - warm).as_secs_f64();
    println!("training alone: {:.0} samples/s", samples / seconds);
    let alone = measure(|stop| engine.play::<Doppelkopf>(learner, 1.0, stop))?;
    println!("self-play alone: {alone}");
    let mut due = 0.0;
    let both = measure(|mut stop| {
        engine.play::<Doppelkopf>(learner, 1.0, |learner, samples, played| {
            learner.remember(samples)?;
            due += samples.len() as f64 * training.uses / training.batch as f64;
            let steps = due as usize;
            due -= steps as f64;
            learner.train(steps, 1e-4)?;
            learner.refresh(false)?;
            stop(learner, samples, played)
        })
    })?;
    println!("self-play with training: {both}");
    Ok(())
}

fn microseconds_to_encode() -> f64 {
    let streams = Streams::new(1);
    let mut positions: Vec<(DoppelkopfView, Watch)> = vec![];
    for number in 0..50 {
        let mut game = Doppelkopf::new(&start_of(streams, number));
        let (mut watch, rng) = (Watch::new(), &mut streams.test(number));
        while let (Turn::Seat(seat), Some(action)) = (game.turn(), game.random_action(rng)) {
            positions.push((game.view(seat), watch.clone()));
            watch.see(seat, action);
            game.play(action);
        }
    }
    let (begin, mut count) = (Instant::now(), 0_u64);
    while begin.elapsed() < LENGTH / 5 {
        for (view, watch) in &positions {
            let mut bits = [0; WORDS];
            encode(black_box(view), black_box(watch), &mut bits);
            black_box(bits);
        }
        count += positions.len() as u64;
    }
    1e6 * begin.elapsed().as_secs_f64() / count as f64
}

/// What is called at every turn.
type Each<'a> =
    Box<dyn FnMut(&mut dyn Learner, &Samples, TurnCounts) -> Result<Turnover, Trouble> + 'a>;

/// Plays for a while, after a while to warm up, and tells the speed.
fn measure(play: impl FnOnce(Each<'_>) -> Result<(), Trouble>) -> Result<String, TrainProblem> {
    let begin = Instant::now();
    let mut from = None;
    let (mut games, mut decisions, mut samples) = (0, 0, 0);
    let mut seconds = 0.0;
    let each: Each<'_> = Box::new(|_, new, played| {
        let warm = begin.elapsed() > LENGTH / 4;
        match from {
            None if warm => from = Some(Instant::now()),
            None => {}
            Some(from) => {
                games += played.games;
                decisions += played.decisions;
                samples += new.len();
                seconds = Instant::now().duration_since(from).as_secs_f64();
            }
        }
        let over = seconds >= LENGTH.as_secs_f64();
        Ok(if over { Turnover::Stop } else { Turnover::Next(1.0) })
    });
    play(each)?;
    let per_second = |count: f64| count / seconds.max(1e-9);
    Ok(format!(
        "{:.0} games/s, {:.0} decisions/s, {:.0} samples/s",
        per_second(games as f64),
        per_second(decisions as f64),
        per_second(samples as f64)
    ))
}
