use crate::measured::Values;
use crate::{Measured, SeriesName, What};
use kontra_arena::Series;
use kontra_game::BadInput;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::Path;

/// Everything that was measured so far. In a file it is one line of JSON for each measurement, in the order of their names.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Results(BTreeMap<String, Measured>);

/// The first line of a file.
const HEAD: &str = r#"{"kontra":"results","format":1}"#;

/// A line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    what: What,
    units: u64,
    series: BTreeMap<SeriesName, Series>,
}

impl Results {
    /// The name of the file in a folder of results.
    pub const FILE: &'static str = "measurements.jsonl";

    /// Reads the file in a folder; without one, nothing was measured.
    pub fn load(folder: &Path) -> Result<Results, BadInput> {
        let path = folder.join(Results::FILE);
        let place = path.display().to_string();
        match std::fs::read_to_string(&path) {
            Ok(text) => Results::parse(&place, &text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Results::default()),
            Err(error) => Err(BadInput::expected(place, "a file of results", error)),
        }
    }

    /// Reads the text of a file.
    pub fn parse(place: &str, text: &str) -> Result<Results, BadInput> {
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, head)| head != HEAD) {
            let place = format!("{place}, line 1");
            return Err(BadInput::expected(place, HEAD, "something else"));
        }
        let mut results = Results::default();
        for (number, line) in lines {
            let place = format!("{place}, line {}", number + 1);
            let Line { what, units, series } = serde_json::from_str(line).map_err(|error| {
                BadInput::expected(&place, "a measurement", format!("something else ({error})"))
            })?;
            if results.0.insert(what.key(), Measured { units, series }).is_some() {
                return Err(BadInput::expected(place, "each measurement once", "a second one"));
            }
        }
        Ok(results)
    }

    /// The text of a file: the same results give the same text.
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        for (key, Measured { units, series }) in &self.0 {
            // In the order of their texts, which is not that of their types.
            let series: BTreeMap<String, &Series> =
                series.iter().map(|(name, series)| (name.to_string(), series)).collect();
            let series = serde_json::to_string(&series).unwrap_or_default();
            let _ = writeln!(text, r#"{{"what":{key},"units":{units},"series":{series}}}"#);
        }
        text
    }

    /// Writes the file in a folder, which is made if need be. Whatever happens, the old file or the new one is there
    /// afterwards, and never a part.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(Results::FILE);
        let part = folder.join(format!(".{}.{}.part", Results::FILE, std::process::id()));
        let written =
            std::fs::write(&part, self.text()).and_then(|()| std::fs::rename(&part, path));
        if written.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        written
    }

    /// What is known about a measurement.
    pub fn of(&self, what: &What) -> Option<&Measured> {
        self.0.get(&what.key())
    }

    /// How many measurements there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes over from other results what goes further there.
    pub fn merge(&mut self, other: Results) {
        for (key, theirs) in other.0 {
            let ours = self.0.entry(key).or_default();
            if theirs.units > ours.units {
                *ours = theirs;
            }
        }
    }

    /// Leaves out every measurement that none of these is.
    pub fn keep<'a>(&mut self, all: impl Iterator<Item = &'a What>) {
        let keys: std::collections::BTreeSet<String> = all.map(What::key).collect();
        self.0.retain(|key, _| keys.contains(key));
    }

    pub(crate) fn units(&self, key: &str) -> u64 {
        self.0.get(key).map_or(0, |measured| measured.units)
    }

    pub(crate) fn add(&mut self, key: &str, values: &Values) {
        if let Some(measured) = self.0.get_mut(key) {
            measured.add(values);
        } else {
            self.0.entry(key.to_owned()).or_default().add(values);
        }
    }
}
