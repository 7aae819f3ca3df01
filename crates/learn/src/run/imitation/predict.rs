use super::DataFile;
use super::{ImitationFile, ImitationNetworkFile, ImitationRun, ImitationTrainer};
use crate::cpu::CpuImitation;
use crate::cuda::{Arithmetic, CudaImitation, Device};
use crate::imitation::ImitationLearner;
use crate::imitation::doppelkopf::CardGames;
use crate::loss::ClassError;
use crate::run::{BadRun, DeviceChoice, Fault, TrainingLimits};
use crate::{Optimizer, Trouble};
use kontra_experiments::{LearningRecipe, NetworkTrainer, What};
use kontra_nets::Activation;
use std::sync::{Arc, Mutex, PoisonError};

/// Trains the networks of experiments. The games are played once.
pub struct PredictionTrainer {
    device: Option<Arc<Device>>,
    threads: usize,
    games: Mutex<Option<(DataFile, Arc<CardGames>)>>,
    trouble: Mutex<Option<Trouble>>,
}

/// The rate of plain descent, which the paper does not say.
const FIRST_RATE: f32 = 0.1;

impl PredictionTrainer {
    /// A trainer on a device. `note` is told why the CPU had to do.
    pub fn new(
        choice: DeviceChoice,
        threads: usize,
        note: impl FnOnce(&str),
    ) -> Result<PredictionTrainer, Trouble> {
        let device = choice.on_cuda(note, || Device::find(Arithmetic::Fast))?;
        let (games, trouble) = (Mutex::new(None), Mutex::new(None));
        Ok(PredictionTrainer { device, threads, games, trouble })
    }

    /// What went wrong, if anything did: a training that failed gives no numbers.
    pub fn trouble(&self) -> Option<Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The run that a measurement describes.
    pub fn run_of(what: &What, number: u64) -> Option<ImitationRun> {
        let What::Prediction { layers, learning, position, games, seed } = what else {
            return None;
        };
        let usual = ImitationFile::default();
        let (activation, training) = match learning {
            LearningRecipe::First => {
                let (optimizer, error) = (Optimizer::Sgd, ClassError::Squared);
                let training = ImitationFile { optimizer, error, rate: FIRST_RATE, ..usual };
                (Activation::Tanh, training)
            }
            LearningRecipe::Second => (Activation::Relu, usual),
        };
        let position = (*position > 0).then_some(usize::from(*position));
        Some(ImitationRun {
            game: "doppelkopf".to_owned(),
            learns: "imitation".to_owned(),
            seed: 1 + number,
            network: ImitationNetworkFile { layers: layers.clone(), activation },
            data: DataFile { games: *games as usize, seed: Some(*seed), records: None, position },
            training,
        })
    }

    fn games(&self, run: &ImitationRun) -> Result<Arc<CardGames>, BadRun> {
        let mut kept = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let data = DataFile { position: None, ..run.data.clone() };
        if let Some((of, games)) = &*kept
            && *of == data
        {
            return Ok(Arc::clone(games));
        }
        let games = Arc::new(run.games(self.threads)?);
        *kept = Some((data, Arc::clone(&games)));
        Ok(games)
    }

    fn shares(&self, what: &What, number: u64) -> Result<[f64; 2], Fault> {
        let run = PredictionTrainer::run_of(what, number)
            .ok_or_else(|| BadRun("expected a network to train, found none".to_owned()))?;
        let (games, setup) = (self.games(&run)?, run.setup()?);
        let learner: Box<dyn ImitationLearner> = match &self.device {
            Some(device) => Box::new(CudaImitation::new(device, &setup)?),
            None => Box::new(CpuImitation::new(&setup, self.threads)?),
        };
        let mut trainer = ImitationTrainer::with(run, &games, learner)?;
        let summary = trainer.train(TrainingLimits { minutes: None, segments: None }, |_| {})?;
        Ok(summary.test.shares())
    }
}

impl NetworkTrainer for PredictionTrainer {
    fn predict(&self, what: &What, number: u64) -> [f64; 2] {
        self.shares(what, number).unwrap_or_else(|fault| {
            let trouble = match fault {
                Fault::Input(BadRun(why)) => Trouble(why),
                Fault::Failed(trouble) => trouble,
            };
            *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(trouble);
            [f64::NAN; 2]
        })
    }
}
