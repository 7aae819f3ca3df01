//! Networks that predict the next card, after Dockhorn et al. 2017: what they are shown, how they are built, and how they choose in
//! playouts.
//!
//! The networks see all four hands. In a search these are imagined ones: a player is given a view, imagines a world, and only that
//! world is [encoded](encode_world).

mod agent;
mod architecture;
mod encoding;
mod guided;
mod model;

pub(super) use agent::kind;
pub use architecture::{CardNet, NETS, named_net};
pub use encoding::{
    CARD_ANSWERS, CARD_BITS, CARD_FIELDS, CARD_WORDS, CardBits, VERSION, encode_world, legal_cards,
    trick_position,
};
pub use guided::{CardPolicy, GuidedPlayouts};
pub use model::{CardModel, card_model_named};
