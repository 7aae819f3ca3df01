//! What a run shows of itself: a live line, and curves as CSV and SVG.

mod curve;
mod live;
mod picture;

pub use curve::Curve;
pub use live::Live;
pub use picture::{Line, Panel, draw};
