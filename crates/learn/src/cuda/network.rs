use super::device::{Arg::*, Device};
use super::fused::{WeightParts, parts_of};
use super::memory::Buffer;
use super::program::{DeviceProgram, DeviceStep, DeviceWork};
use crate::Trouble;
use kontra_nets::{Graph, Value, Weights};
use std::sync::Arc;

/// The numbers of a network on the device.
pub(super) struct Parameters {
    /// What is learned, in 32 bits.
    pub(super) weights: Buffer,
    /// The same as matrix products read it, where that is another size of numbers.
    copy: Option<Buffer>,
    /// Running statistics.
    pub(super) statistics: Buffer,
    pub(super) count: usize,
}

impl Parameters {
    pub(super) fn new(device: &Arc<Device>, weights: &Weights) -> Result<Parameters, Trouble> {
        let count = weights.parameters().len();
        let half = device.size() < size_of::<f32>();
        let copy = half.then(|| Buffer::bytes(device, count * device.size())).transpose()?;
        let parameters = Parameters {
            weights: Buffer::of::<f32>(device, count)?,
            copy,
            statistics: Buffer::of::<f32>(device, weights.statistics().len())?,
            count,
        };
        parameters.set(device, weights)?;
        Ok(parameters)
    }

    pub(super) fn set(&self, device: &Device, weights: &Weights) -> Result<(), Trouble> {
        self.weights.write(0, weights.parameters())?;
        self.statistics.write(0, weights.statistics())?;
        self.renew_copy(device)
    }

    /// The copy follows from the weights.
    pub(super) fn renew_copy(&self, device: &Device) -> Result<(), Trouble> {
        let Some(copy) = &self.copy else { return Ok(()) };
        let args = [Address(self.weights.at()), Address(copy.at()), Long(self.count as u64)];
        device.each("from_float", self.count, &args)
    }

    /// Where the copy is; 0 where there is none.
    pub(super) fn copy_at(&self) -> u64 {
        self.copy.as_ref().map_or(0, Buffer::at)
    }

    pub(super) fn read(&self, graph: &Graph, weights: &Buffer) -> Result<Weights, Trouble> {
        let parameters = weights.read(self.count)?;
        let statistics = self.statistics.read(kontra_nets::Layout::new(graph).statistic_count())?;
        Weights::from_lists(graph, parameters, statistics)
            .ok_or_else(|| Trouble("CUDA: expected the weights of the network".to_owned()))
    }

    pub(super) fn weight(&self, place: usize, size: usize) -> u64 {
        self.copy.as_ref().unwrap_or(&self.weights).at() + (place * size) as u64
    }

    pub(super) fn number(&self, place: usize) -> u64 {
        self.weights.place::<f32>(place)
    }
}

/// Values of a batch on their way through the network, and what the way back needs of them.
pub(super) struct DeviceNetwork {
    pub(super) device: Arc<Device>,
    pub(super) plan: Arc<DeviceProgram>,
    pub(super) samples: usize,
    pub(super) values: Vec<Option<Buffer>>,
    /// Means and variances of a batch, or moments of rows.
    pub(super) moments: Vec<Option<Buffer>>,
    /// What blocks of a layer leave for later kernels.
    pub(super) parts: Vec<Option<Buffer>>,
    pub(super) back: Option<Back>,
}

/// What only training needs.
pub(super) struct Back {
    pub(super) gradients: Vec<Option<Buffer>>,
    pub(super) parameters: Buffer,
    pub(super) sums: [Buffer; 2],
    pub(super) weights: Option<WeightParts>,
}

/// Rows that one block sums up, at least.
pub(super) const STRETCH: usize = 16;

impl DeviceNetwork {
    pub(super) fn new(
        device: &Arc<Device>,
        plan: &Arc<DeviceProgram>,
        samples: usize,
        train: bool,
    ) -> Result<DeviceNetwork, Trouble> {
        let nodes = plan.graph.nodes().len();
        let fresh = |value: Value| Buffer::bytes(device, samples * plan.len(value) * device.size());
        let mut values: Vec<Option<Buffer>> = (0..nodes).map(|_| None).collect();
        let mut moments: Vec<Option<Buffer>> = (0..nodes).map(|_| None).collect();
        let mut gradients: Vec<Option<Buffer>> = (0..nodes).map(|_| None).collect();
        let mut parts: Vec<Option<Buffer>> = (0..nodes).map(|_| None).collect();
        let mut most = 0;
        for DeviceStep { out, work } in &plan.steps {
            let shape = plan.graph.shape(*out);
            let rows = samples * shape.cells;
            values[out.0] = Some(fresh(*out)?);
            match work {
                DeviceWork::Linear(linear) if linear.product != *out => {
                    values[linear.product.0] = Some(fresh(linear.product)?);
                }
                DeviceWork::Layer(layer) => {
                    values[layer.product.0] = Some(fresh(layer.product)?);
                    moments[out.0] = Some(Buffer::of::<f32>(device, 2 * shape.width)?);
                    parts[out.0] = Some(Buffer::of::<f32>(device, parts_of(layer))?);
                }
                DeviceWork::BatchNorm(_) => {
                    moments[out.0] = Some(Buffer::of::<f32>(device, 2 * shape.width)?);
                }
                DeviceWork::LayerNorm { .. } => {
                    moments[out.0] = Some(Buffer::of::<f32>(device, 2 * rows)?);
                }
                _ => {}
            }
            most = most.max(rows.div_ceil(STRETCH) * shape.width);
        }
        let back = if train {
            for (place, value) in values.iter().enumerate() {
                if value.is_some() && plan.learns[place] {
                    gradients[place] = Some(fresh(Value(place))?);
                }
            }
            let parameters = Buffer::of::<f32>(device, plan.layout.parameter_count())?;
            let sums = [Buffer::of::<f32>(device, most)?, Buffer::of::<f32>(device, most)?];
            let weights = WeightParts::new(device, plan, samples)?;
            Some(Back { gradients, parameters, sums, weights })
        } else {
            None
        };
        Ok(DeviceNetwork {
            device: Arc::clone(device),
            plan: Arc::clone(plan),
            samples,
            values,
            moments,
            parts,
            back,
        })
    }

    /// Where a value lies.
    pub(super) fn at(&self, value: Value) -> u64 {
        self.values[self.plan.home[value.0].0].as_ref().map_or(0, Buffer::at)
    }

    /// Where the gradient of an output lies.
    pub(super) fn gradient_at(&self, value: Value) -> u64 {
        let back = self.back.as_ref().expect("a network that trains");
        back.gradients[self.plan.home[value.0].0].as_ref().map_or(0, Buffer::at)
    }

    /// The gradient of all parameters.
    pub(super) fn gradient(&self) -> &Buffer {
        &self.back.as_ref().expect("a network that trains").parameters
    }
}
