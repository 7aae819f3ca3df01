use kontra_nets::{Graph, Layout, Op, Value};

/// A graph with what training must know of it.
#[derive(Clone, Debug)]
pub(super) struct TrainingGraph {
    /// The network.
    pub(super) graph: Graph,
    /// Where its weights lie.
    pub(super) layout: Layout,
    /// Whether something that is learned lies before a value, so that its gradient is needed.
    pub(super) learned: Vec<bool>,
}

impl TrainingGraph {
    /// The plan of a graph.
    pub(super) fn new(graph: &Graph) -> TrainingGraph {
        let layout = Layout::new(graph);
        let mut learned: Vec<bool> = vec![];
        for (place, node) in graph.nodes().iter().enumerate() {
            let own = layout.weight(Value(place)).is_some();
            let before = sources(node.op).into_iter().flatten().any(|v| learned[v.0]);
            learned.push(own || before);
        }
        TrainingGraph { graph: graph.clone(), layout, learned }
    }

    /// The numbers of one sample.
    pub(super) fn len(&self, value: Value) -> usize {
        self.graph.shape(value).len()
    }

    /// The weight of an operation within the list.
    pub(super) fn weight<'a, T>(&self, place: usize, list: &'a [T]) -> &'a [T] {
        self.layout.weight(Value(place)).map_or(&[], |slot| &list[slot.range.clone()])
    }

    /// The bias of an operation within the list; nothing where it has none.
    pub(super) fn bias<'a, T>(&self, place: usize, list: &'a [T]) -> &'a [T] {
        self.layout.bias(Value(place)).map_or(&[], |slot| &list[slot.range.clone()])
    }
}

/// What an operation reads.
pub(super) fn sources(op: Op) -> [Option<Value>; 2] {
    match op {
        Op::Bits | Op::Dense => [None, None],
        Op::Linear { from, .. }
        | Op::BatchNorm { from, .. }
        | Op::LayerNorm { from }
        | Op::Act { from, .. }
        | Op::Patches { from, .. }
        | Op::Flatten { from }
        | Op::Dropout { from, .. } => [Some(from), None],
        Op::Add { a, b } | Op::Concat { a, b } => [Some(a), Some(b)],
    }
}
