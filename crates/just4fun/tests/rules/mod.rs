//! The rules, one by one, on situations made by hand.

mod closed_fields;
mod counting;
mod majority;
mod patterns;
mod redraw;
mod stack;
mod turn;
mod which_cards;
