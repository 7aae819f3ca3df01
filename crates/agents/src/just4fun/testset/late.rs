//! The last stone: situations from random games of a fixed seed.

use super::Case;
use super::multi::{Counts, has_line};
use super::patterns::rng;
use kontra_game::{Game, Recorded, SearchRng, Seat, Streams};
use kontra_just4fun::{Field, Fields, Just4Fun};
use std::cmp::Ordering;

/// The turn before the last.
const LAST: u8 = 1;

/// A random game up to its last stone; `None` where it ended before.
fn last_stone(number: u64, rng: &mut SearchRng) -> Option<Just4Fun> {
    let streams = Streams::new(0x6c61_7374);
    let mut game = Just4Fun::begin(&Just4Fun::deal(&Default::default(), &mut streams.deal(number)));
    let second = Seat::wrapping(1, 2);
    loop {
        let stones = game.table().stones();
        let is_last = stones.left(Seat::wrapping(0, 2)) == 0 && stones.left(second) == LAST;
        if is_last && game.table().turn() == kontra_game::Turn::Seat(second) {
            return Some(game);
        }
        let action = game.random_action(rng)?;
        game.play(action);
    }
}

/// The stones, those of the one with a stone left first.
fn counts(game: &Just4Fun) -> Counts {
    [1, 0].map(|seat| {
        let seat = Seat::wrapping(seat, 2);
        let mut counts = [0; Field::COUNT];
        Field::all().for_each(|f| counts[f.index()] = game.table().stones().on(f, seat));
        counts
    })
}

/// How the game ends for the player whose last stone comes to lie on a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Last {
    Pattern,
    Points,
    HighestField,
    NotWon,
}

/// The ending for each field that is open to the player to move.
pub(super) fn endings(stones: &Counts) -> Vec<(Field, Last)> {
    let open = |field: &Field| {
        let i = field.index();
        stones[0][i].abs_diff(stones[1][i]) < 2
    };
    Field::all().filter(open).map(|field| (field, ending(*stones, field))).collect()
}

fn ending(mut stones: Counts, field: Field) -> Last {
    stones[0][field.index()] += 1;
    if has_line(&stones) {
        return Last::Pattern;
    }
    let held = |who: usize| {
        let more = move |f: &Field| stones[who][f.index()] > stones[1 - who][f.index()];
        Field::all().filter(more).map(Field::number)
    };
    let points = [0, 1].map(|who| held(who).map(u32::from).sum::<u32>());
    match points[0].cmp(&points[1]) {
        Ordering::Greater => Last::Points,
        Ordering::Equal if held(0).max() > held(1).max() => Last::HighestField,
        _ => Last::NotWon,
    }
}

fn drawn(
    set: u64,
    count: usize,
    expected: impl Fn(&[(Field, Last)]) -> Option<Fields>,
) -> Vec<Case> {
    let (rng, mut cases) = (&mut rng(set), vec![]);
    for number in 0.. {
        if cases.len() == count {
            break;
        }
        let Some(game) = last_stone(number, rng) else { continue };
        let stones = counts(&game);
        if let Some(expected) = expected(&endings(&stones)) {
            cases.push(Case { stones, expected });
        }
    }
    cases
}

fn won(endings: &[(Field, Last)]) -> impl Iterator<Item = &(Field, Last)> {
    endings.iter().filter(|(_, last)| *last != Last::NotWon)
}

/// Some fields win by points, none by a pattern, and not all win.
pub(super) fn points(count: usize) -> Vec<Case> {
    drawn(8, count, |endings| {
        let wins: Vec<_> = won(endings).collect();
        let by_points = wins.iter().all(|(_, last)| *last == Last::Points);
        let some = (3..endings.len()).contains(&wins.len());
        (by_points && some).then(|| wins.iter().map(|(field, _)| *field).collect())
    })
}

/// One field wins, by the highest field.
pub(super) fn highest_field(count: usize) -> Vec<Case> {
    drawn(9, count, |endings| {
        let wins: Vec<_> = won(endings).collect();
        match wins[..] {
            [(field, Last::HighestField)] => Some([*field].into_iter().collect()),
            _ => None,
        }
    })
}
