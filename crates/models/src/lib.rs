//! Trained networks, as the bytes of safetensors files. Each has a card beside it (`weights/*.md`) that says how it was made, how
//! strong it is, and what it is bad at.
//!
//! ```
//! assert!(kontra_models::DOPPELKOPF.len() < 12_000_000);
//! ```

/// The Doppelkopf player: values of all answers, and what it believes about hidden cards and the end.
pub const DOPPELKOPF: &[u8] = include_bytes!("../weights/doppelkopf.safetensors");
