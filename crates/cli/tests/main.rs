//! All tests of this crate that need no program of their own: one program is quicker to build than many.

mod add_a_game;
mod bad_input;
mod bad_places;
mod common;
mod every_game;
mod experiment;
mod external;
mod json;
mod manners;
mod play;
mod ranges;
mod ratings;
mod serve;
mod serve_kill;
mod serve_program;
mod serve_trouble;
mod served;
mod solve;
mod store_copies;
mod store_kill;
mod store_records;
mod store_trouble;
mod tournament;
