use super::TrainProblem;
use kontra_learn::write_whole;
use std::path::Path;

/// What is wrong with a network's file: the input is refused.
pub(super) fn refused(path: &Path, why: impl ToString) -> TrainProblem {
    TrainProblem::Input(format!("network '{}': {}", path.display(), why.to_string()))
}

/// The bytes of a network's file.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, TrainProblem> {
    std::fs::read(path).map_err(|e| refused(path, e))
}

/// Writes a network's file that is complete or not there. Nothing is replaced.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> Result<(), TrainProblem> {
    check_place(path).map_err(|why| refused(path, why))?;
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    write_whole(path, Path::new(&unfinished), bytes)
        .map_err(|e| TrainProblem::Failed(format!("network '{}': {e}", path.display())))
}

fn check_place(path: &Path) -> Result<(), String> {
    if path.symlink_metadata().is_ok() {
        return Err("expected a new file, found one that exists".to_owned());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(format!("expected the folder '{}', found none", folder.display()))
        }
        _ => Ok(()),
    }
}
