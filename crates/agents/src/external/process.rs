use super::VERSIONS;
use super::command::Command;
use super::live;
use crate::Failure;
use kontra_game::quote;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A longer line is not read.
const MAX_LINE: usize = 1 << 16;
/// This many lines that nobody asked for are kept; after that the program has to wait.
const MAX_LINES: usize = 16;
/// So much of what it last wrote to its standard error is kept.
const MAX_WORDS: u64 = 1 << 12;
/// How long a program may take to end once it was told to.
const GRACE: Duration = Duration::from_secs(1);

/// What a program sent.
enum Line {
    Text(String),
    TooLong,
}

/// A running program that has said hello.
///
/// Three threads read what it writes and write what it reads, so that a program which stops reading or never stops
/// writing holds up nobody.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Lines to send; `None` when the program was told to end.
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    last_words: Arc<Mutex<String>>,
    /// Nothing ever comes from here; it closes when all its words are there.
    silence: Receiver<()>,
    requests: u64,
    /// The version of the protocol that it speaks.
    version: u64,
    /// Whether it wants the record of a world with every question.
    worlds: bool,
    /// Whether the last message was answered as it should be.
    polite: bool,
    /// Whether the system has forgotten it.
    reaped: bool,
}

impl Process {
    /// Starts the program and waits for its hello.
    pub(super) fn start(
        command: &Command,
        game: &str,
        limit: Duration,
    ) -> Result<Process, Failure> {
        let mut command = command.to_process();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = live::spawn(&mut command)
            .map_err(|error| Failure(format!("could not be started: {error}")))?;
        let (send, lines) = channel();
        let (report, output) = sync_channel(MAX_LINES);
        let last_words = Arc::default();
        let (speaks, silence) = channel();
        if let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        {
            thread::spawn(move || write_lines(stdin, &lines));
            thread::spawn(move || read_lines(stdout, &report));
            let words = Arc::clone(&last_words);
            thread::spawn(move || keep_last_words(stderr, &words, speaks));
        }
        let mut process = Process {
            child,
            input: Some(send),
            output,
            last_words,
            silence,
            requests: 0,
            version: VERSIONS[0],
            worlds: false,
            polite: false,
            reaped: false,
        };
        // Programs of the first version look for theirs in "kontra", so it stays there.
        let [oldest, newest] = VERSIONS;
        let hello =
            json!({ "type": "hello", "kontra": oldest, "versions": VERSIONS, "game": game });
        let answer = process.ask(hello, limit)?;
        match answer.get("kontra").and_then(Value::as_u64) {
            Some(version) if VERSIONS.contains(&version) => {
                process.version = version;
                process.worlds = answer.get("world").and_then(Value::as_bool).unwrap_or(false);
                Ok(process)
            }
            _ => Err(Failure(format!(
                "said hello with {}, expected version {oldest} or {newest} in \"kontra\"",
                quote(&answer.to_string())
            ))),
        }
    }

    /// The version of the protocol that it speaks.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Whether it wants the record of a world with every question.
    pub(super) fn wants_worlds(&self) -> bool {
        self.worlds
    }

    /// Sends a message that needs no answer.
    pub(super) fn tell(&mut self, message: &Value) {
        if let Some(input) = &self.input {
            // A program that has ended will not answer the next question, which is when it is noticed.
            let _ = input.send(format!("{message}\n"));
        }
    }

    /// Sends a message under a new number, and waits for the one answer that has this number.
    pub(super) fn ask(&mut self, message: Value, limit: Duration) -> Result<Value, Failure> {
        self.polite = false;
        let answer = self.ask_now(message, limit)?;
        self.polite = true;
        Ok(answer)
    }

    fn ask_now(&mut self, mut message: Value, limit: Duration) -> Result<Value, Failure> {
        let id = self.requests;
        self.requests += 1;
        message["id"] = id.into();
        self.tell(&message);
        let text = match self.output.recv_timeout(limit) {
            Ok(Line::Text(text)) => text,
            Ok(Line::TooLong) => {
                return Err(Failure(format!("sent a line of more than {MAX_LINE} bytes")));
            }
            Err(RecvTimeoutError::Timeout) => {
                return Err(Failure(format!("did not answer within {} s", limit.as_secs_f64())));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
        };
        let answer: Option<Value> = serde_json::from_str(&text).ok().filter(Value::is_object);
        let answer = answer.ok_or_else(|| {
            Failure(format!("answered {}, expected an object in JSON", quote(&text)))
        })?;
        match answer.get("id").and_then(Value::as_u64) {
            Some(number) if number == id => Ok(answer),
            Some(number) => {
                Err(Failure(format!("answered message {number}, expected an answer to {id}")))
            }
            None => Err(Failure(format!("answered {}, expected \"id\": {id} in it", quote(&text)))),
        }
    }

    /// It closed its output: how it ended, and what it said last.
    fn ended(&mut self) -> Failure {
        let by_itself = self.wait(GRACE);
        let status = self.reap();
        let how = match status.filter(|_| by_itself) {
            Some(status) => format!("ended ({status})"),
            None => "closed its output".to_owned(),
        };
        let _ = self.silence.recv_timeout(GRACE);
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let last = words.lines().rev().find(|line| !line.trim().is_empty());
        Failure(match last {
            Some(line) => format!("{how}, its last words were {}", quote(line.trim())),
            None => how,
        })
    }

    /// Waits for a while whether it ends by itself.
    fn wait(&mut self, limit: Duration) -> bool {
        let begin = Instant::now();
        let mut pause = Duration::from_micros(100);
        while !live::has_ended(&mut self.child) {
            if begin.elapsed() >= limit {
                return false;
            }
            thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(20));
        }
        true
    }

    /// Ends it and whatever it started, once.
    fn reap(&mut self) -> Option<ExitStatus> {
        if std::mem::replace(&mut self.reaped, true) { None } else { live::reap(&mut self.child) }
    }
}

impl Drop for Process {
    /// The end of its input tells a program to end; if it does not, or has failed before, it is ended.
    fn drop(&mut self) {
        self.input = None;
        if self.polite {
            self.wait(GRACE);
        }
        self.reap();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, report: &SyncSender<Line>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = vec![];
        let limit = MAX_LINE as u64 + 1;
        match reader.by_ref().take(limit).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let ended = line.last() == Some(&b'\n');
        let line = if line.len() > MAX_LINE && !ended {
            Line::TooLong
        } else {
            Line::Text(String::from_utf8_lossy(&line).trim_end().to_owned())
        };
        let last = matches!(line, Line::TooLong);
        if report.send(line).is_err() || last {
            return;
        }
    }
}

/// Keeps the end of what is written to standard error, and so keeps the program from waiting for a reader.
fn keep_last_words(stderr: ChildStderr, words: &Mutex<String>, _speaks: Sender<()>) {
    let mut reader = BufReader::new(stderr);
    loop {
        let mut piece = vec![];
        match reader.by_ref().take(MAX_WORDS).read_until(b'\n', &mut piece) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if !piece.trim_ascii().is_empty() {
            let text = String::from_utf8_lossy(&piece).into_owned();
            *words.lock().unwrap_or_else(PoisonError::into_inner) = text;
        }
    }
}
