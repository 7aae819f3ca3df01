//! Drawings: for the terminal and tests as text, for the book and the web as SVG.

mod canvas;
mod shapes;
pub mod svg;
pub mod text;
