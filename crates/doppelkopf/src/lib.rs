//! Doppelkopf by the tournament rules of the Deutscher Doppelkopf-Verband, as described in Sievers 2012.
//!
//! The whole game is here: finding the game, marriages and solos, announcements and replies, tricks, score,
//! sessions with compulsory solos; what a player knows, and every deal that they cannot rule out. Nothing here thinks:
//! searches and players are other crates. The book's chapters on Doppelkopf, on card assignment and on
//! records explain the rules, the counting and the file format.
//!
//! ```
//! use kontra_doppelkopf::{Deal, Doppelkopf, GameType, Question, Rules, Start, Worlds};
//! use kontra_game::{Game, Notation, Seat, Streams, Turn};
//!
//! let streams = Streams::new(2012);
//! let start = Start::single(Rules::default(), Deal::random(&mut streams.deal(0)));
//! let mut game = Doppelkopf::new(&start);
//!
//! // Nobody wants a solo or a marriage, so it is a normal game.
//! while game.public().kind().is_none() {
//!     game.play(game.parse_action("no").unwrap());
//! }
//! assert_eq!(game.public().kind(), Some(GameType::Normal));
//!
//! // Before the first card everybody is asked for an announcement; a player who says yes shows their team.
//! let [first, second] = [0, 1].map(|number| Seat::new(number).unwrap());
//! assert_eq!(game.public().question(), Some(Question::Announcement));
//! assert_eq!(game.turn(), Turn::Seat(first));
//! game.play(game.parse_action("yes").unwrap());
//! assert_eq!(game.public().known_team(first), game.team(first));
//!
//! // What the next player knows, how many deals they cannot rule out, and one of them.
//! let view = game.view(second);
//! let worlds = Worlds::new(&view);
//! assert!(worlds.count() < 3_384_731_762_521_200);
//! let world = worlds.sample(&mut streams.test(0));
//! assert_eq!(world.view(second), view);
//!
//! // Random play to the end, and the score sheet.
//! game.playout(&mut streams.test(1));
//! let tally = game.tally();
//! for line in tally.lines() {
//!     println!("({}) {} for {}", line.rule.number(), line.rule.points(), line.team);
//! }
//! assert_eq!(tally.scores().iter().sum::<i32>(), 0);
//! ```
//!
//! # Where things are
//!
//! | noun | what it is | file |
//! |---|---|---|
//! | [`Card`], [`Suit`], [`Rank`], [`Cards`] | a card; some of the 48 cards as a set of bits | `card.rs`, `cards.rs` |
//! | [`GameType`], [`Suits`] | the nine types of game, and their trumps | `game_type.rs` |
//! | [`Rules`], [`Deal`], [`Duty`], [`Start`] | everything before the first decision | `rules.rs`, `deal.rs`, `start.rs` |
//! | [`Question`], [`Move`], [`Level`] | what is asked, and what may be answered | `moves.rs` |
//! | [`Doppelkopf`] | the state: four hands, who is re, and [`Public`] | `state.rs` |
//! | [`Public`] | what happened in the open; decides who is asked what | `public.rs` |
//! | | who plays what | `finding.rs` |
//! | | announcements and replies | `announcing.rs` |
//! | | following suit, winning tricks | `tricks.rs` |
//! | [`GameTally`], [`ScoreLine`], [`ScoreRule`] | the winner and the score sheet | `score.rs` |
//! | [`AnnouncementCounts`], [`Promises`] | announcements in games, and how many were kept | `statistics.rs` |
//! | [`Session`] | games in a row, dealers, compulsory solos | `session.rs` |
//! | [`DoppelkopfView`] | what one player knows | `view.rs` |
//! | [`Worlds`] | deals counted exactly and sampled uniformly | `worlds/uniform.rs` |
//! | [`Published`] | the thesis's sampler, with its bias | `worlds/published.rs` |
//! | | moves as text | `notation.rs` |
//! | | moves and views as numbers, for networks | `encode.rs` |
//! | | random play without listing moves | `playout/` |
//! | [`bare`] | nothing but cards: the speed limit for benchmarks | `bare.rs` |
//!
//! Moves are written as [`Notation`](kontra_game::Notation) says: `no`, `yes`, `hearts-solo`, `re`, `no90`, `CQ`. Games are written as
//! a [`Record`](kontra_game::Record).

mod announcing;
pub mod bare;
mod card;
mod cards;
mod deal;
mod encode;
mod ending;
mod finding;
mod forfeit;
mod game_type;
mod moves;
mod notation;
mod playout;
mod public;
mod record;
mod rules;
mod score;
mod seats;
mod session;
mod shown;
mod start;
mod state;
mod statistics;
mod team;
mod tricks;
mod view;
mod worlds;

pub use card::{Card, Rank, Suit};
pub use cards::Cards;
pub use deal::{Deal, HAND};
pub use game_type::{GameType, Suits};
pub use moves::{Level, Move, Question};
pub use public::Public;
pub use rules::{Announcing, Rules};
pub use score::{GameTally, ScoreLine, ScoreRule};
pub use seats::{SEATS, SeatSet};
pub use session::{SESSION_GAMES, Session};
pub use start::{Duty, Start};
pub use state::Doppelkopf;
pub use statistics::{AnnouncementCounts, Promises};
pub use team::Team;
pub use view::DoppelkopfView;
pub use worlds::{Published, Worlds};
