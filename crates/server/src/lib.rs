//! The web application: tables for people and agents, live; analysis and review; one process, nothing to install.

mod face;
mod state;
