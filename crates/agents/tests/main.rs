//! All tests of this crate that need no program of their own: one program is quicker to build than many.

mod common;
mod dockhorn;
mod endgame;
mod exact_end;
mod features;
mod just4fun_champion;
mod just4fun_network;
mod just4fun_solve;
mod just4fun_testset;
mod ontop_stars;
mod registry;
mod safe_card;
mod solvable;
mod weights;
