//! Drawings: for terminals and test failures as text, for the book and the web as SVG.

mod svg;
mod text;

pub use svg::{board_svg, table_svg};
pub use text::MARKS;
