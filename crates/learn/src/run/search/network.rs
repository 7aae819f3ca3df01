use crate::{First, first_weights_by};
use kontra_agents::just4fun::network::{CardFieldNet, FieldNet, Layers, Plane};
use kontra_nets::{Graph, Layout, Op, Value, Weights};
use serde::{Deserialize, Serialize};

/// Which network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NetworkKind {
    /// One tower over the board.
    FieldNet,
    /// A tower over the board and one over the cards.
    CardFieldNet,
}

/// How the filters of the first convolution begin.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kernels {
    /// Like all others.
    #[default]
    Random,
    /// The first four find lines (Gastegger 2024, section 5.4 and equation 7.1).
    Custom,
}

/// The network of a run. What is left out is as in the thesis's benchmarks (tables C.10 and C.12).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchNetworkFile {
    /// `fieldnet` or `cardfieldnet`.
    pub kind: NetworkKind,
    /// The planes of the board by name, or `full`, `minimal` or `champion` alone.
    #[serde(default = "full")]
    pub planes: Vec<String>,
    /// How the first filters begin.
    #[serde(default)]
    pub kernels: Kernels,
    /// Residual blocks.
    #[serde(default = "three")]
    pub blocks: usize,
    /// Filters of the tower.
    #[serde(default = "sixteen")]
    pub filters: usize,
    /// FieldNet: filters of the policy head.
    #[serde(default)]
    pub policy_filters: Option<usize>,
    /// FieldNet: filters of the value head.
    #[serde(default)]
    pub value_filters: Option<usize>,
    /// CardFieldNet: filters at the end of the board's tower.
    #[serde(default)]
    pub board_neurons: Option<usize>,
    /// CardFieldNet: layers, numbers in each and momentum of the cards' tower.
    #[serde(default)]
    pub cards: Option<(usize, usize, f32)>,
    /// CardFieldNet: the same of the common tower.
    #[serde(default)]
    pub common: Option<(usize, usize, f32)>,
    /// CardFieldNet: the same of the policy head.
    #[serde(default)]
    pub policy: Option<(usize, usize, f32)>,
    /// CardFieldNet: the same of the value head.
    #[serde(default)]
    pub value: Option<(usize, usize, f32)>,
    /// CardFieldNet: dropout.
    #[serde(default)]
    pub dropout: Option<f32>,
    /// How much running statistics move to those of a batch.
    #[serde(default = "momentum")]
    pub momentum: f32,
}

fn full() -> Vec<String> {
    vec!["full".to_owned()]
}

fn three() -> usize {
    3
}

fn sixteen() -> usize {
    16
}

fn momentum() -> f32 {
    0.8
}

impl SearchNetworkFile {
    /// The planes of the board.
    pub fn planes(&self) -> Result<Vec<Plane>, String> {
        match self.planes.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["full"] => Ok(Plane::FULL.to_vec()),
            ["minimal"] => Ok(Plane::MINIMAL.to_vec()),
            ["champion"] => Ok(Plane::champion()),
            [] => Err("expected at least one plane".to_owned()),
            ref names => names
                .iter()
                .map(|name| Plane::by_name(name).ok_or_else(|| format!("found no plane '{name}'")))
                .collect(),
        }
    }

    /// Whether it is shown the cards.
    pub fn sees_cards(&self) -> bool {
        self.kind == NetworkKind::CardFieldNet
    }

    /// One sentence where there is no such network.
    pub fn check(&self) -> Result<(), String> {
        self.planes()?;
        let layers = [self.cards, self.common, self.policy, self.value];
        let counts = layers.into_iter().flatten().flat_map(|(count, neurons, _)| [count, neurons]);
        let sizes = [self.policy_filters, self.value_filters, self.board_neurons];
        let sizes = sizes.into_iter().flatten().chain([self.filters]).chain(counts);
        if let Some(size) = sizes.into_iter().find(|size| !(1..=1024).contains(size)) {
            return Err(format!(
                "expected layers, filters and neurons from 1 to 1024, found {size}"
            ));
        }
        if self.blocks > 100 {
            return Err(format!("expected at most 100 blocks, found {}", self.blocks));
        }
        let momenta = layers.into_iter().flatten().map(|(_, _, momentum)| momentum);
        if let Some(x) = momenta.chain([self.momentum]).find(|x| !(*x > 0.0 && *x <= 1.0)) {
            return Err(format!("expected a momentum above 0, at most 1, found {x}"));
        }
        if self.dropout.is_some_and(|rate| !(0.0..1.0).contains(&rate)) {
            return Err("expected a dropout from 0 to below 1".to_owned());
        }
        if self.kernels == Kernels::Custom && self.filters < LINES.len() {
            return Err("expected at least 4 filters for custom kernels".to_owned());
        }
        Ok(())
    }

    /// The network without its numbers.
    pub fn graph(&self) -> Result<Graph, String> {
        let planes = self.planes()?.len();
        let (blocks, filters, momentum) = (self.blocks, self.filters, self.momentum);
        let layers = |given: Option<(usize, usize, f32)>, usual: Layers| {
            given.map_or(usual, |(count, neurons, momentum)| Layers { count, neurons, momentum })
        };
        Ok(match self.kind {
            NetworkKind::FieldNet => {
                let usual = FieldNet::BENCHMARK;
                let policy_filters = self.policy_filters.unwrap_or(usual.policy_filters);
                let value_filters = self.value_filters.unwrap_or(usual.value_filters);
                FieldNet { planes, blocks, filters, policy_filters, value_filters, momentum }
                    .graph()
            }
            NetworkKind::CardFieldNet => {
                let usual = CardFieldNet::BENCHMARK;
                CardFieldNet {
                    planes,
                    blocks,
                    filters,
                    momentum,
                    board_neurons: self.board_neurons.unwrap_or(usual.board_neurons),
                    cards: layers(self.cards, usual.cards),
                    common: layers(self.common, usual.common),
                    policy: layers(self.policy, usual.policy),
                    value: layers(self.value, usual.value),
                    dropout: self.dropout.unwrap_or(usual.dropout),
                }
                .graph()
            }
        })
    }

    /// The weights to begin with: after Glorot and Bengio, uniform; for the dense layers of CardFieldNet normal (6.4).
    pub fn first_weights(&self, graph: &Graph, seed: u64) -> Weights {
        let rule = |value: Value| {
            let dense = graph.shape(value).cells == 1;
            if dense && self.sees_cards() { First::GlorotNormal } else { First::Glorot }
        };
        let mut weights = first_weights_by(graph, rule, false, seed);
        if self.kernels == Kernels::Custom {
            set_kernels(graph, &mut weights);
        }
        weights
    }
}

