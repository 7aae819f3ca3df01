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

/// Steps, with the time that each took and whether it failed.
#[derive(Default)]
pub(crate) struct Steps {
    taken: Vec<Step>,
}

struct Step {
    name: &'static str,
    time: Duration,
    failure: Option<String>,
}

impl Steps {
    /// Runs a command, whose output is shown. A failure is remembered, too: the caller may continue with other steps.
    pub(crate) fn take(&mut self, name: &'static str, command: &mut Command) -> Outcome {
        println!("\n== {name}");
        let begin = Instant::now();
        let failure = match command.status() {
            Ok(status) if status.success() => None,
            Ok(status) => Some(format!("{name} failed ({status})")),
            Err(error) => Some(format!("{name}: cannot start: {error}")),
        };
        self.taken.push(Step { name, time: begin.elapsed(), failure: failure.clone() });
        failure.map_or(Ok(()), Err)
    }

    /// Does something that is no single command.
    pub(crate) fn timed(&mut self, name: &'static str, work: impl FnOnce() -> Outcome) {
        println!("\n== {name}");
        let begin = Instant::now();
        let failure = work().err();
        if let Some(why) = &failure {
            println!("{why}");
        }
        self.taken.push(Step { name, time: begin.elapsed(), failure });
    }

    /// Remembers the failure of a step that could not begin.
    pub(crate) fn note(&mut self, name: &'static str, outcome: Outcome) {
        let known = |why: &String| self.taken.iter().any(|step| step.failure.as_ref() == Some(why));
        if let Err(why) = outcome
            && !known(&why)
        {
            println!("\n== {name}\n{why}");
            self.taken.push(Step { name, time: Duration::ZERO, failure: Some(why) });
        }
    }

    /// Prints what was done and how long it took.
    pub(crate) fn report(&self) {
        println!();
        for Step { name, time, failure } in &self.taken {
            let failed = if failure.is_some() { "  FAILED" } else { "" };
            println!("{:8.1} s  {name}{failed}", time.as_secs_f64());
        }
        let total: Duration = self.taken.iter().map(|step| step.time).sum();
        println!("{:8.1} s  in all", total.as_secs_f64());
    }

    /// Everything that failed, in one sentence.
    pub(crate) fn outcome(&self) -> Outcome {
        let failures: Vec<&str> =
            self.taken.iter().filter_map(|step| step.failure.as_deref()).collect();
        if failures.is_empty() { Ok(()) } else { Err(failures.join("; ")) }
    }
}
