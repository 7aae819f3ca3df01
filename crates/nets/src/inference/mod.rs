//! Forward passes on the CPU: weights folded and packed once, then evaluated without allocation.

mod fold;
mod kernels;
mod panels;
mod run;
mod tiles;

use crate::{Graph, Op, Value, Weights};
use fold::Fold;
use std::sync::Arc;

pub use kernels::Instructions;

/// A network that is ready to play. Cheap to clone: clones share their weights.
///
/// ```
/// use kontra_nets::{Builder, Network, Weights};
///
/// let mut b = Builder::new();
/// let bits = b.bits(64);
/// let values = b.linear(bits, 3);
/// let graph = b.finish(&[("values", values)]);
/// let network = Network::new(&graph, &Weights::zeros(&graph));
/// let mut evaluator = network.evaluator();
/// evaluator.evaluate_bits(&[0b1011, 0b1], 2);
/// assert_eq!(evaluator.output("values"), Some(&[0.0; 6][..]));
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    fold: Arc<Fold>,
    instructions: Instructions,
}

impl Network {
    /// Folds and packs weights, for the best instructions of this processor.
    pub fn new(graph: &Graph, weights: &Weights) -> Network {
        Network::with_instructions(graph, weights, Instructions::best())
    }

    /// The same with instructions of choice, for comparisons. Those that this processor lacks are replaced by plain ones.
    pub fn with_instructions(
        graph: &Graph,
        weights: &Weights,
        instructions: Instructions,
    ) -> Network {
        Network {
            fold: Arc::new(Fold::new(graph, weights, instructions.if_present())),
            instructions: instructions.if_present(),
        }
    }

    /// What it was made of.
    pub fn graph(&self) -> &Graph {
        &self.fold.graph
    }

    /// The instructions that it uses.
    pub fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// How many bytes an evaluator takes for batches of this size.
    pub fn evaluator_bytes(&self, batch: usize) -> usize {
        let graph = &self.fold.graph;
        let values = self.fold.steps.iter().map(|step| batch * graph.shape(step.out).len());
        // A board with its border is never larger than nine boards.
        let board = graph.nodes().iter().map(|node| node.shape.len()).max().unwrap_or(0);
        let packed = self.fold.steps.iter().map(|step| step.packed(graph, batch)).max();
        size_of::<f32>() * (values.sum::<usize>() + 9 * board)
            + size_of::<u16>() * packed.unwrap_or(0)
    }

    /// Memory for evaluations; one for each thread.
    pub fn evaluator(&self) -> BatchEvaluator {
        let values = vec![Vec::new(); self.fold.graph.nodes().len()];
        BatchEvaluator {
            network: self.clone(),
            values,
            board: Vec::new(),
            packed: tiles::PackedRows::default(),
            batch: 0,
        }
    }
}

/// Evaluates batches with memory of its own, which it keeps.
#[derive(Debug)]
pub struct BatchEvaluator {
    network: Network,
    values: Vec<Vec<f32>>,
    /// A board with a border of zeros.
    board: Vec<f32>,
    /// The inputs of a product in tiles.
    packed: tiles::PackedRows,
    batch: usize,
}

impl BatchEvaluator {
    /// Evaluates a batch of positions of bits, `width / 64` words each (rounded up).
    ///
    /// # Panics
    ///
    /// Where the network's only input is not bits, or `bits` has another length.
    pub fn evaluate_bits(&mut self, bits: &[u64], batch: usize) {
        let input = self.only_input(Op::Bits);
        let words = self.network.fold.graph.shape(input).width.div_ceil(64);
        assert_eq!(bits.len(), batch * words, "{batch} positions of {words} words");
        self.run(bits, batch);
    }

    /// Evaluates a batch of positions of numbers: all inputs, one after the other, each with its whole batch.
    ///
    /// # Panics
    ///
    /// Where an input is bits, or there are more or fewer inputs or numbers.
    pub fn evaluate_dense(&mut self, inputs: &[&[f32]], batch: usize) {
        let graph = &self.network.fold.graph;
        assert_eq!(graph.inputs().count(), inputs.len(), "all inputs of the network");
        for ((value, op), numbers) in graph.inputs().zip(inputs) {
            assert_eq!(op, Op::Dense, "an input of numbers");
            assert_eq!(numbers.len(), batch * graph.shape(value).len(), "a batch of {batch}");
            self.values[value.0].clear();
            self.values[value.0].extend_from_slice(numbers);
        }
        self.run(&[], batch);
    }

    /// An output of the last batch, position by position; `None` where the network has none of this name.
    pub fn output(&self, name: &str) -> Option<&[f32]> {
        let fold = &self.network.fold;
        let value = fold.home[fold.graph.output(name)?.0];
        Some(&self.values[value.0][..self.batch * fold.graph.shape(value).len()])
    }

    fn only_input(&self, kind: Op) -> Value {
        let inputs: Vec<(Value, Op)> = self.network.fold.graph.inputs().collect();
        assert!(
            matches!(inputs[..], [(_, op)] if op == kind),
            "a network with one input of this kind"
        );
        inputs[0].0
    }

    fn run(&mut self, bits: &[u64], batch: usize) {
        self.batch = batch;
        let fold = Arc::clone(&self.network.fold);
        for step in &fold.steps {
            let len = batch * fold.graph.shape(step.out).len();
            if self.values[step.out.0].len() < len {
                self.values[step.out.0].resize(len, 0.0);
            }
        }
        let mut pass = run::BatchPass {
            fold: &fold,
            values: &mut self.values,
            board: &mut self.board,
            packed: &mut self.packed,
            bits,
            batch,
        };
        kernels::dispatch(self.network.instructions, &mut pass);
    }
}
