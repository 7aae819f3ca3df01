//! How many instructions a unit of work takes: a number that no other work on the machine changes, unlike its time.

use crate::step::{Outcome, cargo, is_installed, root, target};
use crate::test::Size;
use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// By which share a row may take more than was recorded.
const TOLERANCE: f64 = 0.02;

/// And this many instructions: what happens beside the work differs by some thousands from run to run.
const SLACK: f64 = 3.0;

/// What this prints where nothing can be counted.
const NO_VALGRIND: &str = "valgrind is not installed: no instructions are counted";

/// Instructions for each unit of work of a row of `kontra bench`.
struct Count {
    row: String,
    instructions: f64,
}

/// Compares all rows with the record, or replaces it.
pub(crate) fn run(record: bool) -> Outcome {
    if !is_installed("valgrind", &["--version"]) {
        println!("{NO_VALGRIND}");
        return if record { Err("nothing was put on record".to_owned()) } else { Ok(()) };
    }
    let profile = Size::Full.profile();
    let build = format!("build --quiet --package kontra --profile {profile}");
    match cargo(&build).env("CARGO_INCREMENTAL", "0").status() {
        Ok(status) if status.success() => {}
        other => return Err(format!("cargo {build}: {other:?}")),
    }
    let counts = counts(&target().join(Size::Full.folder()).join("kontra"))?;
    let conditions = conditions()?;
    if record {
        return write(&counts, &conditions);
    }
    let (recorded_under, recorded) = read()?;
    print(&counts, &recorded);
    if recorded_under != conditions {
        println!("not compared: recorded with {recorded_under}, counted with {conditions}");
        return Ok(());
    }
    let more = rows_with_more(&counts, &recorded);
    if more.is_empty() {
        return Ok(());
    }
    Err(format!(
        "more than {:.0} % and {SLACK} instructions above the record, or not recorded: {}; where that is meant, \
         `cargo xtask bench instructions --record`",
        100.0 * TOLERANCE,
        more.join(", ")
    ))
}

/// Prints the counts of this program.
pub(crate) fn list(kontra: &Path) -> Outcome {
    if !is_installed("valgrind", &["--version"]) {
        println!("\n{NO_VALGRIND}");
        return Ok(());
    }
    println!("\n== instructions per unit of work");
    print(&counts(kontra)?, &[]);
    Ok(())
}

/// Counts all rows, one on each core.
fn counts(kontra: &Path) -> Result<Vec<Count>, String> {
    let rows = rows(kontra)?;
    let waiting = Mutex::new(rows.iter().enumerate().collect::<VecDeque<_>>());
    let next = || waiting.lock().ok()?.pop_front();
    let counted = Mutex::new(vec![]);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some((place, row)) = next() {
                    let count = count(kontra, row);
                    if let Ok(mut counted) = counted.lock() {
                        counted.push((place, count));
                    }
                }
            });
        }
    });
    let mut counted = counted.into_inner().map_err(|error| error.to_string())?;
    counted.sort_by_key(|(place, _)| *place);
    counted.into_iter().map(|(_, count)| count).collect()
}

/// The names of what is counted: all rows but networks in large batches, which take minutes under valgrind.
fn rows(kontra: &Path) -> Result<Vec<String>, String> {
    let output = Command::new(kontra).args(["bench", "--list"]).output();
    let output = output.map_err(|error| format!("kontra bench --list: {error}"))?;
    let rows = String::from_utf8_lossy(&output.stdout);
    Ok(rows.lines().filter(|row| !row.ends_with("-128")).map(str::to_owned).collect())
}

/// What a unit of this row takes: the difference of two runs, so that what happens before the work cancels out.
fn count(kontra: &Path, row: &str) -> Result<Count, String> {
    let [few, many] = match row {
        // Whole positions, of many nodes each.
        "ontop/star2" => [1000, 200_000],
        // Ends of games, of which each is a search.
        "doppelkopf/endgame/5" => [100, 200],
        // A position of a large network takes as many instructions as hundreds of games of cards.
        _ if row.starts_with("nets/") => [32, 96],
        _ => [1000, 3000],
    };
    let difference = total(kontra, row, many)?.saturating_sub(total(kontra, row, few)?);
    Ok(Count { row: row.to_owned(), instructions: difference as f64 / (many - few) as f64 })
}

