use super::Measure;
use crate::measured::Values;
use crate::{PlySeries, RandomPlaySeries, SeriesName};
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
            (RandomPlaySeries::Pattern, games.percent(games.patterns)),
            (RandomPlaySeries::Points, games.percent(games.points)),
            (RandomPlaySeries::HighestField, games.percent(games.highest_fields)),
            (RandomPlaySeries::Draw, games.percent(games.draws)),
            (RandomPlaySeries::Turns, games.mean_turns()),
            (RandomPlaySeries::Playable, games.mean_playable()),
            (RandomPlaySeries::PlayableDeviation, games.deviation_of_playable()),
            (RandomPlaySeries::PlayableMedian, games.median_playable() as f64),
        ]
        .map(|(series, value)| (SeriesName::RandomPlay(series), value))
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
            (RandomPlaySeries::Length, length),
            (RandomPlaySeries::Branching, branching),
            (RandomPlaySeries::Chances, chances),
            (RandomPlaySeries::Tree, tree_complexity(branching, chances, length)),
            (RandomPlaySeries::StateSpace, state_space_complexity(branching, chances, longest)),
            (RandomPlaySeries::Premature, 100.0 * sample.premature()),
        ]
        .map(|(series, value)| (SeriesName::RandomPlay(series), value))
        .into();
        for (ply, spread) in (1..).zip(&sample.branching) {
            values.insert(SeriesName::Ply(PlySeries::Branching, ply), spread.mean());
            values.insert(SeriesName::Ply(PlySeries::MostBranching, ply), spread.most().into());
        }
        for (ply, spread) in (1..).zip(&sample.chances) {
            values.insert(SeriesName::Ply(PlySeries::Chances, ply), spread.mean());
        }
        for (length, &games) in sample.lengths.iter().enumerate().filter(|(_, games)| **games > 0) {
            let share = 100.0 * games as f64 / BATCH as f64;
            values.insert(SeriesName::Length(length as u32), share);
        }
        values
    }
}

/// Exactly how many hands reach each field.
pub(super) struct Reachability;

impl Measure for Reachability {
    fn unit(&self, _number: u64) -> Values {
        let shares = (1..).zip(reachability());
        shares.map(|(field, share)| (SeriesName::Field(field), 100.0 * share)).collect()
    }
}
