use crate::{Activation, BadWeights, Builder, Graph, Layout, Value, Weights};
use std::ops::Range;

/// Numbers between the two layers of a head.
pub const HIDDEN: usize = 32;
/// Outputs of a head that there is room for.
pub const OUTPUTS: usize = 16;

/// The sizes of a [`SparseNetwork`](super::SparseNetwork), and where its numbers lie in one flat list.
///
/// The list has the rows of the table, then the biases of the sums, then the heads one after the other, each with the
/// weights of its first layer (a row for each input), biases, the weights of its second layer likewise, and biases. Outputs
/// are padded to [`OUTPUTS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SparseShape {
    /// Input bits.
    pub inputs: usize,
    /// Sums: 32, 64, 96 or 128.
    pub width: usize,
    /// Heads.
    pub heads: usize,
    /// Outputs of a head that are used, at most [`OUTPUTS`].
    pub outputs: usize,
}

/// Where the parts of a head lie.
pub(super) struct HeadParts {
    pub(super) hidden: Range<usize>,
    pub(super) hidden_bias: Range<usize>,
    pub(super) output: Range<usize>,
    pub(super) output_bias: Range<usize>,
}

impl SparseShape {
    /// The widths that can be computed.
    pub const WIDTHS: [usize; 4] = [32, 64, 96, 128];

    /// Whether such a network can be computed.
    pub fn is_valid(&self) -> bool {
        SparseShape::WIDTHS.contains(&self.width)
            && (1..=1 << 16).contains(&self.inputs)
            && (1..=256).contains(&self.heads)
            && (1..=OUTPUTS).contains(&self.outputs)
    }

    /// How long the list is.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.width * (self.inputs + 1) + self.heads * self.head_len()
    }

    fn head_len(&self) -> usize {
        (self.width + 1) * HIDDEN + (HIDDEN + 1) * OUTPUTS
    }

    /// The table of rows.
    pub(super) fn table(&self) -> Range<usize> {
        0..self.inputs * self.width
    }

    /// The biases of the sums.
    pub(super) fn bias(&self) -> Range<usize> {
        let start = self.inputs * self.width;
        start..start + self.width
    }

    #[inline(always)]
    pub(super) fn head(&self, head: usize) -> HeadParts {
        let start = self.width * (self.inputs + 1) + head * self.head_len();
        let hidden = start..start + self.width * HIDDEN;
        let hidden_bias = hidden.end..hidden.end + HIDDEN;
        let output = hidden_bias.end..hidden_bias.end + HIDDEN * OUTPUTS;
        let output_bias = output.end..output.end + OUTPUTS;
        HeadParts { hidden, hidden_bias, output, output_bias }
    }

    /// The same network as a list of operations, with the outputs `head-0` and so on.
    pub fn graph(&self) -> Graph {
        let mut b = Builder::new();
        let bits = b.dense(1, self.inputs);
        let sums = b.linear(bits, self.width);
        let sums = b.activation(sums, Activation::Relu);
        let mut outputs = vec![];
        for head in 0..self.heads {
            let hidden = b.linear(sums, HIDDEN);
            let hidden = b.activation(hidden, Activation::Relu);
            outputs.push((format!("head-{head}"), b.linear(hidden, self.outputs)));
        }
        let outputs: Vec<(&str, Value)> = outputs.iter().map(|(n, v)| (n.as_str(), *v)).collect();
        b.finish(&outputs)
    }

    /// The sizes of a network that was made by [`SparseShape::graph`].
    pub fn of_graph(graph: &Graph) -> Result<SparseShape, BadWeights> {
        let bad =
            || BadWeights::new("weights: expected a sparse network, found one of another kind");
        let inputs = graph.inputs().next().map(|(value, _)| graph.shape(value).width);
        let width = graph.nodes().get(1).map(|node| node.shape.width);
        let outputs = graph.output("head-0").map(|value| graph.shape(value).width);
        let (Some(inputs), Some(width), Some(outputs)) = (inputs, width, outputs) else {
            return Err(bad());
        };
        let shape = SparseShape { inputs, width, heads: graph.outputs().count(), outputs };
        let same = shape.is_valid() && shape.graph() == *graph;
        same.then_some(shape).ok_or_else(bad)
    }

    /// Where each number of the weights' list lies in the flat list.
    fn places(&self) -> Vec<usize> {
        let graph = self.graph();
        let layout = Layout::new(&graph);
        let mut places = vec![0; layout.parameter_count()];
        // Weights of files have a row for each output, those of the flat list one for each input.
        let mut turn = |value: Value, start: usize, bias: usize, stride: usize| {
            let Some(weight) = layout.weight(value) else { return };
            let (outputs, inputs) = (weight.shape[0], weight.shape[1]);
            for o in 0..outputs {
                for i in 0..inputs {
                    places[weight.range.start + o * inputs + i] = start + i * stride + o;
                }
            }
            let range = layout.bias(value).map_or(0..0, |slot| slot.range.clone());
            range.enumerate().for_each(|(o, place)| places[place] = bias + o);
        };
        turn(Value(1), 0, self.bias().start, self.width);
        for head in 0..self.heads {
            let parts = self.head(head);
            // Three operations for each head, behind bits, sums and their activation.
            let first = 3 + 3 * head;
            turn(Value(first), parts.hidden.start, parts.hidden_bias.start, HIDDEN);
            turn(Value(first + 2), parts.output.start, parts.output_bias.start, OUTPUTS);
        }
        places
    }

    /// A flat list in the order of the weights' list.
    pub fn to_weights(&self, flat: &[f32]) -> Vec<f32> {
        self.places().into_iter().map(|place| flat[place]).collect()
    }

    /// A list in the order of the weights' list as a flat one.
    pub fn to_flat(&self, weights: &[f32]) -> Vec<f32> {
        let mut flat = vec![0.0; self.len()];
        for (place, number) in self.places().into_iter().zip(weights) {
            flat[place] = *number;
        }
        flat
    }

    /// The weights for a file.
    pub fn weights(&self, flat: &[f32]) -> Option<Weights> {
        Weights::from_lists(&self.graph(), self.to_weights(flat), vec![])
    }
}
