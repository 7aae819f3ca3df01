//! Every message of the interface, as it was: requests, answers, errors and live messages of all kinds are in the files
//! of `expected`, byte by byte, but for what depends on the clock. `UPDATE_EXPECT=1` writes them anew.

mod arena;
mod games;
mod live;
mod script;
mod server;

use crate::common::config;
use kontra_server::{Config, Server, ServerLimits, testing};
use std::time::Duration;

/// A server whose secrets and seeds are the same every time, and whose analyses are short.
fn start_with(config: Config) -> Server {
    let limits = ServerLimits { analysis: Duration::from_millis(20), ..config.limits };
    testing::start_predictable(Config { limits, ..config }).unwrap()
}

fn start() -> Server {
    start_with(config())
}

/// A secret that is easy to recognise.
fn token(letter: char) -> String {
    letter.to_string().repeat(32)
}
