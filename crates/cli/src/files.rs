//! Files are written under a temporary name beside their place and renamed when they are complete.

use crate::interrupt;
use crate::problem::Problem;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The name that means standard input or standard output.
const STREAM: &str = "-";

/// Whether standard input or output is meant.
pub(crate) fn is_stream(path: &Path) -> bool {
    path == Path::new(STREAM)
}

/// How a file to read from is called in a sentence.
pub(crate) fn name(path: &Path) -> String {
    if is_stream(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Complains where a file must be a file that stays.
pub(crate) fn no_stream(path: &Path) -> Result<(), Problem> {
    if !is_stream(path) {
        return Ok(());
    }
    Err(Problem::Input(
        "'-': expected a file of its own, found standard input or output".to_owned(),
    ))
}

/// Opens a file for reading; `-` is standard input.
pub(crate) fn open(path: &Path) -> Result<BufReader<File>, Problem> {
    if is_stream(path) {
        return Ok(BufReader::with_capacity(1 << 16, stream::input()?));
    }
    let bad = |found: &dyn std::fmt::Display| {
        Problem::Input(format!("{}: expected a file to read, found {found}", path.display()))
    };
    let file = File::open(path).map_err(|error| bad(&plain(&error)))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(bad(&"a folder"));
    }
    Ok(BufReader::with_capacity(1 << 16, file))
}

/// Complains where a folder is meant and something else is there. What does not exist may become one.
pub(crate) fn folder(path: &Path) -> Result<(), Problem> {
    if is_stream(path) {
        let found = "standard input or output";
        return Err(Problem::Input(format!("'-': expected a folder, found {found}")));
    }
    if path.is_dir() || !path.exists() {
        return Ok(());
    }
    Err(Problem::Input(format!("{}: expected a folder, found a file", path.display())))
}

/// Complains where a file that is to be written would replace the store.
pub(crate) fn apart(output: &Path, store: &Path) -> Result<(), Problem> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if real(output) != real(store) {
        return Ok(());
    }
    let output = output.display();
    Err(Problem::Input(format!("{output}: expected another file than the store, found the store")))
}

/// A file that does not exist until it is complete.
///
/// An existing file is never overwritten, unless it is asked for. A device such as `/dev/null` or a named
/// pipe cannot be renamed and is written to directly. So is standard output, whose name is `-`.
pub(crate) struct NewFile {
    target: PathBuf,
    /// `None` when the target is written to directly.
    temporary: Option<PathBuf>,
    writer: BufWriter<File>,
    overwrite: bool,
}

impl NewFile {
    /// Begins a file that will have this name.
    pub(crate) fn create(target: &Path, overwrite: bool) -> Result<NewFile, Problem> {
        if is_stream(target) {
            let (target, writer) = (target.to_owned(), BufWriter::new(stream::output()?));
            return Ok(NewFile { target, temporary: None, writer, overwrite });
        }
        let existing = fs::metadata(target).ok();
        let is_file = existing.as_ref().is_some_and(fs::Metadata::is_file);
        if is_file && !overwrite {
            return Err(exists(target));
        }
        let direct = existing.is_some_and(|data| !data.is_file() && !data.is_dir());
        let temporary = if direct { None } else { Some(beside(target)?) };
        let file = match &temporary {
            None => OpenOptions::new().write(true).open(target),
            Some(temporary) => OpenOptions::new().write(true).create_new(true).open(temporary),
        };
        let file = file.map_err(|error| unwritable(target, &error))?;
        let writer = BufWriter::new(file);
        Ok(NewFile { target: target.to_owned(), temporary, writer, overwrite })
    }

    /// Where the file is until it is complete.
    pub(crate) fn temporary(&self) -> Option<&Path> {
        self.temporary.as_deref()
    }

    /// From now on Ctrl-C ends the program at once, without the file that was begun.
    pub(crate) fn remove_if_interrupted(&self) {
        let unfinished = self.temporary.clone();
        interrupt::handle(move || {
            unfinished.iter().for_each(|path| drop(fs::remove_file(path)));
            interrupt::leave();
        });
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Problem> {
        writeln!(self.writer, "{line}").map_err(|error| self.failed(&error))
    }

    /// What is said when somebody else fails to write into the file.
    #[cfg(feature = "parquet")]
    pub(crate) fn failed_writing<E: std::fmt::Display>(&self) -> impl Fn(E) -> Problem + use<E> {
        let target = self.target.display().to_string();
        move |error| Problem::Failed(format!("{target}: writing failed: {error}"))
    }

    /// Gives the complete file its name.
    pub(crate) fn finish(mut self) -> Result<(), Problem> {
        self.writer.flush().map_err(|error| self.failed(&error))?;
        let Some(temporary) = &self.temporary else { return Ok(()) };
        let renamed = if self.overwrite {
            fs::rename(temporary, &self.target)
        } else {
            rename_new(temporary, &self.target)
        };
        match renamed {
            Ok(()) => {
                self.temporary = None;
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&self.target)),
            Err(error) => Err(self.failed(&error)),
        }
    }

    fn failed(&self, error: &io::Error) -> Problem {
        if is_stream(&self.target) && error.kind() == io::ErrorKind::BrokenPipe {
            return Problem::Unread;
        }
        Problem::Failed(format!(
            "{}: writing failed: found {}",
            self.target.display(),
            plain(error)
        ))
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Drop for NewFile {
    /// What was not finished leaves nothing behind.
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Standard input and output as files of their own.
mod stream {
    use std::fs::File;
    use std::io;

    #[cfg(unix)]
    pub(super) fn input() -> io::Result<File> {
        use std::os::fd::AsFd;
        io::stdin().as_fd().try_clone_to_owned().map(File::from)
    }

    #[cfg(unix)]
    pub(super) fn output() -> io::Result<File> {
        use std::os::fd::AsFd;
        io::stdout().as_fd().try_clone_to_owned().map(File::from)
    }

    #[cfg(windows)]
    pub(super) fn input() -> io::Result<File> {
        use std::os::windows::io::AsHandle;
        io::stdin().as_handle().try_clone_to_owned().map(File::from)
    }

    #[cfg(windows)]
    pub(super) fn output() -> io::Result<File> {
        use std::os::windows::io::AsHandle;
        io::stdout().as_handle().try_clone_to_owned().map(File::from)
    }
}

/// Renames, but never onto an existing file.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // A file system without links: the file did not exist when we began, which must be enough.
        Err(_) if !to.exists() => fs::rename(from, to),
        Err(_) => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

fn beside(target: &Path) -> Result<PathBuf, Problem> {
    let name = target.file_name().filter(|_| !target.is_dir()).ok_or_else(|| {
        Problem::Input(format!("{}: expected the name of a file, found a folder", target.display()))
    })?;
    let hidden = format!(".{}.{}.part", name.to_string_lossy(), std::process::id());
    Ok(target.with_file_name(hidden))
}

fn exists(target: &Path) -> Problem {
    let target = target.display();
    Problem::Input(format!(
        "{target}: expected a new file, found an existing one (see --overwrite)"
    ))
}

fn unwritable(target: &Path, error: &io::Error) -> Problem {
    let (target, error) = (target.display(), plain(error));
    Problem::Input(format!("{target}: expected a place where a file can be written, found {error}"))
}

/// The error without its number, in the middle of a sentence.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "that permission is denied".to_owned(),
        io::ErrorKind::StorageFull => "that the disk is full".to_owned(),
        _ => error.to_string(),
    }
}
