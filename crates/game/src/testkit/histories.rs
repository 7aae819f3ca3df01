use super::walk::{Walk, explore};
use crate::{Determinize, Log, Rewind, Seat, sees};

/// The history of a seat is the same in two games that look the same to it; returns how many pasts were compared.
///
/// At every position of `games` random games every seat imagines `samples` worlds; in the past of each of them it must
/// have seen the same decisions. The history must also agree with the record: the same players in the same order,
/// every decision that the seat saw, and its own among them.
///
/// # Panics
/// When a history tells something that the seat did not see.
pub fn histories_show_no_secrets<G>(rules: &G::Rules, games: u64, samples: u64, seed: u64) -> u64
where
    G: Rewind,
    G::View: Determinize,
{
    let check = |number| {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            let mut checked = 0;
            loop {
                checked += check_position(walk, samples);
                if !walk.step() {
                    return checked;
                }
            }
        })
    };
    (0..games).map(check).sum()
}

fn check_position<G>(walk: &mut Walk<G>, samples: u64) -> u64
where
    G: Rewind,
    G::View: Determinize,
{
    let (log, _) = Log::<G>::replay(&walk.start, &walk.history);
    for seat in Seat::all(walk.game.seats()) {
        check_record(walk, &log, seat);
        let view = walk.game.view(seat);
        for _ in 0..samples {
            let world = view.determinize(&mut walk.rng);
            let past = G::rewind(&walk.start, &walk.history, &world, seat);
            let (other, _) = Log::<G>::replay(&past.start, &past.history);
            let (history, imagined) = (log.seen_by(seat), other.seen_by(seat));
            assert!(
                history == imagined,
                "a secret is in the history of seat {seat}\n  {history:?}\n  {imagined:?}"
            );
        }
    }
    walk.game.seats() as u64 * samples
}

/// The history has what the record has, but for what the seat did not see.
fn check_record<G: Rewind>(walk: &Walk<G>, log: &Log<G>, seat: Seat) {
    let history = log.seen_by(seat);
    let (found, expected) = (history.len(), walk.record.moves.len());
    assert!(found == expected, "a history of {found} decisions, the record has {expected}");
    let mut game = G::begin(&walk.start);
    for ((event, &action), (by, _)) in history.iter().zip(&walk.history).zip(&walk.record.moves) {
        assert!(event.by == *by, "the history says {event:?}, in the record it was {by:?}");
        let expected = sees(&game, seat, action).then_some(action);
        assert!(
            event.action == expected,
            "seat {seat} saw {expected:?}, its history has {event:?}"
        );
        game.play(action);
    }
}
