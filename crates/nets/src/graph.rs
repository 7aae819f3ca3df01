use serde::{Deserialize, Serialize};

/// The result of one operation, by its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Value(pub usize);

/// How many numbers a value has for one sample: `cells` rows (the fields of a board, or 1) of `width` numbers each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Rows of one sample.
    pub cells: usize,
    /// Numbers in a row.
    pub width: usize,
}

impl Shape {
    /// Numbers of one sample.
    pub fn len(self) -> usize {
        self.cells * self.width
    }

    /// Whether there is nothing in it.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A function that is applied to every number by itself.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activation {
    /// Nothing below zero.
    Relu,
    /// Below zero, this share of it.
    LeakyRelu(f32),
    /// Below zero, a share that training draws between the two, and inference takes from their middle.
    RandomizedLeakyRelu(f32, f32),
    /// Scaled exponential linear unit.
    Selu,
    /// Hyperbolic tangent.
    Tanh,
    /// Between 0 and 1.
    Sigmoid,
}

/// One operation. It reads values that come before it in the list.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum Op {
    /// Zeros and ones, packed into words of 64 bits, the first bit lowest.
    Bits,
    /// Numbers.
    Dense,
    /// `x Wᵀ + b` on every row. `W` is stored with one row for each output.
    Linear {
        /// What is multiplied.
        from: Value,
        /// Whether something is added.
        bias: bool,
    },
    /// Every column is moved and scaled to mean 0 and variance 1 over the batch, then by what was learned.
    BatchNorm {
        /// What is normalized.
        from: Value,
        /// How much a running statistic moves to that of a batch.
        #[serde(default = "usual_momentum", skip_serializing_if = "is_usual")]
        momentum: f32,
    },
    /// The same over every row.
    LayerNorm {
        /// What is normalized.
        from: Value,
    },
    /// A function of every number.
    Act {
        /// What it is applied to.
        from: Value,
        /// Which function.
        function: Activation,
    },
    /// The sum of two values of the same shape.
    Add {
        /// One.
        a: Value,
        /// The other.
        b: Value,
    },
    /// The rows of two values side by side.
    Concat {
        /// The left part.
        a: Value,
        /// The right part.
        b: Value,
    },
    /// For every cell of a square board its 3 × 3 neighbours side by side, row by row from the upper left one, zeros outside:
    /// with [`Op::Linear`] behind it, a convolution.
    Patches {
        /// The board.
        from: Value,
        /// Cells on one side of the board.
        side: usize,
    },
    /// All cells of a sample as one row.
    Flatten {
        /// The board.
        from: Value,
    },
    /// In training, this share of the numbers is set to zero and the others are scaled up; in inference, nothing happens.
    Dropout {
        /// What is thinned.
        from: Value,
        /// The share that is set to zero.
        rate: f32,
    },
}

/// An operation with the shape of what comes out of it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Node {
    /// What is computed.
    #[serde(flatten)]
    pub op: Op,
    /// The shape of the result.
    pub shape: Shape,
}

/// A network without its numbers: operations in the order in which they are computed, and the names of its outputs.
///
/// Made by a [`Builder`](crate::Builder), or read from a file and then checked: every operation reads values before it, and
/// all shapes agree.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Graph {
    nodes: Vec<Node>,
    outputs: Vec<(String, Value)>,
}

/// How much a running statistic of a batch normalization moves to that of a batch, where nothing else is said.
pub const MOMENTUM: f32 = 0.1;

fn usual_momentum() -> f32 {
    MOMENTUM
}

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_usual(momentum: &f32) -> bool {
    *momentum == MOMENTUM
}

/// What normalizations add to a variance before they take its root.
pub const EPSILON: f32 = 1e-5;

/// The largest width, number of cells or number of operations that a file may ask for.
const MOST: usize = 1 << 16;

impl Graph {
    pub(crate) fn new(nodes: Vec<Node>, outputs: Vec<(String, Value)>) -> Graph {
        Graph { nodes, outputs }
    }

