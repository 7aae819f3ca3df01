use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file as a whole: beside its place, to the disk, then under its name. A kill or a full disk leaves what was there.
///
/// `unfinished` is its name in between, in the same folder.
pub fn write_whole(path: &Path, unfinished: &Path, bytes: &[u8]) -> io::Result<()> {
    let written = write(unfinished, bytes)
        .and_then(|()| fs::rename(unfinished, path))
        .and_then(|()| sync_folder(path.parent().unwrap_or(Path::new(""))));
    if written.is_err() {
        // What is half-written takes the room that others may need; nobody misses it.
        let _ = fs::remove_file(unfinished);
    }
    written
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A new name is on the disk when its folder is. Not every system can do that for folders.
fn sync_folder(folder: &Path) -> io::Result<()> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
