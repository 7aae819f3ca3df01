use crate::Trouble;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Numbers over a run, as a table: the first column says when (steps, seconds), and rises.
///
/// A number may be missing: not everything is measured every time.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    columns: Vec<String>,
    rows: Vec<Vec<Option<f64>>>,
}

impl Curve {
    /// An empty table.
    pub fn new(columns: &[&str]) -> Curve {
        Curve { columns: columns.iter().map(|name| (*name).to_owned()).collect(), rows: vec![] }
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Adds a row: numbers by the names of their columns. Others are missing; names that are no column are ignored, and
    /// numbers that are not finite are missing.
    pub fn add(&mut self, numbers: &[(&str, f64)]) {
        let number = |column: &String| {
            let found = numbers.iter().find(|(name, _)| name == column);
            found.map(|(_, x)| *x).filter(|x| x.is_finite())
        };
        self.rows.push(self.columns.iter().map(number).collect());
    }

    /// The points of a column: when, and how much.
    pub fn points(&self, column: &str) -> Vec<(f64, f64)> {
        let Some(at) = self.columns.iter().position(|name| name == column) else { return vec![] };
        self.rows.iter().filter_map(|row| Some((row[0]?, row[at]?))).collect()
    }

    /// The last number of a column.
    pub fn last(&self, column: &str) -> Option<f64> {
        self.points(column).last().map(|(_, y)| *y)
    }

    /// Removes what lies after a moment: a run that resumes from a checkpoint comes to it again.
    pub fn cut_after(&mut self, moment: f64) {
        self.rows.retain(|row| row.first().copied().flatten().is_some_and(|x| x <= moment));
    }

    /// Reads the table `log.csv` in the folder of a run; an empty one where there is none yet.
    pub(crate) fn read(folder: &Path, columns: &[&str]) -> Result<Curve, Trouble> {
        match fs::read_to_string(folder.join("log.csv")) {
            Ok(text) => Curve::from_csv(&text, columns),
            Err(_) => Ok(Curve::new(columns)),
        }
    }

    /// Writes the table as `log.csv` and its picture as `log.svg` into the folder of a run.
    pub(crate) fn write(&self, folder: &Path, picture: &str) -> Result<(), Trouble> {
        for (name, text) in [("log.csv", self.to_csv().as_str()), ("log.svg", picture)] {
            let path = folder.join(name);
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&path, text))
                .map_err(|e| Trouble(format!("log '{}': {e}", path.display())))?;
        }
        Ok(())
    }

    /// The table as text with commas, numbers with all their digits.
    pub fn to_csv(&self) -> String {
        let mut text = self.columns.join(",") + "\n";
        for row in &self.rows {
            for (n, x) in row.iter().enumerate() {
                let comma = if n > 0 { "," } else { "" };
                let _ = match x {
                    Some(x) => write!(text, "{comma}{x}"),
                    None => write!(text, "{comma}"),
                };
            }
            text.push('\n');
        }
        text
    }

    /// Reads what [`Curve::to_csv`] wrote. The columns must be `columns`: a run that resumes continues its own table. The last
    /// ones may be missing, where the table was begun before there were these.
    pub fn from_csv(text: &str, columns: &[&str]) -> Result<Curve, Trouble> {
        let mut curve = Curve::new(columns);
        let mut lines = text.lines();
        let header = lines.next().unwrap_or_default();
        let names: Vec<&str> = header.split(',').collect();
        if !columns.starts_with(&names) {
            let expected = columns.join(",");
            return Err(Trouble(format!(
                "curve: expected the columns '{expected}', found '{header}'"
            )));
        }
        for (n, line) in lines.enumerate() {
            let row: Option<Vec<Option<f64>>> = line.split(',').map(number).collect();
            let count = names.len();
            let mut row = row.filter(|row| row.len() == count).ok_or_else(|| {
                Trouble(format!("curve, line {}: expected {count} numbers, found '{line}'", n + 2))
            })?;
            row.resize(columns.len(), None);
            curve.rows.push(row);
        }
        Ok(curve)
    }
}

/// A number, or nothing; `None` where it is neither.
#[allow(clippy::option_option)]
fn number(text: &str) -> Option<Option<f64>> {
    if text.is_empty() {
        return Some(None);
    }
    text.parse().ok().filter(|x: &f64| x.is_finite()).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: [&str; 3] = ["seconds", "loss", "score"];

    fn curve() -> Curve {
        let mut curve = Curve::new(&COLUMNS);
        curve.add(&[("seconds", 1.0), ("loss", 0.1 + 0.2)]);
        curve.add(&[("seconds", 2.5), ("loss", f64::NAN), ("score", -0.5), ("other", 9.0)]);
        curve.add(&[("seconds", 4.0), ("loss", 0.25), ("score", 1e-7)]);
        curve
    }

    #[test]
    fn a_table_is_written_and_read_again() {
        let text = curve().to_csv();
        assert_eq!(
            text,
            "seconds,loss,score\n1,0.30000000000000004,\n2.5,,-0.5\n4,0.25,0.0000001\n"
        );
        assert_eq!(Curve::from_csv(&text, &COLUMNS).unwrap(), curve());
    }

    #[test]
    fn points_are_where_there_are_numbers() {
        assert_eq!(curve().points("score"), [(2.5, -0.5), (4.0, 1e-7)]);
        assert_eq!(curve().points("other"), []);
        assert_eq!(curve().last("loss"), Some(0.25));
    }

    #[test]
    fn what_comes_after_a_checkpoint_is_cut() {
        let mut curve = curve();
        curve.cut_after(2.5);
        assert_eq!(curve.last("score"), Some(-0.5));
    }

    #[test]
    fn a_table_from_before_there_was_a_column_lacks_its_numbers() {
        let before = Curve::from_csv("seconds,loss\n1,0.5\n2,0.25\n", &COLUMNS).unwrap();
        assert_eq!(before.columns(), COLUMNS);
        assert_eq!(before.points("loss"), [(1.0, 0.5), (2.0, 0.25)]);
        assert_eq!(before.last("score"), None);
        assert_eq!(before.to_csv(), "seconds,loss,score\n1,0.5,\n2,0.25,\n");
    }

    #[test]
    fn a_damaged_table_is_one_sentence() {
        let refused = |text: &str, words: &str| {
            let why = Curve::from_csv(text, &COLUMNS).unwrap_err().0;
            assert_eq!(why, words);
        };
        refused("", "curve: expected the columns 'seconds,loss,score', found ''");
        let other = "curve: expected the columns 'seconds,loss,score', found 'seconds,score'";
        refused("seconds,score\n1,2\n", other);
        refused("seconds,loss\n1,2,3\n", "curve, line 2: expected 2 numbers, found '1,2,3'");
        refused("seconds,loss,score\n1,2\n", "curve, line 2: expected 3 numbers, found '1,2'");
        let line = "curve, line 3: expected 3 numbers, found '1,x,2'";
        refused("seconds,loss,score\n1,2,3\n1,x,2\n", line);
        refused(
            "seconds,loss,score\n1,NaN,2\n",
            "curve, line 2: expected 3 numbers, found '1,NaN,2'",
        );
    }
}
