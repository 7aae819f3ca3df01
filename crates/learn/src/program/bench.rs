use super::{TrainProblem, note};
use kontra_agents::doppelkopf::features::{WORDS, Watch, encode};
use kontra_doppelkopf::{Doppelkopf, DoppelkopfView};
use kontra_game::{Game, Streams, Turn};
use kontra_learn::run::{DeviceChoice, RunFile, start_of};
use kontra_learn::selfplay::{SelfPlay, SelfPlaySettings, TurnCounts, Turnover};
use kontra_learn::{Learner, Samples};
use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long each measurement lasts.
const LENGTH: Duration = Duration::from_secs(5);

/// How often every game under way is played to its end before self-play is measured. The first games begin in their middle and
/// find their memory, so that they bring fewer samples and take longer.
const WARM_UP: u64 = 3;
/// A warm-up never takes longer.
const LONGEST_WARM_UP: Duration = Duration::from_secs(20);

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
    let under_way = (engine.settings.groups * engine.settings.games) as u64;
    let mut meter = Meter::after(under_way / 16);
    engine.play_roughly::<Doppelkopf>(learner, |_, new, played| Ok(meter.turn(new, played)))?;
    println!("games by rules: {meter}");
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
    let mut meter = Meter::after(WARM_UP * under_way);
    engine.play::<Doppelkopf>(learner, 1.0, |_, new, played| Ok(meter.turn(new, played)))?;
    println!("self-play alone: {meter}");
    let mut meter = Meter::after(WARM_UP * under_way);
    let (mut due, mut made) = (0.0, 0);
    engine.play::<Doppelkopf>(learner, 1.0, |learner, samples, played| {
        learner.remember(samples)?;
        due += samples.len() as f64 * training.uses / training.batch as f64;
        while due >= 1.0 {
            // Up to where the weights change for players, as in a run.
            let next = (made / training.refresh + 1) * training.refresh;
            let steps = (next - made).min(due as u64);
            learner.train(steps as usize, 1e-4)?;
            made += steps;
            due -= steps as f64;
            if made == next {
                learner.refresh(false)?;
            }
        }
        Ok(meter.turn(samples, played))
    })?;
    println!("self-play with training: {meter}");
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

/// Counts what self-play brings, from the end of a warm-up on.
struct Meter {
    /// Games that the warm-up still has.
    warm_up: u64,
    begin: Instant,
    from: Option<Instant>,
    seconds: f64,
    games: u64,
    decisions: u64,
    samples: usize,
}

impl Meter {
    /// Counts after this many games.
    fn after(warm_up: u64) -> Meter {
        let begin = Instant::now();
        Meter { warm_up, begin, from: None, seconds: 0.0, games: 0, decisions: 0, samples: 0 }
    }

    fn turn(&mut self, new: &Samples, played: TurnCounts) -> Turnover {
        self.warm_up = self.warm_up.saturating_sub(played.games);
        match self.from {
            None if self.warm_up == 0 || self.begin.elapsed() > LONGEST_WARM_UP => {
                self.from = Some(Instant::now());
            }
            None => {}
            Some(from) => {
                self.games += played.games;
                self.decisions += played.decisions;
                self.samples += new.len();
                self.seconds = from.elapsed().as_secs_f64();
            }
        }
        if self.seconds >= LENGTH.as_secs_f64() { Turnover::Stop } else { Turnover::Next(1.0) }
    }
}

impl fmt::Display for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let per_second = |count: f64| count / self.seconds.max(1e-9);
        write!(
            f,
            "{:.0} games/s, {:.0} decisions/s, {:.0} samples/s",
            per_second(self.games as f64),
            per_second(self.decisions as f64),
            per_second(self.samples as f64)
        )
    }
}
