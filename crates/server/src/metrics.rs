//! What the server counts about itself, in Prometheus' text format.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the classes of durations, in milliseconds.
const BOUNDS_MS: [f64; 12] =
    [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 5000.0];

/// A number that only grows.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add(&self, number: u64) {
        self.0.fetch_add(number, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Durations, counted by classes.
#[derive(Default)]
pub(crate) struct Durations {
    classes: [Counter; BOUNDS_MS.len()],
    count: Counter,
    micros: Counter,
}

impl Durations {
    pub(crate) fn add(&self, duration: Duration) {
        let ms = duration.as_secs_f64() * 1000.0;
        if let Some(class) = BOUNDS_MS.iter().position(|&bound| ms <= bound) {
            self.classes[class].add(1);
        }
        self.count.add(1);
        self.micros.add(duration.as_micros() as u64);
    }

    fn write(&self, name: &str, help: &str, out: &mut String) {
        header(name, "histogram", help, out);
        let mut sum = 0;
        for (bound, class) in BOUNDS_MS.iter().zip(&self.classes) {
            sum += class.get();
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {sum}", bound / 1000.0);
        }
        let (count, seconds) = (self.count.get(), self.micros.get() as f64 / 1e6);
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(out, "{name}_sum {seconds}\n{name}_count {count}");
    }
}

fn header(name: &str, kind: &str, help: &str, out: &mut String) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

/// Everything that is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    /// Answers by the first digit of their status, 1 to 5.
    pub(crate) answers: [Counter; 5],
    /// How long it took to answer a request.
    pub(crate) requests: Durations,
    /// How long it took to answer a move of a person.
    pub(crate) moves: Durations,
    /// How long agents thought.
    pub(crate) thoughts: Durations,
    pub(crate) tables_made: Counter,
    pub(crate) tables_put_away: Counter,
    pub(crate) tables_brought_back: Counter,
    pub(crate) tables_forgotten: Counter,
    pub(crate) games_finished: Counter,
    pub(crate) decisions: Counter,
    pub(crate) limited: Counter,
    pub(crate) connections_opened: Counter,
    pub(crate) connections_closed: Counter,
    pub(crate) live_opened: Counter,
    pub(crate) live_closed: Counter,
    pub(crate) live_messages: Counter,
}

impl Metrics {
    /// The text, with what others count: name, help, value.
    pub(crate) fn text(&self, gauges: &[(&str, &str, u64)]) -> String {
        let mut out = String::new();
        let name = "kontra_http_answers_total";
        header(name, "counter", "Answers by class of status.", &mut out);
        for (class, counter) in (1..).zip(&self.answers) {
            let _ = writeln!(out, "{name}{{class=\"{class}xx\"}} {}", counter.get());
        }
        let durations = [
            ("kontra_http_seconds", "Time to answer a request.", &self.requests),
            ("kontra_move_seconds", "Time to answer a person's move.", &self.moves),
            ("kontra_thought_seconds", "Time agents thought about a move.", &self.thoughts),
        ];
        for (name, help, durations) in durations {
            durations.write(name, help, &mut out);
        }
        let counters = [
            ("kontra_tables_made_total", "Tables made.", &self.tables_made),
            ("kontra_tables_put_away_total", "Idle tables put away.", &self.tables_put_away),
            ("kontra_tables_brought_back_total", "Tables brought back.", &self.tables_brought_back),
            (
                "kontra_tables_forgotten_total",
                "Tables whose time has come.",
                &self.tables_forgotten,
            ),
            ("kontra_games_finished_total", "Games finished.", &self.games_finished),
            ("kontra_decisions_total", "Decisions of seats and of chance.", &self.decisions),
            ("kontra_limited_total", "Requests refused by a limit.", &self.limited),
            ("kontra_connections_opened_total", "Connections opened.", &self.connections_opened),
            (
                "kontra_connections_closed_total",
                "Connections closed, or live.",
                &self.connections_closed,
            ),
            ("kontra_live_opened_total", "Live connections opened.", &self.live_opened),
            ("kontra_live_closed_total", "Live connections closed.", &self.live_closed),
            ("kontra_live_messages_total", "Messages sent live.", &self.live_messages),
        ];
        for (name, help, counter) in counters {
            header(name, "counter", help, &mut out);
            let _ = writeln!(out, "{name} {}", counter.get());
        }
        for (name, help, value) in gauges {
            header(name, "gauge", help, &mut out);
            let _ = writeln!(out, "{name} {value}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_counted_in_classes_that_add_up() {
        let metrics = Metrics::default();
        for ms in [0, 3, 3, 30, 60_000] {
            metrics.moves.add(Duration::from_millis(ms));
        }
        let text = metrics.text(&[("kontra_tables", "Tables.", 7)]);
        for line in [
            "kontra_move_seconds_bucket{le=\"0.0005\"} 1",
            "kontra_move_seconds_bucket{le=\"0.005\"} 3",
            "kontra_move_seconds_bucket{le=\"0.05\"} 4",
            "kontra_move_seconds_bucket{le=\"5\"} 4",
            "kontra_move_seconds_bucket{le=\"+Inf\"} 5",
            "kontra_move_seconds_sum 60.036",
            "kontra_tables 7",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
