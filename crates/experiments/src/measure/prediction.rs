use super::Measure;
use crate::measured::Values;
use crate::{NetworkTrainer, PredictionSeries, SeriesName, What};
use kontra_agents::doppelkopf::dockhorn::CardNet;
use kontra_game::BadInput;
use std::sync::Arc;

/// A network that is trained and tested.
pub(crate) struct Trained {
    what: What,
    trainer: Arc<dyn NetworkTrainer>,
}

impl Trained {
    pub(crate) fn new(what: &What, trainer: &Arc<dyn NetworkTrainer>) -> Result<Trained, BadInput> {
        let What::Prediction { layers, position, games, .. } = what else {
            let found = "one without training";
            return Err(BadInput::expected("measure", "a measurement that trains", found));
        };
        layers
            .parse::<CardNet>()
            .map_err(|why| BadInput { place: "layers".into(), problem: why })?;
        if *position > 4 || *games < 5 {
            let found = format!("{position} and {games}");
            return Err(BadInput::expected("rules", "a position up to 4 and 5 games", found));
        }
        Ok(Trained { what: what.clone(), trainer: Arc::clone(trainer) })
    }
}

impl Measure for Trained {
    fn unit(&self, number: u64) -> Values {
        let [any, legal] = self.trainer.predict(&self.what, number);
        let series =
            [(PredictionSeries::ContextFree, any), (PredictionSeries::ContextSensitive, legal)];
        series.map(|(series, value)| (SeriesName::Prediction(series), value)).into()
    }
}
