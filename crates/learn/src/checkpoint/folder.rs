use super::Checkpoint;
use crate::Trouble;
use crate::files::write_whole;
use kontra_nets::Graph;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder with the last two checkpoints of a run, `checkpoint-STEP.safetensors`.
///
/// A checkpoint is written beside the others, brought to the disk, and only then given its name; the oldest is removed after
/// that. At every moment, a kill or a full disk leaves the last good one where it was.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    folder: PathBuf,
}

/// The newest checkpoint that could be read.
#[derive(Clone, PartialEq, Debug)]
pub struct Loaded {
    /// What was in it.
    pub checkpoint: Checkpoint,
    /// Its file.
    pub file: PathBuf,
    /// One sentence for every newer file that could not be read.
    pub refused: Vec<String>,
}

const BEFORE: &str = "checkpoint-";
const AFTER: &str = ".safetensors";
/// What is being written.
const UNFINISHED: &str = "checkpoint.unfinished";
/// Checkpoints that are kept.
const KEPT: usize = 2;

impl Checkpoints {
    /// Checkpoints in a folder, which need not be there yet.
    pub fn new(folder: impl Into<PathBuf>) -> Checkpoints {
        Checkpoints { folder: folder.into() }
    }

    /// Where they are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether there is a checkpoint, readable or not. One that was never finished does not count.
    pub fn is_begun(&self) -> bool {
        let is_checkpoint = |entry: io::Result<fs::DirEntry>| {
            entry.is_ok_and(|entry| entry.file_name().to_string_lossy().starts_with(BEFORE))
        };
        fs::read_dir(&self.folder).is_ok_and(|mut entries| entries.any(is_checkpoint))
    }

    /// Writes a checkpoint. Whatever goes wrong, those before it stay.
    pub fn save(&self, checkpoint: &Checkpoint) -> Result<PathBuf, Trouble> {
        let file = self.folder.join(format!("{BEFORE}{:012}{AFTER}", checkpoint.state.step));
        self.write(checkpoint, &file).map_err(|why| {
            Trouble(format!("checkpoint '{}': {why}; those before it are kept", file.display()))
        })?;
        // A later one can only be damaged, and does not count: the run resumed from before it.
        let files = self.files()?.into_iter().rev();
        let until_now = files.filter(|(step, _)| *step <= checkpoint.state.step);
        for (_, old) in until_now.skip(KEPT) {
            // A checkpoint too many does no harm.
            let _ = fs::remove_file(old);
        }
        Ok(file)
    }

    fn write(&self, checkpoint: &Checkpoint, file: &Path) -> Result<(), String> {
        checkpoint.check().map_err(|Trouble(why)| why)?;
        let bytes = checkpoint.to_bytes().map_err(|Trouble(why)| why)?;
        fs::create_dir_all(&self.folder)
            .and_then(|()| write_whole(file, &self.folder.join(UNFINISHED), &bytes))
            .map_err(|e| e.to_string())
    }

    /// The newest checkpoint that can be read; `None` where there is none at all. Where there are some, and all of them are
    /// damaged, it says so.
    pub fn load(&self, graph: &Graph) -> Result<Option<Loaded>, Trouble> {
        let mut refused = vec![];
        for (_, file) in self.files()?.into_iter().rev() {
            let read = fs::read(&file).map_err(|e| Trouble(e.to_string()));
            match read.and_then(|bytes| Checkpoint::from_bytes(&bytes, graph)) {
                Ok(checkpoint) => return Ok(Some(Loaded { checkpoint, file, refused })),
                Err(Trouble(why)) => {
                    refused.push(format!("checkpoint '{}': {why}", file.display()));
                }
            }
        }
        match refused.into_iter().next() {
            Some(sentence) => Err(Trouble(sentence)),
            None => Ok(None),
        }
    }

    /// All checkpoints with their steps, the oldest first.
    fn files(&self) -> Result<Vec<(u64, PathBuf)>, Trouble> {
        let trouble = |e: io::Error| Trouble(format!("folder '{}': {e}", self.folder.display()));
        let entries = match fs::read_dir(&self.folder) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
            other => other.map_err(trouble)?,
        };
        let mut files = vec![];
        for entry in entries {
            let path = entry.map_err(trouble)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let step = name.strip_prefix(BEFORE).and_then(|rest| rest.strip_suffix(AFTER));
            if let Some(step) = step.and_then(|digits| digits.parse::<u64>().ok()) {
                files.push((step, path));
            }
        }
        files.sort();
        Ok(files)
    }
}
