use crate::error::expected;
use crate::seat::Known;
use crate::view::View;
use kontra_agents::doppelkopf::features::{WORDS, Watch, encode};
use kontra_agents::games::Doppelkopf;
use kontra_nets::{Op, Weights};
use numpy::{PyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A network: one that comes with the package (`Network.shipped`), or a safetensors file (`Network.load`), also one that was
/// trained elsewhere; the book's chapter on networks has the format.
///
/// >>> import kontra_games as kg
/// >>> network = kg.Network.shipped("doppelkopf")
/// >>> network.inputs, network.outputs["values"]
/// ([1280], 44)
/// >>> view = kg.load_game("doppelkopf").new_initial_state(1).view(0)
/// >>> bits = kg.Network.doppelkopf_features(view)
/// >>> network.evaluate(bits[None])["values"].shape
/// (1, 44)
#[pyclass(module = "kontra_games", frozen)]
pub(crate) struct Network {
    network: kontra_nets::Network,
    facts: BTreeMap<String, String>,
}

impl Network {
    fn read(bytes: &[u8]) -> PyResult<Network> {
        let read = Weights::from_file(bytes);
        let (graph, weights, facts) = read.map_err(|bad| PyValueError::new_err(bad.to_string()))?;
        let facts = facts.into_iter().collect();
        Ok(Network { network: kontra_nets::Network::new(&graph, &weights), facts })
    }
}

#[pymethods]
impl Network {
    /// Reads a safetensors file.
    #[staticmethod]
    fn load(path: PathBuf) -> PyResult<Network> {
        Network::read(&std::fs::read(path)?)
    }

    /// The network that comes with the package for a game.
    #[staticmethod]
    fn shipped(game: &str) -> PyResult<Network> {
        match game {
            "doppelkopf" => Network::read(kontra_models::DOPPELKOPF),
            other => Err(expected("game", "doppelkopf", kontra_game::quote(other))),
        }
    }

    /// What the shipped Doppelkopf network is shown of a view: truth values.
    #[staticmethod]
    fn doppelkopf_features<'py>(
        py: Python<'py>,
        view: &View,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let name = view.view.table().id().name();
        let known = view.view.as_any().downcast_ref::<Known<Doppelkopf>>();
        let known = known.ok_or_else(|| expected("view", "one of doppelkopf", name))?;
        let mut words = [0; WORDS];
        encode(&known.view, &Watch::of_history(known.seen.history()), &mut words);
        let bits = (0..64 * WORDS).map(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect();
        Ok(PyArray1::from_vec(py, bits))
    }

    /// How many numbers each input has.
    #[getter]
    fn inputs(&self) -> Vec<usize> {
        let graph = self.network.graph();
        graph.inputs().map(|(value, _)| graph.shape(value).len()).collect()
    }

    /// How many numbers each output has.
    #[getter]
    fn outputs(&self) -> BTreeMap<String, usize> {
        let graph = self.network.graph();
        graph.outputs().map(|(name, value)| (name.to_owned(), graph.shape(value).len())).collect()
    }

    /// What the file says about itself.
    #[getter]
    fn metadata(&self) -> BTreeMap<String, String> {
        self.facts.clone()
    }

    /// Evaluates a batch: for each input an array with one row for each position, of truth values where the network reads bits
    /// and of float32 otherwise. Returns a dictionary with an array for each output.
    #[pyo3(signature = (*inputs))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        inputs: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let graph = self.network.graph();
        let kinds: Vec<(usize, Op)> =
            graph.inputs().map(|(value, op)| (graph.shape(value).len(), op)).collect();
        if kinds.len() != inputs.len() {
            let expected_arrays = format!("{} arrays", kinds.len());
            return Err(expected("inputs", expected_arrays, inputs.len()));
        }
        let mut evaluator = self.network.evaluator();
        let batch = if let [(width, Op::Bits)] = kinds[..] {
            let array: PyReadonlyArray2<'_, bool> = array(&inputs.get_item(0)?, "bool")?;
            let rows = checked(array.shape(), width, None)?;
            let bits = packed(array.as_slice()?, width);
            py.detach(|| evaluator.evaluate_bits(&bits, rows));
            rows
        } else {
            let arrays = inputs.iter().map(|input| array::<f32>(&input, "float32"));
            let arrays = arrays.collect::<PyResult<Vec<_>>>()?;
            let mut rows = None;
            for (array, (width, _)) in arrays.iter().zip(&kinds) {
                rows = Some(checked(array.shape(), *width, rows)?);
            }
            let slices = arrays.iter().map(PyReadonlyArray2::as_slice);
            let slices = slices.collect::<Result<Vec<&[f32]>, _>>()?;
            let rows = rows.unwrap_or(0);
            py.detach(|| evaluator.evaluate_dense(&slices, rows));
            rows
        };
        let results = PyDict::new(py);
        for (name, width) in self.outputs() {
            let numbers = evaluator.output(&name).unwrap_or(&[]).to_vec();
            let flat = PyArray1::from_vec(py, numbers);
            results.set_item(name, flat.call_method1("reshape", ((batch, width),))?)?;
        }
        Ok(results)
    }

    fn __repr__(&self) -> String {
        format!("<network with inputs {:?} and outputs {:?}>", self.inputs(), self.outputs())
    }
}

/// An array of two dimensions and this type, in one piece.
fn array<'py, T: numpy::Element>(
    input: &Bound<'py, PyAny>,
    dtype: &str,
) -> PyResult<PyReadonlyArray2<'py, T>> {
    let numpy = input.py().import("numpy")?;
    let found = numpy.call_method1("ascontiguousarray", (input,))?;
    let wrong = |found: &Bound<'_, PyAny>| {
        let shape = found.getattr("ndim").and_then(|ndim| ndim.extract::<usize>()).unwrap_or(0);
        let kind = found.getattr("dtype").map(|dtype| dtype.to_string()).unwrap_or_default();
        let expected_array = format!("an array of {dtype} with 2 dimensions");
        expected("inputs", expected_array, format!("one of {kind} with {shape}"))
    };
    found.extract().map_err(|_| wrong(&found))
}

/// The number of rows, if the array has this width, and as many rows as the one before.
fn checked(shape: &[usize], width: usize, rows: Option<usize>) -> PyResult<usize> {
    if shape[1] != width || rows.is_some_and(|rows| rows != shape[0]) {
        let rows = rows.map_or("any number of".to_owned(), |rows| rows.to_string());
        let expected_rows = format!("{rows} rows of {width} numbers");
        return Err(expected("inputs", expected_rows, format!("{} of {}", shape[0], shape[1])));
    }
    Ok(shape[0])
}

/// Rows of truth values as words, each row beginning with a new one.
fn packed(bits: &[bool], width: usize) -> Vec<u64> {
    let word = |bits: &[bool]| {
        bits.iter().enumerate().fold(0, |word, (bit, &set)| word | u64::from(set) << bit)
    };
    bits.chunks(width).flat_map(|row| row.chunks(64).map(word)).collect()
}
