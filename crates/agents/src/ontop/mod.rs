//! What agents know about OnTop.

mod agents;
mod playouts;

pub use playouts::Playouts;
