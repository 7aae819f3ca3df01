use crate::{Graph, Op, Value};
use std::ops::Range;

/// The numbers of a network: everything that is learned in one flat list, and the running statistics of batch
/// normalization in another.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    parameters: Vec<f32>,
    statistics: Vec<f32>,
}

/// Where one tensor lies in the flat list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Its name in files: the operation's place and what it is, such as `3.weight`.
    pub name: String,
    /// Its dimensions.
    pub shape: Vec<usize>,
    /// Its place in the list.
    pub range: Range<usize>,
}

impl Slot {
    /// Whether it is the matrix of a linear layer: a row for each output. All others are lists.
    pub fn is_matrix(&self) -> bool {
        self.shape.len() == 2
    }
}

/// Where the tensors of a graph lie.
///
/// A linear layer has `weight` (outputs × inputs) and `bias`, a normalization `weight` and `bias` (scale and shift) among the
/// parameters; batch normalization also has `mean` and `variance` among the statistics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Tensors that are learned, in the order of the list, without gaps.
    pub parameters: Vec<Slot>,
    /// Running statistics, likewise.
    pub statistics: Vec<Slot>,
    of: Vec<[Option<usize>; 4]>,
}

#[derive(Clone, Copy)]
enum Part {
    Weight = 0,
    Bias = 1,
    Mean = 2,
    Variance = 3,
}

fn put(list: &mut Vec<Slot>, name: String, shape: Vec<usize>) -> usize {
    let start = list.last().map_or(0, |slot| slot.range.end);
    let range = start..start + shape.iter().product::<usize>();
    list.push(Slot { name, shape, range });
    list.len() - 1
}

impl Layout {
    /// The layout of a graph.
    pub fn new(graph: &Graph) -> Layout {
        let mut layout = Layout {
            parameters: vec![],
            statistics: vec![],
            of: vec![[None; 4]; graph.nodes().len()],
        };
        for (place, node) in graph.nodes().iter().enumerate() {
            let width = node.shape.width;
            match node.op {
                Op::Linear { from, bias } => {
                    layout.parameter(place, Part::Weight, vec![width, graph.shape(from).width]);
                    if bias {
                        layout.parameter(place, Part::Bias, vec![width]);
                    }
                }
                Op::BatchNorm { .. } | Op::LayerNorm { .. } => {
                    layout.parameter(place, Part::Weight, vec![width]);
                    layout.parameter(place, Part::Bias, vec![width]);
                    if matches!(node.op, Op::BatchNorm { .. }) {
                        let mean =
                            put(&mut layout.statistics, format!("{place}.mean"), vec![width]);
                        let variance =
                            put(&mut layout.statistics, format!("{place}.variance"), vec![width]);
                        layout.of[place][Part::Mean as usize] = Some(mean);
                        layout.of[place][Part::Variance as usize] = Some(variance);
                    }
                }
                _ => {}
            }
        }
        layout
    }

    fn parameter(&mut self, place: usize, part: Part, shape: Vec<usize>) {
        let word = if matches!(part, Part::Weight) { "weight" } else { "bias" };
        let slot = put(&mut self.parameters, format!("{place}.{word}"), shape);
        self.of[place][part as usize] = Some(slot);
    }

    fn slot(list: &[Slot], index: Option<usize>) -> Option<&Slot> {
        index.map(|i| &list[i])
    }

    /// The weight of an operation.
    pub fn weight(&self, value: Value) -> Option<&Slot> {
        Layout::slot(&self.parameters, self.of[value.0][Part::Weight as usize])
    }

    /// The bias of an operation.
    pub fn bias(&self, value: Value) -> Option<&Slot> {
        Layout::slot(&self.parameters, self.of[value.0][Part::Bias as usize])
    }

    /// The running mean of a batch normalization.
    pub fn mean(&self, value: Value) -> Option<&Slot> {
        Layout::slot(&self.statistics, self.of[value.0][Part::Mean as usize])
    }

    /// The running variance of a batch normalization.
    pub fn variance(&self, value: Value) -> Option<&Slot> {
        Layout::slot(&self.statistics, self.of[value.0][Part::Variance as usize])
    }

    /// How many numbers are learned.
    pub fn parameter_count(&self) -> usize {
        self.parameters.last().map_or(0, |slot| slot.range.end)
    }

    /// How many numbers are running statistics.
    pub fn statistic_count(&self) -> usize {
        self.statistics.last().map_or(0, |slot| slot.range.end)
    }
}

impl Weights {
    /// All zeros, variances one.
    pub fn zeros(graph: &Graph) -> Weights {
        let layout = Layout::new(graph);
        let mut statistics = vec![0.0; layout.statistic_count()];
        for slot in layout.statistics.iter().filter(|slot| slot.name.ends_with(".variance")) {
            statistics[slot.range.clone()].fill(1.0);
        }
        Weights { parameters: vec![0.0; layout.parameter_count()], statistics }
    }

    /// Weights from their two lists; `None` where these have another length than the graph's.
    pub fn from_lists(
        graph: &Graph,
        parameters: Vec<f32>,
        statistics: Vec<f32>,
    ) -> Option<Weights> {
        let layout = Layout::new(graph);
        let fits = parameters.len() == layout.parameter_count()
            && statistics.len() == layout.statistic_count();
        fits.then_some(Weights { parameters, statistics })
    }

    /// Everything that is learned.
    pub fn parameters(&self) -> &[f32] {
        &self.parameters
    }

    /// Everything that is learned, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f32] {
        &mut self.parameters
    }

    /// The running statistics.
    pub fn statistics(&self) -> &[f32] {
        &self.statistics
    }

    /// The running statistics, to be changed.
    pub fn statistics_mut(&mut self) -> &mut [f32] {
        &mut self.statistics
    }

    /// Both lists, to be changed: parameters, statistics.
    pub fn lists_mut(&mut self) -> (&mut [f32], &mut [f32]) {
        (&mut self.parameters, &mut self.statistics)
    }
}
