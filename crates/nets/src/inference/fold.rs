//! A graph as steps of a forward pass: normalizations disappear into the matrices before them, functions and sums into the
//! steps before them.

use super::kernels::Instructions;
use super::panels::{BitRows, Panels};
use super::tiles::{PACKED_BOARDS, Tiles, board_fields};
use crate::{Activation, EPSILON, Graph, Layout, Op, Value, Weights};

/// All steps of a network.
#[derive(Debug)]
pub(super) struct Fold {
    pub(super) graph: Graph,
    pub(super) steps: Vec<FoldedStep>,
    /// The value in whose memory a value lies.
    pub(super) home: Vec<Value>,
}

/// One step and the value that it computes.
#[derive(Debug)]
pub(super) struct FoldedStep {
    pub(super) out: Value,
    pub(super) work: FoldedWork,
}

/// What comes behind a matrix product: `after(skip + before(x))`.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Tail {
    pub(super) before: Option<Activation>,
    pub(super) skip: Option<Value>,
    pub(super) after: Option<Activation>,
}

#[derive(Debug)]
pub(super) enum FoldedWork {
    /// The sum of the rows of all bits that are set.
    Bits {
        rows: BitRows,
        tail: Tail,
    },
    /// A product on every row.
    Rows {
        from: Value,
        panels: Panels,
        tail: Tail,
    },
    /// The same two by tiles.
    TiledBits {
        tiles: Tiles,
        tail: Tail,
    },
    TiledRows {
        from: Value,
        tiles: Tiles,
        tail: Tail,
    },
    /// A product on the neighbours of every cell of a board.
    Board {
        from: Value,
        side: usize,
        panels: Panels,
        tail: Tail,
    },
    /// The same by tiles.
    TiledBoard {
        from: Value,
        side: usize,
        /// The field of each row of packed boards.
        fields: Vec<Option<usize>>,
        tiles: Tiles,
        tail: Tail,
    },
    /// `x × scale + shift` on every column.
    Scale {
        from: Value,
        scale: Vec<f32>,
        shift: Vec<f32>,
    },
    /// Normalization of every row.
    LayerNorm {
        from: Value,
        scale: Vec<f32>,
        shift: Vec<f32>,
    },
    Act {
        from: Value,
        function: Activation,
    },
    Add {
        a: Value,
        b: Value,
    },
    /// Two values side by side, of these widths.
    Concat {
        a: Value,
        b: Value,
        widths: [usize; 2],
    },
    Patches {
        from: Value,
        side: usize,
    },
    Copy {
        from: Value,
    },
    /// Bits as numbers.
    Expand,
}

impl FoldedStep {
    /// How many numbers this step packs for its tiles, at most.
    pub(super) fn packed(&self, graph: &Graph, batch: usize) -> usize {
        match &self.work {
            FoldedWork::TiledBits { tiles, .. } => tiles.packed(batch),
            FoldedWork::TiledRows { tiles, .. } => {
                tiles.packed(batch * graph.shape(self.out).len() / tiles.outputs)
            }
            FoldedWork::TiledBoard { fields, tiles, .. } => tiles.packed(fields.len()),
            _ => 0,
        }
    }
}

struct Folding<'a> {
    graph: &'a Graph,
    instructions: Instructions,
    layout: Layout,
    weights: &'a Weights,
    readers: Vec<Vec<usize>>,
    /// Values that are no step of their own.
    swallowed: Vec<bool>,
    /// Steps that are done where their last operation stands.
    late: Vec<Option<FoldedWork>>,
    home: Vec<Value>,
}

