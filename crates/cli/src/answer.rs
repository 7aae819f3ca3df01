//! The one JSON value that a command prints.

use crate::problem::Problem;
use serde::Serialize;
use serde_json::Value;
use std::io::Write;

/// Prints a JSON object with one more field: `program`, which made it.
pub(crate) fn print(out: &mut dyn Write, answer: impl Serialize) -> Result<(), Problem> {
    print_of(out, answer, kontra_version::PROGRAM)
}

/// The same for what another program made.
pub(crate) fn print_of(
    out: &mut dyn Write,
    answer: impl Serialize,
    program: &str,
) -> Result<(), Problem> {
    let answer = serde_json::to_value(answer).map_err(|error| Problem::Failed(error.to_string()));
    let mut answer = answer?;
    if let Value::Object(fields) = &mut answer {
        fields.insert("program".to_owned(), program.into());
    }
    Ok(writeln!(out, "{answer}")?)
}
