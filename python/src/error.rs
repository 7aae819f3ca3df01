use kontra_game::BadInput;
use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// What is wrong with input, as the exception with the command line's sentence.
pub(crate) fn bad_input(bad: BadInput) -> PyErr {
    PyValueError::new_err(bad.to_string())
}

/// The exception that something else was expected.
pub(crate) fn expected(
    place: &str,
    expected: impl std::fmt::Display,
    found: impl std::fmt::Display,
) -> PyErr {
    bad_input(BadInput::expected(place, expected, found))
}
