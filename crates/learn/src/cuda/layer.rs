use super::device::Function;
use super::program::{DeviceStep, DeviceWork, Users, function_of};
use kontra_nets::{Graph, Layout, Op, Slot, Value};
use std::ops::Range;

/// A small linear layer with batch normalization, which few kernels compute:
/// `out = dropout(function(norm(dropout(from × weightᵀ + bias)) + skip))`.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) from: Value,
    /// The side of the board whose 3 × 3 neighbours are multiplied; 0 where rows are multiplied as they are.
    pub(super) side: usize,
    /// The value that keeps what is normalized.
    pub(super) product: Value,
    pub(super) weight: Range<usize>,
    pub(super) bias: Option<Range<usize>>,
    pub(super) drop: Dropout,
    pub(super) norm: Norm,
    pub(super) skip: Option<Value>,
    pub(super) function: Function,
    pub(super) last_drop: Dropout,
    pub(super) size: Size,
    /// Whether the next step computes what stands behind the product, and on the way back begins with it.
    pub(super) joined: bool,
}

/// Where a batch normalization has its numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Norm {
    pub(super) scale: usize,
    pub(super) shift: usize,
    pub(super) mean: usize,
    pub(super) variance: usize,
    pub(super) momentum: f32,
}

/// Dropout as kernels know it; a rate of 0 is none.
#[derive(Clone, Copy, Default, Debug)]
#[repr(C)]
pub(super) struct Dropout {
    pub(super) operation: u32,
    pub(super) rate: f32,
}

/// Numbers of a row of the product, of a row that is multiplied and of a cell, and rows that lie in shared memory together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) n: usize,
    pub(super) k: usize,
    pub(super) width: usize,
    pub(super) group: usize,
}

// Places in shared memory, as in `fused.cu`.
const COLUMNS: usize = 64;
const MATRIX: usize = 5120;
const INPUTS: usize = 1152;
const OUTPUTS: usize = 1280;
/// Samples that are a group where each is one row.
const GROUP: usize = 8;

impl Size {
    fn of(graph: &Graph, from: Value, side: usize, n: usize) -> Size {
        let shape = graph.shape(from);
        let k = if side > 0 { 9 * shape.width } else { shape.width };
        let group = if shape.cells > 1 { shape.cells } else { GROUP };
        Size { n, k, width: shape.width, group }
    }

    /// Whether everything has a place in shared memory. Gradients are written four numbers at a time.
    fn fits(self, side: usize, learns: bool) -> bool {
        let Size { n, k, width, group } = self;
        let step = n.next_multiple_of(4) + 4;
        let cells = if side > 0 { (side + 2).pow(2) } else { group };
        n <= COLUMNS
            && group <= COLUMNS
            && k * step <= MATRIX
            && cells * (width | 1) <= INPUTS
            && cells * step <= OUTPUTS
            && (!learns || width % 4 == 0)
    }
}

/// All such layers of a graph, each with the place of what it computes; `swallowed` marks the operations in them.
pub(super) fn find_layers(
    graph: &Graph,
    layout: &Layout,
    users: &Users,
    learns: &[bool],
    swallowed: &mut [bool],
) -> Vec<(Value, Layer)> {
    let mut layers = vec![];
    for (place, node) in graph.nodes().iter().enumerate() {
        if let Op::Linear { from, .. } = node.op
            && let Some((inside, layer)) = layer_at(graph, layout, users, Value(place), from)
            && layer.size.fits(layer.side, learns[layer.from.0])
            && !inside.iter().any(|v| swallowed[v.0])
        {
            inside.iter().for_each(|v| swallowed[v.0] = true);
            layers.push((inside[inside.len() - 1], layer));
        }
    }
    layers
}

