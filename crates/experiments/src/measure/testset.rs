use super::Measure;
use crate::measured::Values;
use crate::{SeriesName, TestsetSeries};
use kontra_agents::AgentSpec;
use kontra_agents::just4fun::testset::{Case, Figures, TestRun, TestSet};
use kontra_game::{BadInput, quote};

/// One agent on one test set of Just 4 Fun.
pub(super) struct OnTestSet {
    run: TestRun,
    set: TestSet,
    cases: Vec<Case>,
}

impl OnTestSet {
    pub(super) fn new(agents: &[String], set: &str, seed: u64) -> Result<OnTestSet, BadInput> {
        let [agent] = agents else {
            return Err(BadInput::expected("agents", "one agent", agents.len()));
        };
        let set = TestSet::by_name(set).ok_or_else(|| {
            let known = TestSet::ALL.map(TestSet::name).join(", ");
            BadInput::expected("set", format!("one of {known}"), quote(set))
        })?;
        let run = TestRun::new(&agent.parse::<AgentSpec>()?, seed)?;
        Ok(OnTestSet { run, set, cases: set.cases() })
    }
}

impl Measure for OnTestSet {
    /// One repetition. Shares are in per cent of the cases.
    fn unit(&self, number: u64) -> Values {
        use TestsetSeries as S;
        let mut figures = Figures::default();
        figures.add(self.set, &self.run.repetition(self.set, &self.cases, number));
        let mut values = Values::new();
        let mut put = |series: TestsetSeries, value: f64| {
            values.insert(SeriesName::Testset(series), value);
        };
        let mut spread = |series: [TestsetSeries; 3], found: [f64; 3]| {
            series.into_iter().zip(found).for_each(|(series, value)| put(series, value));
        };
        spread([S::Entropy, S::EntropyDeviation, S::EntropyMedian], figures.entropy);
        if let Some([after, before]) = figures.network_entropy {
            spread([S::Network, S::NetworkDeviation, S::NetworkMedian], after);
            spread([S::Unmasked, S::UnmaskedDeviation, S::UnmaskedMedian], before);
        }
        let rated = [
            (S::PolicySuccess, S::PolicyFailure, Some(figures.policy)),
            (S::UctSuccess, S::UctFailure, figures.uct),
            (S::NetworkPolicySuccess, S::NetworkPolicyFailure, figures.network_policy),
            (S::NetworkValueSuccess, S::NetworkValueFailure, figures.network_value),
        ];
        for (success, failure, shares) in rated {
            if let Some([unsuccessful, _, successful]) = shares {
                put(success, 100.0 * successful);
                put(failure, 100.0 * unsuccessful);
            }
        }
        values
    }
}
