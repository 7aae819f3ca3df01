use crate::step::{Outcome, Steps, cargo, is_installed, root, target};
use std::path::Path;
use std::process::Command;

/// Units of work in the two runs whose difference is counted: what happens before the work cancels out.
const WORK: [u64; 2] = [2000, 6000];

pub(crate) fn run() -> Outcome {
    let mut steps = Steps::default();
    steps.take("build", &mut cargo("build --quiet --release --package kontra"))?;
    let kontra = target().join("release").join("kontra");
    steps.take("speed of one core", Command::new(&kontra).arg("bench"))?;
    let arena = "run --quiet --release --package kontra-arena --example arena_speed";
    steps.take("the arena, on one core and on two", &mut cargo(arena))?;
    if !is_installed("valgrind", &["--version"]) {
        println!("\nvalgrind is not installed: no instructions are counted");
        return Ok(());
    }
    println!("\n== instructions per unit of work");
    for row in rows(&kontra)? {
        let [few, many] = WORK;
        let difference = count(&kontra, &row, many)?.saturating_sub(count(&kontra, &row, few)?);
        println!("  {row:24} {:>8}", difference / (many - few));
    }
    Ok(())
}

/// Load on the web server, in a process of its own; the report is part of the book.
pub(crate) fn server() -> Outcome {
    let mut steps = Steps::default();
    steps.take("build", &mut cargo("build --quiet --release --package kontra"))?;
    let words = "run --quiet --release --package kontra-server --example server_load --";
    let mut load = cargo(words);
    load.arg(target().join("release").join("kontra")).arg(root().join("docs/src/server-load.md"));
    steps.take("load on the server", &mut load)
}

/// Attacks on the web server, and an honest player meanwhile; the report is part of the book.
pub(crate) fn attack() -> Outcome {
    let mut steps = Steps::default();
    steps.take("build", &mut cargo("build --quiet --release --package kontra"))?;
    let words = "run --quiet --release --package kontra-server --example server_attack --";
    let mut attack = cargo(words);
    attack
        .arg(target().join("release").join("kontra"))
        .arg(root().join("docs/src/server-attack.md"));
    steps.take("attacks on the server", &mut attack)
}

/// The names of what is measured.
fn rows(kontra: &Path) -> Result<Vec<String>, String> {
    let output = Command::new(kontra).args(["bench", "--list"]).output();
    let output = output.map_err(|error| format!("kontra bench --list: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// The number of instructions of so much work, start of the program included.
fn count(kontra: &Path, row: &str, work: u64) -> Result<u64, String> {
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
