//! A conversation with the server, written down as it went.

use crate::common::{Client, Live, Reply};
use kontra_game::StableHasher;
use serde_json::Value;
use std::collections::HashSet;
use std::fmt::Write;
use std::hash::Hasher;
use std::path::Path;
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

/// Fields that depend on the clock or the speed of the machine.
const TIMES: &[&str] =
    &["elapsed_ms", "elapsed_s", "thinking_s", "created", "ms_per_decision", "rollouts_per_s"];

/// Fields that depend on how far a search came, or on the last bit of a number.
const FOUND: &[&str] = &[
    "visits",
    "share",
    "value",
    "error",
    "prior",
    "win",
    "best_win",
    "iterations",
    "nodes",
    "worlds",
    "chosen",
    "best",
    "best_label",
    "best_label_de",
    "best_value",
    "loss",
    "mistakes",
    "choice",
    "elo",
    "elo_ci95",
    "trueskill_mu",
    "trueskill_sigma",
    "store",
];

/// Everything that was said, compared with a file: each request, and each answer as it came, byte by byte. An answer
/// that has no field, and no kind of value, that was not shown before is only there as a hash.
pub(crate) struct Script {
    name: &'static str,
    text: String,
    known: HashSet<String>,
}

impl Script {
    pub(crate) fn new(name: &'static str) -> Script {
        Script { name, text: String::new(), known: HashSet::new() }
    }

    pub(crate) fn heading(&mut self, words: &str) {
        let _ = writeln!(self.text, "\n# {words}\n");
    }

    pub(crate) fn get(&mut self, client: &mut Client, path: &str, token: Option<&str>) -> Value {
        self.ask(client, "GET", path, token, None)
    }

    pub(crate) fn post(
        &mut self,
        client: &mut Client,
        path: &str,
        token: Option<&str>,
        body: &Value,
    ) -> Value {
        self.ask(client, "POST", path, token, Some(&body.to_string()))
    }

    /// Asks, and writes down question and answer.
    pub(crate) fn ask(
        &mut self,
        client: &mut Client,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&str>,
    ) -> Value {
        self.asked(method, path, token, body);
        let reply = client.ask(method, path, token, body);
        self.answered(&reply, |_| {})
    }

    /// The same with an answer of which only a part is written down.
    pub(crate) fn get_part(
        &mut self,
        client: &mut Client,
        path: &str,
        shorten: impl FnOnce(&mut Value),
    ) {
        self.asked("GET", path, None, None);
        let reply = client.get(path, None);
        self.answered(&reply, shorten);
    }

    /// Writes down a line of something else.
    pub(crate) fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "< {text}");
    }

    /// Writes down an answer whose question was asked elsewhere.
    pub(crate) fn note(&mut self, reply: &Reply) {
        self.answered(reply, |_| {});
    }

    /// Bytes that are no proper request, by a name.
    pub(crate) fn raw(&mut self, client: &mut Client, name: &str, request: &str) {
        let _ = writeln!(self.text, "> {name}");
        let reply = client.raw(request);
        self.answered(&reply, |_| {});
    }

    fn asked(&mut self, method: &str, path: &str, token: Option<&str>, body: Option<&str>) {
        let token = token.map_or(String::new(), |token| format!(" with {token}"));
        let _ = writeln!(self.text, "> {method} {path}{token}");
        if let Some(body) = body {
            self.said(body);
        }
    }

    fn said(&mut self, text: &str) {
        match text.chars().count() {
            0..1000 => drop(writeln!(self.text, "> {text}")),
            _ => drop(writeln!(self.text, "> {}", hash(text))),
        }
    }

    fn answered(&mut self, reply: &Reply, shorten: impl FnOnce(&mut Value)) -> Value {
        let kind = reply.header("content-type").unwrap_or("nothing");
        let _ = write!(self.text, "< {} {kind}", reply.status);
        for name in ["retry-after", "content-disposition"] {
            if let Some(value) = reply.header(name) {
                let _ = write!(self.text, ", {name}: {value}");
            }
        }
        self.text.push('\n');
        match kind {
            "application/json" => self.heard(&reply.text(), shorten),
            _ => {
                let text = reply.text();
                text.lines().for_each(|line| self.line(line));
                Value::Null
            }
        }
    }

    /// Writes down a message that came, without what changes from run to run.
    fn heard(&mut self, text: &str, shorten: impl FnOnce(&mut Value)) -> Value {
        let whole: Value = serde_json::from_str(text).unwrap();
        assert_eq!(whole.to_string(), text, "nothing is lost by reading it");
        let mut masked = whole.clone();
        shorten(&mut masked);
        mask(&mut masked);
        let masked = masked.to_string();
        match self.is_new(&whole, "") {
            true => drop(writeln!(self.text, "< {masked}")),
            false => drop(writeln!(self.text, "< {}", hash(&masked))),
        }
        whole
    }

    /// Whether a message has a field, or a kind of value in it, that no message before had.
    fn is_new(&mut self, value: &Value, place: &str) -> bool {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Number(_) => "number",
            Value::String(_) => "text",
            Value::Array(_) => "list",
            Value::Object(_) => "object",
        };
        let mut new = self.known.insert(format!("{place} {kind}"));
        match value {
            Value::Array(list) => {
                list.iter().for_each(|value| new |= self.is_new(value, &format!("{place}[]")));
            }
            Value::Object(fields) => fields.iter().for_each(|(name, value)| {
                new |= self.is_new(value, &format!("{place}.{name}"));
            }),
            _ => {}
        }
        new
    }

    /// Says something on a live connection.
    pub(crate) fn say(&mut self, live: &mut Live, text: &str) {
        self.said(text);
        live.socket.send(Message::text(text.to_owned())).unwrap();
    }

    /// Hears the next message of a live connection, or how it was closed.
    pub(crate) fn hear(&mut self, live: &mut Live) -> Value {
        loop {
            match live.socket.read() {
                Ok(Message::Text(text)) => return self.heard(&text, |_| {}),
                Ok(Message::Close(Some(frame))) => {
                    let code: u16 = CloseCode::into(frame.code);
                    let _ = writeln!(self.text, "< closed: {code} {}", frame.reason);
                    return Value::Null;
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Compares everything with the file.
    pub(crate) fn finish(self) {
        compare(&format!("{}.txt", self.name), &self.text);
    }
}

/// Compares a text with its file; `UPDATE_EXPECT=1` writes the file anew.
pub(crate) fn compare(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/expected");
    let path = folder.join(name);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    let different = known.lines().zip(text.lines()).position(|(known, found)| known != found);
    if let Some(line) = different {
        let [known, found] = [&known, text].map(|text| text.lines().nth(line).unwrap());
        panic!("{name}, line {}:\nexpected {known}\n   found {found}", line + 1);
    }
    assert_eq!(known.len(), text.len(), "{name} has another end; UPDATE_EXPECT=1 writes it anew");
}

fn hash(text: &str) -> String {
    let mut hasher = StableHasher::default();
    hasher.write(text.as_bytes());
    format!("{} bytes, {:016x}", text.len(), hasher.finish())
}

/// Replaces what changes from run to run. That it is there, and what kind it is, stays.
fn mask(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let is = |names: &[&str]| names.contains(&name.as_str());
                match value {
                    // The body of a refusal is an object of this name.
                    Value::Object(_) if name == "error" => mask(value),
                    Value::Null => {}
                    _ if is(TIMES) => *value = "*".into(),
                    _ if is(FOUND) => *value = "?".into(),
                    _ => mask(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(mask),
        _ => {}
    }
}