/// The layer with this product, and its operations in order.
fn layer_at(
    graph: &Graph,
    layout: &Layout,
    users: &Users,
    product: Value,
    from: Value,
) -> Option<(Vec<Value>, Layer)> {
    let op = |value: Value| graph.nodes()[value.0].op;
    let range = |slot: Option<&Slot>| slot.map(|s| s.range.clone());
    let start = |slot: Option<&Slot>| slot.map_or(0, |s| s.range.start);
    let mut inside = vec![product];
    let (from, side) = match op(from) {
        Op::Patches { from: board, side } if users.only(from) == Some(product) => {
            inside.insert(0, from);
            (board, side)
        }
        _ => (from, 0),
    };
    let mut next = users.only(product)?;
    let mut drop = Dropout::default();
    if let Op::Dropout { rate, .. } = op(next) {
        drop = Dropout { operation: next.0 as u32, rate };
        inside.push(next);
        next = users.only(next)?;
    }
    let Op::BatchNorm { momentum, .. } = op(next) else { return None };
    inside.push(next);
    let norm = Norm {
        scale: start(layout.weight(next)),
        shift: start(layout.bias(next)),
        mean: start(layout.mean(next)),
        variance: start(layout.variance(next)),
        momentum,
    };
    let mut layer = Layer {
        from,
        side,
        product,
        weight: range(layout.weight(product)).unwrap_or_default(),
        bias: range(layout.bias(product)),
        drop,
        norm,
        skip: None,
        function: Function::default(),
        last_drop: Dropout::default(),
        size: Size::of(graph, from, side, graph.shape(product).width),
        joined: false,
    };
    let mut last = next;
    if let Some(next) = users.only(last)
        && let Op::Add { a, b } = op(next)
    {
        layer.skip = Some(if a == last { b } else { a });
        inside.push(next);
        last = next;
    }
    if let Some(next) = users.only(last)
        && let Op::Act { function, .. } = op(next)
    {
        layer.function = function_of(function, next);
        inside.push(next);
        last = next;
    }
    if let Some(next) = users.only(last)
        && let Op::Dropout { rate, .. } = op(next)
    {
        layer.last_drop = Dropout { operation: next.0 as u32, rate };
        inside.push(next);
    }
    Some((inside, layer))
}

/// A layer whose next step is a layer that reads it leaves what stands behind its product to that one.
pub(super) fn join(steps: &mut [DeviceStep]) {
    for place in 1..steps.len() {
        let (left, right) = steps.split_at_mut(place);
        if let (DeviceStep { out, work: DeviceWork::Layer(layer) }, DeviceWork::Layer(next)) =
            (&mut left[place - 1], &right[0].work)
        {
            layer.joined = next.from == *out && 2 * next.size.group * next.size.width <= INPUTS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::program::DeviceProgram;
    use super::*;
    use kontra_agents::just4fun::network::{CardFieldNet, FieldNet};
    use kontra_nets::{Activation, Builder};

    /// Steps, layers among them, and layers that are joined with the next.
    fn counts(graph: &Graph) -> [usize; 3] {
        let steps = DeviceProgram::new(graph).steps;
        let layers = |joined: bool| {
            let is = |step: &&DeviceStep| match &step.work {
                DeviceWork::Layer(layer) => layer.joined || !joined,
                _ => false,
            };
            steps.iter().filter(is).count()
        };
        [steps.len(), layers(false), layers(true)]
    }

    #[test]
    fn the_networks_of_the_thesis_are_layers() {
        // Besides: the board and three linear layers.
        assert_eq!(counts(&FieldNet::BENCHMARK.graph()), [13, 9, 7]);
        // Besides: board, cards, two linear layers, the values side by side.
        assert_eq!(counts(&CardFieldNet::BENCHMARK.graph()), [25, 20, 16]);
    }

    #[test]
    fn a_layer_ends_where_a_value_is_read_twice_or_where_it_is_too_large() {
        let graph = |width: usize, twice: bool| {
            let mut b = Builder::new();
            let x = b.dense(1, 12);
            let x = b.linear(x, width);
            let norm = b.batch_norm(x);
            let y = b.activation(norm, Activation::Relu);
            let y = if twice { b.add(y, norm) } else { y };
            b.finish(&[("y", y)])
        };
        assert_eq!(counts(&graph(16, false)), [2, 1, 0]);
        assert_eq!(counts(&graph(16, true)), [4, 1, 0]);
        // Then the normalization and its function are one step.
        assert_eq!(counts(&graph(65, false)), [3, 0, 0]);
    }
}
