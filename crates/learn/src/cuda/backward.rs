use super::device::{Arg, Arg::*, Product};
use super::memory::Buffer;
use super::network::{DeviceNetwork, Parameters, STRETCH};
use super::program::{DeviceStep, DeviceWork, Linear};
use crate::Trouble;
use kontra_nets::Value;

/// Where gradients are on the way back, and which have something in them.
pub(super) struct Way {
    pub(super) at: Vec<u64>,
    written: Vec<bool>,
    /// Layers of which the next step has begun the way back.
    pub(super) summed: Vec<bool>,
}

/// Threads of a block on the way back through what stands behind a product: lanes of columns, and lanes of rows.
const BACK_THREADS: (usize, usize) = (32, 8);
/// Such blocks: about four for each multiprocessor of a large device.
const BACK_BLOCKS: usize = 528;

impl DeviceNetwork {
    /// The gradient of all parameters, from the gradients of the outputs, which were written before.
    pub(super) fn backward(&self, p: &Parameters, clock: u64) -> Result<(), Trouble> {
        let back = self.back.as_ref().expect("a network that trains");
        let home = |value: Value| self.plan.home[value.0].0;
        let mut way = Way {
            at: back.gradients.iter().map(|b| b.as_ref().map_or(0, Buffer::at)).collect(),
            written: vec![false; back.gradients.len()],
            summed: vec![false; back.gradients.len()],
        };
        self.plan.graph.outputs().for_each(|(_, value)| way.written[home(value)] = true);
        for (place, step) in self.plan.steps.iter().enumerate().rev() {
            match &step.work {
                _ if !way.written[step.out.0] => {}
                DeviceWork::Layer(layer) => self.layer_back(p, place, layer, clock, &mut way)?,
                _ => self.step_back(step, p, clock, &mut way)?,
            }
        }
        self.sum_weight_parts()
    }

    fn step_back(
        &self,
        step: &DeviceStep,
        p: &Parameters,
        clock: u64,
        way: &mut Way,
    ) -> Result<(), Trouble> {
        let device = &self.device;
        let shape = self.plan.graph.shape(step.out);
        let (rows, n, count) =
            (self.samples * shape.cells, shape.width, self.samples * shape.len());
        let dy = way.at[step.out.0];
        let size = Long(count as u64);
        match &step.work {
            DeviceWork::Bits | DeviceWork::Dense | DeviceWork::Layer(_) => {}
            DeviceWork::Linear(linear) => self.linear_back(linear, step.out, p, clock, way)?,
            DeviceWork::BatchNorm(norm) => {
                self.norm_back(p, step.out, norm, dy, clock, way)?;
            }
            DeviceWork::LayerNorm { from, scale, shift } => {
                let (x, moments) = (self.at(*from), self.moments_at(step.out));
                let stretch = self.stretch(rows);
                let parts = rows.div_ceil(stretch);
                let args = [
                    Address(dy),
                    Address(x),
                    Address(moments),
                    Address(self.sums_at(0)),
                    Address(self.sums_at(1)),
                    Long(rows as u64),
                    Int(n as i32),
                    Int(stretch as i32),
                ];
                device.grid("layer_norm_sums", (n.div_ceil(128), parts), (128, 1), &args)?;
                self.column_sums(
                    self.sums_at(0),
                    self.gradient().place::<f32>(*shift),
                    parts,
                    n,
                    1.0,
                )?;
                self.column_sums(
                    self.sums_at(1),
                    self.gradient().place::<f32>(*scale),
                    parts,
                    n,
                    1.0,
                )?;
                if let Some((dx, more)) = self.target(*from, way) {
                    let args = [
                        Address(dy),
                        Address(x),
                        Address(p.number(*scale)),
                        Address(moments),
                        Address(dx),
                        Long(rows as u64),
                        Int(n as i32),
                        Int(more),
                    ];
                    device.rows("layer_norm_back", rows, &args)?;
                }
            }
            DeviceWork::Act { from, function } => {
                if let Some((dx, more)) = self.target(*from, way) {
                    let x = Address(self.at(*from));
                    let args = [
                        Address(dy),
                        x,
                        Address(dx),
                        size,
                        Arg::Function(*function),
                        Address(clock),
                        Int(more),
                    ];
                    device.each("act_back", count, &args)?;
                }
            }
            DeviceWork::Add { a, b } => {
                for part in [a, b] {
                    if let Some((dx, more)) = self.target(*part, way) {
                        device.each(
                            "pass_back",
                            count,
                            &[Address(dy), Address(dx), size, Int(more)],
                        )?;
                    }
                }
            }
            DeviceWork::Concat { a, b } => {
                let left = self.plan.graph.shape(*a).width;
                for (part, from) in [(a, 0), (b, left)] {
                    let width = self.plan.graph.shape(*part).width;
                    if let Some((dx, more)) = self.target(*part, way) {
                        let args = [
                            Address(dy),
                            Address(dx),
                            Long(rows as u64),
                            Int(width as i32),
                            Int(from as i32),
                            Int(n as i32),
                            Int(more),
                        ];
                        device.each("part_back", rows * width, &args)?;
                    }
                }
            }
            DeviceWork::Patches { from, side } => {
                if let Some((dx, more)) = self.target(*from, way) {
                    let width = self.plan.graph.shape(*from).width;
                    let args = [
                        Address(dy),
                        Address(dx),
                        Long(self.samples as u64),
                        Int(*side as i32),
                        Int(width as i32),
                        Int(more),
                    ];
                    device.each("patches_back", rows * width, &args)?;
                }
            }
            DeviceWork::Dropout { from, rate } => {
                if let Some((dx, more)) = self.target(*from, way) {
                    let place = Int(step.out.0 as i32);
                    let args = [
                        Address(dy),
                        Address(dx),
                        size,
                        Float(*rate),
                        place,
                        Address(clock),
                        Int(more),
                    ];
                    device.each("dropout", count, &args)?;
                }
            }
        }
        Ok(())
    }