impl Fold {
    pub(super) fn new(graph: &Graph, weights: &Weights, instructions: Instructions) -> Fold {
        let count = graph.nodes().len();
        let mut folding = Folding {
            graph,
            instructions,
            layout: Layout::new(graph),
            weights,
            readers: readers(graph),
            swallowed: vec![false; count],
            late: (0..count).map(|_| None).collect(),
            home: Vec::with_capacity(count),
        };
        let mut steps = Vec::new();
        for place in 0..count {
            let out = Value(place);
            let home = match graph.nodes()[place].op {
                Op::Flatten { from } => folding.home[from.0],
                _ => out,
            };
            folding.home.push(home);
            if let Some(work) = folding.late[place].take() {
                steps.push(FoldedStep { out, work });
            } else if !folding.swallowed[place]
                && let Some(work) = folding.work(out)
            {
                steps.push(FoldedStep { out, work });
            }
        }
        Fold { graph: graph.clone(), steps, home: folding.home }
    }
}

fn readers(graph: &Graph) -> Vec<Vec<usize>> {
    let mut readers = vec![vec![]; graph.nodes().len()];
    for (place, node) in graph.nodes().iter().enumerate() {
        for value in node.op.reads().into_iter().flatten() {
            readers[value.0].push(place);
        }
    }
    // An output is read from outside.
    graph.outputs().for_each(|(_, value)| readers[value.0].push(usize::MAX));
    readers
}

