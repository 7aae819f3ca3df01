//! Valid records to damage.

use crate::common::Walk;
use kontra_doppelkopf::{Announcing, GameType};
use kontra_game::{Game, Json, Streams, Turn};
use serde_json::Value;
use std::sync::LazyLock;

/// The record of the first random game that is wanted, played to its end or broken off after this many moves.
fn sample(most_moves: usize, wanted: impl Fn(&Walk) -> bool) -> Value {
    let streams = Streams::new(11);
    for number in 0.. {
        let rng = &mut streams.test(number);
        let mut walk = Walk::new(rng);
        while walk.history.len() < most_moves && walk.step(rng) {}
        if wanted(&walk) {
            let Json(record) = serde_json::from_str(&walk.record()).expect("a record is JSON");
            return record;
        }
    }
    unreachable!("random games are of every kind")
}

fn is_kind(walk: &Walk, kind: GameType, style: Announcing) -> bool {
    walk.game.public().kind() == Some(kind) && walk.start.rules.announcing == style
}

/// A normal game without compulsory solos.
pub(crate) fn normal() -> Value {
    static RECORD: LazyLock<Value> = LazyLock::new(|| {
        sample(usize::MAX, |walk| {
            is_kind(walk, GameType::Normal, Announcing::Step) && walk.start.duty.is_none()
        })
    });
    RECORD.clone()
}

/// A solo of a session in which two seats owe one, with many questions for announcements.
pub(crate) fn solo() -> Value {
    static RECORD: LazyLock<Value> = LazyLock::new(|| {
        sample(usize::MAX, |walk| {
            let duty = walk.start.duty.is_some_and(|duty| duty.open_solos.len() == 2);
            is_kind(walk, GameType::Hearts, Announcing::Choose) && duty && walk.history.len() > 70
        })
    });
    RECORD.clone()
}

/// A marriage.
pub(crate) fn marriage() -> Value {
    static RECORD: LazyLock<Value> = LazyLock::new(|| {
        sample(usize::MAX, |walk| is_kind(walk, GameType::Marriage, Announcing::Choose))
    });
    RECORD.clone()
}

/// A game that is not over.
pub(crate) fn unfinished() -> Value {
    static RECORD: LazyLock<Value> = LazyLock::new(|| {
        sample(40, |walk| {
            is_kind(walk, GameType::Normal, Announcing::Choose) && walk.game.turn() != Turn::Over
        })
    });
    RECORD.clone()
}
