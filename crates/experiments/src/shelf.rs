use crate::compile::compile;
use crate::{Experiment, Paper, file};
use include_dir::{Dir, include_dir};
use kontra_game::{BadInput, quote};
use std::collections::BTreeMap;
use std::path::Path;

/// The experiments that are part of the program.
static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/papers");

/// The file that names the papers.
const PAPERS: &str = "papers.toml";

/// Every experiment, paper by paper.
#[derive(Clone, PartialEq, Debug)]
pub struct Shelf {
    /// The papers, in the order of their years.
    pub papers: Vec<Paper>,
    /// The experiments, in the order of their papers and of the tables in them.
    pub experiments: Vec<Experiment>,
}

impl Shelf {
    /// The experiments that are part of the program. `seed` takes the place of each one's own.
    pub fn embedded(seed: Option<u64>) -> Result<Shelf, BadInput> {
        let mut texts = BTreeMap::new();
        for folder in EMBEDDED.dirs() {
            for file in folder.files() {
                texts.insert(slashes(file.path()), file.contents_utf8().unwrap_or("").to_owned());
            }
        }
        let papers = EMBEDDED.get_file(PAPERS).and_then(|file| file.contents_utf8()).unwrap_or("");
        Shelf::read(papers, &texts, seed)
    }

    /// The experiments of a folder that looks like `crates/experiments/papers` in the repository.
    pub fn folder(path: &Path, seed: Option<u64>) -> Result<Shelf, BadInput> {
        let unreadable = |path: &Path| {
            BadInput::expected(path.display().to_string(), "a file or folder to read", "none")
        };
        let text = |path: &Path| std::fs::read_to_string(path).map_err(|_| unreadable(path));
        let entries = |path: &Path| {
            let entries = std::fs::read_dir(path).map_err(|_| unreadable(path))?;
            let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
            paths.sort();
            Ok::<_, BadInput>(paths)
        };
        let mut texts = BTreeMap::new();
        for folder in entries(path)?.into_iter().filter(|path| path.is_dir()) {
            for file in entries(&folder)? {
                let inside = file.strip_prefix(path).unwrap_or(&file);
                texts.insert(slashes(inside), text(&file)?);
            }
        }
        Shelf::read(&text(&path.join(PAPERS))?, &texts, seed)
    }

    fn read(
        papers: &str,
        texts: &BTreeMap<String, String>,
        seed: Option<u64>,
    ) -> Result<Shelf, BadInput> {
        let papers: toml::Table = file::read(PAPERS, papers)?;
        let mut shelf = Shelf { papers: vec![], experiments: vec![] };
        for (id, value) in papers {
            let paper: Paper = value.try_into().map_err(|error: toml::de::Error| BadInput {
                place: format!("{PAPERS}, {id}"),
                problem: format!("expected a paper, found {}", error.message().replace('\n', " ")),
            })?;
            shelf.papers.push(Paper { id, ..paper });
        }
        // The year is the end of the name.
        shelf.papers.sort_by_key(|paper| {
            let digits = |c: &char| c.is_ascii_digit();
            paper.id.chars().filter(digits).collect::<String>()
        });
        for (path, text) in texts {
            let place = || path.clone();
            let (paper, file) = path.split_once('/').unwrap_or(("", path));
            let Some(name) = file.strip_suffix(".toml") else {
                return Err(BadInput::expected(place(), "files that end in .toml", quote(file)));
            };
            if !shelf.papers.iter().any(|known| known.id == paper) {
                return Err(BadInput::expected(place(), "a paper of papers.toml", quote(paper)));
            }
            shelf.experiments.push(compile(paper, name, text, seed)?);
        }
        let rank = |id: &str| shelf.papers.iter().position(|paper| paper.id == id);
        shelf.experiments.sort_by_key(|experiment| {
            (rank(&experiment.paper), natural(&experiment.place), experiment.name.clone())
        });
        Ok(shelf)
    }

    /// The experiments with this name, or all whose name begins with it and a slash.
    pub fn find(&self, name: &str) -> Result<Vec<&Experiment>, BadInput> {
        let folder = format!("{}/", name.trim_end_matches('/'));
        let fits = |e: &&Experiment| e.name == name || e.name.starts_with(&folder);
        let found: Vec<&Experiment> = self.experiments.iter().filter(fits).collect();
        if found.is_empty() {
            let expected = "an experiment or a paper of `kontra experiment list`";
            let papers = self.papers.iter().map(|paper| paper.id.as_str());
            let names = self.experiments.iter().map(|experiment| experiment.name.as_str());
            return Err(BadInput::expected("experiment", expected, quote(name))
                .did_you_mean(name, papers.chain(names)));
        }
        Ok(found)
    }
}

fn slashes(path: &Path) -> String {
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// A key that sorts `Table 6.9` before `Table 6.10`: chapter and number first, then the words.
fn natural(place: &str) -> (Vec<u64>, String) {
    // An appendix comes after all chapters.
    let appendix = place
        .split_once(['.'])
        .is_some_and(|(word, _)| word.ends_with(|c: char| c.is_ascii_uppercase()));
    let numbers = place.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok());
    (appendix.then_some(u64::MAX).into_iter().chain(numbers).collect(), place.to_owned())
}
