//! The promises that every game makes, checked by the test kit.

use crate::common::{Walk, size};
use kontra_doppelkopf::{Announcing, Doppelkopf, Rules};
use kontra_game::testkit::{
    ChiSquare, Conformance, Depth, check_playthrough, equal_views_give_equal_decisions,
    worlds_are_consistent,
};
use kontra_game::{Actions, Game, Notation, SearchRng, Streams, View, choose};
use std::collections::BTreeMap;

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

/// Random play by the list of legal moves, the plain way.
fn plain_playout(game: &mut Doppelkopf, rng: &mut SearchRng) {
    loop {
        let moves = game.choices();
        if moves.is_empty() {
            return;
        }
        game.play(moves[choose::below(rng, moves.len() as u32) as usize]);
    }
}

#[test]
fn a_playout_ends_like_random_play_by_the_list_of_moves() {
    let (positions, samples) = (40, size(100_000));
    let streams = Streams::new(8);
    for number in 0..positions {
        let rng = &mut streams.test(number);
        // Anywhere in a game of any kind: in the middle of a trick, between announcements, before a marriage.
        let mut walk = Walk::new(rng);
        for _ in 0..choose::below(rng, 60) {
            if walk.game.public().tricks() < 11 {
                walk.step(rng);
            }
        }
        let mut counts: BTreeMap<String, (f64, f64)> = BTreeMap::new();
        for _ in 0..samples {
            let (mut fast, mut plain) = (walk.game, walk.game);
            fast.playout(rng);
            plain_playout(&mut plain, rng);
            counts.entry(format!("{:?}", fast.tally().scores())).or_default().0 += 1.0;
            counts.entry(format!("{:?}", plain.tally().scores())).or_default().1 += 1.0;
        }
        let p = ChiSquare::of_samples(&counts.into_values().collect::<Vec<_>>()).p();
        assert!(p > 1e-6, "p = {p:e} from {}", walk.record());
    }
}

fn data(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}
