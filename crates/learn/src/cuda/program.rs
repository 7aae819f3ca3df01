use super::batch_norm::NormStep;
use super::device::Function;
use super::layer::{Layer, Norm, find_layers, join};
use kontra_nets::{Activation, Graph, Layout, Op, Value};
use std::ops::Range;

/// A graph as steps for the device: a linear layer, the function behind it and the sum behind that are one step; so are a batch
/// normalization and the function behind it.
pub(super) struct DeviceProgram {
    pub(super) graph: Graph,
    pub(super) layout: Layout,
    pub(super) steps: Vec<DeviceStep>,
    /// Whether a value depends on weights, so that its gradient is needed.
    pub(super) learns: Vec<bool>,
    /// The value in whose memory a value lies: itself, or what it is only another name for.
    pub(super) home: Vec<Value>,
}

/// One step. `out` is the value that it computes.
#[derive(Clone, Debug)]
pub(super) struct DeviceStep {
    pub(super) out: Value,
    pub(super) work: DeviceWork,
}

#[derive(Clone, Debug)]
pub(super) enum DeviceWork {
    Bits,
    Dense,
    Linear(Linear),
    Layer(Layer),
    BatchNorm(NormStep),
    LayerNorm { from: Value, scale: usize, shift: usize },
    Act { from: Value, function: Function },
    Add { a: Value, b: Value },
    Concat { a: Value, b: Value },
    Patches { from: Value, side: usize },
    Dropout { from: Value, rate: f32 },
}

/// `out = skip + function(from × weightᵀ + bias)`; `product` is the value that keeps the bare product.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub(super) from: Value,
    pub(super) product: Value,
    pub(super) skip: Option<Value>,
    pub(super) function: Function,
    pub(super) weight: Range<usize>,
    pub(super) bias: Option<Range<usize>>,
}

impl DeviceProgram {
    pub(super) fn new(graph: &Graph) -> DeviceProgram {
        let layout = Layout::new(graph);
        let mut steps = Vec::new();
        let users = users(graph);
        let learns = learns(graph);
        let mut swallowed = vec![false; graph.nodes().len()];
        let mut late = vec![None; graph.nodes().len()];
        for (last, layer) in find_layers(graph, &layout, &users, &learns, &mut swallowed) {
            late[last.0] = Some(DeviceWork::Layer(layer));
        }
        for (place, node) in graph.nodes().iter().enumerate() {
            let out = Value(place);
            if let Some(work) = late[place].take() {
                steps.push(DeviceStep { out, work });
            } else if let Op::Linear { from, .. } = node.op
                && !swallowed[place]
            {
                let (last, linear) = fuse(graph, &layout, &users, &swallowed, out, from);
                (place..=last.0)
                    .filter(|p| users.inside(out, last, *p))
                    .for_each(|p| swallowed[p] = true);
                if last == out {
                    steps.push(DeviceStep { out, work: DeviceWork::Linear(linear) });
                } else {
                    late[last.0] = Some(DeviceWork::Linear(linear));
                }
            } else if !swallowed[place]
                && let Some(work) = plain(node.op, out, &layout)
            {
                match (work, users.only(out).map(|next| (next, graph.nodes()[next.0].op))) {
                    (DeviceWork::BatchNorm(step), Some((next, Op::Act { function, .. }))) => {
                        let function = function_of(function, next);
                        swallowed[next.0] = true;
                        late[next.0] = Some(DeviceWork::BatchNorm(NormStep { function, ..step }));
                    }
                    (work, _) => steps.push(DeviceStep { out, work }),
                }
            }
        }
        join(&mut steps);
        DeviceProgram { learns, home: homes(graph), graph: graph.clone(), layout, steps }
    }

    /// Numbers of a value for one sample.
    pub(super) fn len(&self, value: Value) -> usize {
        self.graph.shape(value).len()
    }
}

/// Who reads a value.
pub(super) struct Users {
    of: Vec<Vec<Value>>,
}

impl Users {
    /// The only reader of a value that is no output.
    pub(super) fn only(&self, value: Value) -> Option<Value> {
        match self.of[value.0].as_slice() {
            [one] if one.0 != usize::MAX => Some(*one),
            _ => None,
        }
    }

