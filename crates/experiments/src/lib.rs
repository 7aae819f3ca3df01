//! The tables and figures of the papers as experiments that anybody can run again.
//!
//! - [`Shelf`]: every experiment, read from TOML files that are part of the program; [`Experiment`]: one of them, with its
//!   [`Cell`]s and the paper's values.
//! - [`What`]: a measurement, for example a match; several cells, of several experiments too, can rest on one. [`Results`]: what
//!   was measured so far, in one file. A measurement can stop after any deal and resume later as if nothing had happened.
//! - [`Plan`]: the measurements that experiments need, and [`Plan::run`], which makes them.
//! - [`Finding`]: a cell's value beside the paper's, and how many standard errors lie between them; [`ZSpread`]: how these are spread;
//!   [`Times`]: how long measurements take; [`report`]: all of them as HTML and Markdown with plots.
//!
//! # What a paper found, and what it takes to run it again
//!
//! ```
//! use kontra_experiments::{Plan, Shelf};
//!
//! let shelf = Shelf::embedded(None)?;
//! let found = shelf.find("sievers2012")?;
//! for experiment in &found {
//!     println!("{:32} {} ({} cells)", experiment.name, experiment.title, experiment.cells.len());
//! }
//! assert!(found.iter().all(|experiment| experiment.paper == "sievers2012"));
//!
//! // The measurements behind all their cells: some cells share one.
//! let plan = Plan::new(found)?;
//! println!("{} measurements", plan.len());
//! assert!(plan.len() > 1);
//! # Ok::<(), kontra_game::BadInput>(())
//! ```

mod cell;
mod claim;
mod compile;
mod experiment;
mod file;
mod finding;
mod measure;
mod measured;
mod paper;
mod plan;
pub mod report;
mod results;
mod series_name;
mod share;
mod shelf;
mod spread;
mod statistic;
mod template;
mod times;
mod what;
mod work;

pub use cell::{Cell, Term};
pub use claim::{Claim, ClaimVerdict};
pub use experiment::{Experiment, Readiness, UnitBudget};
pub use finding::Finding;
pub use kontra_arena::Series;
pub use measured::Measured;
pub use paper::{Paper, Printed};
pub use plan::{Plan, Progress, RunEnding, RunLimits};
pub use results::Results;
pub use series_name::{
    AgentGroup, AgentSeries, PlySeries, PredictionSeries, RandomPlaySeries, SearchSeries,
    SeriesName, TestsetSeries,
};
pub use share::{UnitShare, Waiting};
pub use shelf::Shelf;
pub use spread::ZSpread;
pub use statistic::Statistic;
pub use times::Times;
pub use what::{LearningRecipe, NetworkTrainer, What};
pub use work::Work;
