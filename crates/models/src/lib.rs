//! Trained networks, as the bytes of packed safetensors files: `kontra_nets::Weights::from_file` reads them, `kontra_nets::unpack` has the
//! file as it was. Each has a card beside it (`weights/*.md`) that says how it was made, how strong it is, and what it is bad at.
//!
//! `kontra-agents` brings the fast Doppelkopf network, because a package has room for 10 MB, and some smaller ones to compare with. All that come
//! with the program have less than 12 MB together, which a test of that crate counts.
//!
//! ```
//! let ontop: &[u8] = kontra_models::ONTOP;
//! assert!(ontop.len() < 1_000_000);
//! ```

/// The Doppelkopf player: values of all answers, and what it believes about hidden cards and the end.
pub const DOPPELKOPF: &[u8] = include_bytes!("../weights/doppelkopf.packed");

/// FieldNet (Gastegger 2024) for Just 4 Fun: policy and value, from the board.
pub const JUST4FUN_FIELDNET: &[u8] = include_bytes!("../weights/just4fun-fieldnet.packed");

/// CardFieldNet (Gastegger 2024) for Just 4 Fun: policy and value, from the board and the cards.
pub const JUST4FUN_CARDFIELDNET: &[u8] = include_bytes!("../weights/just4fun-cardfieldnet.packed");

/// The OnTop player: how likely each side wins, final scores and last stones, from a position after a move.
pub const ONTOP: &[u8] = include_bytes!("../weights/ontop.packed");
