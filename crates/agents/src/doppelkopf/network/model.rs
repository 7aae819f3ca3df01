use crate::doppelkopf::features::{ANSWERS, FLAGS, VERSION, WORDS};
use kontra_nets::{BadWeights, Graph, Instructions, Network, Op, Weights};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A network that answers questions of Doppelkopf.
#[derive(Clone, Debug)]
pub struct Model {
    network: Network,
}

/// The name of the fact that says which features the weights were trained for.
const FEATURES: &str = "features";

impl Model {
    /// The network that comes with the program. It is read once.
    ///
    /// # Panics
    ///
    /// Never: a test reads it.
    pub fn shipped() -> &'static Model {
        static ONCE: OnceLock<Model> = OnceLock::new();
        ONCE.get_or_init(|| {
            Model::read(kontra_models::DOPPELKOPF).expect("the weights that come with the program")
        })
    }

    /// The same network with the fastest instructions for batches, which may round more (see [`Instructions::Amx`]). It is
    /// read once.
    ///
    /// # Panics
    ///
    /// Never: it is the same file.
    pub fn shipped_for_batches() -> &'static Model {
        static ONCE: OnceLock<Model> = OnceLock::new();
        ONCE.get_or_init(|| {
            let model = Model::read_for(kontra_models::DOPPELKOPF, Instructions::Amx);
            model.expect("the weights that come with the program")
        })
    }

    /// The network itself.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Reads weights from the bytes of a file. They must have been trained for these features and answers.
    pub fn read(bytes: &[u8]) -> Result<Model, BadWeights> {
        Model::read_for(bytes, Instructions::best())
    }

    fn read_for(bytes: &[u8], instructions: Instructions) -> Result<Model, BadWeights> {
        let (graph, weights, facts) = Weights::from_file(bytes)?;
        features_of(&facts)?;
        check(&graph).map_err(|why| BadWeights::new(format!("weights: {why}")))?;
        Ok(Model { network: Network::with_instructions(&graph, &weights, instructions) })
    }
}

/// Checks what weights were trained for.
pub(super) fn features_of(facts: &BTreeMap<String, String>) -> Result<(), BadWeights> {
    let found = facts.get(FEATURES).map_or("none", String::as_str);
    let why = || format!("weights: expected the features {VERSION}, found {found}");
    if found == VERSION { Ok(()) } else { Err(BadWeights::new(why())) }
}

/// One input of bits, a value for each answer and one that they share, and perhaps flags.
fn check(graph: &Graph) -> Result<(), String> {
    let inputs: Vec<_> = graph.inputs().collect();
    let bits = matches!(inputs[..], [(value, Op::Bits)] if graph.shape(value).width == 64 * WORDS);
    let width = |name: &str| graph.output(name).map(|value| graph.shape(value).len());
    if !bits || width("values") != Some(ANSWERS + 1) {
        return Err(format!("expected {} bits and {} values", 64 * WORDS, ANSWERS + 1));
    }
    match width("flags") {
        None => Ok(()),
        Some(flags) if flags == FLAGS => Ok(()),
        Some(flags) => Err(format!("expected {FLAGS} flags, found {flags}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_nets::{Builder, Precision};

    #[test]
    fn the_network_that_comes_with_the_program_can_be_read() {
        assert_eq!(Model::shipped().network().graph().outputs().count(), 2);
    }

    #[test]
    fn weights_of_another_kind_are_refused_with_a_sentence() {
        let refused = |bytes: &[u8]| Model::read(bytes).unwrap_err().to_string();
        let mut b = Builder::new();
        let bits = b.bits(64);
        let values = b.linear(bits, 3);
        let graph = b.finish(&[("values", values)]);
        let file = |facts: &[(&str, &str)]| {
            Weights::zeros(&graph).to_file(&graph, Precision::F32, facts).unwrap()
        };
        assert_eq!(
            refused(&file(&[])),
            format!("weights: expected the features {VERSION}, found none")
        );
        let other = refused(&file(&[(FEATURES, VERSION)]));
        assert!(other.starts_with("weights: expected 1280 bits and 44 values"), "{other}");
        let whole = kontra_models::DOPPELKOPF;
        assert!(refused(&whole[..whole.len() / 2]).starts_with("weights:"));
        assert!(refused(b"").starts_with("weights:"));
    }
}
