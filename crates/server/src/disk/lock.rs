use std::fs::{File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a server that has just been started may take to say where it is.
const PATIENCE: Duration = Duration::from_secs(2);

/// Keeps other servers away from a store for as long as it lives, and no longer: the system takes the lock from a process
/// that ends, however it ends.
///
/// A server knows how its tables stand without asking the disk. Two of them would each believe that they alone knew,
/// and one would write over moves that the other has acknowledged. Matches and exports may use the same store.
#[derive(Debug)]
pub(crate) struct StoreLock {
    _lock: File,
}

/// Another server has the store; where, if it has said so.
#[derive(Debug)]
pub(crate) struct Taken(pub(crate) Option<String>);

impl StoreLock {
    /// The right to serve this store at this address. The lock has a file of its own, which says the address to
    /// the caller who comes too late. `None` where there can be no such file, or no locks: then nobody is kept away.
    pub(crate) fn server(store: &Path, link: &str) -> Result<Option<StoreLock>, Taken> {
        let Some(mut lock) = lock_file(store) else { return Ok(None) };
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => Err(Taken(read_link(&mut lock))),
            Err(TryLockError::Error(_)) => Ok(None),
            Ok(()) => {
                let _ = lock.set_len(0).and_then(|()| write!(lock, "one at {link}"));
                Ok(Some(StoreLock { _lock: lock }))
            }
        }
    }
}

/// What the other server has written.
fn read_link(lock: &mut File) -> Option<String> {
    let begun = Instant::now();
    loop {
        let mut there = String::new();
        // Only to help: the file may not be readable.
        lock.rewind().and_then(|()| lock.read_to_string(&mut there)).ok()?;
        if let Some(link) = there.strip_prefix("one at ").filter(|link| link.ends_with('/')) {
            return Some(link.to_owned());
        }
        if begun.elapsed() > PATIENCE {
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
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
