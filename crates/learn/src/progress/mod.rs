//! What a run shows of itself: a live line, and curves as CSV and SVG.

mod curve;
mod line;
mod picture;

pub use curve::Curve;
pub use line::{Live, Meter, Status};
pub use picture::{Line, Panel, draw};
