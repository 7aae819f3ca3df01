//! One pass through all steps.

use super::fold::{Fold, FoldedWork, Tail};
use super::kernels::{accumulate, accumulate_four, apply};
use super::panels::{BitRows, PANEL, Panels};
use super::tiles::{BLOCK_SIDE, PACKED_BOARDS, PackedRows, Tiles};
use crate::EPSILON;
use crate::Value;

/// A batch on its way.
pub(super) struct BatchPass<'a> {
    pub(super) fold: &'a Fold,
    pub(super) values: &'a mut [Vec<f32>],
    pub(super) board: &'a mut Vec<f32>,
    pub(super) packed: &'a mut PackedRows,
    pub(super) bits: &'a [u64],
    pub(super) batch: usize,
}

/// Columns whose sums of bits are kept in registers.
const BLOCK: usize = 64;

impl BatchPass<'_> {
    #[inline(always)]
    pub(super) fn run<const FMA: bool>(&mut self) {
        let fold = self.fold;
        for step in &fold.steps {
            let shape = fold.graph.shape(step.out);
            let count = self.batch * shape.len();
            // Taken out while it is written: all other values are only read.
            let mut memory = std::mem::take(&mut self.values[step.out.0]);
            let out = &mut memory[..count];
            match &step.work {
                FoldedWork::Bits { rows, tail } => self.bits(rows, tail, out),
                FoldedWork::Rows { from, panels, tail } => {
                    let x = &self.values[from.0];
                    self.rows::<FMA>(x, panels, tail, out);
                }
                FoldedWork::TiledBits { tiles, tail } => {
                    self.packed.pack_bits(self.bits, tiles, self.batch);
                    self.tiled((tiles, tail), self.batch, Some, out);
                }
                FoldedWork::TiledRows { from, tiles, tail } => {
                    let rows = out.len() / tiles.outputs;
                    self.packed.pack(&self.values[from.0], tiles, rows);
                    self.tiled((tiles, tail), rows, Some, out);
                }
                FoldedWork::Board { from, side, panels, tail } => {
                    self.boards::<FMA>(*from, *side, panels, tail, out);
                }
                FoldedWork::TiledBoard { from, side, fields, tiles, tail } => {
                    self.tiled_boards((*from, *side), fields, tiles, tail, out);
                }
                FoldedWork::Scale { from, scale, shift } => {
                    let rows = self.values[from.0][..count].chunks_exact(shape.width);
                    for (y, x) in out.chunks_exact_mut(shape.width).zip(rows) {
                        y.iter_mut()
                            .zip(x)
                            .zip(scale)
                            .zip(shift)
                            .for_each(|(((y, x), a), b)| *y = x * a + b);
                    }
                }
                FoldedWork::LayerNorm { from, scale, shift } => {
                    let rows = self.values[from.0][..count].chunks_exact(shape.width);
                    for (y, x) in out.chunks_exact_mut(shape.width).zip(rows) {
                        layer_norm(x, scale, shift, y);
                    }
                }
                FoldedWork::Act { from, function } => {
                    out.copy_from_slice(&self.values[from.0][..count]);
                    apply(*function, out);
                }
                FoldedWork::Add { a, b } => {
                    let (a, b) = (&self.values[a.0][..count], &self.values[b.0][..count]);
                    out.iter_mut().zip(a).zip(b).for_each(|((y, a), b)| *y = a + b);
                }
                FoldedWork::Concat { a, b, widths: [left, right] } => {
                    let (left, right) = (*left, *right);
                    let parts = self.values[a.0]
                        .chunks_exact(left)
                        .zip(self.values[b.0].chunks_exact(right));
                    for (y, (a, b)) in out.chunks_exact_mut(left + right).zip(parts) {
                        y[..left].copy_from_slice(a);
                        y[left..].copy_from_slice(b);
                    }
                }
                FoldedWork::Patches { from, side } => self.patches(*from, *side, out),
                FoldedWork::Copy { from } => out.copy_from_slice(&self.values[from.0][..count]),
                FoldedWork::Expand => expand(self.bits, shape.width, out),
            }
            self.values[step.out.0] = memory;
        }
    }

    /// Sums of the rows of all bits that are set.
    #[inline(always)]
    fn bits(&self, rows: &BitRows, tail: &Tail, out: &mut [f32]) {
        let words = self.bits.len() / self.batch.max(1);
        for (sample, (out, words)) in
            out.chunks_exact_mut(rows.outputs).zip(self.bits.chunks_exact(words)).enumerate()
        {
            for (block, y) in out.chunks_mut(BLOCK).enumerate() {
                let start = block * BLOCK;
                if y.len() == BLOCK {
                    let mut sums = [0.0; BLOCK];
                    sums.copy_from_slice(&rows.bias[start..start + BLOCK]);
                    each_bit(words, |bit| {
                        let row = &rows.rows[bit * rows.outputs + start..][..BLOCK];
                        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
                    });
                    y.copy_from_slice(&sums);
                } else {
                    let width = y.len();
                    y.copy_from_slice(&rows.bias[start..start + width]);
                    each_bit(words, |bit| {
                        let row = &rows.rows[bit * rows.outputs + start..][..width];
                        y.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
                    });
                }
            }
            self.finish(tail, sample * rows.outputs, out);
        }
    }

    /// What comes behind a product, for the numbers from `start` on.
    #[inline(always)]
    fn finish(&self, tail: &Tail, start: usize, numbers: &mut [f32]) {
        if let Some(function) = tail.before {
            apply(function, numbers);
        }
        if let Some(skip) = tail.skip {
            let skip = &self.values[skip.0][start..][..numbers.len()];
            numbers.iter_mut().zip(skip).for_each(|(x, skip)| *x += skip);
        }
        if let Some(function) = tail.after {
            apply(function, numbers);
        }
    }

    #[inline(always)]
    fn rows<const FMA: bool>(&self, x: &[f32], panels: &Panels, tail: &Tail, out: &mut [f32]) {
        let (inputs, count) = (panels.inputs, out.len() / panels.outputs);
        if count == 1 {
            return self.one_row::<FMA>(&x[..inputs], panels, tail, out);
        }
        // A panel stays in the cache for all rows.
        for (panel, (weights, bias)) in panels.iter().enumerate() {
            let mut row = 0;
            let take = |row: usize| &x[row * inputs..][..inputs];
            while row + 6 <= count {
                let rows = std::array::from_fn(|r| take(row + r));
                let sums = accumulate::<6, FMA>([*bias; 6], rows, weights);
                self.put(&sums, panel, row, panels, tail, out);
                row += 6;
            }
            while row + 2 <= count {
                let sums = accumulate::<2, FMA>([*bias; 2], [take(row), take(row + 1)], weights);
                self.put(&sums, panel, row, panels, tail, out);
                row += 2;
            }
            if row < count {
                let sums = accumulate::<1, FMA>([*bias; 1], [take(row)], weights);
                self.put(&sums, panel, row, panels, tail, out);
            }
        }
    }

    /// The products of this many packed rows, each put where its place is.
    #[inline(always)]
    fn tiled(
        &self,
        (tiles, tail): (&Tiles, &Tail),
        count: usize,
        place: impl Fn(usize) -> Option<usize>,
        out: &mut [f32],
    ) {
        let outputs = tiles.outputs;
        let mut block = [0.0; BLOCK_SIDE * BLOCK_SIDE];
        // A column of weights stays in the cache for all rows.
        for column in 0..tiles.columns() {
            let first = column * BLOCK_SIDE;
            let width = BLOCK_SIDE.min(outputs - first);
            let bias = &tiles.bias[first..first + width];
            for group in 0..count.div_ceil(BLOCK_SIDE) {
                tiles.block(self.packed, group, column, &mut block);
                let rows = block.as_chunks::<BLOCK_SIDE>().0;
                for (row, sums) in (group * BLOCK_SIDE..count).zip(rows) {
                    let Some(place) = place(row) else { continue };
                    let start = place * outputs + first;
                    let y = &mut out[start..start + width];
                    y.iter_mut().zip(sums).zip(bias).for_each(|((y, sum), bias)| *y = sum + bias);
                    self.finish(tail, start, y);
                }
            }
        }
    }

    #[inline(always)]
    fn one_row<const FMA: bool>(&self, x: &[f32], panels: &Panels, tail: &Tail, out: &mut [f32]) {
        let size = panels.inputs * PANEL;
        let biases = panels.bias.as_chunks::<PANEL>().0;
        let mut panel = 0;
        while panel + 4 <= biases.len() {
            let sums = [biases[panel], biases[panel + 1], biases[panel + 2], biases[panel + 3]];
            let sums = accumulate_four::<FMA>(sums, x, &panels.weights[panel * size..][..4 * size]);
            for (more, sums) in sums.iter().enumerate() {
                self.put(&[*sums], panel + more, 0, panels, tail, out);
            }
            panel += 4;
        }
        for (panel, bias) in biases.iter().enumerate().skip(panel) {
            let sums = accumulate::<1, FMA>([*bias], [x], &panels.weights[panel * size..][..size]);
            self.put(&sums, panel, 0, panels, tail, out);
        }
    }

    /// Writes the sums of some rows and one panel.
    #[inline(always)]
    fn put<const R: usize>(
        &self,
        sums: &[[f32; PANEL]; R],
        panel: usize,
        row: usize,
        panels: &Panels,
        tail: &Tail,
        out: &mut [f32],
    ) {
        let width = PANEL.min(panels.outputs - panel * PANEL);
        for (r, sums) in sums.iter().enumerate() {
            let start = (row + r) * panels.outputs + panel * PANEL;
            let y = &mut out[start..start + width];
            y.copy_from_slice(&sums[..width]);
            self.finish(tail, start, y);
        }
    }

    /// A 3 × 3 convolution on every board of the batch.
    #[inline(always)]
    fn boards<const FMA: bool>(
        &mut self,
        from: Value,
        side: usize,
        panels: &Panels,
        tail: &Tail,
        out: &mut [f32],
    ) {
        let (cells, width) = (side * side, panels.inputs / 9);
        let wide = side + 2;
        let mut board = std::mem::take(self.board);
        board.clear();
        board.resize(wide * wide * width, 0.0);
        for sample in 0..self.batch {
            let x = &self.values[from.0][sample * cells * width..][..cells * width];
            for (y, line) in x.chunks_exact(side * width).enumerate() {
                board[((y + 1) * wide + 1) * width..][..side * width].copy_from_slice(line);
            }
            let row = sample * cells;
            for (panel, (weights, bias)) in panels.iter().enumerate() {
                for y in 0..side {
                    let mut x = 0;
                    while x + 6 <= side {
                        let sums = convolve::<6, FMA>(&board, weights, bias, (x, y), wide, width);
                        self.put(&sums, panel, row + y * side + x, panels, tail, out);
                        x += 6;
                    }
                    while x < side {
                        let sums = convolve::<1, FMA>(&board, weights, bias, (x, y), wide, width);
                        self.put(&sums, panel, row + y * side + x, panels, tail, out);
                        x += 1;
                    }
                }
            }
        }
        *self.board = board;
    }

    /// The same by tiles, some boards at a time.
    #[inline(always)]
    fn tiled_boards(
        &mut self,
        (from, side): (Value, usize),
        fields: &[Option<usize>],
        tiles: &Tiles,
        tail: &Tail,
        out: &mut [f32],
    ) {
        let board = self.fold.graph.shape(from).len();
        let rows = fields.len() / PACKED_BOARDS;
        for first in (0..self.batch).step_by(PACKED_BOARDS) {
            let end = self.batch.min(first + PACKED_BOARDS);
            self.packed.pack_boards(&self.values[from.0][first * board..end * board], side, tiles);
            let field = |row: usize| fields[row].map(|field| first * side * side + field);
            self.tiled((tiles, tail), (end - first) * rows, field, out);
        }
    }

    fn patches(&self, from: Value, side: usize, out: &mut [f32]) {
        let width = self.fold.graph.shape(from).width;
        let cells = side * side;
        for (place, y) in out.chunks_exact_mut(width).enumerate() {
            let (row, tap) = (place / 9, place % 9);
            let (sample, cell) = (row / cells, row % cells);
            let (v, h) =
                ((cell / side + tap / 3).checked_sub(1), (cell % side + tap % 3).checked_sub(1));
            match (v, h) {
                (Some(v), Some(h)) if v < side && h < side => {
                    y.copy_from_slice(
                        &self.values[from.0][(sample * cells + v * side + h) * width..][..width],
                    );
                }
                _ => y.fill(0.0),
            }
        }
    }
}

