use crate::random::{self, FIRST};
use kontra_nets::{Graph, Layout, Op, Value, Weights};
use serde::{Deserialize, Serialize};

/// How the weights of linear layers begin. Scales begin at 1, shifts and biases at 0.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// Normal, variance 2 / inputs (He et al. 2015).
    #[default]
    He,
    /// Uniform, variance 2 / (inputs + outputs) (Glorot and Bengio 2010).
    Glorot,
    /// Normal, with the same variance.
    GlorotNormal,
}

/// First weights from a seed. `zero_outputs`: a linear layer that is an output begins at zero, so that a network that knows
/// nothing says nothing.
pub fn first_weights(graph: &Graph, first: First, zero_outputs: bool, seed: u64) -> Weights {
    first_weights_by(graph, |_| first, zero_outputs, seed)
}

/// The same with a rule for each linear layer.
pub fn first_weights_by(
    graph: &Graph,
    first: impl Fn(Value) -> First,
    zero_outputs: bool,
    seed: u64,
) -> Weights {
    let layout = Layout::new(graph);
    let mut weights = Weights::zeros(graph);
    let parameters = weights.parameters_mut();
    for (place, node) in graph.nodes().iter().enumerate() {
        let Some(slot) = layout.weight(Value(place)) else { continue };
        let list = &mut parameters[slot.range.clone()];
        let Op::Linear { from, .. } = node.op else {
            list.fill(1.0);
            continue;
        };
        if zero_outputs && graph.outputs().any(|(_, v)| v.0 == place) {
            continue;
        }
        let inputs = graph.shape(from).width;
        // a convolution's output goes to nine neighbours
        let taps = if matches!(graph.nodes()[from.0].op, Op::Patches { .. }) { 9 } else { 1 };
        let outputs = node.shape.width * taps;
        for (n, w) in list.iter_mut().enumerate() {
            let word = |lane| random::word(seed, random::at(FIRST, place), 0, 2 * n as u32 + lane);
            *w = match first(Value(place)) {
                First::He => {
                    ((2.0 / inputs as f64).sqrt() * random::normal(word(0), word(1))) as f32
                }
                First::Glorot => {
                    let end = (6.0 / (inputs + outputs) as f64).sqrt();
                    (end * (2.0 * f64::from(random::unit(word(0))) - 1.0)) as f32
                }
                First::GlorotNormal => {
                    let deviation = (2.0 / (inputs + outputs) as f64).sqrt();
                    (deviation * random::normal(word(0), word(1))) as f32
                }
            };
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_nets::Builder;

    #[test]
    fn first_weights_have_the_variance_of_their_rule() {
        let mut b = Builder::new();
        let x = b.dense(4, 20);
        let y = b.convolution(x, 40);
        let n = b.batch_norm(y);
        let f = b.flatten(n);
        let v = b.linear(f, 5);
        let graph = b.finish(&[("values", v)]);
        let layout = Layout::new(&graph);
        let rules = [
            (First::He, 2.0 / 180.0),
            (First::Glorot, 2.0 / 540.0),
            (First::GlorotNormal, 2.0 / 540.0),
        ];
        for (first, variance) in rules {
            let weights = first_weights(&graph, first, true, 7);
            let list = &weights.parameters()[layout.weight(y).unwrap().range.clone()];
            let square = list.iter().map(|w| f64::from(w * w)).sum::<f64>() / list.len() as f64;
            assert!((square / variance - 1.0).abs() < 0.05, "{first:?}: {square}");
            let range = |v| layout.weight(v).unwrap().range.clone();
            assert!(weights.parameters()[range(n)].iter().all(|w| *w == 1.0));
            assert!(weights.parameters()[range(v)].iter().all(|w| *w == 0.0));
            assert_eq!(weights, first_weights(&graph, first, true, 7));
            assert_ne!(weights, first_weights(&graph, first, true, 8));
        }
    }
}
