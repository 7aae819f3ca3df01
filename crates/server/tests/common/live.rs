use serde_json::{Value, json};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};

/// A live connection to a table.
pub struct Live {
    pub socket: WebSocket<TcpStream>,
}

impl Live {
    /// Connects without a word.
    pub fn connect(addr: SocketAddr, table: &str) -> Live {
        let stream = TcpStream::connect(addr).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let address = format!("ws://{addr}/api/tables/{table}/live");
        let (socket, _) = tungstenite::client(address, stream).unwrap();
        Live { socket }
    }

    /// Connects and says hello.
    pub fn hello(addr: SocketAddr, table: &str, token: Option<&str>) -> Live {
        let mut live = Live::connect(addr, table);
        live.say(&json!({ "type": "hello", "token": token }));
        live
    }

    pub fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message, or the code with which the server closed the connection.
    pub fn hear(&mut self) -> Result<Value, u16> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Ok(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(frame)) => {
                    return Err(frame.map_or(1005, |frame| CloseCode::into(frame.code)));
                }
                Ok(_) => {}
                Err(_) => return Err(1006),
            }
        }
    }

    /// Reads messages until one of them fits.
    pub fn hear_until(&mut self, test: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.hear().unwrap();
            if test(&message) {
                return message;
            }
        }
    }
}
