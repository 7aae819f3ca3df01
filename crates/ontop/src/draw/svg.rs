//! SVG
