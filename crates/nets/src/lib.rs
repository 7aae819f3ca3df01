//! Small neural networks: what a network is ([`Graph`]), its numbers ([`Weights`]), and the file they live in.
//!
//! A network is a list of operations in the order in which they are computed. The same list is read by inference here and by
//! training in `kontra-learn`, so that a network that was trained is the network that plays.
//!
//! ```
//! use kontra_nets::{Activation, Builder, Weights};
//!
//! let mut b = Builder::new();
//! let bits = b.bits(768);
//! let hidden = b.linear(bits, 64);
//! let hidden = b.activation(hidden, Activation::Relu);
//! let value = b.linear(hidden, 40);
//! let graph = b.finish(&[("values", value)]);
//!
//! let weights = Weights::zeros(&graph);
//! assert_eq!(weights.parameters().len(), 768 * 64 + 64 + 64 * 40 + 40);
//! let file = weights.to_file(&graph, kontra_nets::Precision::F32, &[]).unwrap();
//! let (again, _, _) = Weights::from_file(&file).unwrap();
//! assert_eq!(again, graph);
//! ```

mod builder;
mod file;
mod graph;
mod inference;
pub mod sparse;
mod weights;

pub use builder::Builder;
pub use file::{BadWeights, Precision, pack, sorted_metadata, unpack};
pub use graph::{Activation, EPSILON, Graph, MOMENTUM, Node, Op, Shape, Value};
pub use inference::{BatchEvaluator, Instructions, Network};
pub use weights::{Layout, Slot, Weights};
