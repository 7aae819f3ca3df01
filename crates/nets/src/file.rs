use crate::weights::{Layout, Slot};
use crate::{Graph, Weights};
use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use std::collections::BTreeMap;
use thiserror::Error;

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
        let bytes: Vec<(&Slot, Vec<u8>)> = parts
            .map(|(slot, list)| (slot, to_bytes(&list[slot.range.clone()], precision)))
            .collect();
        let kind = if precision == Precision::F32 { Dtype::F32 } else { Dtype::F16 };
        let mut views = Vec::with_capacity(bytes.len());
        for (slot, bytes) in &bytes {
            let view =
                TensorView::new(kind, slot.shape.clone(), bytes).map_err(|e| bad(e.to_string()))?;
            views.push((slot.name.clone(), view));
        }
        let graph = serde_json::to_string(graph).map_err(|e| bad(e.to_string()))?;
        let facts = facts.iter().copied().chain([(GRAPH, graph.as_str())]);
        let facts = facts.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        let bytes = safetensors::serialize(views, Some(facts)).map_err(|e| bad(e.to_string()))?;
        Ok(sorted_metadata(bytes))
    }

    /// Reads what [`Weights::to_file`] wrote: the graph, the weights, and the facts.
    ///
    /// Every number must be there and finite: a damaged file is refused.
    pub fn from_file(
        bytes: &[u8],
    ) -> Result<(Graph, Weights, BTreeMap<String, String>), BadWeights> {
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
        read_all(&tensors, &layout.parameters, weights.parameters_mut())?;
        read_all(&tensors, &layout.statistics, weights.statistics_mut())?;
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

fn to_bytes(numbers: &[f32], precision: Precision) -> Vec<u8> {
    match precision {
        Precision::F32 => numbers.iter().flat_map(|x| x.to_le_bytes()).collect(),
        Precision::F16 => numbers.iter().flat_map(|x| f16::from_f32(*x).to_le_bytes()).collect(),
    }
}

fn read_all(tensors: &SafeTensors<'_>, slots: &[Slot], list: &mut [f32]) -> Result<(), BadWeights> {
    for slot in slots {
        let at = |why: String| bad(format!("weights, tensor '{}': {why}", slot.name));
        let tensor =
            tensors.tensor(&slot.name).map_err(|_| at("expected it, found nothing".to_owned()))?;
        if tensor.shape() != slot.shape {
            return Err(at(format!(
                "expected the shape {:?}, found {:?}",
                slot.shape,
                tensor.shape()
            )));
        }
        let out = &mut list[slot.range.clone()];
        match tensor.dtype() {
            Dtype::F32 => fill(out, tensor.data(), |b: [u8; 4]| f32::from_le_bytes(b)),
            Dtype::F16 => fill(out, tensor.data(), |b: [u8; 2]| f16::from_le_bytes(b).to_f32()),
            other => return Err(at(format!("expected F32 or F16, found {other:?}"))),
        }
        if let Some(x) = out.iter().find(|x| !x.is_finite()) {
            return Err(at(format!("expected finite numbers, found {x}")));
        }
    }
    Ok(())
}

fn fill<const N: usize>(out: &mut [f32], bytes: &[u8], number: impl Fn([u8; N]) -> f32) {
    for (x, b) in out.iter_mut().zip(bytes.as_chunks::<N>().0) {
        *x = number(*b);
    }
}
