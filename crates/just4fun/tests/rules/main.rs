//! The rules, one by one, on situations made by hand.

#[path = "../common/mod.rs"]
mod common;

mod closed_fields;
mod counting;
mod majority;
mod patterns;
mod redraw;
mod stack;
mod turn;
mod which_cards;
