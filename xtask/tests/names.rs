//! One word for one thing: no two public types of different meaning share a name.

mod common;

use common::{files, root};
use std::collections::BTreeMap;

/// Names that several crates give to the same thing, one for each game or program.
const SHARED: &[&str] = &[
    // The nouns of each game; see the glossary of the book.
    "Action", "Board", "Card", "Cards", "Outcome", "Public", "Rules", "Start", "Suit",
    // What a command is told on its command line.
    "Args",
    // A program and everything it started, for each family of operating systems.
    "Family",
];

/// A type that others can name: where it is, and whether beyond its own crate.
struct PublicType {
    name: String,
    place: String,
    restricted: bool,
}

/// The types of a file that are `pub`, or `pub(crate)` and the like.
fn types(place: &str, text: &str) -> Vec<PublicType> {
    let declared = |line: &str| {
        let rest = line.trim_start().strip_prefix("pub")?;
        let (restricted, rest) = match rest.strip_prefix('(') {
            Some(inside) => (true, inside.split_once(')')?.1),
            None => (false, rest),
        };
        let mut words = rest.split_whitespace();
        let kind = words.next()?;
        ["struct", "enum", "trait", "type", "union"].contains(&kind).then_some(())?;
        let name: String =
            words.next()?.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        Some(PublicType { name, place: place.to_owned(), restricted })
    };
    // An associated type is a line of its trait, and belongs to it.
    text.lines().filter(|line| !line.starts_with("        ")).filter_map(declared).collect()
}

#[test]
fn no_two_public_types_share_a_name() {
    let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (place, text) in files(&root(), &["rs"]) {
        let is_source = ["crates/", "examples/", "xtask/"].iter().any(|top| place.starts_with(top));
        if !is_source || !place.contains("/src/") || place.contains("/test") {
            continue;
        }
        for found in types(&place, &text) {
            // What only the server's own code can name is its own affair.
            if !(found.restricted && place.starts_with("crates/server/")) {
                by_name.entry(found.name).or_default().push(found.place);
            }
        }
    }
    assert!(by_name.len() > 400, "only {} types found", by_name.len());
    let twice: Vec<_> = by_name
        .iter()
        .filter(|(name, places)| places.len() > 1 && !SHARED.contains(&name.as_str()))
        .collect();
    assert!(twice.is_empty(), "give one of each pair another name: {twice:#?}");
}
