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

/// A player of an eighth of the size, taught by the strong one: for where a decision must cost little.
const FAST: &[u8] = include_bytes!("../../../weights/doppelkopf-fast.packed");

impl Model {
    /// The strong network that comes with the program.
    pub fn shipped() -> &'static Model {
        static ONCE: OnceLock<Model> = OnceLock::new();
        read_once(&ONCE, kontra_models::DOPPELKOPF, Instructions::best())
    }

    /// The same network with the fastest instructions for batches, which may round more (see [`Instructions::Amx`]).
    pub fn shipped_for_batches() -> &'static Model {
        static ONCE: OnceLock<Model> = OnceLock::new();
        read_once(&ONCE, kontra_models::DOPPELKOPF, Instructions::Amx)
    }

    /// The fast network that comes with the program.
    pub fn fast() -> &'static Model {
        static ONCE: OnceLock<Model> = OnceLock::new();
        read_once(&ONCE, FAST, Instructions::best())
    }

    /// The network that a parameter of an agent names: `strong`, `fast`, or a file. One sentence says what was found instead.
    pub fn named(name: &str) -> Result<Model, String> {
        match name {
            "strong" => Ok(Model::shipped().clone()),
            "fast" => Ok(Model::fast().clone()),
            file if crate::is_path(file) => {
                let bytes = std::fs::read(file).map_err(|e| format!("'{file}': {e}"))?;
                Model::read(&bytes).map_err(|e| format!("'{file}': {e}"))
            }
            other => Err(format!("'{other}', which is neither a file's path nor a known name")),
        }
    }

    /// The network itself.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Reads weights from the bytes of a file. They must have been trained for these features and answers.
    pub fn read(bytes: &[u8]) -> Result<Model, BadWeights> {
        Model::read_for(bytes, Instructions::best())
    }

    /// The same with the fastest instructions for batches, which may round more (see [`Instructions::Amx`]).
    pub fn read_for_batches(bytes: &[u8]) -> Result<Model, BadWeights> {
        Model::read_for(bytes, Instructions::Amx)
    }

    fn read_for(bytes: &[u8], instructions: Instructions) -> Result<Model, BadWeights> {
        let (graph, weights, facts) = Weights::from_file(bytes)?;
        features_of(&facts)?;
        check(&graph).map_err(|why| BadWeights::new(format!("weights: {why}")))?;
        Ok(Model { network: Network::with_instructions(&graph, &weights, instructions) })
    }
}

/// Reads weights that come with the program when they are first needed.
///
/// # Panics
///
/// Never: a test reads them.
fn read_once(
    once: &'static OnceLock<Model>,
    bytes: &[u8],
    instructions: Instructions,
) -> &'static Model {
    once.get_or_init(|| {
        Model::read_for(bytes, instructions).expect("the weights that come with the program")
    })
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
    fn the_networks_that_come_with_the_program_can_be_read() {
        for model in [Model::shipped(), Model::shipped_for_batches(), Model::fast()] {
            assert_eq!(model.network().graph().outputs().count(), 2);
        }
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
