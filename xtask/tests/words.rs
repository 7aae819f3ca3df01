//! Plain English in code, help and book: words that tire a reader, or that nobody would search for, do not come back.

mod common;

use common::{files, root};

/// Words and phrases, and what to say instead.
const RIDDLES: &[(&str, &str)] = &[
    ("whoever", "name the person or the thing: the player who, the caller, a request"),
    ("so many", "this many"),
    ("however rude", "even a kill"),
    ("in peace", "gracefully"),
    ("reckon", "assume, expect"),
    ("reckons", "assumes, expects"),
    ("takes it for", "believes that it is"),
    ("no great matter", "undervalues"),
    ("is missing to", "overhead, difference"),
    ("unawares", "by accident"),
    ("goes on where", "resumes"),
    ("goes on from there", "resumes from there"),
    ("he", "the player, they"),
    ("him", "the player, them"),
    ("his", "their"),
    ("himself", "alone, themselves"),
];

/// Where one of these words is right: authors and their works.
const RIGHT: &[&str] =
    &["He et al", "First::He", "He or Glorot", "    He,", "his thesis", "his program"];

/// Whether the phrase stands in the line as words of its own.
fn has(line: &str, phrase: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(phrase).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + phrase.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Whether a file is English text of the project: not a result, not German, and not this list.
fn is_ours(place: &str) -> bool {
    let apart = ["docs/results/", "crates/server/pages/js/de.js", "xtask/tests/words.rs"];
    !apart.iter().any(|top| place.starts_with(top))
}

#[test]
fn no_riddles_in_code_help_and_book() {
    let mut found = vec![];
    let mut lines = 0;
    for (place, text) in files(&root(), &["rs", "md", "html", "js", "cu"]) {
        if !is_ours(&place) {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            lines += 1;
            let lower = line.to_lowercase();
            let riddle = RIDDLES.iter().find(|(phrase, _)| has(&lower, phrase));
            if let Some((phrase, better)) =
                riddle.filter(|_| !RIGHT.iter().any(|r| line.contains(r)))
            {
                found.push(format!("{place}:{}: '{phrase}' (better: {better})", number + 1));
            }
        }
    }
    assert!(lines > 50_000, "only {lines} lines were read");
    assert!(found.is_empty(), "{} riddles:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_words_are_found_as_words() {
    assert!(has("said by whoever.", "whoever") && has("(so many)", "so many"));
    assert!(!has("whoever_else", "whoever") && !has("she said", "he"));
}