    /// Whether `place` is on the way from `first` to `last`, where each has the next as its only reader.
    fn inside(&self, first: Value, last: Value, place: usize) -> bool {
        let mut at = first;
        loop {
            match (at.0 == place, at == last) {
                (true, _) => return true,
                (_, true) => return false,
                _ => {}
            }
            match self.only(at) {
                Some(next) => at = next,
                None => return false,
            }
        }
    }
}

fn users(graph: &Graph) -> Users {
    let mut of = vec![vec![]; graph.nodes().len()];
    for (place, node) in graph.nodes().iter().enumerate() {
        for value in node.op.reads().into_iter().flatten() {
            of[value.0].push(Value(place));
        }
    }
    // An output is read from outside.
    graph.outputs().for_each(|(_, value)| of[value.0].push(Value(usize::MAX)));
    Users { of }
}

fn fuse(
    graph: &Graph,
    layout: &Layout,
    users: &Users,
    swallowed: &[bool],
    product: Value,
    from: Value,
) -> (Value, Linear) {
    let (mut last, mut function, mut skip) = (product, Function::default(), None);
    if let Some(next) = users.only(last)
        && let Op::Act { function: f, .. } = graph.nodes()[next.0].op
    {
        (last, function) = (next, function_of(f, next));
    }
    if let Some(next) = users.only(last)
        && let Op::Add { a, b } = graph.nodes()[next.0].op
        && !swallowed[next.0]
    {
        skip = Some(if a == last { b } else { a });
        last = next;
    }
    let range = |slot: &kontra_nets::Slot| slot.range.clone();
    let weight = layout.weight(product).map(range).unwrap_or_default();
    (last, Linear { from, product, skip, function, weight, bias: layout.bias(product).map(range) })
}

pub(super) fn function_of(function: Activation, place: Value) -> Function {
    let (kind, a, b) = match function {
        Activation::Relu => (1, 0.0, 0.0),
        Activation::LeakyRelu(a) => (2, a, 0.0),
        Activation::RandomizedLeakyRelu(a, b) => (3, a, b),
        Activation::Selu => (4, 0.0, 0.0),
        Activation::Tanh => (5, 0.0, 0.0),
        Activation::Sigmoid => (6, 0.0, 0.0),
    };
    Function { kind, a, b, operation: place.0 as u32 }
}

/// A step that is one operation; `None` for one that computes nothing.
fn plain(op: Op, out: Value, layout: &Layout) -> Option<DeviceWork> {
    let start = |slot: Option<&kontra_nets::Slot>| slot.map_or(0, |s| s.range.start);
    let (scale, shift) = (start(layout.weight(out)), start(layout.bias(out)));
    Some(match op {
        Op::Bits => DeviceWork::Bits,
        Op::Dense => DeviceWork::Dense,
        Op::BatchNorm { from, momentum } => {
            let (mean, variance) = (start(layout.mean(out)), start(layout.variance(out)));
            let norm = Norm { scale, shift, mean, variance, momentum };
            DeviceWork::BatchNorm(NormStep { from, norm, function: Function::default() })
        }
        Op::LayerNorm { from } => DeviceWork::LayerNorm { from, scale, shift },
        Op::Act { from, function } => {
            DeviceWork::Act { from, function: function_of(function, out) }
        }
        Op::Add { a, b } => DeviceWork::Add { a, b },
        Op::Concat { a, b } => DeviceWork::Concat { a, b },
        Op::Patches { from, side } => DeviceWork::Patches { from, side },
        Op::Dropout { from, rate } => DeviceWork::Dropout { from, rate },
        Op::Flatten { .. } | Op::Linear { .. } => return None,
    })
}

fn learns(graph: &Graph) -> Vec<bool> {
    let mut learns: Vec<bool> = Vec::new();
    for node in graph.nodes() {
        let own =
            matches!(node.op, Op::Linear { .. } | Op::BatchNorm { .. } | Op::LayerNorm { .. });
        let below = node.op.reads().into_iter().flatten().any(|v| learns[v.0]);
        learns.push(own || below);
    }
    learns
}

fn homes(graph: &Graph) -> Vec<Value> {
    let mut homes: Vec<Value> = Vec::new();
    for (place, node) in graph.nodes().iter().enumerate() {
        homes.push(match node.op {
            Op::Flatten { from } => homes[from.0],
            _ => Value(place),
        });
    }
    homes
}
