//! The module `kontra_games._kontra`: Kontra's games, agents and matches for Python.
//!
//! Python knows no type parameters, so every class here holds a trait object that is implemented once for all games: `table.rs`
//! (a game with its rules), `playing.rs` (a game on its way), `seat.rs` (what one seat knows of it). The classes themselves only turn
//! arguments into Rust and results into Python.

mod agent;
mod batch;
mod contest;
mod error;
mod experiment;
mod game;
mod guest;
mod interrupt;
mod json;
mod network;
mod playing;
mod records;
mod searches;
mod seat;
mod serving;
mod state;
mod supported;
mod table;
mod training;
mod view;

/// The compiled part of `kontra_games`.
#[pyo3::pymodule]
mod _kontra {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::agent::Agent;
    #[pymodule_export]
    use crate::batch::BatchEnv;
    #[pymodule_export]
    use crate::contest::{play_deals, table_of};
    #[pymodule_export]
    use crate::experiment::ExperimentRun;
    #[pymodule_export]
    use crate::game::{Game, agent_names, game_names, load_game};
    #[pymodule_export]
    use crate::interrupt::_panic;
    #[pymodule_export]
    use crate::network::Network;
    #[pymodule_export]
    use crate::records::read_record;
    #[pymodule_export]
    use crate::searches::{play_lessons, run_learns_from_searches, train_by_searches};
    #[pymodule_export]
    use crate::serving::view_of_world;
    #[pymodule_export]
    use crate::state::{State, deserialize_state};
    #[pymodule_export]
    use crate::training::{SelfPlayer, train_elsewhere};
    #[pymodule_export]
    use crate::view::View;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
