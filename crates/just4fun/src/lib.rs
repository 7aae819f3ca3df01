//! The rules of Just 4 Fun, for two, three and four players.
//!
//! Gastegger 2024, sections 3.1, 4, 5.3 and 6.4; the book's chapter on the game says how each point that the
//! text leaves open was settled, and on what grounds.
//!
//! - [`Just4Fun`] is the full state and [`PlayerView`] what one seat knows of it; both have the [`Public`], where
//!   everything lies that all can see: the [`Board`], the [`Stones`], the used [`Cards`].
//! - [`Rules`] are a choice of the table; a [`Start`] is a fresh deal, or a [`Setup`] made by hand.
//! - [`policy`] has the two ways to play at random, [`statistics`] the thesis's numbers beside ours.
//! - [`KeyState`] says what makes two situations one node of a search tree.
//! - [`board_svg`], [`table_svg`] and the `Display` of tables and views are drawings.
//!
//! ```
//! use kontra_game::{Determinize, Game, Recorded, Seat, Streams, Turn};
//! use kontra_just4fun::{Just4Fun, Rules, policy};
//!
//! let streams = Streams::new(2024);
//! let start = Just4Fun::deal(&Rules::default(), &mut streams.deal(0));
//! let mut game = Just4Fun::begin(&start);
//! let (mut chance, mut player) = (streams.chance(0), streams.test(0));
//! while game.turn() != Turn::Over {
//!     let action = match game.turn() {
//!         Turn::Seat(seat) => policy::uniform_over_fields(&game.view(seat), &mut player),
//!         _ => game.random_action(&mut chance),
//!     };
//!     game.play(action.unwrap());
//! }
//! println!("{}", game.table());
//! assert!(game.table().ending().is_some());
//!
//! // A seat imagines the rest, and plays on from there.
//! let view = Just4Fun::begin(&start).view(Seat::new(0).unwrap());
//! let mut world = view.determinize(&mut streams.test(0));
//! world.playout(&mut streams.test(1));
//! ```

mod action;
mod board;
mod card;
mod cards;
mod combination;
#[cfg(test)]
mod dictated_draws;
mod draw;
mod encode;
mod ending;
mod field;
mod forfeit;
mod hand;
mod key;
mod moves;
mod notation;
mod outcome;
mod place;
mod playout;
pub mod policy;
mod public;
mod record;
mod rules;
mod setup;
mod shown;
mod shuffler;
mod stack;
mod start;
mod state;
pub mod statistics;
mod stones;
mod subsets;
mod view;
mod worlds;

pub use action::Action;
pub use board::Board;
pub use card::Card;
pub use cards::Cards;
pub use combination::Combination;
pub use draw::{MARKS, board_svg, table_svg};
pub use field::{Field, Fields, FieldsIter};
pub use hand::Hand;
pub use key::KeyState;
pub use outcome::Outcome;
pub use place::{Place, Places, SIDE, lines};
pub use public::{MOST_REDRAWS, Public};
pub use rules::{CardChoice, FieldLayout, Players, Rules};
pub use setup::Setup;
pub use shuffler::Shuffler;
pub use stack::Stack;
pub use start::Start;
pub use state::Just4Fun;
pub use stones::{SECURE_LEAD, STONES, Stones};
pub use view::PlayerView;
pub use worlds::for_every_deal;
