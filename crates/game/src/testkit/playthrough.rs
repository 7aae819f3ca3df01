use super::expect;
use super::walk::Walk;
use crate::{InfoKey, Notation, Recorded, Seat, Turn, View};
use std::fmt::Write;
use std::path::Path;

/// A whole random game looks as the file says; rewritten with `UPDATE_EXPECT=1`.
///
/// The file is for reading, too: a change of the rules shows in its difference what has changed for
/// players, and a change of a key shows that stored keys are worth nothing now.
///
/// # Panics
/// With the first line that differs.
pub fn check_playthrough<G: Recorded>(path: impl AsRef<Path>, rules: &G::Rules, seed: u64) {
    expect::expect(path.as_ref(), &playthrough::<G>(rules, seed), expect::updating());
}

/// The text of such a file: the start, then at each ply who moves, the legal moves, the one that is played,
/// and the key of every seat's information set.
pub fn playthrough<G: Recorded>(rules: &G::Rules, seed: u64) -> String {
    let mut walk = Walk::<G>::new(rules, seed, 0);
    let mut text = format!("{}, seed {seed}\nstart {}\n", G::NAME, walk.record.start);
    loop {
        let (ply, mover) = (walk.history.len(), mover(&walk.game));
        let _ = writeln!(text, "\nply {ply}: {mover}\nkeys {}", keys(&walk.game));
        if walk.game.turn() == Turn::Over {
            let _ = writeln!(text, "result {:?}", walk.game.payoffs().as_slice());
            return text;
        }
        let _ = writeln!(text, "moves {}", choices(&walk.game));
        let before = walk.game.clone();
        walk.step();
        let played = walk.history.last().map(|&action| before.action_text(action));
        let _ = writeln!(text, "plays {}", played.unwrap_or_default());
    }
}

fn mover<G: Recorded>(game: &G) -> String {
    match game.turn() {
        Turn::Seat(seat) => format!("seat {seat}"),
        Turn::Chance => "chance".to_owned(),
        Turn::Over => "over".to_owned(),
    }
}

fn keys<G: Recorded>(game: &G) -> String {
    let keys = Seat::all(game.seats()).map(|seat| {
        let InfoKey(key) = game.view(seat).key();
        format!("{key:016x}")
    });
    keys.collect::<Vec<_>>().join(" ")
}

fn choices<G: Notation>(game: &G) -> String {
    let choices = game.choices().into_iter().map(|action| game.action_text(action));
    choices.collect::<Vec<_>>().join(" ")
}
