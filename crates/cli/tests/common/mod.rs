//! Runs the program as a user would.
#![allow(unreachable_pub)]

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run left behind.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// What a finished program left behind.
    pub fn of(output: &Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Run {
            code: output.status.code().expect("an exit code"),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }

    /// The one JSON value on standard output.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""), "{}", self.stdout);
        serde_json::from_str(&self.stdout).expect("exactly one JSON value")
    }

    /// Bad input: exit code 2 and one sentence, which is returned without the program's name.
    #[track_caller]
    pub fn sentence(&self) -> &str {
        assert_eq!(self.code, 2, "{}{}", self.stdout, self.stderr);
        let line = self.stderr.strip_prefix("kontra: ").expect("a sentence of the program");
        let line = line.strip_suffix('\n').expect("a line");
        assert!(!line.contains('\n'), "one sentence: {line}");
        line
    }
}

/// Runs `kontra` with these arguments.
pub fn kontra(args: &[&str]) -> Run {
    kontra_with(args, "")
}

/// Runs `kontra` with these arguments and this on standard input.
pub fn kontra_with(args: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kontra"))
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("KONTRA_STORE")
        .env_remove("KONTRA_THREADS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end without reading everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Run::of(&child.wait_with_output().unwrap())
}

/// An empty folder that is the test's own.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of a file in it.
    pub fn path(&self, file: &str) -> String {
        self.0.join(file).to_str().unwrap().to_owned()
    }

    /// Writes a file, and returns its path.
    pub fn write(&self, file: &str, content: &str) -> String {
        std::fs::write(self.0.join(file), content).unwrap();
        self.path(file)
    }

    /// The names of all files in it, hidden ones too.
    pub fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The records of a small match, one on each line.
pub fn some_records(folder: &Folder, agents: &[&str], deals: u32) -> String {
    let path = folder.path("some.jsonl");
    let deals = deals.to_string();
    let mut args = vec!["match", "doppelkopf", "--deals", &deals, "--records", &path, "--json"];
    for agent in agents {
        args.extend(["-a", agent]);
    }
    kontra(&args).json();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    text
}
