/// How much each feature of a position counts (Briesemeister 2009, section 5.2.1).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FeatureWeights {
    /// For every point more than the other side.
    pub points: f64,
    /// For every stone placed more than the other side: a side with none left has won.
    pub stones: f64,
    /// For the potential to score on open circles, from 0 to 1 for each side.
    pub potential: f64,
    /// For a game that is won; a lost one counts as much the other way.
    pub win: f64,
}

impl FeatureWeights {
    /// The five configurations of table 5.2, counted from 1.
    pub const CONFIGURATIONS: [FeatureWeights; 5] = [
        FeatureWeights { points: 3.0, stones: 1.0, potential: 1.0, win: 100.0 },
        FeatureWeights { points: 6.0, stones: 3.0, potential: 1.0, win: 100.0 },
        FeatureWeights { points: 1.0, stones: 0.25, potential: 0.05, win: 100.0 },
        FeatureWeights { points: 5.0, stones: 2.0, potential: 0.0, win: 100.0 },
        FeatureWeights { points: 1.0, stones: 3.0, potential: 2.0, win: 100.0 },
    ];

    /// The result and nothing else, 1 for a win: for endgames that are solved. Moves are ordered as usual.
    pub const RESULT: FeatureWeights =
        FeatureWeights { points: 0.0, stones: 0.0, potential: 0.0, win: 1.0 };

    /// What decides a game that nobody's last stone ended: points and stones placed.
    pub(super) const MARGIN: FeatureWeights =
        FeatureWeights { points: 1.0, stones: 1.0, potential: 0.0, win: 0.0 };

    /// A configuration of table 5.2 by its number, 1 to 5.
    pub fn configuration(number: usize) -> Option<FeatureWeights> {
        FeatureWeights::CONFIGURATIONS.get(number.checked_sub(1)?).copied()
    }
}

impl Default for FeatureWeights {
    /// Configuration 4, which won most games.
    fn default() -> FeatureWeights {
        FeatureWeights::CONFIGURATIONS[3]
    }
}
