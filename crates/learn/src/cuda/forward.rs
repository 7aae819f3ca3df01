use super::device::{Arg, Arg::*, Function, Product};
use super::memory::Buffer;
use super::network::{DeviceNetwork, Parameters, STRETCH};
use super::program::{DeviceWork, Linear};
use crate::Trouble;
use kontra_nets::Value;

/// Where the rows of an input of bits lie, and how many words each of them has.
#[derive(Clone, Copy)]
pub(super) struct InputRows {
    pub(super) at: u64,
    pub(super) words: usize,
}

impl DeviceNetwork {
    /// Computes all values of `samples` samples. Inputs of numbers were written before; each input of bits is read from its place in `bits`, rows as
    /// in `index`. With a clock it is training: batch statistics, dropout, random slopes.
    pub(super) fn forward(
        &self,
        p: &Parameters,
        samples: usize,
        bits: &[InputRows],
        index: u64,
        clock: Option<u64>,
    ) -> Result<(), Trouble> {
        let mut bits = bits.iter();
        for (place, step) in self.plan.steps.iter().enumerate() {
            let shape = self.plan.graph.shape(step.out);
            let (rows, n, count) = (samples * shape.cells, shape.width, samples * shape.len());
            let (device, out) = (&self.device, self.at(step.out));
            let size = Long(count as u64);
            match &step.work {
                DeviceWork::Bits => {
                    let rows = bits.next().expect("rows for every input of bits");
                    let args = [
                        Address(rows.at),
                        Address(index),
                        Address(out),
                        Long(samples as u64),
                        Int(n as i32),
                        Int(rows.words as i32),
                    ];
                    device.each("expand", count / 8, &args)?;
                }
                DeviceWork::Dense => {}
                DeviceWork::Linear(linear) => self.linear(p, linear, out, rows, n, clock)?,
                DeviceWork::Layer(layer) => self.layer_forward(p, place, layer, samples, clock)?,
                DeviceWork::BatchNorm(norm) => {
                    self.norm_forward(p, step.out, norm, rows, clock)?;
                }
                DeviceWork::LayerNorm { from, scale, shift } => {
                    let args = [
                        Address(self.at(*from)),
                        Address(p.number(*scale)),
                        Address(p.number(*shift)),
                        Address(out),
                        Address(self.moments_at(step.out)),
                        Long(rows as u64),
                        Int(n as i32),
                    ];
                    device.rows("layer_norm", rows, &args)?;
                }
                DeviceWork::Act { from, function } => {
                    self.epilogue(self.at(*from), 0, 0, out, rows, n, *function, clock)?;
                }
                DeviceWork::Add { a, b } => {
                    let args = [Address(self.at(*a)), Address(self.at(*b)), Address(out), size];
                    if n % 8 == 0 {
                        device.each("add8", count / 8, &args)?;
                    } else {
                        device.each("add1", count, &args)?;
                    }
                }
                DeviceWork::Concat { a, b } => {
                    let (left, right) =
                        (self.plan.graph.shape(*a).width, self.plan.graph.shape(*b).width);
                    let args = [
                        Address(self.at(*a)),
                        Address(self.at(*b)),
                        Address(out),
                        Long(rows as u64),
                        Int(left as i32),
                        Int(right as i32),
                    ];
                    device.each("concat", count, &args)?;
                }
                DeviceWork::Patches { from, side } => {
                    let width = self.plan.graph.shape(*from).width as i32;
                    let args = [
                        Address(self.at(*from)),
                        Address(out),
                        Long(samples as u64),
                        Int(*side as i32),
                        Int(width),
                    ];
                    device.each("patches", count, &args)?;
                }
                DeviceWork::Dropout { from, rate } => match clock {
                    Some(clock) => {
                        let args = [
                            Address(self.at(*from)),
                            Address(out),
                            size,
                            Float(*rate),
                            Int(step.out.0 as i32),
                            Address(clock),
                            Int(0),
                        ];
                        device.each("dropout", count, &args)?;
                    }
                    None => device.each(
                        "pass_back",
                        count,
                        &[Address(self.at(*from)), Address(out), size, Int(0)],
                    )?,
                },
            }
        }
        Ok(())
    }

    fn linear(
        &self,
        p: &Parameters,
        linear: &Linear,
        out: u64,
        rows: usize,
        n: usize,
        clock: Option<u64>,
    ) -> Result<(), Trouble> {
        let k = self.plan.graph.shape(linear.from).width;
        let (x, product) = (self.at(linear.from), self.at(linear.product));
        let w = p.weight(linear.weight.start, self.device.size());
        self.device.product(Product::Forward, rows, n, k, x, w, product, false)?;
        let bias = linear.bias.as_ref().map_or(0, |b| p.number(b.start));
        let skip = linear.skip.map_or(0, |v| self.at(v));
        if bias != 0 || skip != 0 || linear.function.kind != 0 {
            self.epilogue(product, bias, skip, out, rows, n, linear.function, clock)?;
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn epilogue(
        &self,
        x: u64,
        bias: u64,
        skip: u64,
        y: u64,
        rows: usize,
        n: usize,
        function: Function,
        clock: Option<u64>,
    ) -> Result<(), Trouble> {
        let args = [
            Address(x),
            Address(bias),
            Address(skip),
            Address(y),
            Long(rows as u64),
            Int(n as i32),
            Arg::Function(function),
            Address(clock.unwrap_or(0)),
        ];
        match n % 8 {
            0 => self.device.each("epilogue8", rows * n / 8, &args),
            _ => self.device.each("epilogue1", rows * n, &args),
        }
    }

    pub(super) fn moments_at(&self, value: Value) -> u64 {
        self.moments[value.0].as_ref().map_or(0, Buffer::at)
    }

    pub(super) fn sums_at(&self, which: usize) -> u64 {
        self.back.as_ref().expect("a network that trains").sums[which].at()
    }

    /// Rows of a stretch: at least [`STRETCH`], and at most 1024 stretches.
    pub(super) fn stretch(&self, rows: usize) -> usize {
        rows.div_ceil(1024).max(STRETCH)
    }

    pub(super) fn column_sums(
        &self,
        parts: u64,
        out: u64,
        rows: usize,
        n: usize,
        scale: f32,
    ) -> Result<(), Trouble> {
        let args = [Address(parts), Address(out), Int(rows as i32), Int(n as i32), Float(scale)];
        self.device.grid("column_sums", (n.div_ceil(32), 1), (32, 32), &args)
    }
}
