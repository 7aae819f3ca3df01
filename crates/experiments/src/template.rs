//! `{name}` in a text stands for the value of a variable.

use std::collections::{BTreeMap, BTreeSet};

/// The variables of a cell: those of its row and of its column.
pub(crate) type Variables = BTreeMap<String, String>;

/// The text with every variable replaced; the name of the first one that is not known otherwise. Names that were
/// replaced are noted in `used`.
pub(crate) fn fill(
    text: &str,
    variables: &Variables,
    used: &mut BTreeSet<String>,
) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or_else(|| after.to_owned())?;
        let value = variables.get(name).ok_or_else(|| name.to_owned())?;
        filled += before;
        filled += value;
        used.insert(name.to_owned());
        rest = after;
    }
    Ok(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<String, String> {
        let variables = [("a", "1"), ("b", "x y")].map(|(k, v)| (k.to_owned(), v.to_owned()));
        fill(text, &variables.into(), &mut BTreeSet::new())
    }

    #[test]
    fn names_in_braces_are_replaced() {
        assert_eq!(check("uct(c={a}, {b})").unwrap(), "uct(c=1, x y)");
        assert_eq!(check("plain").unwrap(), "plain");
    }

    #[test]
    fn an_unknown_name_is_told() {
        assert_eq!(check("{c}").unwrap_err(), "c");
        assert_eq!(check("{a").unwrap_err(), "a");
    }
}
