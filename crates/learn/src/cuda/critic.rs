use super::device::{Arg::*, Device};
use super::forward::InputRows;
use super::memory::Buffer;
use super::network::{DeviceNetwork, Parameters};
use super::padding::Padding;
use super::program::DeviceProgram;
use super::ring::DeviceRing;
use crate::{CriticSetup, LearnerSetup, Trouble};
use kontra_nets::{Value, Weights};
use std::sync::Arc;

/// A critic that values later decisions of the players in a batch.
pub(super) struct DeviceCritic {
    device: Arc<Device>,
    network: DeviceNetwork,
    parameters: Parameters,
    output: Value,
    /// Where its weights begin among those that are trained.
    first: usize,
    /// For each sample the place of a later one, and whether the game ended before.
    later: Buffer,
    over: Buffer,
    ahead: f32,
}

impl DeviceCritic {
    /// The critic of this learner, where it has one that looks at later decisions.
    pub(super) fn new(
        device: &Arc<Device>,
        setup: &LearnerSetup,
        trained: usize,
    ) -> Result<Option<DeviceCritic>, Trouble> {
        let Some(CriticSetup { alone, ahead, .. }) =
            setup.critic.as_ref().filter(|critic| critic.ahead < 1.0)
        else {
            return Ok(None);
        };
        let wide = Padding::new(alone).wide;
        let output = wide
            .output("critic")
            .ok_or_else(|| Trouble("network: expected the output 'critic'".to_owned()))?;
        let parameters = Parameters::new(device, &Weights::zeros(&wide))?;
        let plan = Arc::new(DeviceProgram::new(&wide));
        Ok(Some(DeviceCritic {
            network: DeviceNetwork::new(device, &plan, setup.batch, false)?,
            first: trained - parameters.count,
            parameters,
            output,
            later: Buffer::of::<u32>(device, setup.batch)?,
            over: Buffer::of::<u8>(device, setup.batch)?,
            ahead: *ahead,
            device: Arc::clone(device),
        }))
    }

    /// Values later decisions of the samples in `index`, with the weights as they are.
    pub(super) fn look(
        &self,
        trained: &Parameters,
        bits: &[InputRows],
        ring: &DeviceRing,
        [index, clock]: [u64; 2],
    ) -> Result<(), Trouble> {
        let (batch, p) = (self.network.samples, &self.parameters);
        let args = [
            Address(index),
            Address(ring.next.at()),
            Address(clock),
            Address(self.later.at()),
            Address(self.over.at()),
            Int(batch as i32),
            Int(ring.capacity as i32),
            Float(self.ahead),
        ];
        self.device.each("look_ahead", batch, &args)?;
        p.weights.copy_part(&trained.weights, 4 * self.first, 4 * p.count)?;
        p.renew_copy(&self.device)?;
        self.network.forward(p, batch, bits, self.later.at(), None)
    }

    /// Where the values lie, and whether each game ended before.
    pub(super) fn found(&self) -> [u64; 2] {
        [self.network.at(self.output), self.over.at()]
    }
}
