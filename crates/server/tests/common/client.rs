use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A client of HTTP/1.1 on one connection, with nothing between it and the bytes.
pub struct Client {
    addr: SocketAddr,
    connect: Connect,
    connection: Option<BufReader<TcpStream>>,
}

/// How a connection is made.
pub type Connect = fn(SocketAddr) -> std::io::Result<TcpStream>;

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The body of an answer that must have this status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()
    }

    /// The code of a refusal that must have this status.
    #[track_caller]
    pub fn refused(&self, status: u16) -> String {
        self.expect(status)["error"]["code"].as_str().unwrap().to_owned()
    }
}

impl Client {
    pub fn new(addr: SocketAddr) -> Client {
        Client::over(addr, TcpStream::connect)
    }

    /// A client that has its own way to connect.
    pub fn over(addr: SocketAddr, connect: Connect) -> Client {
        Client { addr, connect, connection: None }
    }

    pub fn get(&mut self, path: &str, token: Option<&str>) -> Reply {
        self.ask("GET", path, token, None)
    }

    pub fn post(&mut self, path: &str, token: Option<&str>, body: &Value) -> Reply {
        self.ask("POST", path, token, Some(&body.to_string()))
    }

    /// The same where the server may not be there; on a connection of its own.
    pub fn try_get(&mut self, path: &str, token: &str) -> Option<Reply> {
        let request = self.request("GET", path, Some(token), None);
        self.try_raw(request.as_bytes())
    }

    pub fn try_post(&mut self, path: &str, token: &str, body: &Value) -> Option<Reply> {
        let request = self.request("POST", path, Some(token), Some(&body.to_string()));
        self.try_raw(request.as_bytes())
    }

    pub fn ask(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&str>,
    ) -> Reply {
        let request = self.request(method, path, token, body);
        self.raw(&request)
    }

    fn request(&self, method: &str, path: &str, token: Option<&str>, body: Option<&str>) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n", self.addr);
        if let Some(token) = token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(body) = body {
            head +=
                &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        }
        format!("{head}\r\n{}", body.unwrap_or_default())
    }

    /// Sends these bytes and reads one answer; tries once more if an idle connection was closed meanwhile.
    pub fn raw(&mut self, request: &str) -> Reply {
        for _ in 0..2 {
            let reused = self.connection.is_some();
            if let Some(reply) = self.try_raw(request.as_bytes()) {
                return reply;
            }
            self.connection = None;
            assert!(reused, "no answer to {request}");
        }
        panic!("no answer to {request}");
    }

    fn try_raw(&mut self, request: &[u8]) -> Option<Reply> {
        if self.connection.is_none() {
            let stream = (self.connect)(self.addr).ok()?;
            stream.set_nodelay(true).ok()?;
            stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
            self.connection = Some(BufReader::new(stream));
        }
        let connection = self.connection.as_mut()?;
        connection.get_mut().write_all(request).ok()?;
        let reply = read_reply(connection)?;
        if reply.header("connection") == Some("close") {
            self.connection = None;
        }
        Some(reply)
    }
}

/// Reads an answer; `None` where the connection ends before it is complete.
pub fn read_reply(connection: &mut impl BufRead) -> Option<Reply> {
    let mut line = String::new();
    let mut next = |connection: &mut dyn BufRead| {
        line.clear();
        let read = connection.read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim_end().to_owned())
    };
    let status = next(connection)?.split(' ').nth(1)?.parse().ok()?;
    let mut headers = vec![];
    loop {
        let line = next(connection)?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length = length.map_or(0, |(_, value)| value.parse().unwrap_or(0));
    let mut body = vec![0; length];
    connection.read_exact(&mut body).ok()?;
    Some(Reply { status, headers, body })
}
