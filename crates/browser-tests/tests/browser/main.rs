//! Kontra's pages in a real browser, by clicking. `cargo xtask browser` runs these.

mod plumbing;
