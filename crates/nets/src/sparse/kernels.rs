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
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Instructions::Avx512 => unsafe { with_avx512(kernel) },
        _ => kernel.run::<{ cfg!(target_arch = "aarch64") }>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<K: Kernel>(kernel: K) -> K::Result {
    kernel.run::<true>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx2,fma")]
fn with_avx512<K: Kernel>(kernel: K) -> K::Result {
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

/// Outputs that one block computes: few enough sums for the compiler to keep all of them in registers.
const BLOCK: usize = 16;

/// `bias + input × weights`, with a row of weights for each input.
#[inline(always)]
pub(super) fn linear<const I: usize, const O: usize, const FMA: bool>(
    input: &[f32; I],
    weights: &[f32],
    bias: &[f32],
) -> [f32; O] {
    let mut out = [0.0; O];
    for start in (0..O).step_by(BLOCK) {
        let sums = block::<I, O, FMA>(input, &weights[start..], &bias[start..]);
        out[start..start + BLOCK].copy_from_slice(sums.as_flattened());
    }
    out
}

/// One block of outputs. Two sums for each output hide the latency of a multiply-add.
#[inline(always)]
fn block<const I: usize, const O: usize, const FMA: bool>(
    input: &[f32; I],
    weights: &[f32],
    bias: &[f32],
) -> [[f32; 8]; 2] {
    let bias = bias.as_chunks::<8>().0;
    let (mut a, mut b) = (bias[0], bias[1]);
    let (mut c, mut d) = ([0.0; 8], [0.0; 8]);
    for i in 0..I / 2 {
        let (x, y) = (input[2 * i], input[2 * i + 1]);
        let even = weights[2 * i * O..2 * i * O + BLOCK].as_chunks::<8>().0;
        let odd = weights[(2 * i + 1) * O..(2 * i + 1) * O + BLOCK].as_chunks::<8>().0;
        for j in 0..8 {
            a[j] = multiply_add::<FMA>(x, even[0][j], a[j]);
            b[j] = multiply_add::<FMA>(x, even[1][j], b[j]);
            c[j] = multiply_add::<FMA>(y, odd[0][j], c[j]);
            d[j] = multiply_add::<FMA>(y, odd[1][j], d[j]);
        }
    }
    for j in 0..8 {
        a[j] += c[j];
        b[j] += d[j];
    }
    [a, b]
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
    let out_chunks = out.as_chunks::<8>().0;
    let mut back = [0.0; I];
    for i in 0..I {
        let row = weights[i * O..(i + 1) * O].as_chunks::<8>().0;
        let gradient = weight_gradient[i * O..(i + 1) * O].as_chunks_mut::<8>().0;
        let mut sums = [0.0; 8];
        for ((row, gradient), out) in row.iter().zip(gradient).zip(out_chunks) {
            for j in 0..8 {
                gradient[j] = multiply_add::<FMA>(input[i], out[j], gradient[j]);
                sums[j] = multiply_add::<FMA>(row[j], out[j], sums[j]);
            }
        }
        for half in [4, 2, 1] {
            for j in 0..half {
                sums[j] += sums[j + half];
            }
        }
        back[i] = sums[0];
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
