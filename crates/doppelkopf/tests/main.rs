//! All tests of this crate that need no program of their own: one program is quicker to build than many.

mod against_reference;
mod book;
mod common;
mod damaged;
mod encode;
mod kit;
mod perft;
mod playouts;
mod reference;
mod rules;
mod shown;
mod worlds;
