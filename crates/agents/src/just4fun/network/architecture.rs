use super::planes::CARDS;
use kontra_just4fun::Field;
use kontra_nets::{Activation, Builder, Graph, Value};

/// One tower over the board with two heads (Gastegger 2024, section 5.1).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FieldNet {
    /// Planes of the input.
    pub planes: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Filters of the tower, N_T.
    pub filters: usize,
    /// Filters of the policy head, N_P.
    pub policy_filters: usize,
    /// Filters and hidden numbers of the value head, N_V.
    pub value_filters: usize,
    /// How much the running statistics of batch normalizations move to those of a batch.
    pub momentum: f32,
}

impl FieldNet {
    /// Table C.12: the network of the benchmarks and of play against people, 26,143 parameters.
    pub const BENCHMARK: FieldNet = FieldNet {
        planes: 11,
        blocks: 3,
        filters: 16,
        policy_filters: 6,
        value_filters: 8,
        momentum: 0.8,
    };

    /// Tables C.5 (with all planes) and C.8: one block less.
    pub const COMPARISON: FieldNet = FieldNet { blocks: 2, ..FieldNet::BENCHMARK };

    /// Table C.5 with the minimal planes.
    pub const MINIMAL: FieldNet = FieldNet { planes: 7, ..FieldNet::COMPARISON };

    /// The champion: wide, because it is shown much, and not deep, because it must be fast.
    pub const CHAMPION: FieldNet = FieldNet {
        planes: 27,
        blocks: 2,
        filters: 32,
        policy_filters: 8,
        value_filters: 16,
        momentum: 0.1,
    };

    /// The network, with the outputs `policy` (36 fields, by place, before the softmax) and `value` (between −1 and 1).
    pub fn graph(&self) -> Graph {
        let mut b = Builder::new();
        let board = b.dense(Field::COUNT, self.planes);
        let style = Style { momentum: self.momentum, rate: 0.0, function: Activation::Relu };
        let tower = style.tower(&mut b, board, self.filters, self.blocks);
        let policy = style.narrow(&mut b, tower, self.policy_filters);
        let policy = b.linear(policy, Field::COUNT);
        let value = style.narrow(&mut b, tower, self.value_filters);
        let value = b.linear(value, self.value_filters);
        let value = b.activation(value, Activation::Relu);
        let value = b.linear(value, 1);
        let value = b.activation(value, Activation::Tanh);
        b.finish(&[("policy", policy), ("value", value)])
    }
}

/// A tower over the board and one over the cards that meet (Gastegger 2024, section 5.2 and the details of 6.4).
///
/// How many layers a part has follows from the thesis's number of parameters: with every layer that has a batch
/// normalization counted, there are 64,445, as it says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CardFieldNet {
    /// Planes of the board.
    pub planes: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Filters of the board's tower, N_S.
    pub filters: usize,
    /// Filters at the end of the board's tower, N_T.
    pub board_neurons: usize,
    /// The cards' tower: layers and numbers in each; the last layer has those of the common one.
    pub cards: Layers,
    /// The common tower.
    pub common: Layers,
    /// The policy head; its last layer has the 36 fields.
    pub policy: Layers,
    /// The value head, without its last number.
    pub value: Layers,
    /// The running statistics of the board's tower.
    pub momentum: f32,
    /// Dropout.
    pub dropout: f32,
}

/// A stack of layers, each with batch normalization.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Layers {
    /// How many.
    pub count: usize,
    /// Numbers in each.
    pub neurons: usize,
    /// How much running statistics move to those of a batch.
    pub momentum: f32,
}

impl CardFieldNet {
    /// Table C.10: the network of the benchmarks and of play against people, 64,445 parameters.
    pub const BENCHMARK: CardFieldNet = CardFieldNet {
        planes: 11,
        blocks: 3,
        filters: 16,
        board_neurons: 16,
        cards: Layers { count: 2, neurons: 32, momentum: 0.8 },
        common: Layers { count: 3, neurons: 48, momentum: 0.98 },
        policy: Layers { count: 3, neurons: 32, momentum: 0.8 },
        value: Layers { count: 4, neurons: 16, momentum: 0.98 },
        momentum: 0.8,
        dropout: 0.2,
    };

