//! The real program as a server.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of this")]

#[path = "../../../server/tests/common/client.rs"]
mod client;

pub use client::Client;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server in a process of its own.
pub struct Served {
    pub process: Child,
    pub addr: SocketAddr,
}

impl Served {
    pub fn start(store: &Path) -> Served {
        let mut command = kontra();
        command
            .args(["serve", "--addr", "127.0.0.1:0", "--no-open", "--pace", "0", "--store"])
            .arg(store);
        Served::spawn(&mut command)
    }

    /// Runs a command that starts a server and says where.
    pub fn spawn(command: &mut Command) -> Served {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let link = line.trim().strip_prefix("Kontra is at http://").expect(&line);
        let addr = link.trim_end_matches('/').parse().unwrap();
        Served { process, addr }
    }

    /// Kills it as the power does: it cannot do anything about it.
    pub fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn kontra() -> Command {
    Command::new(env!("CARGO_BIN_EXE_kontra"))
}

/// An empty folder.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kontra-serve-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A table for one person and an agent: its path and the token.
pub fn make_table(client: &mut Client, game: &str) -> (String, String) {
    let order = json!({ "game": game, "seats": [{ "person": "Anna" }, { "agent": "random" }] });
    let made = client.post("/api/tables", None, &order).expect(201);
    let token = made["links"][0]["token"].as_str().unwrap().to_owned();
    (format!("/api/tables/{}", made["table"].as_str().unwrap()), token)
}

/// The state with which it is the person's turn, or the game is over.
pub fn own_turn(client: &mut Client, path: &str, token: &str) -> Value {
    // Looks less and less often: a server refuses who asks too often, and on a busy machine others take their time.
    let mut pause = Duration::from_millis(5);
    loop {
        let seen = client.get(path, Some(token)).expect(200);
        if seen["turn"] == 0 || !seen["over"].is_null() {
            return seen;
        }
        std::thread::sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(200));
    }
}