/// Equation 7.1: vertical, horizontal, and both diagonals.
const LINES: [[f32; 9]; 4] = [
    [-1.0, 2.0, -1.0, -1.0, 2.0, -1.0, -1.0, 2.0, -1.0],
    [-1.0, -1.0, -1.0, 2.0, 2.0, 2.0, -1.0, -1.0, -1.0],
    [-1.0, -1.0, 2.0, -1.0, 2.0, -1.0, 2.0, -1.0, -1.0],
    [2.0, -1.0, -1.0, -1.0, 2.0, -1.0, -1.0, -1.0, 2.0],
];

/// The first filters of the first convolution become these lines, for every plane.
fn set_kernels(graph: &Graph, weights: &mut Weights) {
    let layout = Layout::new(graph);
    let nodes = graph.nodes().iter().enumerate();
    let first = nodes.filter_map(|(place, node)| match node.op {
        Op::Linear { from, .. } if matches!(graph.nodes()[from.0].op, Op::Patches { .. }) => {
            layout.weight(Value(place)).map(|slot| (slot.range.clone(), graph.shape(from).width))
        }
        _ => None,
    });
    let Some((range, inputs)) = first.into_iter().next() else { return };
    let list = &mut weights.parameters_mut()[range];
    for (filter, line) in list.chunks_exact_mut(inputs).zip(LINES) {
        // The nine neighbours lie side by side, each with all its planes.
        for (taps, x) in filter.chunks_exact_mut(inputs / 9).zip(line) {
            taps.fill(x);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_nets::Network;

    fn file(text: &str) -> SearchNetworkFile {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn what_is_left_out_is_as_in_the_thesis() {
        assert_eq!(file("kind = 'fieldnet'").graph().unwrap(), FieldNet::BENCHMARK.graph());
        assert_eq!(file("kind = 'cardfieldnet'").graph().unwrap(), CardFieldNet::BENCHMARK.graph());
        let minimal = file("kind = 'fieldnet'\nplanes = ['minimal']\nblocks = 2");
        assert_eq!(minimal.graph().unwrap(), FieldNet::MINIMAL.graph());
    }

    #[test]
    fn custom_kernels_find_lines_on_every_plane() {
        let file = file("kind = 'fieldnet'\nkernels = 'custom'\nplanes = ['stones', 'values']");
        file.check().unwrap();
        let graph = file.graph().unwrap();
        let weights = file.first_weights(&graph, 1);
        let layout = Layout::new(&graph);
        let slot = &layout.parameters[0];
        assert_eq!(slot.shape, [16, 18]);
        let filter = |n: usize| &weights.parameters()[slot.range.start + 18 * n..][..18];
        let twice = |line: [f32; 9]| line.iter().flat_map(|x| [*x, *x]).collect::<Vec<f32>>();
        assert_eq!(filter(0), twice([-1.0, 2.0, -1.0, -1.0, 2.0, -1.0, -1.0, 2.0, -1.0]));
        assert_eq!(filter(3), twice([2.0, -1.0, -1.0, -1.0, 2.0, -1.0, -1.0, -1.0, 2.0]));
        assert!(filter(4).iter().all(|x| x.abs() < 1.0), "random");
        // A network with them can be evaluated.
        let mut evaluator = Network::new(&graph, &weights).evaluator();
        evaluator.evaluate_dense(&[&[1.0; 72]], 1);
        assert!(evaluator.output("value").unwrap()[0].is_finite());
    }

    #[test]
    fn networks_that_cannot_be_are_refused() {
        for (text, words) in [
            ("kind = 'fieldnet'\nplanes = ['nothing']", "found no plane 'nothing'"),
            ("kind = 'fieldnet'\nfilters = 0", "found 0"),
            ("kind = 'fieldnet'\nmomentum = 0.0", "momentum"),
            ("kind = 'cardfieldnet'\ndropout = 1.0", "dropout"),
            ("kind = 'cardfieldnet'\ncommon = [3, 48, 2.0]", "momentum"),
        ] {
            let why = file(text).check().unwrap_err();
            assert!(why.contains(words), "{why}");
        }
    }
}
