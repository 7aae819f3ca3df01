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

/// Boards that are packed at once: enough to fill blocks, few enough for the cache.
pub(super) const PACKED_BOARDS: usize = 8;

/// A block of results.
pub(super) type Block = [f32; BLOCK_SIDE * BLOCK_SIDE];

/// A matrix in tiles of 16 outputs and 32 inputs, pairs of inputs side by side, filled up with zeros.
#[derive(Debug)]
pub(super) struct Tiles {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) bias: Vec<f32>,
    weights: Vec<u16>,
    places: Places,
    /// Whether there are tile registers.
    registers: bool,
}

/// Where the inputs of a block's 32 rows lie, counted in numbers from the first.
#[derive(Debug)]
struct Places {
    /// From a row to the next, within 16.
    stride: usize,
    /// From the first 16 rows to the others.
    half: usize,
    /// From the first number of a row to those of each tile.
    tiles: Vec<usize>,
}

impl Places {
    /// Tiles one after the other, as `PackedRows::pack` leaves them.
    fn in_tiles(depth: usize) -> Places {
        Places { stride: DEPTH, half: depth * TILE, tiles: (0..depth).map(|n| n * TILE).collect() }
    }

    /// Fields of boards, as `PackedRows::pack_boards` leaves them: three neighbours that lie side by side are one stretch of numbers,
    /// so that nothing has to be copied for each field.
    fn on_boards(side: usize, width: usize) -> Places {
        let lines = (0..3).flat_map(|line| {
            (0..deep(3 * width)).map(move |tile| line * (side + 1) * width + tile * DEPTH)
        });
        Places { stride: width, half: SIDE * width, tiles: lines.collect() }
    }

    /// How many numbers the rows of `count` blocks take.
    fn numbers(&self, count: usize) -> usize {
        let last = self.tiles.last().map_or(0, |last| last + DEPTH);
        (count * BLOCK_SIDE).saturating_sub(1) / SIDE * self.half + (SIDE - 1) * self.stride + last
    }
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
        let places = Places::in_tiles(depth);
        Tiles { inputs, outputs, bias: bias.to_vec(), weights, places, registers }
    }

    /// From a matrix with one row for each output and one column for each number of a field and its eight neighbours, on boards with
    /// sides of this length.
    pub(super) fn of_neighbours(rows: &[f32], bias: &[f32], side: usize, registers: bool) -> Tiles {
        let line = rows.len() / bias.len() / 3;
        let room = line.next_multiple_of(DEPTH);
        let mut spread = vec![0.0; bias.len() * 3 * room];
        for (line, numbers) in spread.chunks_exact_mut(room).zip(rows.chunks_exact(line)) {
            line[..numbers.len()].copy_from_slice(numbers);
        }
        let places = Places::on_boards(side, line / 3);
        Tiles { places, ..Tiles::new(&spread, bias, 3 * room, registers) }
    }

    /// How many columns of blocks there are.
    pub(super) fn columns(&self) -> usize {
        self.outputs.div_ceil(BLOCK_SIDE)
    }

    /// How many numbers are packed for this many rows.
    pub(super) fn packed(&self, rows: usize) -> usize {
        self.places.numbers(rows.div_ceil(BLOCK_SIDE))
    }

    /// The products of 32 packed rows and one column of blocks.
    #[inline]
    pub(super) fn block(&self, packed: &PackedRows, group: usize, column: usize, out: &mut Block) {
        let size = 2 * deep(self.inputs) * TILE;
        let rows = &packed.numbers[2 * group * self.places.half..][..self.places.numbers(1)];
        let weights = &self.weights[column * size..][..size];
        if self.registers {
            multiply(rows, &self.places, weights, out);
        } else {
            multiply_wide(rows, &self.places, weights, out);
        }
    }
}

/// Inputs of products in tiles, in the places that these expect.
#[derive(Debug, Default)]
pub(super) struct PackedRows {
    numbers: Vec<u16>,
}

impl PackedRows {
    /// Room for this many rows, all zeros.
    fn clear(&mut self, tiles: &Tiles, rows: usize) {
        self.numbers.clear();
        self.numbers.resize(tiles.packed(rows), 0);
    }

    /// The 32 places of a row in the tile that covers the inputs from `32 × tile` on.
    #[inline(always)]
    fn place(&mut self, depth: usize, row: usize, tile: usize) -> &mut [u16] {
        let start = (row / SIDE * depth + tile) * TILE + row % SIDE * DEPTH;
        &mut self.numbers[start..start + DEPTH]
    }

    /// Packs rows of numbers in groups of 16, tile by tile.
    #[inline(always)]
    pub(super) fn pack(&mut self, x: &[f32], tiles: &Tiles, count: usize) {
        let inputs = tiles.inputs;
        self.clear(tiles, count);
        for (row, x) in x.chunks_exact(inputs).take(count).enumerate() {
            for (tile, x) in x.chunks(DEPTH).enumerate() {
                let place = self.place(deep(inputs), row, tile);
                place.iter_mut().zip(x).for_each(|(y, x)| *y = rounded(*x));
            }
        }
    }

    /// Packs boards one below the other, with a column and a line of zeros between them: the right border of a line is the left one
    /// of the next.
    #[inline(always)]
    pub(super) fn pack_boards(&mut self, boards: &[f32], side: usize, tiles: &Tiles) {
        let (wide, width) = (side + 1, tiles.places.stride);
        let lines = boards.len() / (side * width);
        self.clear(tiles, lines / side * wide * wide);
        for (line, numbers) in boards.chunks_exact(side * width).enumerate() {
            let start = ((line / side * wide + line % side + 1) * wide + 1) * width;
            let place = &mut self.numbers[start..start + side * width];
            place.iter_mut().zip(numbers).for_each(|(y, x)| *y = rounded(*x));
        }
    }

