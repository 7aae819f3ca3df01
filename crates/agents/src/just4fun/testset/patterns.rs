//! Sets that follow from the geometry of the board.

use super::Case;
use kontra_game::{SearchRng, Streams, choose};
use kontra_just4fun::{Board, Field, Fields, Place, SIDE, lines};
use std::collections::BTreeMap;

/// Three places of a line, and those that complete them.
pub(super) struct Three {
    pub(super) places: [Place; 3],
    pub(super) gaps: Vec<Place>,
}

impl Three {
    /// Along a row or a column.
    fn is_straight(&self) -> bool {
        let [a, b, _] = self.places;
        a.row() == b.row() || a.column() == b.column()
    }

    /// Whether the only gap lies between the stones.
    fn is_broken(&self) -> bool {
        let key = |place: Place| place.row() * SIDE + place.column();
        let (first, last) = (key(self.places[0]), key(self.places[2]));
        matches!(self.gaps[..], [gap] if (first..last).contains(&key(gap)))
    }
}

/// Which random numbers.
pub(super) fn rng(set: u64) -> SearchRng {
    Streams::new(0x7465_7374).test(set)
}

/// All threes, by places, row by row.
pub(super) fn threes() -> Vec<Three> {
    let mut found: BTreeMap<[Place; 3], Vec<Place>> = BTreeMap::new();
    for line in lines() {
        for gap in line {
            let mut rest: Vec<Place> = line.into_iter().filter(|place| *place != gap).collect();
            rest.sort_unstable();
            if let [a, b, c] = rest[..] {
                found.entry([a, b, c]).or_default().push(gap);
            }
        }
    }
    found.into_iter().map(|(places, gaps)| Three { places, gaps }).collect()
}

pub(super) fn field(place: Place) -> Field {
    Board::ORIGINAL.field(place)
}

pub(super) fn fields(places: &[Place]) -> Fields {
    places.iter().map(|place| field(*place)).collect()
}

/// The fields that complete a line for someone who holds these places, unless they are taken.
fn completions(held: &[Place], taken: &[Place]) -> Vec<Place> {
    let free = |place: &Place| !held.contains(place) && !taken.contains(place);
    let is_held = |places: [Place; 4]| places.iter().filter(|p| held.contains(p)).count() == 3;
    lines().filter(|line| is_held(*line)).filter_map(|line| line.into_iter().find(free)).collect()
}

fn stones(places: &[Place]) -> [u8; Field::COUNT] {
    let mut counts = [0; Field::COUNT];
    places.iter().for_each(|place| counts[field(*place).index()] += 1);
    counts
}

/// This many other places: none of `keep` among them, and no line that one more stone would complete.
fn elsewhere(count: usize, own: &[Place], keep: &[Place], rng: &mut SearchRng) -> Vec<Place> {
    let free: Vec<Place> =
        Place::all().filter(|place| !own.contains(place) && !keep.contains(place)).collect();
    loop {
        let mut places = free.clone();
        choose::shuffle(rng, &mut places);
        places.truncate(count);
        if completions(&places, own).is_empty() {
            return places;
        }
    }
}

pub(super) fn win() -> Vec<Case> {
    let rng = &mut rng(1);
    let one_way = threes().into_iter().filter(|three| three.gaps.len() == 1);
    let cases = one_way.map(|Three { places, gaps }| Case {
        stones: [stones(&places), stones(&elsewhere(3, &places, &gaps, rng))],
        expected: fields(&gaps),
    });
    cases.collect()
}

/// A stone on the gap takes it; one on a field of the three makes it even there.
pub(super) fn prevent() -> Vec<Case> {
    let rng = &mut rng(2);
    let chosen = threes()
        .into_iter()
        .filter(|three| three.gaps.len() == 1 && (!three.is_straight() || three.is_broken()));
    let cases = chosen.map(|three| {
        // With three stones of one's own one began, with two the other did.
        let own = if three.is_straight() { 2 } else { 3 };
        let own = elsewhere(own, &three.places, &three.gaps, rng);
        Case {
            stones: [stones(&own), stones(&three.places)],
            expected: fields(&[&three.gaps[..], &three.places[..]].concat()),
        }
    });
    cases.collect()
}

