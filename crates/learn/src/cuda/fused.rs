use super::device::{Arg, Arg::*, Device, Function};
use super::layer::{Dropout, Layer};
use super::memory::Buffer;
use super::network::{DeviceNetwork, Parameters};
use super::program::{DeviceProgram, DeviceStep, DeviceWork};
use crate::Trouble;
use cudarc::driver::DeviceRepr;
use kontra_nets::Value;
use std::sync::Arc;

/// A layer's product, as in `fused.cu`.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(super) struct ProductArgs {
    x: u64,
    weights: u64,
    bias: u64,
    y: u64,
    dx: u64,
    parts: u64,
    dweights: u64,
    rows: u32,
    n: i32,
    k: i32,
    width: i32,
    side: i32,
    group: i32,
    more: i32,
    drop: Dropout,
}

/// What stands behind a product, as in `fused.cu`.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(super) struct RestArgs {
    x: u64,
    skip: u64,
    y: u64,
    dy: u64,
    dskip: u64,
    mean: u64,
    variance: u64,
    running_mean: u64,
    running_variance: u64,
    scale: u64,
    shift: u64,
    dscale: u64,
    dshift: u64,
    parts: u64,
    rows: u32,
    n: i32,
    blocks: i32,
    momentum: f32,
    function: Function,
    drop: Dropout,
}

// SAFETY: numbers alone, in the order and with the sizes of the structs in `fused.cu`.
unsafe impl DeviceRepr for ProductArgs {}
// SAFETY: as above.
unsafe impl DeviceRepr for RestArgs {}

const THREADS: usize = 256;
/// Blocks whose sums a later kernel adds up.
const MOST_BLOCKS: usize = 128;

/// Gradients of weights, a part for each block, and where those of each parameter are.
pub(super) struct WeightParts {
    parts: Buffer,
    table: Buffer,
    /// Where the parts of each layer begin, by its product.
    starts: Vec<usize>,
}

impl WeightParts {
    /// `None` where the program has no such layers.
    pub(super) fn new(
        device: &Arc<Device>,
        plan: &DeviceProgram,
        samples: usize,
    ) -> Result<Option<WeightParts>, Trouble> {
        let mut starts = vec![0; plan.graph.nodes().len()];
        let mut table = vec![[0_u32; 3]; plan.layout.parameter_count()];
        let mut count = 0;
        for step in &plan.steps {
            let DeviceWork::Layer(layer) = &step.work else { continue };
            let blocks = blocks(layer, samples * plan.graph.shape(step.out).cells);
            let step = layer.size.n * (layer.size.k + 1);
            starts[layer.product.0] = count;
            let places = layer.weight.clone().chain(layer.bias.clone().unwrap_or_default());
            for (n, place) in places.enumerate() {
                table[place] = [(count + n) as u32, blocks as u32, step as u32];
            }
            count += blocks * step;
        }
        if count == 0 {
            return Ok(None);
        }
        let (parts, table) = (Buffer::of::<f32>(device, count)?, table.concat());
        Ok(Some(WeightParts { parts, table: Buffer::from(device, &table)?, starts }))
    }
}

/// Blocks of a layer's product.
fn blocks(layer: &Layer, rows: usize) -> usize {
    rows.div_ceil(layer.size.group).clamp(1, MOST_BLOCKS)
}

/// Numbers that the blocks of a layer leave for a later kernel: three for each column.
pub(super) fn parts_of(layer: &Layer) -> usize {
    3 * MOST_BLOCKS * layer.size.n
}

impl DeviceNetwork {
    /// The layer in front of a step that left what stands behind its product to it.
    fn joined_before(&self, place: usize) -> Option<(Value, &Layer)> {
        match self.plan.steps.get(place.wrapping_sub(1)) {
            Some(DeviceStep { out, work: DeviceWork::Layer(layer) }) if layer.joined => {
                Some((*out, layer))
            }
            _ => None,
        }
    }

    /// The step at this place, which is a layer.
    pub(super) fn layer_forward(
        &self,
        p: &Parameters,
        place: usize,
        layer: &Layer,
        samples: usize,
        clock: Option<u64>,
    ) -> Result<(), Trouble> {
        let out = self.plan.steps[place].out;
        let rows = samples * self.plan.graph.shape(out).cells;
        let training = clock.is_some();
        let before = self.joined_before(place);
        let before =
            before.map_or_else(RestArgs::default, |(v, l)| self.rest(p, v, l, samples, training));
        let clock = Address(clock.unwrap_or(0));
        let args = [Product(self.product_of(p, out, layer, rows)), Rest(before), clock];
        let threads = (THREADS, 1);
        self.device.grid("layer_forward", (blocks(layer, rows), 1), threads, &args)?;
        if !layer.joined {
            let rest = self.rest(p, out, layer, samples, training);
            let blocks = (rows * layer.size.n).div_ceil(4 * THREADS).clamp(1, 2 * MOST_BLOCKS);
            self.device.grid("layer_rest", (blocks, 1), threads, &[Rest(rest), clock])?;
        }
        Ok(())
    }

