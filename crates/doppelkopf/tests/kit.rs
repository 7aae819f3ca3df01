//! The promises that every game makes, checked by the test kit.

use crate::common::size;
use kontra_doppelkopf::{Announcing, Doppelkopf, Rules};
use kontra_game::testkit::{
    Conformance, Depth, check_playthrough, equal_views_give_equal_decisions, worlds_are_consistent,
};
use kontra_game::{Actions, Game, SearchRng, View, choose};

const STYLES: [Rules; 2] =
    [Rules { announcing: Announcing::Choose }, Rules { announcing: Announcing::Step }];

#[test]
fn doppelkopf_conforms() {
    for rules in STYLES {
        Conformance::<Doppelkopf>::new(rules).games(size(500)).seed(1).zero_sum().run();
    }
}

#[test]
fn imagined_worlds_have_a_legal_past() {
    for rules in STYLES {
        worlds_are_consistent::<Doppelkopf>(&rules, size(200), 1, 2, Depth::EveryView);
    }
}

/// A decision that depends on everything a player is given.
fn decide(view: &<Doppelkopf as Game>::View, rng: &mut SearchRng) -> <Doppelkopf as Game>::Action {
    let mut actions = Actions::new();
    view.actions(&mut actions);
    let number = view.key().0 ^ u64::from(choose::below(rng, 1000));
    actions[(number % actions.len() as u64) as usize]
}

#[test]
fn equal_views_lead_to_equal_decisions() {
    for rules in STYLES {
        equal_views_give_equal_decisions::<Doppelkopf>(&rules, size(500), 3, decide);
    }
}

#[test]
fn a_whole_game_looks_as_it_always_looked() {
    for (rules, name) in STYLES.into_iter().zip(["choose", "step"]) {
        check_playthrough::<Doppelkopf>(data(&format!("playthrough-{name}.txt")), &rules, 7);
    }
}

fn data(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}