impl Folding<'_> {
    /// The operation that is the only one to read a value.
    fn only_reader(&self, value: Value) -> Option<(Value, Op)> {
        match self.readers[value.0][..] {
            [one] if one != usize::MAX => Some((Value(one), self.graph.nodes()[one].op)),
            _ => None,
        }
    }

    fn numbers(&self, slot: Option<&crate::Slot>) -> &[f32] {
        slot.map_or(&[], |slot| &self.weights.parameters()[slot.range.clone()])
    }

    /// The step of an operation, unless it is done later together with others, or is nothing.
    fn work(&mut self, out: Value) -> Option<FoldedWork> {
        let home = |value: Value| self.home[value.0];
        Some(match self.graph.nodes()[out.0].op {
            Op::Bits if self.bits_are_read_by_one_layer(out) => return None,
            Op::Bits => FoldedWork::Expand,
            Op::Dense | Op::Flatten { .. } => return None,
            Op::Linear { from, .. } => return self.product(out, from),
            Op::BatchNorm { from, .. } => {
                let (scale, shift) = self.scale_and_shift(out);
                FoldedWork::Scale { from: home(from), scale, shift }
            }
            Op::LayerNorm { from } => {
                let scale = self.numbers(self.layout.weight(out)).to_vec();
                let shift = self.numbers(self.layout.bias(out)).to_vec();
                FoldedWork::LayerNorm { from: home(from), scale, shift }
            }
            Op::Act { from, function } => FoldedWork::Act { from: home(from), function },
            Op::Add { a, b } => FoldedWork::Add { a: home(a), b: home(b) },
            Op::Concat { a, b } => {
                let widths = [a, b].map(|value| self.graph.shape(value).width);
                FoldedWork::Concat { a: home(a), b: home(b), widths }
            }
            Op::Patches { .. } if self.is_convolution(out) => return None,
            Op::Patches { from, side } => FoldedWork::Patches { from: home(from), side },
            Op::Dropout { from, .. } => FoldedWork::Copy { from: home(from) },
        })
    }

    fn bits_are_read_by_one_layer(&self, bits: Value) -> bool {
        matches!(self.only_reader(bits), Some((_, Op::Linear { .. })))
    }

    fn is_convolution(&self, patches: Value) -> bool {
        matches!(self.only_reader(patches), Some((_, Op::Linear { .. })))
    }

    /// Batch normalization with running statistics as a factor and a sum.
    fn scale_and_shift(&self, norm: Value) -> (Vec<f32>, Vec<f32>) {
        let (weight, bias) =
            (self.numbers(self.layout.weight(norm)), self.numbers(self.layout.bias(norm)));
        let statistics = self.weights.statistics();
        let list = |slot: Option<&crate::Slot>| {
            slot.map_or(&[][..], |slot| &statistics[slot.range.clone()])
        };
        let (mean, variance) = (list(self.layout.mean(norm)), list(self.layout.variance(norm)));
        let scale: Vec<f32> =
            weight.iter().zip(variance).map(|(w, v)| w / (v + EPSILON).sqrt()).collect();
        let shift = bias.iter().zip(mean).zip(&scale).map(|((b, m), s)| b - m * s).collect();
        (scale, shift)
    }

    /// A matrix product with everything behind it that can be done in the same step.
    fn product(&mut self, linear: Value, from: Value) -> Option<FoldedWork> {
        let (outputs, inputs) = (self.graph.shape(linear).width, self.graph.shape(from).width);
        let mut rows = self.numbers(self.layout.weight(linear)).to_vec();
        let bias = self.numbers(self.layout.bias(linear));
        let mut bias = if bias.is_empty() { vec![0.0; outputs] } else { bias.to_vec() };
        let mut last = linear;
        if let Some((norm, Op::BatchNorm { .. })) = self.only_reader(last) {
            let (scale, shift) = self.scale_and_shift(norm);
            for (row, scale) in rows.chunks_exact_mut(inputs).zip(&scale) {
                row.iter_mut().for_each(|w| *w *= scale);
            }
            for ((b, scale), shift) in bias.iter_mut().zip(&scale).zip(&shift) {
                *b = *b * scale + shift;
            }
            last = self.swallow(norm);
        }
        let (last, tail) = self.tail(last);
        let tiled = self.instructions.round();
        let registers = self.instructions == Instructions::Amx;
        let work = match self.graph.nodes()[from.0].op {
            Op::Bits if tiled && self.bits_are_read_by_one_layer(from) => {
                FoldedWork::TiledBits { tiles: Tiles::new(&rows, &bias, inputs, registers), tail }
            }
            Op::Bits if self.bits_are_read_by_one_layer(from) => {
                FoldedWork::Bits { rows: BitRows::new(&rows, &bias, inputs), tail }
            }
            Op::Patches { from: board, side } if tiled && self.is_convolution(from) => {
                FoldedWork::TiledBoard {
                    from: self.home[board.0],
                    side,
                    fields: board_fields(side, PACKED_BOARDS).collect(),
                    tiles: Tiles::of_neighbours(&rows, &bias, side, registers),
                    tail,
                }
            }
            Op::Patches { from: board, side } if self.is_convolution(from) => FoldedWork::Board {
                from: self.home[board.0],
                side,
                panels: Panels::new(&rows, &bias, inputs),
                tail,
            },
            _ if tiled => FoldedWork::TiledRows {
                from: self.home[from.0],
                tiles: Tiles::new(&rows, &bias, inputs, registers),
                tail,
            },
            _ => FoldedWork::Rows {
                from: self.home[from.0],
                panels: Panels::new(&rows, &bias, inputs),
                tail,
            },
        };
        if last == linear {
            return Some(work);
        }
        self.late[last.0] = Some(work);
        None
    }

    fn tail(&mut self, mut last: Value) -> (Value, Tail) {
        let mut tail = Tail::default();
        if let Some((act, Op::Act { function, .. })) = self.only_reader(last) {
            tail.before = Some(function);
            last = self.swallow(act);
        }
        if let Some((add, Op::Add { a, b })) = self.only_reader(last)
            && a != b
            && !self.swallowed[add.0]
        {
            let skip = if a == last { b } else { a };
            tail.skip = Some(self.home.get(skip.0).copied().unwrap_or(skip));
            last = self.swallow(add);
            if let Some((act, Op::Act { function, .. })) = self.only_reader(last) {
                tail.after = Some(function);
                last = self.swallow(act);
            }
        }
        (last, tail)
    }

    fn swallow(&mut self, next: Value) -> Value {
        self.swallowed[next.0] = true;
        next
    }
}
