use super::device::{Arg::*, Function};
use super::layer::Norm;
use super::network::{DeviceNetwork, Parameters};
use crate::Trouble;
use cudarc::driver::DeviceRepr;
use kontra_nets::Value;

/// A batch normalization and the function behind it: `out = function(norm(from))`.
#[derive(Clone, Debug)]
pub(super) struct NormStep {
    pub(super) from: Value,
    pub(super) norm: Norm,
    pub(super) function: Function,
}

/// `BatchNorm` in `norms.cu`.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(super) struct NormArgs {
    mean: u64,
    variance: u64,
    running_mean: u64,
    running_variance: u64,
    scale: u64,
    shift: u64,
    momentum: f32,
    function: Function,
}

// SAFETY: numbers alone, in the order and with the sizes of the struct in `norms.cu`.
unsafe impl DeviceRepr for NormArgs {}

/// Blocks that share the work: about two for each multiprocessor of a large device.
const BLOCKS: usize = 264;
/// Threads of a block: lanes of columns, and lanes of rows.
const THREADS: (usize, usize) = (32, 16);

/// How the rows of a matrix are divided: blocks, and rows of a block's stretch.
#[derive(Clone, Copy)]
struct Division {
    blocks: (usize, usize),
    stretch: usize,
    /// Whether a thread has four columns.
    wide: bool,
}

impl Division {
    fn new(rows: usize, n: usize) -> Division {
        let wide = n.is_multiple_of(4);
        let across = n.div_ceil(THREADS.0 * if wide { 4 } else { 1 });
        let stretch = rows.div_ceil((BLOCKS / across).max(1)).max(THREADS.1);
        Division { blocks: (across, rows.div_ceil(stretch)), stretch, wide }
    }

    fn kernel(self, wide: &'static str, narrow: &'static str) -> &'static str {
        if self.wide { wide } else { narrow }
    }
}

impl DeviceNetwork {
    fn norm_args(&self, p: &Parameters, out: Value, step: &NormStep) -> NormArgs {
        let (norm, mean) = (step.norm, self.moments_at(out));
        let width = self.plan.graph.shape(out).width;
        NormArgs {
            mean,
            variance: mean + 4 * width as u64,
            running_mean: p.statistics.place::<f32>(norm.mean),
            running_variance: p.statistics.place::<f32>(norm.variance),
            scale: p.number(norm.scale),
            shift: p.number(norm.shift),
            momentum: norm.momentum,
            function: step.function,
        }
    }

    pub(super) fn norm_forward(
        &self,
        p: &Parameters,
        out: Value,
        step: &NormStep,
        rows: usize,
        clock: Option<u64>,
    ) -> Result<(), Trouble> {
        let n = self.plan.graph.shape(out).width;
        let division = Division::new(rows, n);
        let size = [Long(rows as u64), Int(n as i32), Int(division.stretch as i32)];
        let x = Address(self.at(step.from));
        let parts = match clock {
            Some(_) => [Address(self.sums_at(0)), Address(self.sums_at(1))],
            None => [Address(0); 2],
        };
        if clock.is_some() {
            let kernel = division.kernel("norm_moments4", "norm_moments1");
            let args = [&[x][..], &parts, &size].concat();
            self.device.grid(kernel, division.blocks, THREADS, &args)?;
        }
        let norm = [Norm(self.norm_args(p, out, step)), x];
        let rest = [Address(clock.unwrap_or(0))];
        let args = [&norm[..], &parts, &[Address(self.at(out))], &size, &rest].concat();
        let kernel = division.kernel("norm_forward4", "norm_forward1");
        self.device.grid(kernel, division.blocks, THREADS, &args)
    }

    /// The way back from the gradient at `dy`.
    pub(super) fn norm_back(
        &self,
        p: &Parameters,
        out: Value,
        step: &NormStep,
        dy: u64,
        clock: u64,
        way: &mut super::backward::Way,
    ) -> Result<(), Trouble> {
        let shape = self.plan.graph.shape(out);
        let (rows, n) = (self.samples * shape.cells, shape.width);
        let division = Division::new(rows, n);
        let size = [Long(rows as u64), Int(n as i32), Int(division.stretch as i32)];
        let norm = Norm(self.norm_args(p, out, step));
        let read = [norm, Address(dy), Address(self.at(step.from))];
        let parts = [Address(self.sums_at(0)), Address(self.sums_at(1))];
        let kernel = division.kernel("norm_sums4", "norm_sums1");
        let args = [&read[..], &parts, &size, &[Address(clock)]].concat();
        self.device.grid(kernel, division.blocks, THREADS, &args)?;
        let gradient = |place: usize| Address(self.gradient().place::<f32>(place));
        let (dx, more) = self.target(step.from, way).unwrap_or((0, 0));
        let out = [gradient(step.norm.shift), gradient(step.norm.scale), Address(dx)];
        let rest = [Int(more), Address(clock)];
        let args = [&read[..], &parts, &out, &size, &rest].concat();
        let kernel = division.kernel("norm_back4", "norm_back1");
        self.device.grid(kernel, division.blocks, THREADS, &args)
    }
}
