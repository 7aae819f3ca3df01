//! The notebook that needs PyTorch. The package registry has PyTorch for Linux only with 4.6 GB of libraries for graphics cards;
//! distributions have it without. So the system's own Python runs this notebook.

use crate::python::{Environment, clear, only_file};
use crate::step::{Outcome, Steps, is_installed, root, target};
use crate::system::{self, may_install};
use std::path::Path;
use std::process::Command;

/// Pythons that a distribution's PyTorch may belong to; the first one in the path is often another.
const PYTHONS: [&str; 2] = ["/usr/bin/python3", "python3"];
/// Short enough for a test, long enough to learn something.
const STEPS: &str = "60";

/// Runs the notebook, after the tests of the package, with the wheel in this folder.
pub(crate) fn run(steps: &mut Steps, environment: &Environment, wheels: &Path) -> Outcome {
    if environment.has("torch") {
        // Then it was among the tests.
        return Ok(());
    }
    let find = || PYTHONS.into_iter().find(|python| is_installed(python, &["-c", WORKS]));
    if find().is_none() {
        if !may_install(&system::PYTORCH) {
            let why = "PyTorch is missing and cannot be installed here";
            println!("\n== the notebook that trains a policy\nleft out: {why}");
            return Ok(());
        }
        system::install(steps, "PyTorch", &system::PYTORCH)
            .map_err(|why| format!("the notebook that trains a policy needs PyTorch: {why}"))?;
    }
    let python = find().ok_or(
        "the notebook that trains a policy: the PyTorch that was installed does not start",
    )?;
    let package = target().join("python/for-the-system");
    clear(&package)?;
    let mut unpack = environment.pip();
    unpack.args(["--no-deps", "--no-index", "--target"]).arg(&package).arg(only_file(wheels)?);
    steps.take("the wheel for the system's Python", &mut unpack)?;
    let mut notebook = Command::new(python);
    notebook.arg("tests/run_notebook.py").arg("notebooks/train-a-policy.ipynb");
    notebook.current_dir(root().join("python"));
    notebook.env("PYTHONPATH", package).env("KONTRA_NOTEBOOK_STEPS", STEPS);
    steps.take("the notebook that trains a policy", &mut notebook)
}

/// A Python that can run it.
const WORKS: &str = "import sys, torch, numpy; sys.exit(sys.version_info < (3, 10))";
