use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// A folder for temporary files that goes away with its owner.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder.
    pub fn new(purpose: &str) -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("kontra-{purpose}-{}-{number}", process::id()));
        fs::create_dir_all(&path)
            .unwrap_or_else(|error| panic!("{}: cannot be made: {error}", path.display()));
        Folder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A browser that has just been killed may still be writing; what is left lies among temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
