//! Finds the commit that is built.

#[path = "src/commit.rs"]
mod commit;

use commit::BuiltFrom;
use std::env;
use std::path::PathBuf;

fn main() {
    // The workspace's own files, not a commit that is given: only this crate is built again after each commit.
    println!("cargo:rerun-if-env-changed={}", commit::VARIABLE);
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/commit.rs");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let found = match commit::find(&folder, env::var(commit::VARIABLE).ok().as_deref()) {
        Ok(found) => found,
        Err(sentence) => {
            eprintln!("{sentence}");
            std::process::exit(1);
        }
    };
    let BuiltFrom { commit, watch } = found;
    for path in watch {
        println!("cargo:rerun-if-changed={}", path.display());
    }
    let program = commit.map_or_else(|| version.clone(), |commit| format!("{version}+{commit}"));
    println!("cargo:rustc-env=KONTRA_VERSION={program}");
}
