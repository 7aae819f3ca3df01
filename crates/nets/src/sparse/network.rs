use super::kernels::{
    Hidden, Kernel, Outputs, add_rows, add_to_rows, dispatch, linear, linear_back, relu,
};
use super::{HIDDEN, OUTPUTS, SparseShape};
use crate::Instructions;

/// A network of this kind: its sizes, and all its numbers in one list.
#[derive(Clone, PartialEq, Debug)]
pub struct SparseNetwork {
    shape: SparseShape,
    numbers: Vec<f32>,
    instructions: Instructions,
}

/// What a head is asked: some sums, rows that are added and rows that are taken away.
#[derive(Clone, Copy, Debug)]
pub struct HeadInput<'a> {
    /// As many as the network is wide.
    pub sums: &'a [f32],
    /// Rows that come to it.
    pub plus: &'a [u16],
    /// Rows that leave it.
    pub minus: &'a [u16],
    /// Which head.
    pub head: usize,
}

/// What a pass remembers for the way back.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    sums: Vec<f32>,
    hidden: Hidden,
    /// What came out.
    pub outputs: Outputs,
}

/// Calls a function with the width as a constant.
macro_rules! by_width {
    ($width:expr, $run:ident, $($rest:tt)*) => {
        match $width {
            32 => $run::<32>($($rest)*),
            64 => $run::<64>($($rest)*),
            96 => $run::<96>($($rest)*),
            _ => $run::<128>($($rest)*),
        }
    };
}

impl SparseNetwork {
    /// A network from its list; `None` where the sizes are not valid or the list is too short or too long.
    pub fn new(shape: SparseShape, numbers: Vec<f32>) -> Option<SparseNetwork> {
        let fits = shape.is_valid() && numbers.len() == shape.len();
        fits.then(|| SparseNetwork { shape, numbers, instructions: Instructions::best() })
    }

    /// The sizes.
    pub fn shape(&self) -> SparseShape {
        self.shape
    }

    /// The list.
    pub fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    /// The list, to be changed.
    pub fn numbers_mut(&mut self) -> &mut [f32] {
        &mut self.numbers
    }

    /// The sums of these rows, into a list as long as the network is wide.
    pub fn sums(&self, rows: &[u16], out: &mut [f32]) {
        by_width!(self.shape.width, sums, self, rows, out);
    }

    /// Adds rows to sums and takes others away.
    pub fn change(&self, sums: &mut [f32], plus: &[u16], minus: &[u16]) {
        by_width!(self.shape.width, change, self, sums, plus, minus);
    }

    /// What a head says.
    #[inline]
    pub fn outputs(&self, input: HeadInput<'_>) -> [f32; OUTPUTS] {
        by_width!(self.shape.width, outputs, self, input)
    }

    /// The same from rows alone, with what the way back needs.
    pub fn trace(&self, rows: &[u16], head: usize) -> Trace {
        by_width!(self.shape.width, trace, self, rows, head)
    }

    /// The way back: adds to `gradient`, a list as long as the network's, what `outputs` mean for it.
    pub fn add_gradient(
        &self,
        rows: &[u16],
        head: usize,
        trace: &Trace,
        outputs: &[f32; OUTPUTS],
        gradient: &mut [f32],
    ) {
        by_width!(self.shape.width, back, self, rows, head, trace, outputs, gradient);
    }

    #[inline(always)]
    fn head<const W: usize, const FMA: bool>(
        &self,
        sums: [f32; W],
        head: usize,
    ) -> (Hidden, Outputs) {
        let parts = self.shape.head(head);
        let part = |range: std::ops::Range<usize>| &self.numbers[range];
        let hidden =
            linear::<W, HIDDEN, FMA>(&relu(sums), part(parts.hidden), part(parts.hidden_bias));
        let hidden = relu(hidden);
        let outputs =
            linear::<HIDDEN, OUTPUTS, FMA>(&hidden, part(parts.output), part(parts.output_bias));
        (hidden, outputs)
    }
}

fn sums<const W: usize>(network: &SparseNetwork, rows: &[u16], out: &mut [f32]) {
    struct Sums<'a, const W: usize>(&'a SparseNetwork, &'a [u16]);
    impl<const W: usize> Kernel for Sums<'_, W> {
        type Result = [f32; W];

        #[inline(always)]
        fn run<const FMA: bool>(self) -> [f32; W] {
            let Sums(network, rows) = self;
            let mut bias = [0.0; W];
            bias.copy_from_slice(&network.numbers[network.shape.bias()]);
            add_rows(bias, &network.numbers[network.shape.table()], rows, &[])
        }
    }
    out.copy_from_slice(&dispatch(network.instructions, Sums::<W>(network, rows)));
}

