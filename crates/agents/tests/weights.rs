//! The weights that are part of the program: how many bytes they have, and that packing them changed nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folders of all crates of this repository.
fn crates() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let found = std::fs::read_dir(all).unwrap().map(|entry| entry.unwrap().path());
    found.filter(|path| path.is_dir()).chain([all.join("../python")]).collect()
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

/// The files in folders named `weights` that a source of any crate puts into the program, by name.
fn embedded() -> BTreeMap<String, Vec<u8>> {
    let mut files = vec![];
    crates().iter().for_each(|place| sources(&place.join("src"), &mut files));
    let mut found = BTreeMap::new();
    for source in &files {
        let text = std::fs::read_to_string(source).unwrap();
        for part in text.split(concat!("include_bytes", "!(")).skip(1) {
            let literal = part.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
            let Some((path, _)) = literal.filter(|(path, _)| path.contains("weights/")) else {
                continue;
            };
            let file = source.parent().unwrap().join(path);
            let name = file.file_name().unwrap().to_str().unwrap().to_owned();
            found.insert(name, std::fs::read(&file).unwrap());
        }
    }
    found
}

#[test]
fn all_weights_in_the_program_have_less_than_12_megabytes() {
    let all = embedded();
    for name in
        ["doppelkopf.packed", "doppelkopf-fast.packed", "ontop.packed", "just4fun-perfect.packed"]
    {
        assert!(all.contains_key(name), "{name} in {:?}", all.keys());
    }
    let bytes: usize = all.values().map(Vec::len).sum();
    assert!(bytes < 12_000_000, "{bytes} bytes");
}

/// Unpacked length and FNV-1a of every network in the program, as it was trained. A new network is a new row, which the failing test tells.
const UNPACKED: &str = "\
doppelkopf-cards-nn1.packed 87096 db386005a3156b05
doppelkopf-cards-nn7.packed 1169340 db0a5553366d5622
doppelkopf-fast.packed 1156154 c7c80b613ae6c59f
doppelkopf.packed 9335402 49b1a8321a790bf3
just4fun-cardfieldnet.packed 278884 a2e5ab6946ed8434
just4fun-fieldnet.packed 113852 34d6d2947c8daa64
just4fun-imperfect.packed 93164 478628cab8c318d4
just4fun-kernels-custom-full.packed 93164 73d07e281468f027
just4fun-kernels-custom-minimal.packed 90812 cb204a6d88a23071
just4fun-kernels-random-full.packed 93164 f3d1576dfbe6b980
just4fun-kernels-random-minimal.packed 90812 498f2ea1c7c654d2
just4fun-perfect.packed 93164 a037cbc8f90e6468
ontop.packed 930368 54b32870baf90bdd
";

#[test]
fn unpacked_weights_are_the_bytes_that_were_trained() {
    let rows = embedded().into_iter().map(|(name, packed)| {
        let plain = kontra_nets::unpack(&packed).unwrap();
        assert!(packed.len() < plain.len(), "{name} is not packed (`kontra-train pack`)");
        let step = |hash: u64, b: &u8| (hash ^ u64::from(*b)).wrapping_mul(0x100_0000_01B3);
        let hash = plain.iter().fold(0xCBF2_9CE4_8422_2325, step);
        format!("{name} {} {hash:016x}\n", plain.len())
    });
    assert_eq!(rows.collect::<String>(), UNPACKED);
}
