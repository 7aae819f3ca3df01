use crate::{Activation, Graph, MOMENTUM, Node, Op, Shape, Value};

/// Makes a [`Graph`], one operation after the other. Shapes follow from what is connected.
#[derive(Default, Debug)]
pub struct Builder {
    nodes: Vec<Node>,
}

impl Builder {
    /// Nothing yet.
    pub fn new() -> Builder {
        Builder::default()
    }

    fn add_node(&mut self, op: Op, cells: usize, width: usize) -> Value {
        self.nodes.push(Node { op, shape: Shape { cells, width } });
        Value(self.nodes.len() - 1)
    }

    /// The shape of a value.
    pub fn shape(&self, value: Value) -> Shape {
        self.nodes[value.0].shape
    }

    /// An input of bits.
    pub fn bits(&mut self, width: usize) -> Value {
        self.add_node(Op::Bits, 1, width)
    }

    /// An input of numbers: `cells` rows of `width`.
    pub fn dense(&mut self, cells: usize, width: usize) -> Value {
        self.add_node(Op::Dense, cells, width)
    }

    /// A linear layer with a bias.
    pub fn linear(&mut self, from: Value, out: usize) -> Value {
        self.add_node(Op::Linear { from, bias: true }, self.shape(from).cells, out)
    }

    /// A linear layer without one, as in front of a normalization.
    pub fn linear_without_bias(&mut self, from: Value, out: usize) -> Value {
        self.add_node(Op::Linear { from, bias: false }, self.shape(from).cells, out)
    }

    fn same(&mut self, from: Value, op: Op) -> Value {
        let Shape { cells, width } = self.shape(from);
        self.add_node(op, cells, width)
    }

    /// Batch normalization.
    pub fn batch_norm(&mut self, from: Value) -> Value {
        self.batch_norm_with(from, MOMENTUM)
    }

    /// Batch normalization whose running statistics move so much to those of each batch.
    pub fn batch_norm_with(&mut self, from: Value, momentum: f32) -> Value {
        self.same(from, Op::BatchNorm { from, momentum })
    }

    /// Layer normalization.
    pub fn layer_norm(&mut self, from: Value) -> Value {
        self.same(from, Op::LayerNorm { from })
    }

    /// A function of every number.
    pub fn activation(&mut self, from: Value, function: Activation) -> Value {
        self.same(from, Op::Act { from, function })
    }

    /// Dropout.
    pub fn dropout(&mut self, from: Value, rate: f32) -> Value {
        self.same(from, Op::Dropout { from, rate })
    }

    /// The sum of two values of the same shape.
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        assert_eq!(self.shape(a), self.shape(b), "both have the same shape");
        self.same(a, Op::Add { a, b })
    }

    /// Two values side by side.
    pub fn concat(&mut self, a: Value, b: Value) -> Value {
        let (left, right) = (self.shape(a), self.shape(b));
        assert_eq!(left.cells, right.cells, "both have equally many cells");
        self.add_node(Op::Concat { a, b }, left.cells, left.width + right.width)
    }

    /// The 3 × 3 neighbours of every cell of a square board.
    pub fn patches(&mut self, from: Value) -> Value {
        let Shape { cells, width } = self.shape(from);
        let side = cells.isqrt();
        assert_eq!(side * side, cells, "the board is square");
        self.add_node(Op::Patches { from, side }, cells, 9 * width)
    }

    /// A 3 × 3 convolution without a bias.
    pub fn convolution(&mut self, from: Value, out: usize) -> Value {
        let patches = self.patches(from);
        self.linear_without_bias(patches, out)
    }

    /// A residual tower on a square board: a convolution, then blocks of two convolutions whose input is added to their
    /// output, each convolution with a batch normalization.
    pub fn residual_tower(&mut self, board: Value, width: usize, blocks: usize) -> Value {
        let first = self.convolution(board, width);
        let first = self.batch_norm(first);
        let mut tower = self.activation(first, Activation::Relu);
        for _ in 0..blocks {
            let inner = self.convolution(tower, width);
            let inner = self.batch_norm(inner);
            let inner = self.activation(inner, Activation::Relu);
            let outer = self.convolution(inner, width);
            let outer = self.batch_norm(outer);
            let sum = self.add(outer, tower);
            tower = self.activation(sum, Activation::Relu);
        }
        tower
    }

    /// All cells as one row.
    pub fn flatten(&mut self, from: Value) -> Value {
        self.add_node(Op::Flatten { from }, 1, self.shape(from).len())
    }

    /// The graph, with names for what comes out.
    pub fn finish(self, outputs: &[(&str, Value)]) -> Graph {
        let outputs = outputs.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        let graph = Graph::new(self.nodes, outputs);
        debug_assert_eq!(graph.check(), Ok(()));
        graph
    }
}
