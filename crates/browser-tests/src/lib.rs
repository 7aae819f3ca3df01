//! Kontra's pages in a real browser: headless Chromium, driven over its DevTools protocol by real clicks and keys.
//!
//! A test starts a [`TestServer`], a [`Browser`], and opens [`Page`]s in it. A page notes every error on its console, every
//! uncaught exception, every failed request and every request to another origin; when it is dropped, one such note fails
//! the test. `cargo xtask browser` builds what the tests need and runs them.

mod axe;
mod browser;
mod devtools;
mod folder;
mod input;
mod notes;
mod page;
mod serve;
mod shots;

pub use axe::Violation;
pub use browser::Browser;
pub use folder::Folder;
pub use input::Key;
pub use page::{Page, Screen, Theme};
pub use serve::TestServer;
pub use shots::Shots;
