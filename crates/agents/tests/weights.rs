//! How many bytes of the program are weights.

use std::path::Path;

/// The bytes of all weights in a folder of this repository whose names do not begin like this.
fn bytes(folder: &str, without: &str) -> u64 {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let weights = entries.filter(|entry| {
        let name = entry.file_name().into_string().unwrap();
        name.ends_with(".safetensors") && (without.is_empty() || !name.starts_with(without))
    });
    weights.map(|entry| entry.metadata().unwrap().len()).sum()
}

#[test]
fn the_networks_of_players_have_less_than_12_megabytes() {
    let players = bytes("../models/weights", "");
    assert!((1..12_000_000).contains(&players), "{players}");
    // They are part of the program beside that limit. The critic is not: a champion is given it as a file.
    let comparisons = bytes("weights", "doppelkopf-critic");
    assert!((1..2_000_000).contains(&comparisons), "{comparisons}");
}
