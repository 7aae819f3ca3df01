//! What every game's tests should call: one line for each promise of the vocabulary.
//!
//! | promise | check |
//! |---|---|
//! | states, views, notation, records and random play are in order | [`Conformance`] |
//! | imagined worlds look right and have a legal past | [`worlds_are_consistent`] |
//! | imagined worlds come in the right proportions | [`worlds_are_uniform`], [`worlds_match_deals`] |
//! | starts come in the right proportions | [`deals_are_uniform`] |
//! | a player decides by its view and its random numbers alone | [`equal_views_give_equal_decisions`] |
//! | or by what it saw of the past, too | [`equal_histories_give_equal_decisions`] |
//! | what is shown to a seat is what it may know | [`shows_no_secrets`], [`past_shows_no_secrets`] |
//! | a game that a seat imagines for others looks like the true one | [`imagined_pasts_look_true`] |
//! | what a seat knows of the past is what it saw | [`histories_show_no_secrets`] |
//! | action ids and tensors are in order | [`encoding_is_in_order`], [`check_action_ids`], [`check_layout`] |
//! | what a network is given is what the seat may know | [`tensors_show_no_secrets`] |
//! | and it is enough to tell information sets apart | [`information_states_differ`] |
//! | a player who breaks a game off loses it | [`forfeits_are_losses`] |
//! | players cannot change the cards | [`deals_do_not_depend_on_players`] |
//! | move generation counts what it always counted | [`check_perft_file`] |
//! | a whole game looks as it always looked | [`check_playthrough`] |
//!
//! Every check plays random games from a seed and panics when a promise is broken. The text of the panic ends
//! with the seed, the number of the game, the ply and the record so far, so that the game can be
//! seen again. Expected files are rewritten when the environment has `UPDATE_EXPECT=1`.

mod chi_square;
mod conformance;
mod consistent;
mod decisions;
mod encoding;
mod expect;
mod forfeits;
mod histories;
mod imagined;
mod keys;
mod moves;
mod perft_file;
mod playthrough;
mod randomness;
mod records;
mod redeal;
mod secrets;
mod sight;
mod size;
mod streams;
mod tensors;
mod uniform;
mod walk;

#[cfg(test)]
mod broken;
#[cfg(test)]
mod notes;
#[cfg(test)]
mod toy;

pub use chi_square::{ChiSquare, SIGNIFICANCE};
pub use conformance::Conformance;
pub use consistent::{Depth, worlds_are_consistent};
pub use decisions::{equal_histories_give_equal_decisions, equal_views_give_equal_decisions};
pub use encoding::{check_action_ids, check_layout, encoding_is_in_order};
pub use forfeits::forfeits_are_losses;
pub use histories::histories_show_no_secrets;
pub use imagined::imagined_pasts_look_true;
pub use perft_file::{check_perft_file, perft_line};
pub use playthrough::{check_playthrough, playthrough};
pub use redeal::worlds_match_deals;
pub use secrets::{past_shows_no_secrets, shows_no_secrets};
pub use size::{games, is_full, size};
pub use streams::{deals_do_not_depend_on_players, play_by_streams};
pub use tensors::{information_states_differ, tensors_show_no_secrets};
pub use uniform::{deals_are_uniform, worlds_are_uniform, worlds_are_uniform_by};
pub use walk::positions;
