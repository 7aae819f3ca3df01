//! Deals of finished games, to be played again.

use schemars::JsonSchema;
use serde::Serialize;

/// The code of a deal.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DealCode {
    /// With this code somebody may play the deal. It tells nothing about the cards.
    pub(crate) deal: String,
}

/// What may be known of a deal before it is played.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Deal")]
pub(crate) struct DealShown {
    pub(crate) deal: String,
    pub(crate) game: String,
    /// For how many players it is.
    pub(crate) seats: usize,
}
