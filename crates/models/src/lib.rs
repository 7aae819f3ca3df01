//! Trained networks, as the bytes of safetensors files. Each has a card beside it (`weights/*.md`) that says how it was made, how
//! strong it is, and what it is bad at.
//!
//! All players' networks together have less than 12 MB, which a test of `kontra-agents` counts. That crate brings the fast Doppelkopf
//! network, because a package has room for 10 MB, and some smaller ones to compare with, which do not count there: with them the program has 13.6 MB of weights.
//!
//! ```
//! let ontop: &[u8] = kontra_models::ONTOP;
//! assert!(ontop.len() < 1_000_000);
//! ```

/// The Doppelkopf player: values of all answers, and what it believes about hidden cards and the end.
pub const DOPPELKOPF: &[u8] = include_bytes!("../weights/doppelkopf.safetensors");

/// FieldNet (Gastegger 2024) for Just 4 Fun: policy and value, from the board.
pub const JUST4FUN_FIELDNET: &[u8] = include_bytes!("../weights/just4fun-fieldnet.safetensors");

/// CardFieldNet (Gastegger 2024) for Just 4 Fun: policy and value, from the board and the cards.
pub const JUST4FUN_CARDFIELDNET: &[u8] =
    include_bytes!("../weights/just4fun-cardfieldnet.safetensors");

/// The OnTop player: how likely each side wins, final scores and last stones, from a position after a move.
pub const ONTOP: &[u8] = include_bytes!("../weights/ontop.safetensors");