fn change<const W: usize>(network: &SparseNetwork, sums: &mut [f32], plus: &[u16], minus: &[u16]) {
    let mut before = [0.0; W];
    before.copy_from_slice(&sums[..W]);
    let table = &network.numbers[network.shape.table()];
    sums.copy_from_slice(&add_rows(before, table, plus, minus));
}

#[inline]
fn outputs<const W: usize>(network: &SparseNetwork, input: HeadInput<'_>) -> Outputs {
    struct Head<'a, const W: usize>(&'a SparseNetwork, HeadInput<'a>);
    impl<const W: usize> Kernel for Head<'_, W> {
        type Result = Outputs;

        #[inline(always)]
        fn run<const FMA: bool>(self) -> Outputs {
            let Head(network, HeadInput { sums, plus, minus, head }) = self;
            let mut before = [0.0; W];
            before.copy_from_slice(&sums[..W]);
            let table = &network.numbers[network.shape.table()];
            network.head::<W, FMA>(add_rows(before, table, plus, minus), head).1
        }
    }
    dispatch(network.instructions, Head::<W>(network, input))
}

fn trace<const W: usize>(network: &SparseNetwork, rows: &[u16], head: usize) -> Trace {
    struct Forward<'a, const W: usize>(&'a SparseNetwork, [f32; W], usize);
    impl<const W: usize> Kernel for Forward<'_, W> {
        type Result = (Hidden, Outputs);

        #[inline(always)]
        fn run<const FMA: bool>(self) -> (Hidden, Outputs) {
            let Forward(network, sums, head) = self;
            network.head::<W, FMA>(sums, head)
        }
    }
    let mut all = [0.0; W];
    sums::<W>(network, rows, &mut all);
    let (hidden, outputs) = dispatch(network.instructions, Forward::<W>(network, all, head));
    Trace { sums: all.to_vec(), hidden, outputs }
}

fn back<const W: usize>(
    network: &SparseNetwork,
    rows: &[u16],
    head: usize,
    trace: &Trace,
    outputs: &Outputs,
    gradient: &mut [f32],
) {
    struct Back<'a, const W: usize> {
        network: &'a SparseNetwork,
        rows: &'a [u16],
        head: usize,
        trace: &'a Trace,
        outputs: &'a Outputs,
        gradient: &'a mut [f32],
    }
    impl<const W: usize> Kernel for Back<'_, W> {
        type Result = ();

        #[inline(always)]
        fn run<const FMA: bool>(self) {
            let Back { network, rows, head, trace, outputs, gradient } = self;
            let (shape, numbers) = (network.shape, &network.numbers);
            let parts = shape.head(head);
            let (front, own) = gradient.split_at_mut(parts.hidden.start);
            let (weights, own) = own.split_at_mut(parts.hidden.len());
            let (bias, own) = own.split_at_mut(HIDDEN);
            let (output, own) = own.split_at_mut(parts.output.len());
            let back = linear_back::<HIDDEN, OUTPUTS, FMA>(
                &trace.hidden,
                &numbers[parts.output],
                outputs,
                output,
                &mut own[..OUTPUTS],
            );
            let back = through_relu(back, &trace.hidden);
            let mut sums = [0.0; W];
            sums.copy_from_slice(&trace.sums);
            let back = linear_back::<W, HIDDEN, FMA>(
                &relu(sums),
                &numbers[parts.hidden],
                &back,
                weights,
                bias,
            );
            let back = through_relu(back, &sums);
            add_to_rows(&mut front[shape.table()], rows, &back);
            for (x, g) in front[shape.bias()].iter_mut().zip(back) {
                *x += g;
            }
        }
    }
    let instructions = network.instructions;
    dispatch(instructions, Back::<W> { network, rows, head, trace, outputs, gradient });
}

#[inline(always)]
fn through_relu<const N: usize>(mut gradient: [f32; N], values: &[f32; N]) -> [f32; N] {
    for (g, x) in gradient.iter_mut().zip(values) {
        *g = if *x > 0.0 { *g } else { 0.0 };
    }
    gradient
}
