use super::DiskError;
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::Path;

/// Keeps other servers away from a store for as long as it lives, and no longer: the system takes the lock from a process
/// that ends, however it ends.
///
/// A server knows how its tables stand without asking the disk. Two of them would each believe that they alone knew,
/// and one would write over moves that the other has acknowledged. Matches and exports may use the same store.
#[derive(Debug)]
pub(crate) struct Sole {
    _lock: File,
}

impl Sole {
    /// The right to serve this store at this address. The lock has a file of its own, which says the address to
    /// whoever comes too late. `None` where there can be no such file, or no locks: then nobody is kept away.
    pub(crate) fn server(store: &Path, addr: SocketAddr) -> Result<Option<Sole>, DiskError> {
        let Some(mut lock) = lock_file(store) else { return Ok(None) };
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let mut there = String::new();
                // Only to help: the address may not be written yet.
                let _ = lock.read_to_string(&mut there);
                let found = if there.is_empty() { "one" } else { there.as_str() };
                Err(DiskError(format!(
                    "{}: expected a store that no server uses, found {found}; see --store",
                    store.display()
                )))
            }
            Err(TryLockError::Error(_)) => Ok(None),
            Ok(()) => {
                let _ = lock.set_len(0).and_then(|()| write!(lock, "one at http://{addr}/"));
                Ok(Some(Sole { _lock: lock }))
            }
        }
    }
}

/// The file beside the store. The store may have several names, but only one place.
fn lock_file(store: &Path) -> Option<File> {
    let mut path = match store.canonicalize() {
        Ok(path) => path,
        Err(_) => std::path::absolute(store).ok()?,
    };
    path.as_mut_os_string().push("-server");
    File::options().read(true).write(true).create(true).truncate(false).open(path).ok()
}