pub(super) fn prefer() -> Vec<Case> {
    let rng = &mut rng(3);
    let all = threes();
    let mut cases = vec![];
    for Three { places, gaps } in &all {
        // The other's three must not share a place with this one, nor be in the way.
        let apart = |other: &&Three| {
            let theirs = || other.places.iter().chain(&other.gaps);
            theirs().all(|place| !places.contains(place))
                && other.places.iter().all(|place| !gaps.contains(place))
        };
        let others: Vec<&Three> = all.iter().filter(apart).collect();
        let other = others[choose::below(rng, others.len() as u32) as usize];
        cases
            .push(Case { stones: [stones(places), stones(&other.places)], expected: fields(gaps) });
    }
    cases
}

/// The line of six that two places lie on, if there is one.
fn on_a_line_of_six(three: &Three) -> bool {
    let [a, b, _] = three.places;
    three.is_straight()
        || a.row() == a.column() && b.row() == b.column()
        || a.row() + a.column() == SIDE - 1 && b.row() + b.column() == SIDE - 1
}

pub(super) fn double() -> Vec<Case> {
    let rng = &mut rng(4);
    let open: Vec<Three> = threes().into_iter().filter(|three| three.gaps.len() == 2).collect();
    let mut cases = vec![];
    for three in open.iter().filter(|three| on_a_line_of_six(three)) {
        for missing in three.places {
            let own: Vec<Place> = three.places.into_iter().filter(|p| *p != missing).collect();
            // Whatever makes an open three of these two.
            let makes = |three: &&Three| own.iter().all(|place| three.places.contains(place));
            let ways: Vec<&Three> = open.iter().filter(makes).collect();
            let mut keep: Vec<Place> =
                ways.iter().flat_map(|way| way.places.iter().chain(&way.gaps)).copied().collect();
            keep.retain(|place| !own.contains(place));
            let added = ways.iter().flat_map(|way| way.places).filter(|p| !own.contains(p));
            let expected = added.map(field).collect();
            let theirs = elsewhere(2, &own, &keep, rng);
            cases.push(Case { stones: [stones(&own), stones(&theirs)], expected });
        }
    }
    cases
}

/// Whether a place lies among the middle 4 × 4.
fn is_middle(place: &Place) -> bool {
    (1..=4).contains(&place.row()) && (1..=4).contains(&place.column())
}

fn touch(a: Place, b: Place) -> bool {
    a != b && a.row().abs_diff(b.row()) <= 1 && a.column().abs_diff(b.column()) <= 1
}

pub(super) fn triangle() -> Vec<Case> {
    let rng = &mut rng(5);
    let middle: Vec<Place> = Place::all().filter(is_middle).collect();
    let is_central =
        |place: Place| (2..=3).contains(&place.row()) && (2..=3).contains(&place.column());
    let mut cases = vec![];
    for (n, &a) in middle.iter().enumerate() {
        for &b in middle[n + 1..].iter().filter(|b| touch(a, **b)) {
            let diagonal = a.row() != b.row() && a.column() != b.column();
            if diagonal && is_central(a) && is_central(b) {
                continue;
            }
            let third: Vec<Place> = middle
                .iter()
                .copied()
                .filter(|c| touch(a, *c) && touch(b, *c))
                // Three in a line touch only their neighbours; three of a square all touch.
                .collect();
            let own = [a, b];
            let theirs = elsewhere(2, &own, &third, rng);
            cases.push(Case { stones: [stones(&own), stones(&theirs)], expected: fields(&third) });
        }
    }
    cases
}
