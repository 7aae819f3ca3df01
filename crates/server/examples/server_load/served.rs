use crate::client::Client;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A server in a process of its own, with a store that is removed with it.
pub(crate) struct Served {
    process: Child,
    pub(crate) addr: SocketAddr,
    folder: PathBuf,
}

impl Served {
    /// A server that lets one address ask for as much as it likes.
    pub(crate) fn start(program: &str) -> Served {
        Served::start_with(
            program,
            &["--requests-per-second", "0", "--connections-per-address", "0"],
        )
    }

    /// A server with these options.
    pub(crate) fn start_with(program: &str, options: &[&str]) -> Served {
        let folder = std::env::temp_dir().join(format!("kontra-load-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let mut process = Command::new(program)
            .args(["serve", "--addr", "127.0.0.1:0", "--no-open", "--pace", "0", "--store"])
            .arg(folder.join("kontra.db"))
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("it has an output");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it is");
        let addr = line.trim().strip_prefix("Kontra is at http://").expect("an address");
        let addr = addr.trim_end_matches('/').parse().expect("an address");
        Served { process, addr, folder }
    }

    /// Memory in use, in kilobytes.
    pub(crate) fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// The most memory that was ever in use, in kilobytes.
    #[allow(dead_code)]
    pub(crate) fn most_memory(&self) -> u64 {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Makes a table: its name, and the token of its first seat if that is a person's.
pub(crate) fn make(
    client: &mut Client,
    game: &str,
    seats: Value,
) -> Option<(String, Option<String>)> {
    let reply = client.post("/api/tables", None, &json!({ "game": game, "seats": seats }));
    (reply.status == 201).then(|| {
        let made = reply.json();
        let token = made["links"][0]["token"].as_str().map(str::to_owned);
        (made["table"].as_str().unwrap_or_default().to_owned(), token)
    })
}

/// A number among the metrics.
pub(crate) fn metric(client: &mut Client, name: &str) -> f64 {
    let text = client.get("/metrics", None).text();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|number| number.parse().ok()).unwrap_or(f64::NAN)
}

/// The smallest class of a histogram of the server that holds a share of all.
pub(crate) fn server_percentile(client: &mut Client, name: &str, share: f64) -> String {
    let text = client.get("/metrics", None).text();
    let count = metric(client, &format!("{name}_count"));
    let prefix = format!("{name}_bucket{{le=\"");
    for line in text.lines() {
        if let Some((bound, number)) =
            line.strip_prefix(&prefix).and_then(|rest| rest.split_once("\"} "))
            && number.parse::<f64>().unwrap_or(0.0) >= share * count
        {
            let ms = bound.parse::<f64>().map_or(f64::INFINITY, |seconds| seconds * 1000.0);
            return format!("at most {ms} ms");
        }
    }
    "more than 5000 ms".to_owned()
}
