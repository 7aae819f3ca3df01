use serde_json::{Value, json};
use std::collections::HashMap;
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::{Message, WebSocket};

/// Longer than anything a browser does for a test.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a browser: commands and their answers, and events, which are kept until somebody asks.
pub(crate) struct Devtools {
    socket: WebSocket<TcpStream>,
    last: u64,
    events: HashMap<String, Vec<PageEvent>>,
}

/// Something that happened on a page.
#[derive(Debug)]
pub(crate) struct PageEvent {
    pub(crate) method: String,
    pub(crate) params: Value,
}

impl Devtools {
    /// Connects to `ws://host:port/...`.
    pub(crate) fn connect(address: &str) -> Devtools {
        let host = address.trim_start_matches("ws://").split('/').next().unwrap_or_default();
        let stream = TcpStream::connect(host)
            .unwrap_or_else(|error| panic!("{address}: the browser does not answer: {error}"));
        let ready = stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(Some(PATIENCE)));
        ready.expect("a socket takes its options");
        let (socket, _) = tungstenite::client(address, stream)
            .unwrap_or_else(|error| panic!("{address}: the browser refuses: {error}"));
        Devtools { socket, last: 0, events: HashMap::new() }
    }

    /// Gives a command to the browser, or to one of its pages, and waits for the answer.
    pub(crate) fn call(
        &mut self,
        session: &str,
        method: &str,
        params: &Value,
    ) -> Result<Value, String> {
        self.last += 1;
        let mut command = json!({"id": self.last, "method": method, "params": params});
        if !session.is_empty() {
            command["sessionId"] = session.into();
        }
        let sent = self.socket.send(Message::text(command.to_string()));
        sent.map_err(|error| format!("{method}: cannot be sent: {error}"))?;
        loop {
            let message = self.read().map_err(|problem| format!("{method}: {problem}"))?;
            if message["id"] == self.last {
                return match message.get("error") {
                    Some(error) => Err(format!("{method}: {error}")),
                    None => Ok(message["result"].clone()),
                };
            }
            self.keep(&message);
        }
    }

    /// What happened on a page since this was last asked.
    pub(crate) fn take_events(&mut self, session: &str) -> Vec<PageEvent> {
        self.events.remove(session).unwrap_or_default()
    }

    fn read(&mut self) -> Result<Value, String> {
        loop {
            let message =
                self.socket.read().map_err(|error| format!("the browser is gone: {error}"))?;
            if let Message::Text(text) = message {
                return serde_json::from_str(&text).map_err(|error| error.to_string());
            }
        }
    }

    fn keep(&mut self, message: &Value) {
        if let Some(method) = message["method"].as_str() {
            let session = message["sessionId"].as_str().unwrap_or_default().to_owned();
            let event = PageEvent { method: method.to_owned(), params: message["params"].clone() };
            self.events.entry(session).or_default().push(event);
        }
    }
}
