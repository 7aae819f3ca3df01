use super::file::{lessons_from_bytes, lessons_to_bytes};
use super::slot::SearchSlot;
use super::{KeptPosition, Lesson, Taught};
use kontra_arena::in_order;
use kontra_search::Budget;
use kontra_search::mcts::{Domain, Evaluator, PuctOptions};
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};

/// How games are played to learn from.
#[derive(Clone, Copy, Debug)]
pub struct SearchPlay {
    /// How a search chooses, grows and decides.
    pub options: PuctOptions,
    /// Iterations of each search.
    pub budget: Budget,
    /// Worlds that each search imagines; `None`: one for each iteration.
    pub worlds: Option<NonZeroUsize>,
    /// Decisions that are searched less, and teach nothing but by the result of the game.
    pub quick: Option<QuickSearch>,
    /// How much a value is what followed: 1: the result alone; below: at every decision of the player, the rest is what the
    /// search found there (TD(λ)).
    pub trace: f64,
    /// Whether searches are shown everything but the future.
    pub perfect: bool,
    /// Whether a game keeps its tree from move to move, for both sides.
    pub reuse: bool,
    /// How many games.
    pub games: u64,
    /// How many of them are searched side by side, with one batch of leaves.
    pub together: u64,
    /// What all random numbers follow from.
    pub seed: u64,
    /// Threads that play groups of games.
    pub threads: NonZeroUsize,
}

/// Decisions that are searched less, so that more games are played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QuickSearch {
    /// The share of decisions.
    pub share: f64,
    /// Iterations of such a search, which has no noise.
    pub budget: Budget,
}

/// What was played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedLessons<P> {
    /// The lessons, game by game.
    pub lessons: Vec<Lesson<P>>,
    /// Decisions of all games.
    pub decisions: u64,
    /// Positions that the network judged.
    pub judged: u64,
}

impl<P> Default for PlayedLessons<P> {
    fn default() -> PlayedLessons<P> {
        PlayedLessons { lessons: vec![], decisions: 0, judged: 0 }
    }
}

impl<P> PlayedLessons<P> {
    /// Adds what was played after this.
    pub fn append(&mut self, later: PlayedLessons<P>) {
        self.lessons.extend(later.lessons);
        self.decisions += later.decisions;
        self.judged += later.judged;
    }
}

impl<P: KeptPosition> PlayedLessons<P> {
    /// As bytes, for the way from one machine to another.
    pub fn to_bytes(&self) -> Vec<u8> {
        let counts = [self.decisions, self.judged].map(u64::to_le_bytes);
        [counts.as_flattened(), &lessons_to_bytes(&self.lessons)].concat()
    }

    /// Reads such bytes; `None` where they are something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<PlayedLessons<P>> {
        let (decisions, rest) = bytes.split_first_chunk()?;
        let (judged, rest) = rest.split_first_chunk()?;
        let [decisions, judged] = [decisions, judged].map(|number| u64::from_le_bytes(*number));
        Some(PlayedLessons { lessons: lessons_from_bytes(rest)?, decisions, judged })
    }
}

impl SearchPlay {
    /// Plays all games, by each of these rules in turn. Every group gets an evaluator of its own; the lessons are the same on
    /// any number of threads.
    ///
    /// # Panics
    /// Where there are no rules.
    pub fn play<G, D, E>(
        &self,
        rules: &[G::Rules],
        domain: &D,
        evaluator: impl Fn() -> E + Sync,
    ) -> PlayedLessons<G::KeptPosition>
    where
        G: Taught<Rules: Sync>,
        D: Domain<G>,
        E: Evaluator<G>,
    {
        self.play_groups(0..self.groups(), rules, domain, evaluator)
    }

    /// Groups of games that are searched side by side.
    pub fn groups(&self) -> u64 {
        self.games.div_ceil(self.together.max(1))
    }

    /// Plays a part of all groups: parts that follow each other have the lessons of the whole.
    ///
    /// # Panics
    /// Where there are no rules.
    pub fn play_groups<G, D, E>(
        &self,
        groups: Range<u64>,
        rules: &[G::Rules],
        domain: &D,
        evaluator: impl Fn() -> E + Sync,
    ) -> PlayedLessons<G::KeptPosition>
    where
        G: Taught<Rules: Sync>,
        D: Domain<G>,
        E: Evaluator<G>,
    {
        let mut all = PlayedLessons::default();
        let (together, games) = (self.together.max(1), self.games);
        let (begin, end) = (groups.start, groups.end.min(self.groups()));
        let group = |number: u64| {
            let number = begin + number;
            let first = number * together;
            let numbers = first..games.min(first + together);
            let rules = |number: u64| &rules[(number % rules.len() as u64) as usize];
            let slots = numbers.map(|number| SearchSlot::new(self, rules(number), number));
            let slots = slots.collect();
            self.play_group(slots, domain, evaluator())
        };
        let done = in_order(self.threads, end.saturating_sub(begin), group, |_, played| {
            all.append(played);
            Ok::<_, std::convert::Infallible>(ControlFlow::Continue(()))
        });
        done.unwrap_or_else(|never| match never {});
        all
    }

    fn play_group<G: Taught, D: Domain<G>, E: Evaluator<G>>(
        &self,
        mut slots: Vec<SearchSlot<G>>,
        domain: &D,
        mut evaluator: E,
    ) -> PlayedLessons<G::KeptPosition> {
        // An evaluator that needs random numbers would make games depend on their neighbours.
        let mut rng = kontra_game::Streams::new(self.seed).test(0);
        let (mut leaves, mut judged) = (vec![], 0);
        let mut running: Vec<usize> = (0..slots.len()).collect();
        while !running.is_empty() {
            running.retain(|&n| slots[n].advance(self, domain, &mut leaves));
            judged += leaves.len() as u64;
            evaluator.evaluate(&mut leaves, &mut rng);
            let mut evaluated = leaves.drain(..);
            running.iter().for_each(|&n| slots[n].settle(&mut evaluated));
        }
        let decisions = slots.iter().map(|slot| slot.decisions).sum();
        let lessons = slots.into_iter().flat_map(|slot| slot.finish(self)).collect();
        PlayedLessons { lessons, decisions, judged }
    }
}
