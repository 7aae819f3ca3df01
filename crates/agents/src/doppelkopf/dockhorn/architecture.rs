use super::{CARD_ANSWERS, CARD_BITS};
use kontra_nets::{Activation, Builder, Graph};
use std::fmt;
use std::str::FromStr;

/// How much running statistics move to those of a batch: Keras's usual momentum of 0.99.
const MOMENTUM: f32 = 0.01;
/// The widest layer that a name may ask for.
const WIDEST: usize = 8192;
/// The most layers that a name may ask for.
const DEEPEST: usize = 32;

/// A network as the paper writes it: `406-700-0.2-bn-406-bn-24` is 406 inputs, 700 neurons, dropout of 0.2, a batch normalization, 406
/// neurons, a batch normalization, 24 outputs.
///
/// ```
/// use kontra_agents::doppelkopf::dockhorn::CardNet;
///
/// let net: CardNet = "406-100-0.2-24".parse()?;
/// assert_eq!(net.to_string(), "406-100-0.2-24");
/// assert!("406-24-100".parse::<CardNet>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct CardNet {
    layers: Vec<Layer>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Layer {
    /// Neurons with an activation.
    Neurons(usize),
    Dropout(f32),
    BatchNorm,
}

/// NN1 to NN7 (table IV).
pub const NETS: [(&str, &str); 7] = [
    ("nn1", "406-100-0.2-24"),
    ("nn2", "406-812-0.2-406-24"),
    ("nn3", "406-3248-0.2-406-24"),
    ("nn4", "406-6496-0.2-406-24"),
    ("nn5", "406-1624-0.2-812-406-203-100-50-24"),
    ("nn6", "406-3248-0.2-1624-812-406-203-100-50-24"),
    ("nn7", "406-700-0.2-bn-406-bn-24"),
];

/// The network of this name, or of these layers.
pub fn named_net(text: &str) -> Result<CardNet, String> {
    NETS.iter().find(|(name, _)| *name == text).map_or(text, |(_, layers)| layers).parse()
}

impl CardNet {
    /// The network without its numbers: one input of bits, and the output `cards` before the softmax.
    pub fn graph(&self, activation: Activation) -> Graph {
        let mut b = Builder::new();
        let mut last = b.bits(CARD_BITS);
        for layer in &self.layers {
            last = match *layer {
                Layer::Neurons(count) => {
                    let sums = b.linear(last, count);
                    b.activation(sums, activation)
                }
                Layer::Dropout(rate) => b.dropout(last, rate),
                Layer::BatchNorm => b.batch_norm_with(last, MOMENTUM),
            };
        }
        let cards = b.linear(last, CARD_ANSWERS);
        b.finish(&[("cards", cards)])
    }
}

impl FromStr for CardNet {
    type Err = String;

    fn from_str(text: &str) -> Result<CardNet, String> {
        let wrong = || {
            format!(
                "expected {} or layers such as 406-100-0.2-24, found '{text}'",
                NETS.map(|(name, _)| name).join(", ")
            )
        };
        let inside = text.strip_prefix("406-").and_then(|rest| rest.strip_suffix("-24"));
        let layers = inside.ok_or_else(wrong)?.split('-').map(|part| match part {
            "bn" => Some(Layer::BatchNorm),
            _ if part.contains('.') => {
                let rate: f32 = part.parse().ok()?;
                (0.0..1.0).contains(&rate).then_some(Layer::Dropout(rate))
            }
            _ => {
                let count: usize = part.parse().ok()?;
                (1..=WIDEST).contains(&count).then_some(Layer::Neurons(count))
            }
        });
        let layers: Vec<Layer> = layers.collect::<Option<_>>().ok_or_else(wrong)?;
        let fits = layers.len() <= DEEPEST && matches!(layers.first(), Some(Layer::Neurons(_)));
        fits.then_some(CardNet { layers }).ok_or_else(wrong)
    }
}

impl fmt::Display for CardNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{CARD_BITS}")?;
        for layer in &self.layers {
            match layer {
                Layer::Neurons(count) => write!(f, "-{count}")?,
                Layer::Dropout(rate) => write!(f, "-{rate:?}")?,
                Layer::BatchNorm => write!(f, "-bn")?,
            }
        }
        write!(f, "-{CARD_ANSWERS}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_nets::{Layout, Op};

    fn weights(name: &str) -> usize {
        Layout::new(&named_net(name).unwrap().graph(Activation::Relu)).parameter_count()
    }

    #[test]
    fn the_papers_networks_have_its_layers() {
        for (name, layers) in NETS {
            assert_eq!(named_net(name).unwrap().to_string(), layers);
        }
        assert_eq!(weights("nn1"), 406 * 100 + 100 + 100 * 24 + 24);
        assert_eq!(weights("nn2"), 407 * 812 + 813 * 406 + 407 * 24);
        // Two normalizations with a scale and a shift each.
        assert_eq!(weights("nn7"), 407 * 700 + 2 * 700 + 701 * 406 + 2 * 406 + 407 * 24);
        let graph = named_net("nn7").unwrap().graph(Activation::Relu);
        let kinds: Vec<&str> = graph.nodes().iter().map(|node| kind(node.op)).collect();
        let expected =
            ["bits", "linear", "act", "dropout", "norm", "linear", "act", "norm", "linear"];
        assert_eq!(kinds, expected);
    }

    fn kind(op: Op) -> &'static str {
        match op {
            Op::Bits => "bits",
            Op::Linear { .. } => "linear",
            Op::Act { .. } => "act",
            Op::Dropout { .. } => "dropout",
            Op::BatchNorm { .. } => "norm",
            _ => "other",
        }
    }

    #[test]
    fn other_names_get_a_sentence() {
        for text in
            ["", "nn8", "406-24", "406-0-24", "406-0.2-100-24", "406-100-1.5-24", "406-x-24"]
        {
            let why = text.parse::<CardNet>().unwrap_err();
            assert!(why.ends_with(&format!("found '{text}'")), "{why}");
        }
    }
}
