use super::{CARD_ANSWERS, CARD_BITS, VERSION};
use kontra_nets::{BadWeights, Graph, Network, Op, Weights};

/// A network that predicts the next card.
#[derive(Clone, Debug)]
pub struct CardModel {
    network: Network,
}

/// The name of the fact that says which inputs the weights were trained for.
const FEATURES: &str = "features";

/// Weights that come with the program.
const NAMED: [(&str, &[u8]); 2] = [
    ("nn1", include_bytes!("../../../weights/doppelkopf-cards-nn1.packed")),
    ("nn7", include_bytes!("../../../weights/doppelkopf-cards-nn7.packed")),
];

/// The network of this name, or in this file.
pub fn card_model_named(name: &str) -> Result<CardModel, String> {
    match NAMED.iter().find(|(known, _)| *known == name) {
        Some((_, bytes)) => CardModel::read(bytes).map_err(|e| e.to_string()),
        None if crate::is_path(name) => {
            let bytes = std::fs::read(name).map_err(|e| format!("'{name}': {e}"))?;
            CardModel::read(&bytes).map_err(|e| format!("'{name}': {e}"))
        }
        None => Err(format!("'{name}', which is neither a file's path nor a known name")),
    }
}

impl CardModel {
    /// A network with these weights.
    pub fn new(graph: &Graph, weights: &Weights) -> Result<CardModel, BadWeights> {
        let inputs: Vec<_> = graph.inputs().collect();
        let bits =
            matches!(inputs[..], [(value, Op::Bits)] if graph.shape(value).width == CARD_BITS);
        let cards = graph.output("cards").map(|value| graph.shape(value).len());
        if !bits || cards != Some(CARD_ANSWERS) {
            let why = format!("weights: expected {CARD_BITS} bits and {CARD_ANSWERS} cards");
            return Err(BadWeights::new(why));
        }
        Ok(CardModel { network: Network::new(graph, weights) })
    }

    /// Reads weights from the bytes of a file. They must have been trained for these inputs.
    pub fn read(bytes: &[u8]) -> Result<CardModel, BadWeights> {
        let (graph, weights, facts) = Weights::from_file(bytes)?;
        let found = facts.get(FEATURES).map_or("none", String::as_str);
        if found != VERSION {
            let why = format!("weights: expected the features {VERSION}, found {found}");
            return Err(BadWeights::new(why));
        }
        CardModel::new(&graph, &weights)
    }

    /// The network itself.
    pub fn network(&self) -> &Network {
        &self.network
    }
}
