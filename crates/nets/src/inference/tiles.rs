//! Products of matrices in tiles, with weights and inputs rounded to bfloat16 and sums in 32 bits: with the tile registers of newer x86
//! processors (AMX), or with their 512-bit registers.
//!
//! `unsafe` is the entry into these instructions: measured on one core, the Doppelkopf player evaluates batches five times as fast
//! as with AVX2.
#![allow(unsafe_code)]

/// Rows, or columns, of a tile.
pub(super) const SIDE: usize = 16;

/// Inputs that one tile covers.
const DEPTH: usize = 32;

/// Numbers in a tile of inputs or weights.
const TILE: usize = SIDE * DEPTH;

/// Rows and columns of a block: two tiles each.
pub(super) const BLOCK_SIDE: usize = 2 * SIDE;

/// A block of results.
pub(super) type Block = [f32; BLOCK_SIDE * BLOCK_SIDE];

/// A matrix in tiles of 16 outputs and 32 inputs, pairs of inputs side by side, filled up with zeros.
#[derive(Debug)]
pub(super) struct Tiles {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) bias: Vec<f32>,
    weights: Vec<u16>,
    /// Whether there are tile registers.
    registers: bool,
}

/// A number with the upper half of its bits, rounded to the nearest, to even where two are as near.
#[inline(always)]
fn rounded(x: f32) -> u16 {
    let bits = x.to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// How many tiles cover this many inputs.
const fn deep(inputs: usize) -> usize {
    inputs.div_ceil(DEPTH)
}

impl Tiles {
    /// From a matrix with one row for each output.
    pub(super) fn new(rows: &[f32], bias: &[f32], inputs: usize, registers: bool) -> Tiles {
        let (outputs, depth) = (bias.len(), deep(inputs));
        // Blocks take two columns of tiles at once.
        let columns = 2 * outputs.div_ceil(BLOCK_SIDE);
        let mut weights = vec![0; columns * depth * TILE];
        for (output, row) in rows.chunks_exact(inputs).enumerate() {
            for (input, weight) in row.iter().enumerate() {
                let tile = output / SIDE * depth + input / DEPTH;
                let (pair, odd) = (input % DEPTH / 2, input % 2);
                let place = pair * 2 * SIDE + output % SIDE * 2 + odd;
                weights[tile * TILE + place] = rounded(*weight);
            }
        }
        Tiles { inputs, outputs, bias: bias.to_vec(), weights, registers }
    }

    /// How many columns of blocks there are.
    pub(super) fn columns(&self) -> usize {
        self.outputs.div_ceil(BLOCK_SIDE)
    }

    /// The products of 32 packed rows and one column of blocks.
    #[inline]
    pub(super) fn block(&self, packed: &PackedRows, group: usize, column: usize, out: &mut Block) {
        let (depth, size) = (deep(self.inputs), 2 * deep(self.inputs) * TILE);
        let rows = &packed.tiles[group * size..][..size];
        let weights = &self.weights[column * size..][..size];
        if self.registers {
            multiply(rows, weights, depth, out);
        } else {
            multiply_wide(rows, weights, depth, out);
        }
    }
}

/// Rows of inputs in tiles, groups of 32 rows one after the other, filled up with zeros.
#[derive(Debug, Default)]
pub(super) struct PackedRows {
    tiles: Vec<u16>,
}

impl PackedRows {
    fn clear(&mut self, inputs: usize, count: usize) {
        self.tiles.clear();
        self.tiles.resize(count.div_ceil(BLOCK_SIDE) * 2 * deep(inputs) * TILE, 0);
    }

    /// The 32 places of a row in the tile that covers the inputs from `32 × deep` on.
    #[inline(always)]
    fn place(&mut self, depth: usize, row: usize, tile: usize) -> &mut [u16] {
        let start = (row / SIDE * depth + tile) * TILE + row % SIDE * DEPTH;
        &mut self.tiles[start..start + DEPTH]
    }

    /// Packs rows of numbers.
    #[inline(always)]
    pub(super) fn pack(&mut self, x: &[f32], inputs: usize, count: usize) {
        self.clear(inputs, count);
        for (row, x) in x.chunks_exact(inputs).take(count).enumerate() {
            for (tile, x) in x.chunks(DEPTH).enumerate() {
                let place = self.place(deep(inputs), row, tile);
                place.iter_mut().zip(x).for_each(|(y, x)| *y = rounded(*x));
            }
        }
    }

    /// Packs rows of bits, `words` words each.
    #[inline(always)]
    pub(super) fn pack_bits(&mut self, bits: &[u64], inputs: usize, count: usize) {
        const ONE: u16 = 0x3f80;
        self.clear(inputs, count);
        for (row, words) in bits.chunks_exact(inputs.div_ceil(64)).enumerate() {
            for tile in 0..deep(inputs) {
                let half = (words[tile / 2] >> (32 * (tile % 2))) as u32;
                let place = self.place(deep(inputs), row, tile);
                for (bit, y) in place.iter_mut().enumerate() {
                    *y = (half >> bit & 1) as u16 * ONE;
                }
            }
        }
    }
}

/// Two tiles of rows times two tiles of columns, summed over `depth` tiles each.
#[cfg(target_arch = "x86_64")]
#[inline]
fn multiply(rows: &[u16], weights: &[u16], depth: usize, out: &mut Block) {
    assert!(depth > 0 && rows.len() == 2 * depth * TILE && weights.len() == 2 * depth * TILE);
    // SAFETY: the lengths are checked, each tile is 1,024 bytes, and `Block` has room for four tiles of results. Only passes
    // with tiles come here: `with_tiles` has set the registers up, and `are_present` saw that the processor has them.
    unsafe {
        std::arch::asm!(
            "tilezero tmm0", "tilezero tmm1", "tilezero tmm2", "tilezero tmm3",
            "2:",
            "tileloadd tmm4, [{a} + {line}*1]",
            "tileloadd tmm6, [{w} + {line}*1]",
            "tileloadd tmm5, [{b} + {line}*1]",
            "tileloadd tmm7, [{v} + {line}*1]",
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tdpbf16ps tmm2, tmm5, tmm6",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "tdpbf16ps tmm3, tmm5, tmm7",
            "add {a}, 1024", "add {b}, 1024", "add {w}, 1024", "add {v}, 1024",
            "dec {n}",
            "jnz 2b",
            "add {line}, {line}",
            "tilestored [{out} + {line}*1], tmm0",
            "tilestored [{out} + {line}*1 + 64], tmm1",
            "tilestored [{out} + {line}*1 + 2048], tmm2",
            "tilestored [{out} + {line}*1 + 2112], tmm3",
            a = inout(reg) rows.as_ptr() => _,
            b = inout(reg) rows.as_ptr().add(depth * TILE) => _,
            w = inout(reg) weights.as_ptr() => _,
            v = inout(reg) weights.as_ptr().add(depth * TILE) => _,
            n = inout(reg) depth => _,
            line = inout(reg) 64_usize => _,
            out = in(reg) out.as_mut_ptr(),
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}

/// The same in 512-bit registers.
#[cfg(target_arch = "x86_64")]
#[inline]
fn multiply_wide(rows: &[u16], weights: &[u16], depth: usize, out: &mut Block) {
    // SAFETY: only passes with tiles come here, and `if_present` saw these features.
    unsafe { wide::multiply(rows, weights, depth, out) }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{BLOCK_SIDE, Block, DEPTH, SIDE, TILE};
    use std::arch::x86_64::{
        __m512, __m512bh, __m512i, _mm512_dpbf16_ps, _mm512_loadu_si512, _mm512_set1_epi32,
        _mm512_setzero_ps, _mm512_storeu_ps,
    };

    /// Rows whose sums are in registers at the same time, for two tiles of columns.
    const ROWS: usize = 8;

    #[target_feature(enable = "avx512f,avx512bf16")]
    pub(super) fn multiply(rows: &[u16], weights: &[u16], depth: usize, out: &mut Block) {
        let tiles = |half: &[[u16; TILE]]| half.len() == depth;
        let (rows, weights) = (rows.as_chunks::<TILE>().0, weights.as_chunks::<TILE>().0);
        let ((upper, lower), (left, right)) = (rows.split_at(depth), weights.split_at(depth));
        assert!(tiles(upper) && tiles(lower) && tiles(left) && tiles(right));
        for (part, out) in out.as_chunks_mut::<{ ROWS * BLOCK_SIDE }>().0.iter_mut().enumerate() {
            let rows = [upper, lower][part * ROWS / SIDE];
            let mut sums: [[__m512; 2]; ROWS] = [[_mm512_setzero_ps(); 2]; ROWS];
            for ((rows, left), right) in rows.iter().zip(left).zip(right) {
                let rows = &rows.as_chunks::<{ ROWS * DEPTH }>().0[part % (SIDE / ROWS)];
                let columns = left.as_chunks::<DEPTH>().0.iter().zip(right.as_chunks::<DEPTH>().0);
                for (pair, (left, right)) in columns.enumerate() {
                    let (left, right) = (load(left), load(right));
                    for (row, sums) in rows.as_chunks::<DEPTH>().0.iter().zip(&mut sums) {
                        let two = u32::from(row[2 * pair]) | u32::from(row[2 * pair + 1]) << 16;
                        let two = as_pairs(_mm512_set1_epi32(two.cast_signed()));
                        sums[0] = _mm512_dpbf16_ps(sums[0], two, left);
                        sums[1] = _mm512_dpbf16_ps(sums[1], two, right);
                    }
                }
            }
            for (sums, out) in sums.iter().zip(out.as_chunks_mut::<BLOCK_SIDE>().0) {
                // SAFETY: each row of results is two registers long.
                unsafe {
                    _mm512_storeu_ps(out.as_mut_ptr(), sums[0]);
                    _mm512_storeu_ps(out.as_mut_ptr().add(SIDE), sums[1]);
                }
            }
        }
    }

    /// The weights of one pair of inputs and 16 outputs.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bf16")]
    fn load(line: &[u16; DEPTH]) -> __m512bh {
        // SAFETY: a line is one register long.
        as_pairs(unsafe { _mm512_loadu_si512(line.as_ptr().cast()) })
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bf16")]
    fn as_pairs(bits: __m512i) -> __m512bh {
        // SAFETY: both are 512 bits of any value.
        unsafe { std::mem::transmute::<__m512i, __m512bh>(bits) }
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn multiply_wide(_rows: &[u16], _weights: &[u16], _depth: usize, _out: &mut Block) {
    unreachable!("no products of bfloat16 without their instructions");
}

#[cfg(not(target_arch = "x86_64"))]
fn multiply(_rows: &[u16], _weights: &[u16], _depth: usize, _out: &mut Block) {
    unreachable!("no tiles without their registers");
}

/// Whether this processor and its system let this process use tiles.
pub(super) fn are_present() -> bool {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    {
        use std::sync::OnceLock;
        static ONCE: OnceLock<bool> = OnceLock::new();
        *ONCE.get_or_init(|| has_instructions() && is_permitted())
    }
    #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
    false
}

/// AMX-TILE and AMX-BF16, beside AVX2 and FMA for everything else.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn has_instructions() -> bool {
    if !(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")) {
        return false;
    }
    // A processor with AVX2 has this leaf.
    let features = std::arch::x86_64::__cpuid_count(7, 0).edx;
    features >> 22 & 1 == 1 && features >> 24 & 1 == 1
}

/// Asks Linux for the registers, once for the whole process.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn is_permitted() -> bool {
    const ARCH_PRCTL: isize = 158;
    const REQUEST_PERMISSION: usize = 0x1023;
    const TILE_DATA: usize = 18;
    let answer: isize;
    // SAFETY: this system call takes two numbers and touches no memory.
    unsafe {
        std::arch::asm!(
            "syscall",
            inlateout("rax") ARCH_PRCTL => answer,
            in("rdi") REQUEST_PERMISSION,
            in("rsi") TILE_DATA,
            out("rcx") _, out("r11") _,
            options(nostack),
        );
    }
    answer == 0
}

/// Does something with all eight tiles set up as 16 rows of 64 bytes.
#[cfg(target_arch = "x86_64")]
pub(super) fn with_tiles(work: impl FnOnce()) {
    assert!(are_present(), "tiles where there are none");
    let mut shape = [0_u8; 64];
    shape[0] = 1;
    for tile in 0..8 {
        shape[16 + 2 * tile] = 64;
        shape[48 + tile] = SIDE as u8;
    }
    // SAFETY: the processor has these registers and the system permits them; the shape is 64 bytes.
    unsafe {
        std::arch::asm!("ldtilecfg [{}]", in(reg) shape.as_ptr(), options(nostack, readonly));
    }
    work();
    // SAFETY: as above. Where the work has panicked, the registers stay set up, which costs time and breaks nothing.
    unsafe {
        std::arch::asm!("tilerelease", options(nostack, nomem));
    }
}
