mod bytes;
mod packed;
mod reader;
mod writer;

use crate::weights::Layout;
use crate::{Graph, Weights};
use safetensors::tensor::{SafeTensors, TensorView};
use std::collections::BTreeMap;
use thiserror::Error;

pub use packed::{pack, unpack};

/// Why a file holds no weights: one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct BadWeights(String);

impl BadWeights {
    /// This sentence.
    pub fn new(text: impl Into<String>) -> BadWeights {
        BadWeights(text.into())
    }
}

fn bad(text: impl Into<String>) -> BadWeights {
    BadWeights::new(text)
}

/// How numbers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// 32 bits: exactly what was learned.
    F32,
    /// 16 bits: half the file, for networks that are shipped.
    F16,
    /// 16 bits, of which the last three are zero: packed, a file has a fifth less than with [`Precision::F16`].
    F13,
    /// Matrices in 8 bits, with one scale in 32 bits for each of their rows: a quarter of the file. Everything else is
    /// small, and stays as [`Precision::F32`] has it.
    I8,
}

impl Precision {
    /// All of them, with the names that programs have for them.
    pub const NAMES: [(&str, Precision); 4] = [
        ("f32", Precision::F32),
        ("f16", Precision::F16),
        ("f13", Precision::F13),
        ("i8", Precision::I8),
    ];
}

/// The name under which the graph is kept among a file's metadata.
const GRAPH: &str = "graph";

impl Weights {
    /// The weights and their graph as the bytes of a safetensors file, with further facts about them.
    pub fn to_file(
        &self,
        graph: &Graph,
        precision: Precision,
        facts: &[(&str, &str)],
    ) -> Result<Vec<u8>, BadWeights> {
        let layout = Layout::new(graph);
        let parts = layout.parameters.iter().map(|slot| (slot, self.parameters()));
        let parts = parts.chain(layout.statistics.iter().map(|slot| (slot, self.statistics())));
        let mut tensors = Vec::new();
        for (slot, list) in parts {
            writer::write(slot, &list[slot.range.clone()], precision, &mut tensors)?;
        }
        let mut views = Vec::with_capacity(tensors.len());
        for tensor in &tensors {
            let view = TensorView::new(tensor.kind, tensor.shape.clone(), &tensor.bytes);
            views.push((tensor.name.as_str(), view.map_err(|e| bad(e.to_string()))?));
        }
        let graph = serde_json::to_string(graph).map_err(|e| bad(e.to_string()))?;
        let facts = facts.iter().copied().chain([(GRAPH, graph.as_str())]);
        let facts = facts.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        let bytes = safetensors::serialize(views, Some(facts)).map_err(|e| bad(e.to_string()))?;
        Ok(sorted_metadata(bytes))
    }

    /// Reads what [`Weights::to_file`] wrote, packed or not: the graph, the weights, and the facts.
    ///
    /// Every number must be there and finite: a damaged file is refused.
    pub fn from_file(
        bytes: &[u8],
    ) -> Result<(Graph, Weights, BTreeMap<String, String>), BadWeights> {
        let bytes = &*unpack(bytes)?;
        let (_, header) =
            SafeTensors::read_metadata(bytes).map_err(|e| bad(format!("weights: {e}")))?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|e| bad(format!("weights: {e}")))?;
        let mut facts: BTreeMap<_, _> =
            header.metadata().clone().unwrap_or_default().into_iter().collect();
        let graph = facts
            .remove(GRAPH)
            .ok_or_else(|| bad("weights: expected the network's graph in the metadata"))?;
        let graph: Graph =
            serde_json::from_str(&graph).map_err(|e| bad(format!("weights, graph: {e}")))?;
        graph.check().map_err(bad)?;
        let layout = Layout::new(&graph);
        let wanted = layout.parameter_count() + layout.statistic_count();
        if wanted > bytes.len() {
            return Err(bad(format!(
                "weights: expected {wanted} numbers, found a file of {} bytes",
                bytes.len()
            )));
        }
        let mut weights = Weights::zeros(&graph);
        let reader = reader::TensorReader::new(&tensors, &layout)?;
        reader.read(&layout.parameters, weights.parameters_mut())?;
        reader.read(&layout.statistics, weights.statistics_mut())?;
        Ok((graph, weights, facts))
    }
}

/// A safetensors file with its metadata in alphabetical order: equal contents are equal bytes. What is no such file stays as it is.
pub fn sorted_metadata(mut bytes: Vec<u8>) -> Vec<u8> {
    let sorted = || -> Option<String> {
        let length = usize::try_from(u64::from_le_bytes(*bytes.first_chunk()?)).ok()?;
        let header = bytes.get(8..8usize.checked_add(length)?)?;
        let mut header: serde_json::Map<String, serde_json::Value> =
            serde_json::from_slice(header).ok()?;
        header.get_mut("__metadata__")?.as_object_mut()?.sort_keys();
        let text = serde_json::to_string(&header).ok()?;
        (text.len() <= length).then(|| format!("{text:length$}"))
    };
    if let Some(header) = sorted() {
        bytes[8..8 + header.len()].copy_from_slice(header.as_bytes());
    }
    bytes
}
