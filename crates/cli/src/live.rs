//! One line on standard error that says how a match stands while it is played.

use indicatif::{ProgressBar, ProgressStyle};
use kontra_arena::{Clusters, DealSums, PlayedGame, Sprt};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The line is written anew this often, even while no deal ends.
const TICK: Duration = Duration::from_millis(500);

/// How a match stands: of the first agent, deal by deal.
pub(crate) struct LiveLine {
    bar: ProgressBar,
    sprt: Option<Sprt>,
    payoffs: Clusters,
    games: u64,
    begin: Instant,
    shown: Instant,
    title: String,
}

impl LiveLine {
    /// A line about this many deals, when standard error is a terminal.
    pub(crate) fn new(deals: u64, sprt: Option<Sprt>) -> LiveLine {
        let bar = if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(deals);
            let template = "{pos}/{len}{msg}, {eta} left";
            let style = ProgressStyle::with_template(template);
            let bar = style.map_or(bar.clone(), |style| bar.with_style(style));
            bar.enable_steady_tick(TICK);
            bar
        } else {
            ProgressBar::hidden()
        };
        let (now, payoffs) = (Instant::now(), Clusters::default());
        LiveLine { bar, sprt, payoffs, games: 0, begin: now, shown: now, title: String::new() }
    }

    /// The next match, of this name and this many deals.
    pub(crate) fn next(&mut self, title: String, deals: u64) {
        (self.payoffs, self.games, self.title) = (Clusters::default(), 0, title);
        self.begin = Instant::now();
        self.bar.reset();
        self.bar.set_length(deals);
    }

    /// The games of one more deal.
    pub(crate) fn add(&mut self, arrangements: &[Vec<usize>], games: &[PlayedGame]) {
        if self.bar.is_hidden() {
            return;
        }
        self.payoffs.add(DealSums::of(games, arrangements, |agent| agent == 0).mean());
        self.games += games.len() as u64;
        let now = Instant::now();
        if now.duration_since(self.shown) >= TICK / 2 {
            self.shown = now;
            self.bar.set_position(self.payoffs.count());
            let per_second = self.games as f64 / now.duration_since(self.begin).as_secs_f64();
            let text = standing(&self.payoffs, self.sprt, per_second);
            self.bar.set_message(format!("{}{text}", self.title));
        }
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// What the line says: the mean with its interval, the sequential test, and the speed.
fn standing(payoffs: &Clusters, sprt: Option<Sprt>, games_per_s: f64) -> String {
    let mut text = format!(", mean {:+.3}", payoffs.mean());
    if let Some(half) = payoffs.half_width() {
        text += &format!(" ±{half:.3}");
    }
    if let Some(sprt) = sprt {
        let [low, high] = sprt.bounds();
        let ratio = sprt.log_ratio(payoffs);
        text += &format!(", LLR {ratio:+.2} ({low:.1} to {high:.1})");
    }
    let places = usize::from(games_per_s < 10.0);
    text + &format!(", {games_per_s:.places$} games/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_where_the_match_stands_in_80_columns() {
        let payoffs: Clusters = (0..400).map(|deal| f64::from(deal % 4)).collect();
        assert_eq!(standing(&payoffs, None, 1234.4), ", mean +1.500 ±0.110, 1234 games/s");
        let sprt = Sprt { claim: "0,0.5".parse().unwrap(), alpha: 0.05, beta: 0.05 };
        let text = standing(&payoffs, Some(sprt), 3.21);
        assert_eq!(text, ", mean +1.500 ±0.110, LLR +88.37 (-3.0 to 3.0), 3.2 games/s");
        // With the numbers of deals and the time that is left.
        let line = format!("1000/10000{text}, 59m left");
        assert!(line.chars().count() <= 80, "{line}");
    }
}
