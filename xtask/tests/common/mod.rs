//! The files of the repository, for tests that read them.

use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file below a folder whose name ends like this, by its path from there, with its text. What is built or hidden
/// is left out.
pub(crate) fn files(folder: &Path, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = vec![];
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).unwrap().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                let skipped = ["target", "node_modules", "shared"].contains(&name.as_str());
                if !skipped && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(&format!(".{ending}"))) {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                let place = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
                found.push((place, text));
            }
        }
    }
    found.sort();
    found
}
