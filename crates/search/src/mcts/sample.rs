/// Rewards and their squares, for standard errors.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Sample {
    pub(crate) count: u64,
    pub(crate) total: f64,
    squares: f64,
}

impl Sample {
    pub(crate) fn add(&mut self, reward: f64) {
        self.count += 1;
        self.total += reward;
        self.squares += reward * reward;
    }

    /// Adds the rewards of another sample.
    pub(crate) fn extend(&mut self, other: Sample) {
        self.count += other.count;
        self.total += other.total;
        self.squares += other.squares;
    }

    /// The mean squared distance from the mean; not a number where there are no rewards.
    pub(crate) fn variance(&self) -> f64 {
        if self.count == 0 {
            return f64::NAN;
        }
        let mean = self.total / self.count as f64;
        (self.squares / self.count as f64 - mean * mean).max(0.0)
    }
}