/// The number of instructions of so much work, start of the program included.
fn total(kontra: &Path, row: &str, work: u64) -> Result<u64, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(kontra)
        .args(["bench", "--once", row, "--work", &work.to_string()])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find_map(|line| line.split_once("Collected : "));
    line.and_then(|(_, number)| number.trim().parse().ok())
        .ok_or_else(|| format!("{row}: expected a count from valgrind, found {text}"))
}

/// What counts depend on beside the program's source: the compiler, and the instructions that the program chooses between.
fn conditions() -> Result<String, String> {
    let output = Command::new("rustc").arg("--version").output();
    let output = output.map_err(|error| format!("rustc --version: {error}"))?;
    let compiler = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    #[cfg(target_arch = "x86_64")]
    let wide = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    let wide = false;
    let wide = if wide { "AVX2 and BMI2" } else { "neither AVX2 nor BMI2" };
    Ok(format!("{compiler} on {} with {wide}", std::env::consts::ARCH))
}

/// The rows that take clearly more than recorded, or that were not recorded.
fn rows_with_more(counts: &[Count], recorded: &[Count]) -> Vec<String> {
    let is_more = |count: &&Count| {
        let before = recorded.iter().find(|before| before.row == count.row);
        before.is_none_or(|b| count.instructions > b.instructions * (1.0 + TOLERANCE) + SLACK)
    };
    counts.iter().filter(is_more).map(|count| count.row.clone()).collect()
}

fn print(counts: &[Count], recorded: &[Count]) {
    for Count { row, instructions } in counts {
        let before = recorded.iter().find(|before| before.row == *row);
        let change = before.map(|b| 100.0 * (instructions / b.instructions - 1.0));
        let change = change.map_or(String::new(), |change| format!("  {change:+.1} %"));
        println!("  {row:24} {instructions:>12.1}{change}");
    }
}

fn path() -> PathBuf {
    root().join("xtask").join("instructions.csv")
}

fn write(counts: &[Count], conditions: &str) -> Outcome {
    let lines: String =
        counts.iter().map(|c| format!("{},{:.1}\n", c.row, c.instructions)).collect();
    let text = format!("# {conditions}\n{lines}");
    fs::write(path(), text).map_err(|error| format!("{}: {error}", path().display()))
}

/// Under which conditions was counted, and what.
fn read() -> Result<(String, Vec<Count>), String> {
    let text =
        fs::read_to_string(path()).map_err(|error| format!("{}: {error}", path().display()))?;
    parse(&text).ok_or_else(|| format!("{}: expected rows and counts", path().display()))
}

fn parse(text: &str) -> Option<(String, Vec<Count>)> {
    let (first, rows) = text.split_once('\n')?;
    let count = |line: &str| {
        let (row, instructions) = line.split_once(',')?;
        Some(Count { row: row.to_owned(), instructions: instructions.parse().ok()? })
    };
    Some((first.strip_prefix("# ")?.to_owned(), rows.lines().map(count).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_takes_more_or_is_new_is_told() {
        let (_, recorded) = parse("# conditions\none,1000.0\ntwo,50.5\n").unwrap();
        let now = |one, two, new: &str| {
            let count = |row: &str, instructions| Count { row: row.to_owned(), instructions };
            rows_with_more(&[count("one", one), count(new, two)], &recorded)
        };
        assert!(now(1022.0, 40.0, "two").is_empty());
        assert_eq!(now(1024.0, 50.5, "two"), ["one"]);
        assert_eq!(now(900.0, 50.5, "three"), ["three"]);
    }

    #[test]
    fn the_record_is_whole() {
        let (conditions, recorded) = read().unwrap();
        assert!(conditions.starts_with("rustc "), "{conditions}");
        assert!(recorded.iter().all(|count| count.instructions > 0.0));
        assert!(recorded.iter().any(|count| count.row == "doppelkopf/playout"));
    }
}
