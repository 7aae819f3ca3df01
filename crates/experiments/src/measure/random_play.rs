use super::Measure;
use crate::series::Values;
use kontra_game::Streams;
use kontra_just4fun::statistics::{RandomPlay, reachability};
use kontra_ontop::statistics::{Sample, mean_of_means, state_space_complexity, tree_complexity};
use std::ops::Range;

/// How many random games are one unit.
const BATCH: u64 = 100;

fn batch(number: u64) -> Range<u64> {
    number * BATCH..(number + 1) * BATCH
}

/// Games of the thesis's random player of Just 4 Fun.
pub(super) struct RandomJust4Fun {
    pub(super) seed: u64,
}

impl Measure for RandomJust4Fun {
    fn unit(&self, number: u64) -> Values {
        let rules = kontra_just4fun::Rules::default();
        let games = RandomPlay::over_combinations(&rules, self.seed, batch(number));
        [
            ("pattern", games.percent(games.patterns)),
            ("points", games.percent(games.points)),
            ("highest-field", games.percent(games.highest_fields)),
            ("draw", games.percent(games.draws)),
            ("turns", games.mean_turns()),
            ("playable", games.mean_playable()),
            ("playable-deviation", games.deviation_of_playable()),
            ("playable-median", games.median_playable() as f64),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }
}

/// Random games of OnTop.
pub(super) struct RandomOnTop {
    pub(super) seed: u64,
}

impl Measure for RandomOnTop {
    fn unit(&self, number: u64) -> Values {
        let rules = kontra_ontop::Rules::default();
        let sample = Sample::random(&rules, Streams::new(self.seed), batch(number));
        let (branching, chances) =
            (mean_of_means(&sample.branching), mean_of_means(&sample.chances));
        let length = sample.length.mean();
        let longest = sample.chances.len() as u32;
        let mut values: Values = [
            ("length", length),
            ("branching", branching),
            ("chances", chances),
            ("tree", tree_complexity(branching, chances, length)),
            ("state-space", state_space_complexity(branching, chances, longest)),
            ("premature", 100.0 * sample.premature()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        for (ply, spread) in (1..).zip(&sample.branching) {
            values.insert(format!("branching.{ply}"), spread.mean());
            values.insert(format!("most-branching.{ply}"), f64::from(spread.most()));
        }
        for (ply, spread) in (1..).zip(&sample.chances) {
            values.insert(format!("chances.{ply}"), spread.mean());
        }
        for (length, &games) in sample.lengths.iter().enumerate().filter(|(_, games)| **games > 0) {
            values.insert(format!("length:{length}"), 100.0 * games as f64 / BATCH as f64);
        }
        values
    }
}

/// Exactly how many hands reach each field.
pub(super) struct Reachability;

impl Measure for Reachability {
    fn unit(&self, _number: u64) -> Values {
        let shares = (1..).zip(reachability());
        shares.map(|(field, share)| (format!("field.{field}"), 100.0 * share)).collect()
    }

    fn most(&self) -> Option<u64> {
        Some(1)
    }
}
