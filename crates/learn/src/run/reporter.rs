use super::Figures;
use super::segment::RunCounts;
use crate::progress::Live;
use crate::{Learner, Losses, Trouble};
use std::io::Write;
use std::time::{Duration, Instant};

/// Where a run stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pulse {
    /// What it has done.
    pub counts: RunCounts,
    /// The learning rate.
    pub rate: f32,
}

/// One line that tells how a run is getting on.
///
/// It looks at the clock and at the learner's losses, and changes nothing that the run depends on.
pub struct Reporter<'a> {
    line: Live<&'a mut dyn Write>,
    every: Duration,
    begin: Instant,
    last: Instant,
    seen: RunCounts,
    losses: Losses,
    steps: u64,
    minutes: Option<f64>,
    figures: Option<Figures>,
}

impl<'a> Reporter<'a> {
    /// A line for a run of this many steps, and at most this many minutes.
    ///
    /// `in_place`: whether the line is written over itself, as on a terminal.
    pub fn new(
        out: &'a mut dyn Write,
        in_place: bool,
        steps: u64,
        minutes: Option<f64>,
    ) -> Reporter<'a> {
        let every = if in_place { Duration::from_secs(1) } else { Duration::from_secs(10) };
        let now = Instant::now();
        Reporter {
            line: Live::new(out, in_place),
            every,
            begin: now,
            last: now,
            seen: RunCounts::default(),
            losses: Losses::default(),
            steps,
            minutes,
            figures: None,
        }
    }

    /// The run resumes from here.
    pub(super) fn start(&mut self, counts: RunCounts) {
        (self.seen, self.last) = (counts, Instant::now());
    }

    /// How long the run has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// The last losses that were looked at.
    pub(super) fn losses(&self) -> Losses {
        self.losses
    }

    pub(super) fn tell(&mut self, figures: Figures) {
        self.figures = Some(figures);
    }

    /// Writes the line, when it is time.
    pub(super) fn beat(&mut self, learner: &mut dyn Learner, pulse: Pulse) -> Result<(), Trouble> {
        if self.last.elapsed() >= self.every { self.write(learner, pulse) } else { Ok(()) }
    }

    /// Writes the line now.
    pub(super) fn write(&mut self, learner: &mut dyn Learner, pulse: Pulse) -> Result<(), Trouble> {
        let losses = learner.losses()?;
        if losses.steps > 0 {
            self.losses = losses;
        }
        let seconds = self.last.elapsed().as_secs_f64().max(1e-9);
        let RunCounts { step, games, decisions, samples } = pulse.counts;
        let per_second =
            |now: u64, before: u64| number(now.saturating_sub(before) as f64 / seconds);
        let line = format!(
            "step {} of {}, {} games/s, {} decisions/s, {} samples/s, loss {:.4}{} of {:.4}, flags {:.4}, rate {:.1e}{}, {} left",
            number(step as f64),
            number(self.steps as f64),
            per_second(games, self.seen.games),
            per_second(decisions, self.seen.decisions),
            per_second(samples, self.seen.samples),
            self.losses.value,
            if self.losses.critic > 0.0 {
                format!(" (critic {:.4})", self.losses.critic)
            } else {
                String::new()
            },
            self.losses.variance,
            self.losses.flags,
            pulse.rate,
            self.figures.as_ref().map_or(String::new(), |figures| format!(", {figures}")),
            self.left(step, seconds),
        );
        self.start(pulse.counts);
        self.line.show(&line);
        Ok(())
    }

    /// The time that is left: that of the steps at the present speed, or of the limit.
    fn left(&self, step: u64, seconds: f64) -> String {
        let done = step.saturating_sub(self.seen.step) as f64;
        let by_steps =
            (done > 0.0).then(|| (self.steps - step.min(self.steps)) as f64 * seconds / done);
        let by_clock = self.minutes.map(|m| (60.0 * m - self.elapsed().as_secs_f64()).max(0.0));
        match (by_steps, by_clock) {
            (Some(a), Some(b)) => clock(a.min(b)),
            (Some(a), None) | (None, Some(a)) => clock(a),
            (None, None) => "?".to_owned(),
        }
    }

    /// A line of its own.
    pub fn say(&mut self, text: &str) {
        self.line.say(&text);
    }
}

fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// A count as people read it: 950, 12.3k, 4.56M.
fn number(x: f64) -> String {
    match x {
        x if x < 1000.0 => format!("{x:.0}"),
        x if x < 1e6 => format!("{:.1}k", x / 1e3),
        x => format!("{:.2}M", x / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_times_are_short() {
        let numbers = [0.0, 950.4, 12_345.0, 4_560_000.0].map(number);
        assert_eq!(numbers, ["0", "950", "12.3k", "4.56M"]);
        assert_eq!([59.6, 61.0, 3723.0].map(clock), ["1:00", "1:01", "1:02:03"]);
    }
}
