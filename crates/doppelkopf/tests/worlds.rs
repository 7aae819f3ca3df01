//! The worlds that a player imagines: consistent with everything they know, counted exactly, equally likely.

use crate::common::{Walk, size};
use kontra_doppelkopf::{
    Card, Cards, Doppelkopf, DoppelkopfView, GameType, Published, Question, Team, Worlds,
};
use kontra_game::testkit::worlds_are_uniform_by;
use kontra_game::{Enumerate, Game, Notation, Recorded, Rewind, Seat, Streams, View, choose};

/// What a seat saw before each decision.
type Seen = Vec<[DoppelkopfView; 4]>;

fn views(game: &Doppelkopf) -> [DoppelkopfView; 4] {
    std::array::from_fn(|i| game.view(Seat::wrapping(i, 4)))
}

/// The world looks right, and so did every moment of the legal game that led to it.
fn check_world(walk: &Walk, seen: &Seen, seat: Seat, world: &Doppelkopf) {
    let view = walk.game.view(seat);
    assert_eq!(world.view(seat), view);
    assert_eq!(world.view(seat).key(), view.key());
    let past = Doppelkopf::rewind(&walk.start, &walk.history, world, seat);
    let mut game = Doppelkopf::begin(&past.start);
    for (ply, &action) in past.history.iter().enumerate() {
        assert_eq!(game.view(seat), seen[ply][seat.index()], "what seat {seat} saw at ply {ply}");
        assert!(game.choices().contains(&action), "{action:?} at ply {ply} is illegal");
        game.play(action);
    }
    assert_eq!(game, *world, "the past of the world ends in it");
}

#[test]
fn every_world_replays_legally_and_shows_the_same_view() {
    let streams = Streams::new(41);
    let (wanted, mut checked) = (size(1_000_000), 0);
    let mut number = 0;
    while checked < wanted {
        let rng = &mut streams.test(number);
        number += 1;
        let mut walk = Walk::new(rng);
        let mut seen = vec![views(&walk.game)];
        while walk.step(rng) {
            seen.push(views(&walk.game));
            if choose::below(rng, 4) > 0 {
                continue;
            }
            let seat = Seat::wrapping(choose::below(rng, 4) as usize, 4);
            let view = walk.game.view(seat);
            let (uniform, published) = (Worlds::new(&view), Published::new(&view));
            for world in [uniform.sample(rng), uniform.sample(rng), published.sample(rng)] {
                let check = std::panic::catch_unwind(|| check_world(&walk, &seen, seat, &world));
                assert!(check.is_ok(), "a world of seat {seat} in {}", walk.record());
                checked += 1;
            }
        }
    }
    println!("{checked} worlds of {number} games");
}

#[test]
fn the_true_deal_is_always_among_the_worlds() {
    let streams = Streams::new(42);
    for number in 0..size(10_000) {
        let rng = &mut streams.test(number);
        let mut walk = Walk::new(rng);
        while walk.step(rng) {
            for seat in Seat::all(4) {
                let worlds = Worlds::new(&walk.game.view(seat));
                assert!(worlds.count() >= 1, "seat {seat} in {}", walk.record());
                if worlds.count() <= 200 {
                    let mut found = false;
                    worlds.each(|world, _| found |= *world == walk.game);
                    assert!(found, "seat {seat} in {}", walk.record());
                }
            }
        }
    }
}