    /// The network, with the outputs of [`FieldNet::graph`].
    pub fn graph(&self) -> Graph {
        let mut b = Builder::new();
        let board = b.dense(Field::COUNT, self.planes);
        let cards = b.dense(1, CARDS);
        // The slopes are those of the thesis's library (Xu et al. 2015 draw 1/8 to 1/3).
        let function = Activation::RandomizedLeakyRelu(1.0 / 8.0, 1.0 / 3.0);
        let style = Style { momentum: self.momentum, rate: self.dropout, function };
        let board = style.tower(&mut b, board, self.filters, self.blocks);
        let board = style.narrow(&mut b, board, self.board_neurons);
        let board = b.linear(board, self.common.neurons);
        let cards = self.cards_tower(&mut b, cards);
        let both = b.concat(board, cards);
        let common = self.common.stack(&mut b, both, self.common.neurons, self.dropout);
        let policy = self.policy.stack(&mut b, common, Field::COUNT, self.dropout);
        let value = self.value.stack(&mut b, common, self.value.neurons, self.dropout);
        let value = b.linear(value, 1);
        let value = b.activation(value, Activation::Tanh);
        b.finish(&[("policy", policy), ("value", value)])
    }

    /// Its dropout comes before the last normalization, not behind the activation.
    fn cards_tower(&self, b: &mut Builder, mut x: Value) -> Value {
        let Layers { count, neurons, momentum } = self.cards;
        for layer in 1..=count {
            let last = layer == count;
            x = b.linear(x, if last { self.common.neurons } else { neurons });
            if last && self.dropout > 0.0 {
                x = b.dropout(x, self.dropout);
            }
            x = b.batch_norm_with(x, momentum);
            x = b.activation(x, Activation::Selu);
        }
        x
    }
}

impl Layers {
    fn stack(&self, b: &mut Builder, mut x: Value, last: usize, dropout: f32) -> Value {
        for layer in 1..=self.count {
            x = b.linear(x, if layer == self.count { last } else { self.neurons });
            x = b.batch_norm_with(x, self.momentum);
            x = b.activation(x, Activation::Selu);
        }
        if dropout > 0.0 { b.dropout(x, dropout) } else { x }
    }
}

/// What all convolutions of a tower have in common.
struct Style {
    momentum: f32,
    rate: f32,
    function: Activation,
}

impl Style {
    /// Behind a convolution: dropout, then batch normalization.
    fn normalized(&self, b: &mut Builder, mut x: Value) -> Value {
        if self.rate > 0.0 {
            x = b.dropout(x, self.rate);
        }
        b.batch_norm_with(x, self.momentum)
    }

    /// A 3 × 3 convolution with a bias, as the thesis counts it among the parameters.
    fn convolution(&self, b: &mut Builder, x: Value, filters: usize) -> Value {
        let patches = b.patches(x);
        let x = b.linear(patches, filters);
        self.normalized(b, x)
    }

    fn tower(&self, b: &mut Builder, board: Value, filters: usize, blocks: usize) -> Value {
        let x = self.convolution(b, board, filters);
        let mut x = b.activation(x, self.function);
        for _ in 0..blocks {
            let inner = self.convolution(b, x, filters);
            let inner = b.activation(inner, self.function);
            let inner = self.convolution(b, inner, filters);
            let sum = b.add(inner, x);
            x = b.activation(sum, self.function);
        }
        x
    }

    /// A 1 × 1 convolution, flattened.
    fn narrow(&self, b: &mut Builder, x: Value, filters: usize) -> Value {
        let x = b.linear(x, filters);
        let x = self.normalized(b, x);
        let x = b.activation(x, self.function);
        b.flatten(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_nets::Layout;

    #[test]
    fn the_networks_have_as_many_parameters_as_the_thesis_says() {
        let count = |graph: &Graph| Layout::new(graph).parameter_count();
        assert_eq!(count(&FieldNet::BENCHMARK.graph()), 26_143);
        assert_eq!(count(&CardFieldNet::BENCHMARK.graph()), 64_445);
        // Not in the thesis: a block is 2 × (16 × 16 × 9 + 16 + 32), a plane of the first convolution 9 × 16.
        assert_eq!(count(&FieldNet::COMPARISON.graph()), 26_143 - 4_704);
        assert_eq!(count(&FieldNet::MINIMAL.graph()), 26_143 - 4_704 - 4 * 144);
    }
}
