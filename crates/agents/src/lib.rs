//! Where rules, search and networks meet: agents with names, and the games they play.
//!
//! - [`Agent`]: anything that picks a move from a view and what happened before; [`Player`]: an agent, a [`Cheat`] that sees all cards, or a
//!   [`Guest`] from outside of the program; [`external`]: programs at the other end of a pipe.
//! - [`AgentSpec`]: an agent as text, for example `ensemble-uct(worlds=10, iterations=1000)`.
//! - [`AgentKind`]: what a name in a spec stands for, with its parameters; [`Recipe`]: a spec checked for one game,
//!   ready to make fresh agents.
//! - [`Solvable`]: the exact value of the end of a game.
//! - [`each_game!`], [`with_game!`], [`GameId`]: all games of the workbench, by name, in one list; [`Playable`]: what is known about
//!   a game beyond its rules, with defaults; [`every`]: agents that play any game.
//!
//! ```
//! use kontra_agents::{AgentSpec, Recipe, games::Doppelkopf};
//! use kontra_game::{Game, Log, Recorded, Seat, Streams};
//!
//! let spec: AgentSpec = "random".parse()?;
//! let recipe = Recipe::<Doppelkopf>::new(&spec)?;
//! let streams = Streams::new(1);
//! let game = Doppelkopf::begin(&Doppelkopf::deal(&Default::default(), &mut streams.deal(0)));
//! let seat = Seat::new(0).unwrap();
//! let mut player = recipe.player(streams.agent(0, 0, seat));
//! let action = player.decide(&game, seat, &Log::new()).unwrap();
//! # let _ = action;
//! # Ok::<(), kontra_game::BadInput>(())
//! ```

mod agent;
mod agent_kind;
pub mod doppelkopf;
mod effort;
mod equilibrium;
mod every;
mod exact_end;
pub mod external;
pub mod games;
pub mod just4fun;
mod maker;
pub mod ontop;
mod params;
mod playable;
mod player;
mod random;
mod solvable;
mod spec;
mod thinker;
pub mod tree;
mod truth;
mod unsolvable;

pub use agent::Agent;
pub use agent_kind::{AgentKind, Needs, Recipe, common, is_path};
pub use effort::Effort;
pub use equilibrium::{Approach, Equilibrium, Habit};
pub use every::{every, kinds};
pub use exact_end::{DecideEnd, ExactEnd, NoEnd};
pub use games::GameId;
pub use maker::{Maker, Manner, cheating, cheats, evaluating, guests, honest, thinking};
pub use params::{Param, Params, joined, param};
pub use playable::{Playable, Preset};
pub use player::{Cheat, Failure, Guest, Player};
pub use random::Random;
pub use solvable::{AnySolver, Solvable, Solved};
pub use spec::AgentSpec;
pub use thinker::{CheatingThinker, Thinker};
pub use truth::{CheatingPuct, Peek};
pub use unsolvable::Unsolvable;
