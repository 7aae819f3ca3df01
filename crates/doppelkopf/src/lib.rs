//! Doppelkopf by the tournament rules of the Deutscher Doppelkopf-Verband, as described in Sievers 2012.

mod announcing;
pub mod bare;
mod bits;
mod card;
mod cards;
mod deal;
mod ending;
mod finding;
mod kind;
mod moves;
mod playout;
mod public;
mod record;
mod rules;
mod score;
mod seats;
mod start;
mod state;
mod team;
mod tricks;
mod view;

pub use card::{Card, Rank, Suit};
pub use cards::Cards;
pub use deal::{Deal, HAND};
pub use kind::{Kind, Suits};
pub use moves::{Level, Move, Question};
pub use public::Public;
pub use rules::{Announcing, Rules};
pub use score::{ScoreLine, ScoreRule, Tally};
pub use seats::{SEATS, SeatSet};
pub use start::{Duty, Start};
pub use state::Doppelkopf;
pub use team::Team;
pub use view::DoppelkopfView;
