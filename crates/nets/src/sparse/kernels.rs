//! The loops over sums, compiled once for every processor and once for AVX2 with fused multiply-add.
//!
//! `unsafe` is the entry into the second: measured (example `sparse_speed`), an evaluation is more than twice as fast with it.
#![allow(unsafe_code)]

use super::{HIDDEN, OUTPUTS};
use crate::Instructions;

/// Something to be computed with the best instructions there are.
pub(super) trait Kernel {
    type Result;

    fn run<const FMA: bool>(self) -> Self::Result;
}

/// Computes it.
#[inline]
pub(super) fn dispatch<K: Kernel>(instructions: Instructions, kernel: K) -> K::Result {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Instructions::best` saw these features, and nothing else makes them.
        Instructions::Avx2 => unsafe { with_avx2(kernel) },
        _ => kernel.run::<{ cfg!(target_arch = "aarch64") }>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<K: Kernel>(kernel: K) -> K::Result {
    kernel.run::<true>()
}

#[inline(always)]
pub(super) fn multiply_add<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// `sums` and some rows of a table, less others.
#[inline(always)]
pub(super) fn add_rows<const W: usize>(
    mut sums: [f32; W],
    table: &[f32],
    plus: &[u16],
    minus: &[u16],
) -> [f32; W] {
    let table = table.as_chunks::<W>().0;
    for row in plus {
        let row = &table[usize::from(*row)];
        for i in 0..W {
            sums[i] += row[i];
        }
    }
    for row in minus {
        let row = &table[usize::from(*row)];
        for i in 0..W {
            sums[i] -= row[i];
        }
    }
    sums
}

/// Nothing below zero.
#[inline(always)]
pub(super) fn relu<const N: usize>(mut numbers: [f32; N]) -> [f32; N] {
    for x in &mut numbers {
        *x = x.max(0.0);
    }
    numbers
}

/// `bias + input × weights`, with a row of weights for each input.
///
/// Two sums for each output hide the latency of a multiply-add.
#[inline(always)]
pub(super) fn linear<const I: usize, const O: usize, const FMA: bool>(
    input: &[f32; I],
    weights: &[f32],
    bias: &[f32],
) -> [f32; O] {
    let weights = &weights.as_chunks::<O>().0[..I];
    let (mut even, mut odd) = ([0.0; O], [0.0; O]);
    even.copy_from_slice(&bias[..O]);
    for i in 0..I / 2 {
        let (a, b) = (input[2 * i], input[2 * i + 1]);
        let (rows_a, rows_b) = (&weights[2 * i], &weights[2 * i + 1]);
        for o in 0..O {
            even[o] = multiply_add::<FMA>(a, rows_a[o], even[o]);
            odd[o] = multiply_add::<FMA>(b, rows_b[o], odd[o]);
        }
    }
    for o in 0..O {
        even[o] += odd[o];
    }
    even
}

/// The gradient of a linear layer: adds to that of its weights and biases, and gives that of its input.
#[inline(always)]
pub(super) fn linear_back<const I: usize, const O: usize, const FMA: bool>(
    input: &[f32; I],
    weights: &[f32],
    out: &[f32; O],
    weight_gradient: &mut [f32],
    bias_gradient: &mut [f32],
) -> [f32; I] {
    let weights = &weights.as_chunks::<O>().0[..I];
    let gradient = &mut weight_gradient.as_chunks_mut::<O>().0[..I];
    let mut back = [0.0; I];
    for i in 0..I {
        let (row, gradient) = (&weights[i], &mut gradient[i]);
        let mut sums = [0.0; 8];
        for o in 0..O {
            gradient[o] = multiply_add::<FMA>(input[i], out[o], gradient[o]);
            sums[o % 8] = multiply_add::<FMA>(row[o], out[o], sums[o % 8]);
        }
        back[i] = (sums[0] + sums[4]) + (sums[1] + sums[5]) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
    }
    for o in 0..O {
        bias_gradient[o] += out[o];
    }
    back
}

/// Adds a gradient to some rows of a table.
#[inline(always)]
pub(super) fn add_to_rows<const W: usize>(table: &mut [f32], rows: &[u16], gradient: &[f32; W]) {
    let table = table.as_chunks_mut::<W>().0;
    for row in rows {
        let row = &mut table[usize::from(*row)];
        for i in 0..W {
            row[i] += gradient[i];
        }
    }
}

/// What a pass remembers for the way back.
pub(super) type Hidden = [f32; HIDDEN];
/// What comes out of a head.
pub(super) type Outputs = [f32; OUTPUTS];
