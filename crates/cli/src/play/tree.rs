//! A value of JSON as lines of text that people can read.

use serde_json::Value;
use std::io::{self, Write};

/// The deepest level that gets lines of its own; whatever is deeper stays in one line.
const DEEPEST: usize = 4;

/// Writes the fields of an object, one on each line; objects within it are indented.
pub(super) fn write(value: &Value, depth: usize, out: &mut dyn Write) -> io::Result<()> {
    let Value::Object(fields) = value else {
        return writeln!(out, "{:1$}{2}", "", 2 * depth, line(value));
    };
    for (name, value) in fields {
        let name = name.replace('_', " ");
        write!(out, "{:1$}{name}:", "", 2 * depth)?;
        match value {
            Value::Object(inner) if !inner.is_empty() && depth < DEEPEST => {
                writeln!(out)?;
                write(value, depth + 1, out)?;
            }
            Value::Array(rows) if depth < DEEPEST && rows.iter().any(is_long) => {
                writeln!(out)?;
                for row in rows {
                    writeln!(out, "{:1$}{2}", "", 2 * depth + 2, line(row))?;
                }
            }
            Value::String(text) if text.contains('\n') => {
                writeln!(out)?;
                text.lines()
                    .try_for_each(|line| writeln!(out, "{:1$}{line}", "", 2 * depth + 2))?;
            }
            value => writeln!(out, " {}", line(value))?,
        }
    }
    Ok(())
}

/// Whether a list with this in it is easier to read with a line for each element.
fn is_long(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(inner) => inner.len() > 4,
        _ => false,
    }
}

/// A value in one line, without quotes and brackets.
pub(crate) fn line(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "-".to_owned(),
        Value::Array(list) => list.iter().map(line).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                format!("{} {}", name.replace('_', " "), line(value))
            };
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_view_is_readable() {
        let view = json!({
            "seat": 0,
            "turn": null,
            "hand": ["C2", "CQ"],
            "open_card": null,
            "rounds": [{ "checked": true, "raises": 1 }, { "checked": false, "raises": 0 }],
            "board": { "middle": "x", "side": [] },
            "text": "two\nlines",
        });
        let mut out = vec![];
        write(&view, 1, &mut out).unwrap();
        let expected = "  seat: 0\n  turn: -\n  hand: C2 CQ\n  open card: -\n  rounds:\n    checked true, raises 1\n    \
                        checked false, raises 0\n  board:\n    middle: x\n    side: -\n  text:\n    two\n    lines\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
