//! Worlds with weights: what is rare by its weight counts little, in every search that averages over worlds.

use crate::toy::{Place, Toy};
use crate::{count, iterations, rng};
use kontra_game::{Determinize, Game, SearchRng, Seat, Weighted, WorldSampler, choose};
use kontra_search::mcts::{
    Count, Ensemble, Flat, Pooling, Puct, PuctOptions, Rollouts, RulesOnly, SoIsmcts, TreeOptions,
};
use kontra_search::{Analysis, Limits, Search};

/// A coin is in the left hand in world 0 and in the right one in world 1. Seat 0 says where it is, or asks nobody and
/// takes a little.
const COIN: &[Place] = &[
    Place::Choice(0, &[('l', &[0, 1], 1), ('r', &[0, 1], 2), ('s', &[0, 1], 3)]),
    Place::End(&[1.0, -1.0]),
    Place::End(&[-1.0, 1.0]),
    Place::End(&[0.1]),
];

const GAME: Toy = Toy::new(COIN, 2);

/// Both worlds come up equally often, with these weights.
struct Weights([f64; 2]);

impl WorldSampler<Toy> for Weights {
    fn draw(&self, rng: &mut SearchRng) -> Weighted<Toy> {
        let world = choose::below(rng, 2) as u8;
        Weighted { world: GAME.in_world(world), weight: self.0[usize::from(world)] }
    }
}

type Named = (&'static str, Box<dyn Fn(&dyn WorldSampler<Toy>) -> Analysis<char>>);

fn searches() -> Vec<Named> {
    let (view, limits) = (|| GAME.view(Seat::wrapping(0, 2)), Limits::none);
    let ensemble = |pool| {
        let search = Ensemble::new(TreeOptions::uct(1.0), count(400), iterations(30), RulesOnly);
        let search = Ensemble { pool, ..search };
        Box::new(move |worlds: &dyn WorldSampler<Toy>| {
            search.search_worlds(&view(), worlds, &limits(), &mut rng(1))
        })
    };
    let so = SoIsmcts::new(1.0).with_budget(iterations(4000));
    let flat = Flat::new(iterations(4000), RulesOnly);
    vec![
        ("ensemble, means", ensemble(Pooling::Means)),
        ("ensemble, visits", ensemble(Pooling::Visits)),
        ("ensemble, votes", ensemble(Pooling::Votes)),
        ("SO-ISMCTS", Box::new(move |w| so.search_worlds(&view(), w, &limits(), &mut rng(1)))),
        ("flat", Box::new(move |w| flat.search_worlds(&view(), w, &limits(), &mut rng(1)))),
        (
            "PUCT",
            Box::new(move |worlds| {
                let options = PuctOptions { count: Count::Availability, ..PuctOptions::new(1.0) };
                let mut search =
                    Puct::new(options, iterations(4000), Rollouts(RulesOnly), RulesOnly);
                search.search_worlds(&view(), worlds, &limits(), &mut rng(1))
            }),
        ),
    ]
}

#[test]
fn worlds_count_by_their_weights() {
    for (name, search) in searches() {
        let left = search(&Weights([3.0, 1.0]));
        let right = search(&Weights([0.5, 1.5]));
        assert_eq!((left.chosen, right.chosen), ('l', 'r'), "{name}");
        // (3 · 1 - 1 · 1) / 4. Trees of votes and visits go to where the coin is.
        if !name.starts_with("ensemble, v") {
            let value = left.of('l').unwrap().value;
            assert!((value - 0.5).abs() < 0.15, "{name}: {value}");
        }
    }
}

#[test]
fn a_world_without_weight_does_not_count() {
    for (name, search) in searches() {
        let analysis = search(&Weights([0.0, 2.0]));
        assert_eq!(analysis.chosen, 'r', "{name}");
        assert_eq!(analysis.of('r').unwrap().value, 1.0, "{name}");
    }
}

#[test]
fn equal_weights_are_those_of_prepared_worlds() {
    let view = GAME.view(Seat::wrapping(0, 2));
    for (name, search) in searches() {
        let (prepared, ones) = (search(&view.prepare()), search(&Weights([1.0, 1.0])));
        assert_eq!(prepared.timeless(), ones.timeless(), "{name}");
    }
    let mut so = SoIsmcts::new(1.0).with_budget(iterations(500));
    let given = so.search_worlds(&view, &view.prepare(), &Limits::none(), &mut rng(1));
    assert_eq!(so.search(&view, &Limits::none(), &mut rng(1)).timeless(), given.timeless());
}
