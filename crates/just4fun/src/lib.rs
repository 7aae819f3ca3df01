//! The rules of Just 4 Fun, for two, three and four players.
//!
//! Gastegger 2024, sections 3.1, 4, 5.3 and 6.4; the book's chapter on the game says how each point that the
//! text leaves open was settled, and on what grounds.

mod action;
mod board;
mod card;
mod cards;
mod combination;
mod draw;
mod ending;
mod field;
mod hand;
mod key;
mod notation;
mod place;
mod playout;
pub mod policy;
mod record;
#[cfg(test)]
mod rigged;
mod rules;
mod setup;
mod shuffler;
mod stack;
mod start;
mod state;
pub mod statistics;
mod stones;
mod subsets;
mod svg;
mod table;
mod view;
mod worlds;

pub use action::Action;
pub use board::Board;
pub use card::Card;
pub use cards::Cards;
pub use combination::Combination;
pub use draw::MARKS;
pub use ending::Ending;
pub use field::{Field, Fields, FieldsIter};
pub use hand::Hand;
pub use key::KeyState;
pub use place::{Place, Places, SIDE, lines};
pub use rules::{CardChoice, Layout, Players, Rules};
pub use setup::Setup;
pub use shuffler::Shuffler;
pub use stack::Stack;
pub use start::Start;
pub use state::Just4Fun;
pub use stones::{SECURE_LEAD, STONES, Stones};
pub use svg::{board_svg, table_svg};
pub use table::{MOST_REDRAWS, Table};
pub use view::PlayerView;
pub use worlds::for_every_deal;