    fn linear_back(
        &self,
        linear: &Linear,
        out: Value,
        p: &Parameters,
        clock: u64,
        way: &mut Way,
    ) -> Result<(), Trouble> {
        let shape = self.plan.graph.shape(out);
        let (rows, n, k) =
            (self.samples * shape.cells, shape.width, self.plan.graph.shape(linear.from).width);
        let (dy, dproduct) = (way.at[out.0], way.at[linear.product.0]);
        let dskip = linear.skip.map_or(0, |skip| self.pass_skip(skip, dy, way));
        // Nothing stands behind a bare product: its gradient is that of the value itself.
        if linear.bias.is_some() || linear.product != out {
            self.epilogue_back(linear, [dy, dproduct, dskip], p, clock, (rows, n))?;
        }
        let dweight = self.gradient().place::<f32>(linear.weight.start);
        self.device.product(
            Product::Weights,
            rows,
            n,
            k,
            dproduct,
            self.at(linear.from),
            dweight,
            false,
        )?;
        if let Some((dx, more)) = self.target(linear.from, way) {
            let w = p.weight(linear.weight.start, self.device.size());
            self.device.product(Product::Back, rows, n, k, dproduct, w, dx, more == 1)?;
        }
        Ok(())
    }

    /// The way back through bias, function and sum behind a product.
    fn epilogue_back(
        &self,
        linear: &Linear,
        [dy, dproduct, dskip]: [u64; 3],
        p: &Parameters,
        clock: u64,
        (rows, n): (usize, usize),
    ) -> Result<(), Trouble> {
        let bias = linear.bias.as_ref().map_or(0, |b| p.number(b.start));
        let (kernel, columns) = match n % 8 {
            0 => ("epilogue_back8", 8),
            _ => ("epilogue_back1", 1),
        };
        let across = n.div_ceil(BACK_THREADS.0 * columns);
        let stretch = rows.div_ceil((BACK_BLOCKS / across).max(1)).max(STRETCH);
        let parts = rows.div_ceil(stretch);
        let args = [
            Address(dy),
            Address(self.at(linear.product)),
            Address(bias),
            Address(dproduct),
            Address(dskip),
            Address(self.sums_at(0)),
            Long(rows as u64),
            Int(n as i32),
            Int(stretch as i32),
            Arg::Function(linear.function),
            Address(clock),
        ];
        self.device.grid(kernel, (across, parts), BACK_THREADS, &args)?;
        if let Some(bias) = &linear.bias {
            self.column_sums(
                self.sums_at(0),
                self.gradient().place::<f32>(bias.start),
                parts,
                n,
                1.0,
            )?;
        }
        Ok(())
    }

    /// The gradient of a value that was only added: `dy` itself, in whose memory it stays where nothing else is there yet.
    /// Otherwise where `dy` must be added.
    pub(super) fn pass_skip(&self, skip: Value, dy: u64, way: &mut Way) -> u64 {
        let place = self.plan.home[skip.0].0;
        if !self.plan.learns[place] {
            return 0;
        }
        if way.written[place] {
            return way.at[place];
        }
        (way.at[place], way.written[place]) = (dy, true);
        0
    }

    /// Where a gradient is written, and whether it is added to what is there; `None` where nobody needs it.
    pub(super) fn target(&self, value: Value, way: &mut Way) -> Option<(u64, i32)> {
        let place = self.plan.home[value.0].0;
        if !self.plan.learns[place] {
            return None;
        }
        let more = std::mem::replace(&mut way.written[place], true);
        Some((way.at[place], i32::from(more)))
    }
}
