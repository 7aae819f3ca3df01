use crate::folder::Folder;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

/// How long a server may take to answer for the first time.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running `kontra serve` with a store of its own.
pub struct Server {
    process: Child,
    address: SocketAddr,
    store: Folder,
}

impl Server {
    /// Starts the program on a free port.
    ///
    /// # Panics
    ///
    /// Where the program is missing or does not start.
    pub fn start() -> Server {
        let free =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|socket| socket.local_addr());
        let address = free.expect("there is a free port");
        let store = Folder::new("store");
        let process = spawn(address, &store);
        let mut server = Server { process, address, store };
        server.await_answer();
        server
    }

    /// Where its pages are: `http://127.0.0.1:40123`.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends it without a warning, as a loss of power does. It can be started [again](Server::restart).
    pub fn kill(&mut self) {
        // On Unix this is SIGKILL: nothing is written, nobody is told.
        self.process.kill().expect("a process that was started can be ended");
        self.process.wait().expect("a process that was ended can be waited for");
    }

    /// Starts it again after it was killed, on the same port and the same store.
    pub fn restart(&mut self) {
        self.process = spawn(self.address, &self.store);
        self.await_answer();
    }

    /// The body of a successful `GET`.
    pub fn get(&self, path: &str) -> Result<String, String> {
        let mut stream = TcpStream::connect(self.address).map_err(|error| error.to_string())?;
        let host = self.address;
        let ask = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let mut answer = String::new();
        stream
            .write_all(ask.as_bytes())
            .and_then(|()| stream.read_to_string(&mut answer))
            .map_err(|error| error.to_string())?;
        match answer.split_once("\r\n\r\n") {
            Some((head, body)) if head.starts_with("HTTP/1.1 200") => Ok(body.to_owned()),
            _ => Err(format!("{path}: expected status 200, found {answer}")),
        }
    }

    fn await_answer(&mut self) {
        let begin = Instant::now();
        while let Err(problem) = self.get("/healthz") {
            if let Ok(Some(status)) = self.process.try_wait() {
                panic!("kontra serve ended ({status}) before it answered");
            }
            assert!(begin.elapsed() < PATIENCE, "kontra serve does not answer: {problem}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(address: SocketAddr, store: &Folder) -> Child {
    let program = program();
    let mut command = Command::new(&program);
    command
        .args(["serve", "--port", &address.port().to_string()])
        .arg("--store")
        .arg(store.path().join("kontra.db"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut process = command.spawn().unwrap_or_else(|error| {
        panic!(
            "{}: expected the program (`cargo xtask browser` builds it), found: {error}",
            program.display()
        )
    });
    let log = BufReader::new(process.stderr.take().expect("stderr is piped"));
    // Nextest shows it where a test fails.
    thread::spawn(move || {
        log.lines().map_while(Result::ok).for_each(|line| eprintln!("serve: {line}"));
    });
    process
}

/// The program `kontra`: `$KONTRA_BIN`, or the one built beside this test.
fn program() -> PathBuf {
    let beside = || {
        let own = env::current_exe().unwrap_or_default();
        let folder = own.parent().and_then(|deps| deps.parent()).map(PathBuf::from);
        folder.unwrap_or_default().join(format!("kontra{}", env::consts::EXE_SUFFIX))
    };
    env::var_os("KONTRA_BIN").map_or_else(beside, PathBuf::from)
}
