//! Endpoints of the arena: what matches and experiments have left in the store.

use super::ask::{Answer, Ask};
use crate::hall::Hall;
use crate::refusal::Refusal;
use serde_json::json;
use std::sync::Arc;

pub(crate) async fn leaderboard(_hall: Arc<Hall>, _ask: Ask) -> Result<Answer, Refusal> {
    Ok(json!({ "ratings": [] }).into())
}

pub(crate) async fn matches(_hall: Arc<Hall>, _ask: Ask) -> Result<Answer, Refusal> {
    Ok(json!({ "matches": [] }).into())
}

pub(crate) async fn experiments(_hall: Arc<Hall>, _ask: Ask) -> Result<Answer, Refusal> {
    Ok(json!({ "experiments": [] }).into())
}
