use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What went wrong, as one sentence.
pub(crate) type Outcome = Result<(), String>;

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// The folder that cargo builds in.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A call of cargo in the workspace; the words are separated by spaces.
pub(crate) fn cargo(words: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args(words.split_whitespace()).current_dir(root());
    command
}

/// Whether a program is installed.
pub(crate) fn is_installed(program: &str, args: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Steps that are taken one after the other until one fails, with the time each took.
#[derive(Default)]
pub(crate) struct Steps {
    taken: Vec<(&'static str, Duration)>,
}

impl Steps {
    /// Runs a command; its failure is the end.
    pub(crate) fn take(&mut self, name: &'static str, command: &mut Command) -> Outcome {
        println!("\n== {name}");
        let begin = Instant::now();
        let status = command.status().map_err(|error| format!("{name}: cannot start: {error}"))?;
        self.taken.push((name, begin.elapsed()));
        if status.success() {
            return Ok(());
        }
        self.report();
        Err(format!("{name} failed ({status})"))
    }

    /// Prints what was done and how long it took.
    pub(crate) fn report(&self) {
        println!();
        for (name, time) in &self.taken {
            println!("{:8.1} s  {name}", time.as_secs_f64());
        }
        let total: Duration = self.taken.iter().map(|(_, time)| *time).sum();
        println!("{:8.1} s  in all", total.as_secs_f64());
    }
}
