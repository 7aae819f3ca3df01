//! JSON as Python's own objects, and back.

use crate::error::expected;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// How deeply lists and dictionaries may be nested that come from Python.
const DEEPEST: usize = 64;

pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(flag) => flag.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_bound_py_any(py),
            (None, Some(whole)) => whole.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, to_python(py, field)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

pub(crate) fn from_python(place: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(place, value, DEEPEST)
}

fn read(place: &str, value: &Bound<'_, PyAny>, deeper: usize) -> PyResult<Value> {
    let wrong = || expected(place, "what JSON can hold", value.get_type());
    let Some(deeper) = deeper.checked_sub(1) else { return Err(wrong()) };
    let list = |items: Vec<Bound<'_, PyAny>>| -> PyResult<Value> {
        items.iter().map(|item| read(place, item, deeper)).collect()
    };
    if value.is_none() {
        Ok(Value::Null)
    } else if value.is_instance_of::<PyBool>() {
        Ok(Value::Bool(value.extract()?))
    } else if value.is_instance_of::<PyInt>() {
        let signed = value.extract::<i64>().map(Value::from);
        signed.or_else(|_| value.extract::<u64>().map(Value::from)).map_err(|_| wrong())
    } else if value.is_instance_of::<PyFloat>() {
        Number::from_f64(value.extract()?).map(Value::Number).ok_or_else(wrong)
    } else if value.is_instance_of::<PyString>() {
        Ok(Value::String(value.extract()?))
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        list(value.try_iter()?.collect::<PyResult<_>>()?)
    } else if let Ok(dict) = value.cast::<PyDict>() {
        object(place, dict, deeper).map(Value::Object)
    } else {
        Err(wrong())
    }
}

fn object(place: &str, dict: &Bound<'_, PyDict>, deeper: usize) -> PyResult<Map<String, Value>> {
    let mut fields = Map::new();
    for (name, field) in dict {
        let name: String = name.extract()?;
        let field = read(place, &field, deeper)?;
        fields.insert(name, field);
    }
    Ok(fields)
}
