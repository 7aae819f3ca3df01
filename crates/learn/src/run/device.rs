use super::RunFile;
use crate::cpu::CpuLearner;
use crate::cuda::{Arithmetic, CudaLearner, Device};
use crate::{Learner, LearnerSetup, Trouble};

/// Where a network learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceChoice {
    /// On the CPU.
    Cpu,
    /// On a CUDA device.
    Cuda,
    /// On a CUDA device where there is one, on the CPU elsewhere.
    Auto,
}

impl DeviceChoice {
    /// Every choice with its name.
    pub const NAMES: [(&'static str, DeviceChoice); 3] =
        [("cpu", DeviceChoice::Cpu), ("cuda", DeviceChoice::Cuda), ("auto", DeviceChoice::Auto)];

    /// What `make` makes on a CUDA device; `None` where the CPU has to do, and `note` is told why.
    pub(super) fn on_cuda<T>(
        self,
        note: impl FnOnce(&str),
        make: impl FnOnce() -> Result<T, Trouble>,
    ) -> Result<Option<T>, Trouble> {
        if self == DeviceChoice::Cpu {
            return Ok(None);
        }
        match make() {
            Err(why) if self == DeviceChoice::Auto => {
                note(&format!("{why}; the CPU is used"));
                Ok(None)
            }
            made => made.map(Some),
        }
    }

    /// What learns on this device, and the device's name. `note` is told why the CPU had to do.
    pub(super) fn learner<L: ?Sized>(
        self,
        threads: usize,
        note: impl FnOnce(&str),
        cuda: impl FnOnce() -> Result<(Box<L>, String), Trouble>,
        cpu: impl FnOnce() -> Result<Box<L>, Trouble>,
    ) -> Result<(Box<L>, String), Trouble> {
        match self.on_cuda(note, cuda)? {
            Some(found) => Ok(found),
            None => Ok((cpu()?, format!("CPU, {threads} threads"))),
        }
    }
}

/// A learner with first weights, and the name of its device. `note` is told why the CPU had to do.
pub fn make_learner(
    setup: &LearnerSetup,
    choice: DeviceChoice,
    threads: usize,
    note: impl FnOnce(&str),
) -> Result<(Box<dyn Learner>, String), Trouble> {
    setup.check()?;
    choice.learner::<dyn Learner>(
        threads,
        note,
        || {
            let device = Device::find(Arithmetic::Half)?;
            let learner = CudaLearner::new(&device, setup, &setup.first_weights())?;
            Ok((Box::new(learner), device.name()))
        },
        || Ok(Box::new(CpuLearner::new(setup, threads)?)),
    )
}

impl RunFile {
    /// The learner of this run, with first weights, and the name of its device. `note` is told why the CPU had to do.
    pub fn learner(
        &self,
        choice: DeviceChoice,
        threads: usize,
        note: impl FnOnce(&str),
    ) -> Result<(Box<dyn Learner>, String), Trouble> {
        let setup = self.setup();
        let Some(teacher) = &self.teacher else {
            return make_learner(&setup, choice, threads, note);
        };
        let teacher = teacher.read()?;
        choice.learner::<dyn Learner>(
            threads,
            note,
            || Err(Trouble("a network with a teacher learns on the CPU".to_owned())),
            || Ok(Box::new(CpuLearner::new(&setup, threads)?.taught_by(teacher)?)),
        )
    }
}
