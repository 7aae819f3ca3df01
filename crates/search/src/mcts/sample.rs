/// Rewards and their squares, each with its weight, for means and standard errors.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct RewardSample {
    pub(crate) count: u64,
    /// The sum of all weights, and of their squares.
    pub(crate) weight: f64,
    pub(crate) weight_squares: f64,
    pub(crate) total: f64,
    squares: f64,
}

impl RewardSample {
    pub(crate) fn add(&mut self, reward: f64, weight: f64) {
        self.count += 1;
        self.weight += weight;
        self.weight_squares += weight * weight;
        self.total += weight * reward;
        self.squares += weight * reward * reward;
    }

    /// Adds the rewards of another sample.
    pub(crate) fn extend(&mut self, other: RewardSample) {
        self.count += other.count;
        self.weight += other.weight;
        self.weight_squares += other.weight_squares;
        self.total += other.total;
        self.squares += other.squares;
    }

    /// The mean squared distance from the mean; not a number where there are no rewards.
    pub(crate) fn variance(&self) -> f64 {
        if self.count == 0 {
            return f64::NAN;
        }
        let mean = self.total / self.weight;
        (self.squares / self.weight - mean * mean).max(0.0)
    }
}
