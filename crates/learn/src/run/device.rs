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
}

/// A learner with first weights, and the name of its device. `note` is told why the CPU had to do.
pub fn make_learner(
    setup: &LearnerSetup,
    choice: DeviceChoice,
    threads: usize,
    note: impl FnOnce(&str),
) -> Result<(Box<dyn Learner>, String), Trouble> {
    setup.check()?;
    if choice != DeviceChoice::Cpu {
        let found = Device::find(Arithmetic::Half).and_then(|device| {
            let learner = CudaLearner::new(&device, setup, &setup.first_weights())?;
            Ok((Box::new(learner) as Box<dyn Learner>, device.name()))
        });
        match found {
            Err(why) if choice == DeviceChoice::Auto => note(&format!("{why}; the CPU is used")),
            found => return found,
        }
    }
    let learner = CpuLearner::new(setup, threads)?;
    Ok((Box::new(learner), format!("CPU, {threads} threads")))
}
