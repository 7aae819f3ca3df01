//! The web application: tables for people and agents, live; analysis and review; one process, nothing to install.
//!
//! [`Server`] is all that other crates need. Inside, requests come in through `http`, the `hall` has all tables, a
//! `table` has seats and a game, and a game of any kind is a `Played`. What a seat is shown is made from its view
//! in `face`, agents think in the `pool`, and every move is on the `disk` before anybody is told of it.

mod analysis;
mod cast;
mod config;
mod course;
mod disk;
mod face;
mod hall;
mod http;
mod ids;
mod log;
mod metrics;
mod played;
mod pool;
mod refusal;
mod server;
mod table;
#[doc(hidden)]
pub mod testing;

pub use config::{Config, Rate, ServerLimits};
pub use log::Log;
pub use server::{ServeError, Server};
