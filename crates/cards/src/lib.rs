//! The card assignment problem for any card game: which hands may the others hold?
//!
//! A player sees some cards and not the others. What is known of the unseen ones comes down to three facts about each
//! place where they may be (another hand, a stock, a talon): how many cards it has, which cards it may have, and
//! which it has for certain. [`Assignments`] counts all ways to distribute the unseen cards that agree with these facts,
//! draws one of them with every way being equally likely, and lists them where they are few.
//!
//! Counting assignments is #P-complete in general. With few places it is easy: cards that may be in the same places form
//! a group, there are at most 15 groups for four places, and the number of ways to divide the groups is a sum of products
//! of binomials. The book's chapter on card assignment has the proof.
//!
//! # An example
//!
//! Cards are bits of a `u64`, numbered as the game likes. Nine cards are unseen, three in each of three hands. The first
//! player failed to follow with a card of 0 to 2, and is known to hold card 8:
//!
//! ```
//! use kontra_cards::{Assignments, Holder};
//! use kontra_game::Streams;
//!
//! let unseen = 0b1_1111_1111;
//! let anything = Holder::of(3);
//! let first = Holder { may_hold: !0b111, holds: 1 << 8, ..anything };
//! let hands = Assignments::new(unseen, [first, anything, anything]);
//!
//! // Two of five cards for the first player, three of the remaining six for the second: 10 · 20.
//! assert_eq!(hands.count(), 200);
//!
//! // Prepared once, drawn often.
//! let mut rng = Streams::new(1).agent(0, 0, kontra_game::Seat::wrapping(0, 4));
//! for _ in 0..1000 {
//!     let [a, b, c] = hands.sample(&mut rng).unwrap();
//!     assert_eq!(a | b | c, unseen);
//!     assert!(a & 0b111 == 0 && a & 1 << 8 != 0);
//! }
//!
//! // All of them, each once.
//! let mut listed = 0;
//! hands.each(|_| listed += 1);
//! assert_eq!(listed, 200);
//! ```
//!
//! Two equal cards (as in Doppelkopf) are two bits: they are different cards on a table, so every deal is equally
//! likely. [`ThreeHands`] is the core for three places, for games that have more to say than the three facts.
//!
//! ```text
//! Assignments   count, sample, each                        assignments.rs
//! ├─ ThreeHands every division of the groups in one list   three_hands.rs
//! └─ Tables     counts by what is still needed: any case   tables.rs
//! ```

mod assignments;
mod binomial;
pub mod bits;
mod split;
mod tables;
mod three_hands;

pub use assignments::{Assignments, Holder};
pub use three_hands::ThreeHands;

/// The most places where unseen cards may be: three other hands and a stock.
pub const MAX_HOLDERS: usize = 4;
