use crate::game::listed_action;
use crate::{Record, Recorded, SearchRng, Streams, Turn};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A random game that has not ended after this many decisions is taken to be endless.
const MAX_PLIES: usize = 10_000;

/// One random game: where it stands, everything that led there, and how to see it again.
pub(super) struct Walk<G: Recorded> {
    pub(super) start: G::Start,
    pub(super) game: G,
    pub(super) history: Vec<G::Action>,
    pub(super) record: Record,
    /// For whatever a check draws on the way. The moves of the game are drawn from it too.
    pub(super) rng: SearchRng,
    seed: u64,
    number: u64,
}

impl<G: Recorded> Walk<G> {
    pub(super) fn new(rules: &G::Rules, seed: u64, number: u64) -> Walk<G> {
        let streams = Streams::new(seed);
        let start = G::deal(rules, &mut streams.deal(number));
        let game = G::begin(&start);
        let record = Record::new::<G>(vec!["random".to_owned(); game.seats()], &start);
        Walk { start, game, history: vec![], record, rng: streams.test(number), seed, number }
    }

    /// Plays a random decision; `false` when the game is over.
    pub(super) fn step(&mut self) -> bool {
        // Not `random_action`: that may be one of the things under test.
        let Some(action) = listed_action(&self.game, &mut self.rng) else { return false };
        assert!(self.history.len() < MAX_PLIES, "the game does not end");
        self.record.play(&mut self.game, action);
        self.history.push(action);
        true
    }

    fn place(&self) -> String {
        let (name, ply) = (G::NAME, self.history.len());
        let (seed, number, line) = (self.seed, self.number, self.record.to_line());
        format!("  {name}, seed {seed}, game {number}, ply {ply}\n  {line}")
    }
}

/// Looks at one random game; a panic on the way says where it happened.
pub(super) fn explore<G: Recorded, T>(
    rules: &G::Rules,
    seed: u64,
    number: u64,
    look: impl FnOnce(&mut Walk<G>) -> T,
) -> T {
    let mut walk = Walk::new(rules, seed, number);
    match catch_unwind(AssertUnwindSafe(|| look(&mut walk))) {
        Ok(result) => result,
        Err(panic) => panic!("{}\n{}", text_of(panic.as_ref()), walk.place()),
    }
}

pub(super) fn text_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref().copied()).unwrap_or("a panic without a text")
}

/// Every state of random games, the first and the last of each included.
pub fn positions<G: Recorded>(
    rules: &G::Rules,
    games: u64,
    seed: u64,
) -> impl Iterator<Item = G> + use<'_, G> {
    (0..games).flat_map(move |number| {
        let mut walk = Some(Walk::<G>::new(rules, seed, number));
        std::iter::from_fn(move || {
            let current = walk.as_ref()?.game.clone();
            if current.turn() == Turn::Over || !walk.as_mut()?.step() {
                walk = None;
            }
            Some(current)
        })
    })
}