/// The sums of `R` neighbouring cells of a board with a border.
#[inline(always)]
fn convolve<const R: usize, const FMA: bool>(
    board: &[f32],
    weights: &[f32],
    bias: &[f32; PANEL],
    (x, y): (usize, usize),
    wide: usize,
    width: usize,
) -> [[f32; PANEL]; R] {
    let mut sums = [*bias; R];
    for (tap, weights) in weights.chunks_exact(width * PANEL).enumerate() {
        let first = (y + tap / 3) * wide + x + tap % 3;
        let rows = std::array::from_fn(|r| &board[(first + r) * width..][..width]);
        sums = accumulate::<R, FMA>(sums, rows, weights);
    }
    sums
}

#[inline(always)]
fn each_bit(words: &[u64], mut visit: impl FnMut(usize)) {
    for (place, word) in words.iter().enumerate() {
        let mut rest = *word;
        while rest != 0 {
            visit(64 * place + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

fn expand(bits: &[u64], width: usize, out: &mut [f32]) {
    let words = width.div_ceil(64);
    for (row, bits) in out.chunks_exact_mut(width).zip(bits.chunks_exact(words)) {
        for (place, x) in row.iter_mut().enumerate() {
            *x = f32::from(u8::from(bits[place / 64] >> (place % 64) & 1 == 1));
        }
    }
}

fn layer_norm(x: &[f32], scale: &[f32], shift: &[f32], y: &mut [f32]) {
    let count = x.len() as f32;
    let mean = x.iter().sum::<f32>() / count;
    let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / count;
    let factor = 1.0 / (variance + EPSILON).sqrt();
    for (((y, x), scale), shift) in y.iter_mut().zip(x).zip(scale).zip(shift) {
        *y = (x - mean) * factor * scale + shift;
    }
}