#[test]
fn the_count_is_the_number_of_deals_in_the_full_enumeration() {
    let streams = Streams::new(43);
    let mut compared = 0;
    for number in 0..size(5_000) {
        let rng = &mut streams.test(number);
        let mut walk = Walk::new(rng);
        while walk.step(rng) {
            let seat = Seat::wrapping(choose::below(rng, 4) as usize, 4);
            let worlds = Worlds::new(&walk.game.view(seat));
            if worlds.count() <= 2_000 {
                let (mut total, mut hands) = (0, std::collections::HashSet::new());
                worlds.each(|world, weight| {
                    total += weight;
                    assert!(hands.insert(*world), "a world appears twice");
                });
                assert_eq!(worlds.count(), total, "seat {seat} in {}", walk.record());
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "only {compared} positions were compared");
}

/// What makes a position a hard case for a sampler.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Case {
    /// Somebody is known to be re and still has to show their ♣Q.
    OwedQueen,
    /// Both ♣Q are unseen in a normal game.
    TwoQueens,
    /// Somebody wanted a marriage, but a solo is played.
    Bride,
    /// Suits that were not followed, and nothing about ♣Q.
    Voids,
}

fn case(view: &DoppelkopfView) -> Case {
    let public = view.public();
    let unseen = view.unseen().count(Card::QUEEN_OF_CLUBS);
    let normal = public.kind() == Some(GameType::Normal);
    let known_re = |seat| seat != view.seat() && public.known_team(seat) == Some(Team::Re);
    let none_played = public.played().count(Card::QUEEN_OF_CLUBS) == 0;
    if normal && none_played && Seat::all(4).any(known_re) {
        Case::OwedQueen
    } else if normal && unseen == 2 {
        Case::TwoQueens
    } else if public.kind().is_some_and(GameType::is_solo) && public.bride().is_some() && unseen > 0
    {
        Case::Bride
    } else {
        Case::Voids
    }
}

/// Positions with a number of worlds that can be enumerated: a few of every case.
fn positions(each: usize) -> Vec<(Case, DoppelkopfView)> {
    let streams = Streams::new(44);
    let mut found: Vec<(Case, DoppelkopfView)> = vec![];
    for number in 0..60_000 {
        let rng = &mut streams.test(number);
        let mut walk = Walk::new(rng);
        let target = 5 + choose::below(rng, 6) as usize;
        while walk.game.public().tricks() < target && walk.step(rng) {}
        if walk.game.public().question() != Some(Question::Card) {
            continue;
        }
        let seat = Seat::wrapping(choose::below(rng, 4) as usize, 4);
        let view = walk.game.view(seat);
        let case = case(&view);
        let enough = found.iter().filter(|(other, _)| *other == case).count() >= each;
        if !enough && (100..=50_000).contains(&Worlds::new(&view).count()) {
            found.push((case, view));
        }
    }
    found
}

#[test]
fn worlds_are_uniform_against_full_enumeration() {
    let found = positions(8);
    for wanted in [Case::OwedQueen, Case::TwoQueens, Case::Bride, Case::Voids] {
        let number = found.iter().filter(|(case, _)| *case == wanted).count();
        assert!(number >= 3, "only {number} positions of {wanted:?}");
    }
    assert!(found.len() >= 20, "only {} positions", found.len());
    for (number, (case, view)) in found.iter().enumerate() {
        let (seed, count) = (number as u64, Worlds::new(view).count());
        let samples = size(500_000).max(40 * count).min(2_000_000) as u32;
        let p = worlds_are_uniform_by(view, samples, seed, |world| *world);
        let hands: Vec<f64> = Seat::all(4)
            .filter(|&seat| seat != view.seat())
            .map(|seat| worlds_are_uniform_by(view, samples / 4, seed, |world| world.hand(seat)))
            .collect();
        println!("{case:?}, {count} worlds, p {p:.3}, each hand {hands:.3?}");
    }
}

#[test]
fn the_published_algorithm_is_not_uniform() {
    let biased = positions(8).into_iter().filter(|(_, view)| {
        let mut rng = Streams::new(45).test(0);
        let weights = view.worlds();
        let total: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let published = Published::new(view);
        let mut counts = std::collections::HashMap::<[Cards; 4], f64>::new();
        let samples = 100_000.0;
        for _ in 0..samples as u32 {
            let world = published.sample(&mut rng);
            *counts
                .entry(std::array::from_fn(|i| world.hand(Seat::wrapping(i, 4))))
                .or_default() += 1.0;
        }
        let bins: Vec<(f64, f64)> = weights
            .iter()
            .map(|(world, weight)| {
                let hands = std::array::from_fn(|i| world.hand(Seat::wrapping(i, 4)));
                (counts.get(&hands).copied().unwrap_or(0.0), weight / total * samples)
            })
            .collect();
        kontra_game::testkit::ChiSquare::of_fit(&bins).p() < 1e-6
    });
    assert!(biased.count() >= 10, "the bias that the thesis describes should show");
}
