//! What holds where an option is left out: which store, and how many threads.

use crate::files;
use crate::problem::Problem;
use clap::builder::OsStringValueParser;
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// The variable that names the store.
pub(crate) const STORE: &str = "KONTRA_STORE";

/// The variable that says how many threads play.
pub(crate) const THREADS: &str = "KONTRA_THREADS";

/// The store of a command that always has one.
#[derive(clap::Args)]
pub(crate) struct StoreOption {
    /// The store; without it kontra.db in this folder, where there is one, else in your data folder
    #[arg(long, value_name = "FILE", env = STORE, hide_env_values = true)]
    #[arg(value_parser = OsStringValueParser::new())]
    store: Option<OsString>,
}

impl StoreOption {
    /// Where it is.
    pub(crate) fn path(&self) -> Result<PathBuf, Problem> {
        named(self.store.as_deref())?.map_or_else(default_store, Ok)
    }
}

/// The store that is named. An empty variable names none.
pub(crate) fn named(store: Option<&OsStr>) -> Result<Option<PathBuf>, Problem> {
    let path = store.filter(|name| !name.is_empty()).map(PathBuf::from);
    path.map(|path| files::no_stream(&path).map(|()| path)).transpose()
}

/// The store in this folder, or the one in the folder where this system keeps what programs remember.
pub(crate) fn default_store() -> Result<PathBuf, Problem> {
    let here = Path::new(NAME);
    if here.is_file() {
        return Ok(here.to_owned());
    }
    let var =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || var("HOME");
    let folder = if cfg!(windows) {
        var("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        var("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    let expected = "expected a data folder, found none; name a file with --store";
    let folder = folder.ok_or_else(|| Problem::Input(expected.to_owned()))?;
    Ok(folder.join("kontra").join(NAME))
}

/// The name of a store that nobody named.
const NAME: &str = "kontra.db";

/// Makes the data folder, if this is the store in it.
pub(crate) fn make_room(store: &Path) -> Result<(), Problem> {
    let Ok(default) = default_store() else { return Ok(()) };
    let Some(folder) = store.parent().filter(|_| store == default) else { return Ok(()) };
    std::fs::create_dir_all(folder).map_err(|error| {
        let folder = folder.display();
        Problem::Input(format!(
            "{folder}: expected a folder to write to, found {error}; see --store"
        ))
    })
}

/// Reads a number of threads. An empty variable says nothing.
pub(crate) fn threads(text: &str) -> Result<u16, String> {
    if text.is_empty() {
        return Ok(0);
    }
    let number = text.parse().ok().filter(|number| *number <= MOST_THREADS);
    number.ok_or_else(|| format!("expected a whole number from 0 to {MOST_THREADS}"))
}

const MOST_THREADS: u16 = 1024;

/// This many threads; 0: one for each core.
pub(crate) fn cores(number: u16) -> NonZeroUsize {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    NonZeroUsize::new(number.into()).unwrap_or_else(cores)
}
