//! External agents: programs at the other end of a pipe.
//!
//! `external(cmd="python3 player.py")` starts a program and speaks with it in lines of JSON: it is sent what its
//! seat sees and the legal moves, and answers with the number of one (as in Sievers 2012, 5.1.1). The book's
//! chapter on external agents has the protocol. A program that crashes, hangs or answers nonsense fails in a
//! [`Failure`](crate::Failure) and is replaced by a fresh one for the next game.
//!
//! - `guest.rs`: one seat in one game, the protocol. `process.rs`: a running program. `pool.rs`: programs that wait for
//!   the next game. `command.rs`: the words of a command. `live.rs`: every program that runs, to end them all;
//!   `family.rs`: and what they have started.

mod command;
#[cfg_attr(not(target_os = "linux"), path = "family_elsewhere.rs")]
mod family;
mod guest;
mod live;
mod pool;
mod process;

pub use live::kill_all;

use crate::{AgentKind, Maker, Needs, Param, Params, Playable, guests, param};
use command::Command;
use guest::External;
use kontra_game::BadInput;
use pool::ProgramPool;
use std::sync::Arc;
use std::time::Duration;

/// The versions of the protocol, the oldest first. A program chooses one when it says hello.
const VERSIONS: [u64; 2] = [1, 2];

/// From this version on a program is sent the whole history with every question.
const HISTORY: u64 = 2;

const PARAMS: &[Param] = &[
    Param {
        name: "cmd",
        default: None,
        about: "The program and its arguments, for example \"python3 player.py\".",
    },
    param("seconds", "10", "How long it may think about one decision."),
    param("start", "60", "How many seconds it may take to start."),
];

/// The kind of agent that is a program of its own.
pub(crate) fn kind<G: Playable>() -> AgentKind<G> {
    AgentKind {
        name: "external",
        about: "A program at the other end of a pipe; see the book's chapter on external agents.",
        params: PARAMS,
        needs: Needs::System,
        make: make::<G>,
    }
}

fn make<G: Playable>(params: &Params<'_>) -> Result<Maker<G>, BadInput> {
    let command = Command::parse(params.text("cmd"))
        .map_err(|found| params.expected("a program with its arguments for cmd", found))?;
    let seconds = |name| params.number(name, 0.001..=1e6).map(Duration::from_secs_f64);
    let pool = ProgramPool::new(command, G::NAME, seconds("start")?, seconds("seconds")?);
    let pool = Arc::new(pool);
    Ok(guests(move |rng| External::new(Arc::clone(&pool), rng)))
}
