//! Kontra beside OpenSpiel, RLCard and pgx, in one run.

use crate::python::{Environment, build_wheel, install_wheel};
use crate::step::{Outcome, Steps, root, target};
use std::fs;

/// Installs the others into an environment of their own, measures, and writes the tables into the book.
pub(crate) fn run() -> Outcome {
    let mut steps = Steps::default();
    let bench = root().join("python/bench");
    let file = bench.join("requirements.txt");
    let wanted = fs::read_to_string(&file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let environment = Environment::plain(&mut steps, &target().join("python/beside"))?;
    let lines = wanted.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    for (number, line) in lines.enumerate() {
        println!("\n{line}");
        let mut pip = environment.pip();
        let outcome = steps.take("a library to compare with", pip.args(line.split_whitespace()));
        match outcome {
            // Without the first one there is nothing to compare with.
            Err(why) if number == 0 => return Err(why),
            Err(_) => println!("{line} cannot be installed: its rows are left out"),
            Ok(()) => {}
        }
    }
    // What is measured is what people install.
    let wheels = target().join("wheels");
    build_wheel(&mut steps, &environment, &wheels)?;
    install_wheel(&mut steps, &environment, &wheels)?;
    let mut measure = environment.tool("python");
    measure.current_dir(&bench).arg("beside.py");
    measure.arg("--report").arg(root().join("docs/src/beside.md"));
    let outcome = steps.take("side by side", &mut measure);
    steps.report();
    outcome
}
