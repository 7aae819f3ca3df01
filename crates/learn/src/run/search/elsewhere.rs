//! Games that are played on other machines: what is sent there, what comes back, and who plays.
//!
//! A group of games depends on the run, the iteration, the network and its number alone. So the lessons of all groups are those of one
//! machine, wherever each was played.

use super::SearchRun;
use crate::Trouble;
use crate::run::{BadRun, Fault};
use crate::searched::just4fun::Sight;
use crate::searched::{PlayedLessons, SearchPlay};
use crate::selfplay::mix;
use kontra_agents::just4fun::network::{BoardModel, Leaves};
use kontra_just4fun::Just4Fun;
use kontra_nets::Weights;
use std::num::NonZeroUsize;
use std::ops::Range;

/// The games of an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonShare {
    /// The iteration, from 1.
    pub iteration: u64,
    /// The network that plays, as safetensors.
    pub network: Vec<u8>,
    /// Groups of games, to be played in any order and anywhere.
    pub groups: u64,
}

/// Where the games of a run are played.
pub trait LessonPlayers {
    /// Plays all groups; the lessons are in the order of the groups.
    fn play(&mut self, share: &LessonShare) -> Result<PlayedLessons<Sight>, Trouble>;
}

/// Plays some groups of a share of the run in this text.
pub fn play_lessons(
    text: &str,
    share: &LessonShare,
    groups: Range<u64>,
    threads: NonZeroUsize,
) -> Result<PlayedLessons<Sight>, Fault> {
    let run = SearchRun::read(text)?;
    let play = run.play(share.iteration, seed_of(&run, share.iteration), threads);
    if share.groups != play.groups() || groups.start > groups.end || groups.end > share.groups {
        let (first, last, all) = (groups.start, groups.end, play.groups());
        let why = format!("groups: expected some of 0..{all}, found {first}..{last}");
        return Err(BadRun(why).into());
    }
    let trouble = |why: String| Fault::from(Trouble(why));
    let planes = run.network.planes().map_err(BadRun)?;
    let (graph, weights, _) =
        Weights::from_file(&share.network).map_err(|e| trouble(format!("network: {e}")))?;
    if graph != run.setup()?.graph {
        let why = "network: expected that of this run, found one of another shape";
        return Err(trouble(why.to_owned()));
    }
    let model = BoardModel::new((&graph, &weights), &planes, run.instructions())
        .map_err(|e| trouble(e.to_string()))?;
    Ok(lessons(&run, &play, &model, groups))
}

/// All random numbers of an iteration follow from this.
pub(super) fn seed_of(run: &SearchRun, iteration: u64) -> u64 {
    mix(run.seed ^ mix(iteration))
}

pub(super) fn lessons(
    run: &SearchRun,
    play: &SearchPlay,
    model: &BoardModel,
    groups: Range<u64>,
) -> PlayedLessons<Sight> {
    let (keys, rules) = (run.keys(), run.rules());
    play.play_groups::<Just4Fun, _, _>(groups, &rules, &keys, || Leaves::new(model))
}
