//! The inner loops, and the choice of instructions for them.
//!
//! The loops are plain Rust over arrays, compiled once for every set of instructions. `unsafe` is the entry into code that was
//! compiled for more than the least processor: measured, a forward pass is three to five times faster with AVX2 and FMA.
#![allow(unsafe_code)]

use super::panels::PANEL;
use super::run::BatchPass;
use crate::Activation;

/// Which instructions of the processor are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    /// What every processor of the family has.
    Plain,
    /// 256-bit registers with fused multiply-add, on x86-64.
    Avx2,
    /// 512-bit registers, on x86-64 processors that also have products of bfloat16: only on such a one was it measured to be faster.
    /// Results are those of AVX2 to the bit.
    Avx512,
    /// Products of bfloat16 in 512-bit registers, on newer x86-64. Inputs and weights of linear layers are rounded to 8 significant
    /// bits: three times as fast as AVX2 in batches, for where that is exact enough.
    Avx512Bf16,
    /// Tile registers with products of bfloat16, on newer x86-64 under Linux. The same rounding, and five times as fast as
    /// AVX2 in batches.
    Amx,
}

impl Instructions {
    /// The fastest of this processor that round nothing.
    pub fn best() -> Instructions {
        Instructions::Avx512.if_present()
    }

    /// Whether linear layers round to bfloat16.
    pub fn round(self) -> bool {
        matches!(self, Instructions::Avx512Bf16 | Instructions::Amx)
    }

    /// These instructions where the processor has them, the next best of the list elsewhere.
    pub(super) fn if_present(self) -> Instructions {
        if self == Instructions::Amx && super::tiles::are_present() {
            return Instructions::Amx;
        }
        #[cfg(target_arch = "x86_64")]
        if self != Instructions::Plain
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma")
        {
            let wide =
                is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bf16");
            return match self {
                Instructions::Avx512 if wide => Instructions::Avx512,
                Instructions::Avx512Bf16 | Instructions::Amx if wide => Instructions::Avx512Bf16,
                _ => Instructions::Avx2,
            };
        }
        Instructions::Plain
    }
}

/// Runs a pass with these instructions.
pub(super) fn dispatch(instructions: Instructions, pass: &mut BatchPass<'_>) {
    match instructions {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `if_present` saw these features.
        Instructions::Avx2 => unsafe { with_avx2(pass) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Instructions::Avx512 | Instructions::Avx512Bf16 => unsafe { with_avx512(pass) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: tiles are present only beside AVX2 and FMA.
        Instructions::Amx => super::tiles::with_tiles(|| unsafe { with_avx2(pass) }),
        // A fused multiply-add is one instruction on every 64-bit ARM, and a library call on an old x86.
        _ => pass.run::<{ cfg!(target_arch = "aarch64") }>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2(pass: &mut BatchPass<'_>) {
    pass.run::<true>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx2,fma")]
fn with_avx512(pass: &mut BatchPass<'_>) {
    pass.run::<true>();
}

#[inline(always)]
fn multiply_add<const FMA: bool>(a: f32, b: f32, c: f32) -> f32 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// The sums of `R` rows and one panel of outputs, further on: `sums[r] + rows[r] × weights`.
///
/// Sums come and go by value, and the loops count, because the compiler keeps only such sums in registers.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
pub(super) fn accumulate<const R: usize, const FMA: bool>(
    mut sums: [[f32; PANEL]; R],
    rows: [&[f32]; R],
    weights: &[f32],
) -> [[f32; PANEL]; R] {
    let weights = weights.as_chunks::<PANEL>().0;
    let rows = rows.map(|row| &row[..weights.len()]);
    for (k, weights) in weights.iter().enumerate() {
        for r in 0..R {
            let x = rows[r][k];
            for j in 0..PANEL {
                sums[r][j] = multiply_add::<FMA>(x, weights[j], sums[r][j]);
            }
        }
    }
    sums
}

/// Four panels for one row: enough sums at once to hide the latency of a multiply-add.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
pub(super) fn accumulate_four<const FMA: bool>(
    mut sums: [[f32; PANEL]; 4],
    row: &[f32],
    weights: &[f32],
) -> [[f32; PANEL]; 4] {
    let size = row.len() * PANEL;
    let panel = |p: usize| &weights[p * size..][..size].as_chunks::<PANEL>().0[..row.len()];
    let four = [panel(0), panel(1), panel(2), panel(3)];
    for (k, x) in row.iter().enumerate() {
        for p in 0..4 {
            let weights = &four[p][k];
            for j in 0..PANEL {
                sums[p][j] = multiply_add::<FMA>(*x, weights[j], sums[p][j]);
            }
        }
    }
    sums
}

/// Applies a function to every number.
#[inline(always)]
pub(super) fn apply(function: Activation, numbers: &mut [f32]) {
    const SCALE: f32 = 1.050_701;
    const ALPHA: f32 = 1.673_263_2;
    let leak = |numbers: &mut [f32], slope: f32| {
        numbers.iter_mut().for_each(|x| *x = if *x < 0.0 { *x * slope } else { *x });
    };
    match function {
        Activation::Relu => numbers.iter_mut().for_each(|x| *x = x.max(0.0)),
        Activation::LeakyRelu(slope) => leak(numbers, slope),
        Activation::RandomizedLeakyRelu(low, high) => leak(numbers, 0.5 * (low + high)),
        Activation::Selu => {
            numbers
                .iter_mut()
                .for_each(|x| *x = SCALE * if *x > 0.0 { *x } else { ALPHA * x.exp_m1() });
        }
        Activation::Tanh => numbers.iter_mut().for_each(|x| *x = x.tanh()),
        Activation::Sigmoid => numbers.iter_mut().for_each(|x| *x = 1.0 / (1.0 + (-*x).exp())),
    }
}
