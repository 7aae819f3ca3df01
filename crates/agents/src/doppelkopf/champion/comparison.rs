use kontra_doppelkopf::{Doppelkopf, Move};

/// An answer that is tried, and what came of it in each deal.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) action: Move,
    /// Its score in the first deals, as many as it was tried in.
    pub(super) scores: Vec<f64>,
    pub(super) is_open: bool,
}

/// Answers that are compared in the same deals. The first one is the network's own.
#[derive(Clone, Debug)]
pub(super) struct PairedComparison {
    pub(super) candidates: Vec<Candidate>,
    /// The deals in the order in which they are used, with their weights.
    pub(super) deals: Vec<(Doppelkopf, f64)>,
    /// How many deals have been used.
    pub(super) used: usize,
}

/// A candidate whose mean lies this many standard errors behind the best one is given up at once.
const HOPELESS: f64 = 3.0;

/// Deals after which differences have a standard error worth its name.
const FEWEST: usize = 12;

impl PairedComparison {
    pub(super) fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.candidates.len()).filter(|&place| self.candidates[place].is_open)
    }

    /// Everything to try next: all open candidates in the next `deals` deals.
    pub(super) fn next(&self, deals: usize) -> Vec<(Doppelkopf, Move)> {
        let next = &self.deals[self.used..(self.used + deals).min(self.deals.len())];
        let each = |place: usize| next.iter().map(move |(world, _)| (*world, place));
        let action = |(world, place): (Doppelkopf, usize)| (world, self.candidates[place].action);
        self.open().flat_map(each).map(action).collect()
    }

    /// The scores of what [`next`](PairedComparison::next) named, in its order.
    pub(super) fn add(&mut self, deals: usize, scores: &[f64]) {
        let deals = deals.min(self.deals.len() - self.used);
        let open: Vec<usize> = self.open().collect();
        for (place, scores) in open.into_iter().zip(scores.chunks_exact(deals)) {
            self.candidates[place].scores.extend_from_slice(scores);
        }
        self.used += deals;
    }

    /// The weighted mean score of a candidate over the deals it was tried in, and its standard error.
    pub(super) fn score(&self, place: usize) -> (f64, f64) {
        self.moments(self.candidates[place].scores.iter().copied())
    }

    /// By how much one candidate is better than another in the deals in which both were tried, and its standard error.
    pub(super) fn gain(&self, place: usize, over: usize) -> (f64, f64) {
        let [a, b] = [place, over].map(|place| &self.candidates[place].scores);
        self.moments(a.iter().zip(b).map(|(a, b)| a - b))
    }

    fn moments(&self, values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
        let pairs = || values.clone().zip(&self.deals).map(|(value, (_, weight))| (value, *weight));
        let sum: f64 = pairs().map(|(_, weight)| weight).sum();
        let mean = pairs().map(|(value, weight)| weight * value).sum::<f64>() / sum;
        let squares: f64 = pairs().map(|(value, weight)| (weight * (value - mean)).powi(2)).sum();
        (mean, squares.sqrt() / sum)
    }

    /// The open candidate with the highest mean; the first of equals.
    pub(super) fn leader(&self) -> usize {
        let mean = |place: usize| self.score(place).0;
        self.open().reduce(|a, b| if mean(b) > mean(a) { b } else { a }).unwrap_or(0)
    }

    /// Gives up those who are far behind the leader. The network's own answer stays.
    pub(super) fn drop_hopeless(&mut self) {
        if self.used < FEWEST {
            return;
        }
        let leader = self.leader();
        for place in self.open().collect::<Vec<_>>() {
            let (gain, error) = self.gain(leader, place);
            if place != 0 && place != leader && gain > HOPELESS * error {
                self.candidates[place].is_open = false;
            }
        }
    }

    /// Keeps this many of the best, and the network's own answer.
    pub(super) fn keep_best(&mut self, count: usize) {
        let mut open: Vec<usize> = self.open().collect();
        open.sort_by(|&a, &b| self.score(b).0.total_cmp(&self.score(a).0));
        for place in open.into_iter().skip(count.max(2)) {
            self.candidates[place].is_open = place == 0;
        }
    }

    /// Whether it is plain that the network's own answer stays: nothing is left to compare it with, or nothing can reach it.
    pub(super) fn is_decided(&self) -> bool {
        let behind = |place: usize| {
            let (gain, error) = self.gain(0, place);
            gain > HOPELESS * error
        };
        self.used >= FEWEST && self.open().all(|place| place == 0 || behind(place))
    }

    /// The answer to give: the network's own one, unless another is better by `margin` standard errors.
    pub(super) fn decision(&self, margin: f64) -> usize {
        let leader = self.leader();
        let (gain, error) = self.gain(leader, 0);
        let better = self.used >= FEWEST && gain > 0.0 && gain > margin * error;
        if better { leader } else { 0 }
    }
}
