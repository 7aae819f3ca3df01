//! The store: matches, games and records in one SQLite file.
//!
//! - [`Store`]: the file. [`Store::play`] plays a match into it, from where it was when it was interrupted.
//! - [`MatchRequest`]: how the match is found in the store; [`Configuration`]: what must not have changed meanwhile.
//! - [`Stored`]: what the store knows about a match.
//! - [`StoredGame`]: a game as a record again; [`Store::import`] takes records from elsewhere, [`Lines`] reads them.
//! - [`Store::merge`]: matches of another store, such as parts that other machines have played.
//! - [`seal`]: what shows that nothing is missing or was changed; every reader compares before it gives anything away.
//! - [`Store::migrate`]: how other parts of Kontra keep tables of their own in the same file.
//!
//! # A match that resumes
//!
//! ```
//! use kontra_agents::{Recipe, games::Doppelkopf};
//! use kontra_arena::{Match, Seating};
//! use kontra_store::{MatchRequest, Store, StoreError};
//! use std::ops::ControlFlow;
//!
//! # let folder = std::env::temp_dir().join(format!("kontra-store-example-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let path = folder.join("results.db");
//! let random = || Recipe::<Doppelkopf>::new(&"random".parse()?);
//! let the_match = Match::new(Default::default(), vec![random()?, random()?], 10, Seating::All, 1)?;
//!
//! // After any interruption, even a kill, the same call resumes; here the match is there already the second time.
//! let resume = |_: u64, _: &[kontra_arena::PlayedGame]| Ok::<_, StoreError>(ControlFlow::Continue(()));
//! let first = Store::open(&path)?.play(&the_match, &MatchRequest::default(), resume)?;
//! let again = Store::open(&path)?.play(&the_match, &MatchRequest::default(), resume)?;
//! assert_eq!((first.games, first.agents[0].mean), (again.games, again.agents[0].mean));
//! assert_eq!(Store::read(&path)?.matches()?.len(), 1);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backup;
mod check;
mod configuration;
mod entry;
mod error;
mod file;
mod format;
mod import;
mod ledger;
mod lines;
mod matches;
mod merge;
#[cfg(feature = "parquet")]
pub mod parquet;
mod play;
mod ratings;
mod records;
mod row;
pub mod seal;
mod single;
mod snapshot;
mod writer;

pub use configuration::Configuration;
pub use entry::MatchRequest;
pub use error::StoreError;
pub use file::Store;
pub use lines::Lines;
pub use matches::{MatchId, Stored};
pub use records::StoredGame;
/// The library behind the file, for parts of Kontra with tables of their own.
pub use rusqlite;
pub use single::Compared;
