//! The Python package: its wheel, and its tests in an environment of their own.

use crate::browser::program_path;
use crate::notebook;
use crate::step::{Outcome, Steps, cargo, is_installed, root, target};
use crate::test::{Size, in_one_go};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The tests of the Python package, with a wheel that was built for them.
pub(crate) fn test() -> Outcome {
    let mut steps = Steps::default();
    let profile = Size::Full.profile();
    let mut build = cargo(&format!("build --quiet --profile {profile} --package kontra"));
    let outcome = steps.take("the program", &mut build);
    let outcome = outcome.and_then(|()| all(&mut steps, Size::Full));
    steps.report();
    outcome
}

/// Builds the wheel, installs it beside pinned tools, and runs the tests.
pub(crate) fn all(steps: &mut Steps, size: Size) -> Outcome {
    let environment = environment(steps)?;
    let wheels = target().join("python/tested");
    clear(&wheels)?;
    // The profile and the features of the other tests: the crates below are built already.
    let profile = size.profile();
    let build = ["build", "--quiet", "--features", AS_IN_TESTS, "--profile", profile];
    let mut maturin = in_one_go(environment.tool("maturin"));
    maturin.args(build).args(["--compatibility", "linux", "--out"]).arg(&wheels);
    steps.take("the wheel", &mut maturin)?;
    install_wheel(steps, &environment, &wheels)?;
    let mut pytest = environment.tool("python");
    // From the folder of the tests, so that the installed package is found and not its sources.
    pytest.args(["-m", "pytest", "-q", "-ra"]).current_dir(root().join("python/tests"));
    // For tests of players at the program's tables.
    pytest.env("KONTRA_BIN", program_path(size));
    steps.take("the tests of the Python package", &mut pytest)?;
    match size {
        // PyTorch is much to install for a short run.
        Size::Short => Ok(()),
        Size::Full => notebook::run(steps, &environment, &wheels),
    }
}

/// Puts the only wheel of a folder into the environment.
pub(crate) fn install_wheel(
    steps: &mut Steps,
    environment: &Environment,
    wheels: &Path,
) -> Outcome {
    let mut install = environment.pip();
    install.args(["--no-deps", "--no-index", "--force-reinstall"]).arg(only_file(wheels)?);
    steps.take("the wheel installed", &mut install)
}

/// A wheel for everybody.
pub(crate) fn wheel() -> Outcome {
    let mut steps = Steps::default();
    let environment = environment(&mut steps)?;
    let wheels = target().join("wheels");
    build_wheel(&mut steps, &environment, &wheels)?;
    steps.report();
    println!("the wheel is in {}", wheels.display());
    Ok(())
}

/// Any Linux of the last ten years on this kind of processor, any Python from 3.10 on.
pub(crate) fn build_wheel(steps: &mut Steps, environment: &Environment, wheels: &Path) -> Outcome {
    clear(wheels)?;
    let mut maturin = environment.tool("maturin");
    maturin.args(["build", "--release", "--out"]).arg(wheels);
    if cfg!(target_os = "linux") {
        // A linker that knows old versions of the C library.
        steps.take("a linker for old systems", environment.pip().arg(ZIG))?;
        maturin.args(["--zig", "--compatibility", "manylinux2014"]);
    }
    steps.take("the wheel", &mut maturin)
}

/// The feature of the package that builds it with what tests were built with.
const AS_IN_TESTS: &str = "as-in-tests";
const ZIG: &str = "ziglang==0.15.1";
const MATURIN: &str = "maturin==1.16.0";

fn programs(folder: &Path) -> PathBuf {
    folder.join(if cfg!(windows) { "Scripts" } else { "bin" })
}

/// A virtual environment.
pub(crate) struct Environment {
    programs: PathBuf,
}

impl Environment {
    /// One with maturin and nothing else, made if need be.
    pub(crate) fn plain(steps: &mut Steps, folder: &Path) -> Result<Environment, String> {
        let environment = Environment { programs: programs(folder) };
        if !environment.programs.join("maturin").exists() {
            let mut create = Command::new(interpreter()?);
            let create = create.args(["-m", "venv", "--clear"]).arg(folder);
            steps.take("an environment for Python", create)?;
            steps.take("maturin installed", environment.pip().arg(MATURIN))?;
        }
        Ok(environment)
    }

    /// The beginning of `pip install`.
    pub(crate) fn pip(&self) -> Command {
        let mut pip = self.tool("python");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        pip
    }

    /// Whether a module is installed in it.
    pub(crate) fn has(&self, module: &str) -> bool {
        let mut python = self.tool("python");
        python.args(["-c", &format!("import {module}")]).stderr(Stdio::null());
        python.status().is_ok_and(|status| status.success())
    }

    /// A program of the environment, in the folder of the package.
    pub(crate) fn tool(&self, name: &str) -> Command {
        let mut command = Command::new(self.programs.join(name));
        // maturin looks for cargo and the environment's own Python.
        command.current_dir(root().join("python")).env("CARGO_TARGET_DIR", target());
        if let Some(path) = std::env::var_os("PATH") {
            let folders = [self.programs.clone()].into_iter().chain(std::env::split_paths(&path));
            if let Ok(path) = std::env::join_paths(folders) {
                command.env("PATH", path);
            }
        }
        command.env_remove("PYTHONPATH").env_remove("PYTHONHOME");
        command
    }
}

/// Python 3.10 or later.
fn interpreter() -> Result<&'static str, String> {
    let python = ["python3", "python"].into_iter().find(|python| {
        let recent = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
        is_installed(python, &["-c", recent])
    });
    python.ok_or_else(|| {
        "the Python package needs Python 3.10 or later with venv, and there is none; \
         on Debian it is in the packages python3 and python3-venv"
            .to_owned()
    })
}

/// The environment of the tests, with the tools of `python/requirements.txt`.
fn environment(steps: &mut Steps) -> Result<Environment, String> {
    let python = interpreter()?;
    let folder = target().join("python/environment");
    let environment = Environment { programs: programs(&folder) };
    let (wanted, note) = (root().join("python/requirements.txt"), folder.join("requirements.txt"));
    let wanted = fs::read_to_string(&wanted)
        .map_err(|error| format!("cannot read {}: {error}", wanted.display()))?;
    if fs::read_to_string(&note).is_ok_and(|installed| installed == wanted) {
        return Ok(environment);
    }
    let mut create = Command::new(python);
    steps.take("an environment for Python", create.args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut install = environment.pip();
    install.args(["--only-binary", ":all:", "--requirement", "requirements.txt"]);
    steps.take("the tools of the Python package", &mut install).map_err(|_| {
        "the tools of python/requirements.txt cannot be installed: pip has failed, perhaps because the package \
         registry cannot be reached"
            .to_owned()
    })?;
    fs::write(&note, wanted)
        .map_err(|error| format!("cannot write {}: {error}", note.display()))?;
    Ok(environment)
}

/// An empty folder.
pub(crate) fn clear(folder: &Path) -> Outcome {
    let gone = fs::remove_dir_all(folder);
    if let Err(error) = gone
        && folder.exists()
    {
        return Err(format!("cannot empty {}: {error}", folder.display()));
    }
    fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))
}

pub(crate) fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let files = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let mut files = files.flatten().map(|file| file.path());
    files.next().ok_or_else(|| format!("there is no wheel in {}", folder.display()))
}
