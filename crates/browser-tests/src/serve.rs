use crate::folder::Folder;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::{env, fs, thread};

/// A running `kontra serve` with a store of its own.
pub struct TestServer {
    process: Child,
    address: SocketAddr,
    store: Folder,
    options: Vec<String>,
}

impl TestServer {
    /// Starts the program on a free port, which it prints.
    ///
    /// # Panics
    ///
    /// Where the program is missing or does not start.
    pub fn start() -> TestServer {
        TestServer::start_with(&[], &[])
    }

    /// Runs the program with other command lines first, in the folder of the store `kontra.db`, then starts it.
    ///
    /// # Panics
    ///
    /// Where the program is missing, fails or does not start.
    pub fn start_after(lines: &[&str]) -> TestServer {
        TestServer::start_with(&[], lines)
    }

    /// The same with more options. Agents play as fast as they can, unless an option says otherwise.
    ///
    /// # Panics
    ///
    /// Where the program is missing, fails or does not start.
    pub fn start_with(options: &[&str], lines: &[&str]) -> TestServer {
        let store = Folder::new("store");
        lines.iter().for_each(|line| run_in(&store, line));
        let usual: &[&str] = if options.contains(&"--pace") { &[] } else { &["--pace", "0"] };
        let options: Vec<String> = usual.iter().chain(options).map(|&word| word.into()).collect();
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let (process, address) = spawn(any, &store, &options);
        TestServer { process, address, store, options }
    }

    /// Runs the program with another command line in the folder of the store, while the server runs.
    ///
    /// # Panics
    ///
    /// Where the program fails.
    pub fn run(&self, line: &str) {
        run_in(&self.store, line);
    }

    /// Puts a file into the folder of the store.
    ///
    /// # Panics
    ///
    /// Where it cannot be written.
    pub fn put(&self, path: &str, text: &str) {
        let path = self.store.path().join(path);
        let folder = path.parent().expect("a file is in a folder");
        let put = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        put.unwrap_or_else(|error| panic!("{}: cannot be written: {error}", path.display()));
    }

    /// Where its pages are: `http://127.0.0.1:40123`.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends it without a warning, as a loss of power does. It can be started [again](TestServer::restart).
    pub fn kill(&mut self) {
        // On Unix this is SIGKILL: nothing is written, nobody is told.
        self.process.kill().expect("a process that was started can be ended");
        self.process.wait().expect("a process that was ended can be waited for");
    }

    /// Starts it again after it was killed, on the same port and the same store.
    pub fn restart(&mut self) {
        (self.process, self.address) = spawn(self.address, &self.store, &self.options);
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
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs the program with a command line in the folder of a store, to its end.
fn run_in(store: &Folder, line: &str) {
    let mut command = Command::new(program());
    let output = command.args(line.split_whitespace()).current_dir(store.path()).output();
    let output = output.unwrap_or_else(|error| panic!("kontra {line}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "kontra {line}: {}: {said}", output.status);
}

/// Starts the program, and reads where its pages are from what it prints.
fn spawn(address: SocketAddr, store: &Folder, options: &[String]) -> (Child, SocketAddr) {
    let program = program();
    let mut command = Command::new(&program);
    command
        .args(["serve", "--no-open", "--store", "kontra.db", "--addr", &address.to_string()])
        .args(options)
        .current_dir(store.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    let mut process = command.spawn().unwrap_or_else(|error| {
        panic!(
            "{}: expected the program (`cargo xtask browser` builds it), found: {error}",
            program.display()
        )
    });
    let mut line = String::new();
    let mut printed = BufReader::new(process.stdout.take().expect("stdout is piped"));
    printed.read_line(&mut line).expect("the program prints text");
    let found = line.split_once("http://").and_then(|(_, link)| link.trim_end().strip_suffix('/'));
    let found = found.and_then(|address| address.parse().ok());
    let address =
        found.unwrap_or_else(|| panic!("kontra serve: expected an address, found '{line}'"));
    // What it prints later must go somewhere.
    thread::spawn(move || printed.lines().map_while(Result::ok).for_each(drop));
    (process, address)
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
