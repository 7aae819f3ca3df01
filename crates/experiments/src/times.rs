use crate::What;
use kontra_game::BadInput;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::Path;

/// How long measurements take. Unlike [`Results`](crate::Results) it depends on the machine, and only estimates rest on it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Times(BTreeMap<String, UnitTime>);

/// How long some units of a measurement took.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct UnitTime {
    units: u64,
    seconds: f64,
}

/// A line of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    what: What,
    units: u64,
    seconds: f64,
}

impl Times {
    /// The name of the file in a folder of results.
    pub const FILE: &'static str = "times.jsonl";

    /// Reads the file in a folder; without one, nothing was timed.
    pub fn load(folder: &Path) -> Result<Times, BadInput> {
        let path = folder.join(Times::FILE);
        let place = path.display().to_string();
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Times::default()),
            Err(error) => return Err(BadInput::expected(place, "a file of times", error)),
        };
        let mut times = Times::default();
        for (number, line) in text.lines().enumerate() {
            let Line { what, units, seconds } = serde_json::from_str(line).map_err(|error| {
                let place = format!("{place}, line {}", number + 1);
                BadInput::expected(place, "a time", format!("something else ({error})"))
            })?;
            times.0.insert(what.key(), UnitTime { units, seconds });
        }
        Ok(times)
    }

    /// Writes the file in a folder that exists.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        let mut text = String::new();
        for (what, UnitTime { units, seconds }) in &self.0 {
            let _ = writeln!(text, r#"{{"what":{what},"units":{units},"seconds":{seconds:.4}}}"#);
        }
        let part = folder.join(format!(".{}.{}.part", Times::FILE, std::process::id()));
        std::fs::write(&part, text)?;
        std::fs::rename(&part, folder.join(Times::FILE))
    }

    /// Notes one more unit of a measurement.
    pub(crate) fn add(&mut self, key: &str, seconds: f64) {
        let time = self.0.entry(key.to_owned()).or_default();
        time.units += 1;
        time.seconds += seconds;
    }

    /// The mean of one unit in seconds of one core.
    pub(crate) fn of(&self, key: &str) -> Option<f64> {
        self.0.get(key).filter(|time| time.units > 0).map(|time| time.seconds / time.units as f64)
    }
}
