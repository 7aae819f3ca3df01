//! Matches and folders for tests of the store.
#![allow(unreachable_pub)]

use kontra_agents::games::Doppelkopf;
use kontra_agents::{Playable, Recipe};
use kontra_arena::{Match, MatchTable, PlayedGame, Seating};
use kontra_store::{MatchRequest, Store, StoreError};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// An empty folder that is the test's own.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn match_of<G: Playable>(agents: &[&str], deals: u64, seed: u64) -> Match<G> {
    let recipe = |spec: &&str| Recipe::new(&spec.parse().unwrap()).unwrap();
    let agents = agents.iter().map(recipe).collect();
    Match::new(Default::default(), agents, deals, Seating::All, seed).unwrap()
}

pub fn match_of_two(deals: u64, seed: u64) -> Match<Doppelkopf> {
    match_of(&["beginner", "random"], deals, seed)
}

/// Plays the match to its end.
pub fn play<G: Playable>(
    store: &mut Store,
    the_match: &Match<G>,
    plan: &MatchRequest,
) -> Result<MatchTable, StoreError> {
    store.play(the_match, plan, |_, _| Ok(ControlFlow::Continue(())))
}

/// Plays until this many deals are complete, as if somebody had interrupted it there.
pub fn play_some<G: Playable>(store: &mut Store, the_match: &Match<G>, deals: u64) {
    let stop = std::sync::atomic::AtomicBool::new(false);
    let each = |deal, _: &[PlayedGame]| {
        stop.store(deal + 1 >= deals, std::sync::atomic::Ordering::Relaxed);
        Ok::<_, StoreError>(ControlFlow::Continue(()))
    };
    store.play_until(the_match, &MatchRequest::default(), &stop, each).unwrap();
}

/// A table without its times, which are the only thing that may differ.
pub fn timeless(mut table: MatchTable) -> String {
    (table.elapsed_s, table.thinking_s) = (0.0, 0.0);
    table.agents.iter_mut().for_each(|row| (row.ms_per_decision, row.rollouts_per_s) = (0.0, None));
    serde_json::to_string(&table).unwrap()
}

pub fn named(name: &str) -> MatchRequest {
    MatchRequest { name: Some(name.to_owned()), ..MatchRequest::default() }
}

/// Makes a store what it would be if the first format had written it: without digests.
pub fn make_old(path: &Path) {
    let mut store = Store::open(path).unwrap();
    let downgrade = "ALTER TABLE matches DROP COLUMN seal; ALTER TABLE matches DROP COLUMN digest; DROP TABLE ledger;
         UPDATE components SET version = 1 WHERE name = 'arena'";
    store.connection().execute_batch(downgrade).unwrap();
}