    fn product_of(&self, p: &Parameters, out: Value, layer: &Layer, rows: usize) -> ProductArgs {
        ProductArgs {
            x: self.at(layer.from),
            weights: p.weight(layer.weight.start, self.device.size()),
            bias: layer.bias.as_ref().map_or(0, |b| p.number(b.start)),
            y: self.at(layer.product),
            parts: self.parts_at(out),
            rows: rows as u32,
            n: layer.size.n as i32,
            k: layer.size.k as i32,
            width: layer.size.width as i32,
            side: layer.side as i32,
            group: layer.size.group as i32,
            drop: layer.drop,
            ..ProductArgs::default()
        }
    }

    fn rest(
        &self,
        p: &Parameters,
        out: Value,
        layer: &Layer,
        samples: usize,
        training: bool,
    ) -> RestArgs {
        let rows = samples * self.plan.graph.shape(out).cells;
        let statistic = |place: usize| p.statistics.place::<f32>(place);
        let running = [statistic(layer.norm.mean), statistic(layer.norm.variance)];
        let batch = self.moments_at(out);
        let used = if training { [batch, batch + 4 * layer.size.n as u64] } else { running };
        RestArgs {
            x: self.at(layer.product),
            skip: layer.skip.map_or(0, |v| self.at(v)),
            y: self.at(out),
            mean: used[0],
            variance: used[1],
            running_mean: running[0],
            running_variance: running[1],
            scale: p.number(layer.norm.scale),
            shift: p.number(layer.norm.shift),
            parts: self.parts_at(out),
            rows: rows as u32,
            n: layer.size.n as i32,
            blocks: blocks(layer, rows) as i32,
            momentum: layer.norm.momentum,
            function: layer.function,
            drop: layer.last_drop,
            ..RestArgs::default()
        }
    }

    fn parts_at(&self, value: Value) -> u64 {
        self.parts[value.0].as_ref().map_or(0, Buffer::at)
    }

    /// What the way back through a layer's rest needs.
    fn rest_back(&self, p: &Parameters, out: Value, layer: &Layer, ways: [u64; 2]) -> RestArgs {
        let gradient = |place: usize| self.gradient().place::<f32>(place);
        let [dy, dskip] = ways;
        let (dscale, dshift) = (gradient(layer.norm.scale), gradient(layer.norm.shift));
        RestArgs { dy, dskip, dscale, dshift, ..self.rest(p, out, layer, self.samples, true) }
    }

    /// The way back through the step at this place, which is a layer.
    pub(super) fn layer_back(
        &self,
        p: &Parameters,
        place: usize,
        layer: &Layer,
        clock: u64,
        way: &mut super::backward::Way,
    ) -> Result<(), Trouble> {
        let out = self.plan.steps[place].out;
        let rows = self.samples * self.plan.graph.shape(out).cells;
        let (dy, clock, threads) = (way.at[out.0], Address(clock), (THREADS, 1));
        let mut rest = self.rest_back(p, out, layer, [dy, 0]);
        if !std::mem::take(&mut way.summed[out.0]) {
            rest.dskip = layer.skip.map_or(0, |skip| self.pass_skip(skip, dy, way));
            let lanes = THREADS / layer.size.n;
            let stretch = (4 * lanes).max(rows.div_ceil(MOST_BLOCKS));
            rest.blocks = rows.div_ceil(stretch) as i32;
            let args: [Arg; 3] = [Rest(rest), Int(stretch as i32), clock];
            self.device.grid("layer_sums", (rest.blocks as usize, 1), threads, &args)?;
        }
        let weights = self.back.as_ref().and_then(|b| b.weights.as_ref());
        let weights = weights.expect("a program with layers");
        let mut product = self.product_of(p, out, layer, rows);
        product.dweights = weights.parts.place::<f32>(weights.starts[layer.product.0]);
        let mut before = RestArgs::default();
        if let Some((dx, more)) = self.target(layer.from, way) {
            (product.dx, product.more) = (dx, more);
            if let Some((value, earlier)) = self.joined_before(place) {
                let dskip = earlier.skip.map_or(0, |skip| self.pass_skip(skip, dx, way));
                before = self.rest_back(p, value, earlier, [dx, dskip]);
                way.summed[value.0] = true;
            }
        }
        let args = [Product(product), Rest(rest), Rest(before), clock];
        self.device.grid("layer_back", (blocks(layer, rows), 1), threads, &args)
    }

    /// Gradients of weights that blocks left in parts become one.
    pub(super) fn sum_weight_parts(&self) -> Result<(), Trouble> {
        let Some(weights) = self.back.as_ref().and_then(|b| b.weights.as_ref()) else {
            return Ok(());
        };
        let count = self.plan.layout.parameter_count();
        let args = [
            Address(self.gradient().at()),
            Address(weights.parts.at()),
            Address(weights.table.at()),
            Long(count as u64),
        ];
        self.device.each("sum_parts", count, &args)
    }
}
