//! The web application: tables for people and agents, live; analysis and review; one process, nothing to install.
//!
//! [`Server`] is all that other crates need. Inside, requests come in through `http`, the `app` has all tables, a
//! `table` has seats and a game, and a game of any kind is an `AnyGame`. Every message is a type of `messages`. What a seat
//! is shown is made from its view in `presentation`, agents think in the `pool`, and every move is on the `disk` before
//! anybody is told of it.
//!
//! # A server
//!
//! ```
//! use kontra_server::{Config, Server};
//! use std::io::{Read, Write};
//! use std::net::TcpStream;
//!
//! // Any free port of this machine; nothing is kept on disk.
//! let server = Server::start(Config { addr: ([127, 0, 0, 1], 0).into(), ..Config::default() })?;
//! let mut connection = TcpStream::connect(server.addr())?;
//! connection.write_all(b"GET /api/catalog HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
//! let mut answer = String::new();
//! connection.read_to_string(&mut answer)?;
//! assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("doppelkopf"));
//! server.stop();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agents;
mod analysis;
mod app;
mod config;
mod disk;
mod game;
mod http;
mod ids;
mod log;
mod messages;
mod metrics;
mod names;
mod pool;
mod presentation;
mod programs;
mod puzzles;
mod rate_limit;
mod refusal;
mod scheduler;
mod server;
mod table;
#[doc(hidden)]
pub mod testing;
mod write_timeout;

pub use agents::{analyst, strength_words};
pub use config::{Agents, Config, Rate, ServerLimits};
pub use disk::{Checked, KeptTable, check, delete_tables, kept_tables};
pub use log::LogDetail;
pub use programs::LocalProgram;
pub use server::{ServeError, Server};