    /// Packs rows of bits, `words` words each.
    #[inline(always)]
    pub(super) fn pack_bits(&mut self, bits: &[u64], tiles: &Tiles, count: usize) {
        const ONE: u16 = 0x3f80;
        let inputs = tiles.inputs;
        self.clear(tiles, count);
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

/// The fields of packed boards, row by row; `None` for the borders between them.
pub(super) fn board_fields(side: usize, boards: usize) -> impl Iterator<Item = Option<usize>> {
    let lines = (0..boards).flat_map(move |board| (0..=side).map(move |line| (board, line)));
    lines.flat_map(move |(board, line)| {
        let first = (board * side + line) * side;
        (0..=side).map(move |column| (line < side && column < side).then_some(first + column))
    })
}

/// Two tiles of rows times two tiles of columns, summed over the tiles of inputs.
#[cfg(target_arch = "x86_64")]
#[inline]
fn multiply(rows: &[u16], places: &Places, weights: &[u16], out: &mut Block) {
    let depth = places.tiles.len();
    assert!(depth > 0 && rows.len() >= places.numbers(1) && weights.len() == 2 * depth * TILE);
    // SAFETY: the lengths are checked: `numbers(1)` is where the last row of the last tile ends, and places of tiles grow. Each
    // tile is 16 lines of 64 bytes, and `Block` has room for four tiles of results. Only passes with tiles come here: `with_tiles`
    // has set the registers up, and `are_present` saw that the processor has them.
    unsafe {
        std::arch::asm!(
            "tilezero tmm0", "tilezero tmm1", "tilezero tmm2", "tilezero tmm3",
            "2:",
            "mov {place}, [{places}]",
            "lea {b}, [{a} + {place}*2]",
            "tileloadd tmm4, [{b} + {stride}*1]",
            "add {b}, {half}",
            "tileloadd tmm6, [{w} + {line}*1]",
            "tileloadd tmm5, [{b} + {stride}*1]",
            "tileloadd tmm7, [{v} + {line}*1]",
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tdpbf16ps tmm2, tmm5, tmm6",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "tdpbf16ps tmm3, tmm5, tmm7",
            "add {places}, 8", "add {w}, 1024", "add {v}, 1024",
            "dec {n}",
            "jnz 2b",
            "add {line}, {line}",
            "tilestored [{out} + {line}*1], tmm0",
            "tilestored [{out} + {line}*1 + 64], tmm1",
            "tilestored [{out} + {line}*1 + 2048], tmm2",
            "tilestored [{out} + {line}*1 + 2112], tmm3",
            a = in(reg) rows.as_ptr(),
            b = out(reg) _,
            place = out(reg) _,
            places = inout(reg) places.tiles.as_ptr() => _,
            stride = in(reg) 2 * places.stride,
            half = in(reg) 2 * places.half,
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
fn multiply_wide(rows: &[u16], places: &Places, weights: &[u16], out: &mut Block) {
    // SAFETY: only passes with tiles come here, and `if_present` saw these features.
    unsafe { wide::multiply(rows, places, weights, out) }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{BLOCK_SIDE, Block, DEPTH, Places, SIDE, TILE};
    use std::arch::x86_64::{
        __m512, __m512bh, __m512i, _mm512_dpbf16_ps, _mm512_loadu_si512, _mm512_set1_epi32,
        _mm512_setzero_ps, _mm512_storeu_ps,
    };

    /// Rows whose sums are in registers at the same time, for two tiles of columns.
    const ROWS: usize = 8;

    #[target_feature(enable = "avx512f,avx512bf16")]
    pub(super) fn multiply(rows: &[u16], places: &Places, weights: &[u16], out: &mut Block) {
        let weights = weights.as_chunks::<TILE>().0;
        let (left, right) = weights.split_at(places.tiles.len());
        assert!(left.len() == right.len() && right.len() == places.tiles.len());
        for (part, out) in out.as_chunks_mut::<{ ROWS * BLOCK_SIDE }>().0.iter_mut().enumerate() {
            let row = part * ROWS;
            let start = row / SIDE * places.half + row % SIDE * places.stride;
            let mut sums: [[__m512; 2]; ROWS] = [[_mm512_setzero_ps(); 2]; ROWS];
            for ((place, left), right) in places.tiles.iter().zip(left).zip(right) {
                let rows = &rows[start + place..];
                let rows: [&[u16]; ROWS] =
                    std::array::from_fn(|row| &rows[row * places.stride..][..DEPTH]);
                let columns = left.as_chunks::<DEPTH>().0.iter().zip(right.as_chunks::<DEPTH>().0);
                for (pair, (left, right)) in columns.enumerate() {
                    let (left, right) = (load(left), load(right));
                    for (row, sums) in rows.iter().zip(&mut sums) {
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
fn multiply_wide(_rows: &[u16], _places: &Places, _weights: &[u16], _out: &mut Block) {
    unreachable!("no products of bfloat16 without their instructions");
}

#[cfg(not(target_arch = "x86_64"))]
fn multiply(_rows: &[u16], _places: &Places, _weights: &[u16], _out: &mut Block) {
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
    // SAFETY: every processor of this family has the instruction, and one with AVX2 has this leaf. Only older compilers ask for the word.
    #[allow(unused_unsafe)]
    let features = unsafe { std::arch::x86_64::__cpuid_count(7, 0) }.edx;
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