    /// All operations.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The outputs with their names.
    pub fn outputs(&self) -> impl Iterator<Item = (&str, Value)> {
        self.outputs.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// The output of this name.
    pub fn output(&self, name: &str) -> Option<Value> {
        self.outputs().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// The shape of a value.
    pub fn shape(&self, value: Value) -> Shape {
        self.nodes[value.0].shape
    }

    /// The inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = (Value, Op)> {
        let inputs =
            self.nodes.iter().enumerate().filter(|(_, n)| matches!(n.op, Op::Bits | Op::Dense));
        inputs.map(|(i, n)| (Value(i), n.op))
    }

    /// One sentence where the graph cannot be computed.
    pub fn check(&self) -> Result<(), String> {
        if self.nodes.len() > MOST {
            return Err(format!(
                "network: expected at most {MOST} operations, found {}",
                self.nodes.len()
            ));
        }
        for (place, node) in self.nodes.iter().enumerate() {
            self.check_node(place, node)
                .map_err(|why| format!("network, operation {place}: {why}"))?;
        }
        match self.outputs.iter().find(|(_, value)| value.0 >= self.nodes.len()) {
            Some((name, _)) => {
                Err(format!("network, output '{name}': expected an operation of the list"))
            }
            None => Ok(()),
        }
    }

    fn check_node(&self, place: usize, node: &Node) -> Result<(), String> {
        let Shape { cells, width } = node.shape;
        if !(1..=MOST).contains(&cells) || !(1..=MOST).contains(&width) {
            return Err(format!(
                "expected 1 to {MOST} cells and numbers, found {cells} and {width}"
            ));
        }
        let shape = |value: Value| match self.nodes.get(value.0) {
            Some(node) if value.0 < place => Ok(node.shape),
            _ => Err(format!("expected a value that comes before it, found {}", value.0)),
        };
        let found = match node.op {
            Op::Bits | Op::Dense => node.shape,
            Op::Linear { from, .. } => Shape { cells: shape(from)?.cells, width },
            Op::BatchNorm { momentum, .. } if !(momentum > 0.0 && momentum <= 1.0) => {
                return Err(format!("expected a momentum above 0, at most 1, found {momentum}"));
            }
            Op::BatchNorm { from, .. } | Op::LayerNorm { from } | Op::Act { from, .. } => {
                shape(from)?
            }
            Op::Dropout { from, rate } if (0.0..1.0).contains(&rate) => shape(from)?,
            Op::Dropout { rate, .. } => {
                return Err(format!("expected a share from 0 to 1, found {rate}"));
            }
            Op::Add { a, b } if shape(a)? == shape(b)? => shape(a)?,
            Op::Add { .. } => return Err("expected two values of the same shape".to_owned()),
            Op::Concat { a, b } if shape(a)?.cells == shape(b)?.cells => {
                Shape { cells, width: shape(a)?.width + shape(b)?.width }
            }
            Op::Concat { .. } => {
                return Err("expected two values with equally many cells".to_owned());
            }
            Op::Patches { from, side } if side.checked_mul(side) == Some(shape(from)?.cells) => {
                Shape { cells, width: 9 * shape(from)?.width }
            }
            Op::Patches { side, .. } => {
                return Err(format!("expected a board of {side} × {side} cells"));
            }
            Op::Flatten { from } => Shape { cells: 1, width: shape(from)?.len() },
        };
        let same = found == node.shape;
        same.then_some(())
            .ok_or_else(|| format!("expected the shape {found:?}, found {:?}", node.shape))
    }
}

impl Op {
    /// The values that it reads.
    pub fn reads(self) -> [Option<Value>; 2] {
        match self {
            Op::Bits | Op::Dense => [None, None],
            Op::Add { a, b } | Op::Concat { a, b } => [Some(a), Some(b)],
            Op::Linear { from, .. }
            | Op::BatchNorm { from, .. }
            | Op::LayerNorm { from }
            | Op::Act { from, .. }
            | Op::Patches { from, .. }
            | Op::Flatten { from }
            | Op::Dropout { from, .. } => [Some(from), None],
        }
    }
}
