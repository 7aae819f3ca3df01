//! Whether a file is still the file. On Unix a program may keep writing to a file that somebody has deleted or moved
//! away; everything that it writes is gone when it ends.

use super::DiskError;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// The files of a store as they were when it was opened.
#[derive(Default)]
pub(crate) struct Identity(Vec<(PathBuf, Mark)>);

impl Identity {
    /// Remembers the store and the files that SQLite keeps beside it.
    pub(super) fn of(store: &Path) -> Identity {
        let store = std::path::absolute(store).unwrap_or_else(|_| store.to_owned());
        let marked = ["", "-wal", "-shm"].into_iter().filter_map(|ending| {
            let mut path = store.clone();
            path.as_mut_os_string().push(ending);
            let mark = mark(&std::fs::metadata(&path).ok()?);
            Some((path, mark))
        });
        Identity(marked.collect())
    }

    /// Refuses to believe in a store whose files have gone or are others.
    pub(super) fn check(&self) -> Result<(), DiskError> {
        let same = |(path, known): &(PathBuf, Mark)| {
            std::fs::metadata(path).is_ok_and(|found| mark(&found) == *known)
        };
        if self.0.iter().all(same) {
            return Ok(());
        }
        Err(DiskError("that its file was deleted, moved or replaced".to_owned()))
    }
}

/// What tells a file from another one of the same name.
#[cfg(unix)]
type Mark = (u64, u64);

#[cfg(unix)]
fn mark(file: &Metadata) -> Mark {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

/// Where a file that is in use cannot be deleted, its name is enough.
#[cfg(not(unix))]
type Mark = ();

#[cfg(not(unix))]
fn mark(_: &Metadata) -> Mark {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_the_same_name_is_not_the_same_file() {
        let folder = std::env::temp_dir().join(format!("kontra-identity-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let (file, other) = (folder.join("a"), folder.join("b"));
        std::fs::write(&file, "store").unwrap();
        let identity = Identity::of(&file);
        std::fs::write(&file, "more").unwrap();
        assert_eq!(identity.check(), Ok(()));
        std::fs::rename(&file, &other).unwrap();
        assert!(identity.check().is_err());
        if cfg!(unix) {
            std::fs::write(&file, "more").unwrap();
            assert!(identity.check().is_err());
        }
        std::fs::rename(&other, &file).unwrap();
        assert_eq!(identity.check(), Ok(()));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
