use super::Checkpoint;
use crate::{LearnerState, Trouble};
use kontra_nets::{Graph, Layout, Weights, sorted_metadata};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The names of facts that every checkpoint has.
const STEP: &str = "step";
const CONFIGURATION: &str = "configuration";
const CONFIGURATION_HASH: &str = "configuration-sha256";
/// Over all facts and all numbers: a single wrong bit is found.
const HASH: &str = "sha256";
/// Facts of the run have this before their names.
const OWN: &str = "run.";

fn bad(text: impl Into<String>) -> Trouble {
    Trouble(text.into())
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of a text.
pub(super) fn hash_of(text: &str) -> String {
    hex(Sha256::new_with_prefix(text))
}

fn hash_all<'a>(
    facts: &BTreeMap<String, String>,
    lists: impl Iterator<Item = (&'a str, &'a [u8])>,
) -> String {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    for (name, text) in facts.iter().filter(|(name, _)| *name != HASH) {
        add(name.as_bytes());
        add(text.as_bytes());
    }
    for (name, bytes) in lists {
        add(name.as_bytes());
        add(bytes);
    }
    hex(hash)
}

fn lists(state: &LearnerState) -> Vec<(String, &[f32])> {
    let named = [
        ("weights", state.weights.parameters()),
        ("weights.statistics", state.weights.statistics()),
        ("average", state.average.parameters()),
        ("average.statistics", state.average.statistics()),
    ];
    let named = named.into_iter().map(|(name, list)| (name.to_owned(), list));
    let moments = state.moments.iter().enumerate();
    named.chain(moments.map(|(n, list)| (format!("moments.{n}"), &list[..]))).collect()
}

impl Checkpoint {
    /// The bytes of a safetensors file with lists of `f32`: `weights`, `average` (each with its `statistics`), `moments.0` and
    /// so on, and the step, the configuration and its hash among the metadata.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Trouble> {
        let lists: Vec<(String, Vec<u8>)> = lists(&self.state)
            .into_iter()
            .map(|(name, list)| (name, list.iter().flat_map(|x| x.to_le_bytes()).collect()))
            .collect();
        let own = self.facts.iter().map(|(name, text)| (format!("{OWN}{name}"), text.clone()));
        let mut facts: BTreeMap<String, String> = own.collect();
        facts.insert(STEP.to_owned(), self.state.step.to_string());
        facts.insert(CONFIGURATION.to_owned(), self.configuration.clone());
        facts.insert(CONFIGURATION_HASH.to_owned(), hash_of(&self.configuration));
        let hash = hash_all(&facts, lists.iter().map(|(name, bytes)| (&name[..], &bytes[..])));
        facts.insert(HASH.to_owned(), hash);
        let mut views = Vec::with_capacity(lists.len());
        for (name, bytes) in &lists {
            let view = TensorView::new(Dtype::F32, vec![bytes.len() / 4], bytes);
            views.push((name.clone(), view.map_err(|e| bad(e.to_string()))?));
        }
        let facts = facts.into_iter().collect();
        let bytes = safetensors::serialize(views, Some(facts)).map_err(|e| bad(e.to_string()))?;
        Ok(sorted_metadata(bytes))
    }

    /// One sentence where a number is not finite: a run that diverged must not push out what could still be resumed.
    pub(super) fn check(&self) -> Result<(), Trouble> {
        for (name, list) in lists(&self.state) {
            if let Some(x) = list.iter().find(|x| !x.is_finite()) {
                return Err(bad(format!("expected finite numbers in '{name}', found {x}")));
            }
        }
        Ok(())
    }

    /// Reads what [`Checkpoint::to_bytes`] wrote. A file that is damaged, of another network, or with a number that is not
    /// finite is refused.
    pub fn from_bytes(bytes: &[u8], graph: &Graph) -> Result<Checkpoint, Trouble> {
        let damaged = |e: safetensors::SafeTensorError| bad(format!("damaged: {e}"));
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let tensors = SafeTensors::deserialize(bytes).map_err(damaged)?;
        let mut facts: BTreeMap<String, String> =
            header.metadata().clone().unwrap_or_default().into_iter().collect();
        let state = state(&tensors, graph, step(&facts)?)?;
        check_hash(&tensors, &state, &facts)?;
        let configuration = facts
            .remove(CONFIGURATION)
            .ok_or_else(|| bad("expected the configuration of the run in the metadata"))?;
        let own = facts.into_iter();
        let own = own.filter_map(|(name, text)| Some((name.strip_prefix(OWN)?.to_owned(), text)));
        Ok(Checkpoint { state, configuration, facts: own.collect() })
    }
}

fn step(facts: &BTreeMap<String, String>) -> Result<u64, Trouble> {
    let text =
        facts.get(STEP).ok_or_else(|| bad("expected the number of steps in the metadata"))?;
    text.parse().map_err(|_| bad(format!("expected a number of steps, found '{text}'")))
}

fn state(tensors: &SafeTensors<'_>, graph: &Graph, step: u64) -> Result<LearnerState, Trouble> {
    let layout = Layout::new(graph);
    let (parameters, statistics) = (layout.parameter_count(), layout.statistic_count());
    let weights = |name: &str| -> Result<Weights, Trouble> {
        let numbers = list(tensors, name, parameters)?;
        let statistics = list(tensors, &format!("{name}.statistics"), statistics)?;
        Weights::from_lists(graph, numbers, statistics)
            .ok_or_else(|| bad(format!("'{name}' is not that of this network")))
    };
    let moments = (0..).map(|n| format!("moments.{n}"));
    let moments = moments.take_while(|name| tensors.tensor(name).is_ok());
    Ok(LearnerState {
        weights: weights("weights")?,
        average: weights("average")?,
        moments: moments.map(|name| list(tensors, &name, parameters)).collect::<Result<_, _>>()?,
        step,
    })
}

fn list(tensors: &SafeTensors<'_>, name: &str, length: usize) -> Result<Vec<f32>, Trouble> {
    let tensor =
        tensors.tensor(name).map_err(|_| bad(format!("expected the list '{name}', found none")))?;
    if tensor.shape() != [length] || tensor.dtype() != Dtype::F32 {
        return Err(bad(format!(
            "expected the list '{name}' with {length} numbers of type F32, found {:?} of type {:?}",
            tensor.shape(),
            tensor.dtype()
        )));
    }
    let numbers: Vec<f32> =
        tensor.data().as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
    match numbers.iter().find(|x| !x.is_finite()) {
        Some(x) => Err(bad(format!("expected finite numbers in '{name}', found {x}"))),
        None => Ok(numbers),
    }
}

fn check_hash(
    tensors: &SafeTensors<'_>,
    state: &LearnerState,
    facts: &BTreeMap<String, String>,
) -> Result<(), Trouble> {
    let names: Vec<String> = lists(state).into_iter().map(|(name, _)| name).collect();
    let views: Vec<_> = names.iter().filter_map(|name| tensors.tensor(name).ok()).collect();
    let found =
        hash_all(facts, names.iter().map(|n| &n[..]).zip(views.iter().map(TensorView::data)));
    if facts.get(HASH) == Some(&found) && tensors.len() == names.len() {
        Ok(())
    } else {
        Err(bad("damaged: its contents do not have the hash that was written with them"))
    }
}
