use super::walk::{Walk, explore};
use crate::{History, Log, Past, Reader, Record, Seat, Shown, Turn};

/// A game that a seat imagines, written down and read back, leads to an equal view with an equal past; returns how often one was
/// asked for, and how many there were: as many, or 0 for a game that imagines none.
///
/// It is asked for at every decision of `games` random games. One that begins at the position itself has no past to compare.
///
/// # Panics
/// When somebody else's game is imagined, or one that cannot be played through.
pub fn imagined_pasts_look_true<G: Shown>(rules: &G::Rules, games: u64, seed: u64) -> (u64, u64) {
    let (mut asked, mut imagined) = (0, 0);
    for number in 0..games {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            loop {
                if let Turn::Seat(seat) = walk.game.turn() {
                    asked += 1;
                    imagined += u64::from(check_position(walk, seat));
                }
                if !walk.step() {
                    return;
                }
            }
        });
    }
    (asked, imagined)
}

fn check_position<G: Shown>(walk: &Walk<G>, seat: Seat) -> bool {
    let (log, game) = Log::<G>::replay(&walk.start, &walk.history);
    let view = game.view(seat);
    let Some(past) = G::imagined_past(&view, log.seen_by(seat)) else { return false };
    let again = G::imagined_past(&view, log.seen_by(seat));
    assert!(again.is_some_and(|again| same(&again, &past)), "another past is imagined each time");
    let none = G::imagined_past(&view, History::unknown(seat));
    assert!(none.is_none_or(|none| none.history.is_empty()), "an unknown past is known");
    let (other, world) = Log::<G>::replay(&read_back(&past), &past.history);
    assert!(world.view(seat) == view, "the imagined game looks like {:?}", world.view(seat));
    let told = past.history.is_empty() || other.seen_by(seat) == log.seen_by(seat);
    assert!(told, "the imagined past is {:?}", other.seen_by(seat));
    true
}

fn same<G: Shown>(one: &Past<G>, other: &Past<G>) -> bool {
    one.start == other.start && one.history == other.history
}

/// The start as it is after it was sent to somebody, who can play the moves by their texts.
fn read_back<G: Shown>(past: &Past<G>) -> G::Start {
    let mut game = G::begin(&past.start);
    let mut record = Record::new::<G>(vec![String::new(); game.seats()], &past.start);
    past.history.iter().for_each(|&action| record.play(&mut game, action));
    let read = record.replay::<G>().unwrap_or_else(|bad| panic!("{bad}"));
    let written = G::write_start(&past.start);
    let start =
        G::read_start(&Reader::new(&written, "start")).unwrap_or_else(|bad| panic!("{bad}"));
    assert!(
        start == past.start && read.actions == past.history,
        "{written} is read as another one"
    );
    start
}
