//! Sets in which fields are fought for: drawn from a fixed seed.

use super::Case;
use super::patterns::{Three, field, rng, threes};
use kontra_game::{SearchRng, Seat, choose};
use kontra_just4fun::{Board, Card, Cards, Field, Fields, Hand, Setup, Shuffler};

/// Counts of stones, those of the player to move first.
pub(super) type Counts = [[u8; Field::COUNT]; 2];

/// The fields that complete a line for the player whose stones come first.
fn winning(counts: &Counts) -> Fields {
    let [own, other] = counts;
    let wins = |field: &Field| {
        let i = field.index();
        // Nobody may add to a lead of two.
        let open = own[i].abs_diff(other[i]) < 2;
        let mut after = *counts;
        after[0][i] += 1;
        open && has_line(&after)
    };
    Field::all().filter(wins).collect()
}

pub(super) fn has_line([own, other]: &Counts) -> bool {
    kontra_just4fun::lines()
        .any(|line| line.into_iter().map(field).all(|f| own[f.index()] > other[f.index()]))
}

fn swapped([own, other]: Counts) -> Counts {
    [other, own]
}

/// The same stones with others around them, so that there are as many as wanted; `None` where that went wrong.
fn filled(
    mut counts: Counts,
    wanted: [usize; 2],
    keep: Fields,
    rng: &mut SearchRng,
) -> Option<Counts> {
    for (who, wanted) in wanted.into_iter().enumerate() {
        for _ in 0..500 {
            let count: usize = counts[who].iter().map(|n| usize::from(*n)).sum();
            if count == wanted {
                break;
            }
            let at = choose::below(rng, Field::COUNT as u32) as usize;
            let field = Field::new(at as u8 + 1)?;
            let lead = counts[who][at] as i8 + 1 - counts[1 - who][at] as i8;
            if keep.contains(field) || !(-1..=2).contains(&lead) {
                continue;
            }
            counts[who][at] += 1;
            if has_line(&counts) || has_line(&swapped(counts)) {
                counts[who][at] -= 1;
            }
        }
    }
    let sums = counts.map(|list| list.iter().map(|n| usize::from(*n)).sum::<usize>());
    (sums == wanted && is_position(&counts)).then_some(counts)
}

/// Whether the rules allow it.
fn is_position(counts: &Counts) -> bool {
    let deck: Vec<Card> = Cards::DECK.iter().collect();
    let (hands, stack) = deck.split_at(8);
    let (four, _) = hands.as_chunks::<{ Hand::SIZE }>();
    let setup = Setup {
        cards: kontra_just4fun::CardChoice::Random,
        board: Board::ORIGINAL,
        hands: four.iter().map(|cards| Hand::new(*cards)).collect(),
        stack: stack.to_vec(),
        used: vec![],
        shuffler: Shuffler(0),
        stones: counts.to_vec(),
        turn: Seat::wrapping(0, 2),
        known: [Cards::NONE; 2],
        redraws: 0,
    };
    setup.game().is_ok()
}

/// A three that one player holds with some fields fought for: for each field by how many stones. With `small` on one field only.
fn fought(three: &Three, small: bool, rng: &mut SearchRng) -> Counts {
    let mut counts = [[0; Field::COUNT]; 2];
    let certain = choose::below(rng, 3) as usize;
    for (n, place) in three.places.into_iter().enumerate() {
        let at = field(place).index();
        let several = n == certain || (!small && choose::below(rng, 2) == 0);
        (counts[0][at], counts[1][at]) = if several { (2, 1) } else { (1, 0) };
    }
    if !small && choose::below(rng, 2) == 0 {
        // The gap is even, and one more stone decides it.
        let at = field(three.gaps[0]).index();
        (counts[0][at], counts[1][at]) = (1, 1);
    }
    counts
}

fn one_way() -> Vec<Three> {
    threes().into_iter().filter(|three| three.gaps.len() == 1).collect()
}

fn kept(three: &Three) -> Fields {
    three.places.iter().chain(&three.gaps).map(|place| field(*place)).collect()
}

/// The first half after 22 turns, the others after 8: the median is the thesis's, mean and deviation are near.
pub(super) fn win(count: usize) -> Vec<Case> {
    let rng = &mut rng(6);
    let (threes, mut cases) = (one_way(), vec![]);
    for number in 0.. {
        if cases.len() == count {
            break;
        }
        let three = &threes[number % threes.len()];
        let late = 2 * cases.len() < count + 4;
        let wanted = if late { [11, 11] } else { [4, 4] };
        let counts = fought(three, !late, rng);
        let Some(counts) = filled(counts, wanted, kept(three), rng) else { continue };
        let expected = winning(&counts);
        // One way to win, and the other cannot win at once, or this would be another set.
        if expected == [field(three.gaps[0])].into_iter().collect()
            && winning(&swapped(counts)).is_empty()
        {
            cases.push(Case { stones: counts, expected });
        }
    }
    cases
}

/// After 14, 17 and 24 turns: the median is the thesis's, mean and deviation are near.
pub(super) fn prevent(count: usize) -> Vec<Case> {
    let rng = &mut rng(7);
    let (threes, mut cases) = (one_way(), vec![]);
    for number in 0.. {
        if cases.len() == count {
            break;
        }
        let three = &threes[(3 * number) % threes.len()];
        // The stones of the one who threatens come first here.
        let wanted = [[7, 7], [9, 8], [12, 12]][cases.len() * 3 / count];
        let counts = fought(three, false, rng);
        let Some(counts) = filled(counts, wanted, kept(three), rng) else { continue };
        let counts = swapped(counts);
        let threats = winning(&swapped(counts));
        if threats != [field(three.gaps[0])].into_iter().collect() || !winning(&counts).is_empty() {
            continue;
        }
        let expected = stopping(&counts);
        if !expected.is_empty() {
            cases.push(Case { stones: counts, expected });
        }
    }
    cases
}

/// The fields with which the other can no longer win at once.
fn stopping(counts: &Counts) -> Fields {
    let stops = |field: &Field| {
        let i = field.index();
        let mut after = *counts;
        after[0][i] += 1;
        counts[0][i].abs_diff(counts[1][i]) < 2 && winning(&swapped(after)).is_empty()
    };
    Field::all().filter(stops).collect()
}
