//! Strategy fusion: where an ensemble errs and a tree over information sets does not.

use crate::toy::{Place, Toy};
use crate::{analyse, count, information_set_searches, iterations, rng};
use kontra_search::mcts::{
    Count, Ensemble, Flat, Mcts, NodeIdentity, Pooling, Puct, PuctOptions, Rollouts, RulesOnly,
    TreeOptions,
};
use kontra_search::{Budget, Limits};

/// Somebody has hidden a coin. Seat 0 takes half a point (s), or gambles (g) and then says which hand it is in,
/// left or right: right for a point, wrong for the loss of one. It knows no more later than now.
const COIN: &[Place] = &[
    Place::Choice(0, &[('s', &[0, 1], 2), ('g', &[0, 1], 1)]),
    Place::Choice(0, &[('l', &[0, 1], 3), ('r', &[0, 1], 4)]),
    Place::End(&[0.5]),
    Place::End(&[1.0, -1.0]),
    Place::End(&[-1.0, 1.0]),
];

const GAME: Toy = Toy::new(COIN, 2);

#[test]
fn an_ensemble_gambles_because_it_knows_every_world() {
    for pool in [Pooling::Means, Pooling::Visits, Pooling::Votes] {
        let search = Ensemble::new(TreeOptions::uct(1.0), count(20), iterations(500), RulesOnly);
        let analysis = analyse::<Toy>(&mut Ensemble { pool, ..search }, &GAME, 1);
        assert_eq!(analysis.chosen, 'g', "{pool:?}");
        // As if it were told where the coin is.
        assert!(analysis.of('g').unwrap().value > 0.9);
    }
}

#[test]
fn so_does_who_cheats() {
    let search = Mcts::new(TreeOptions::uct(1.0), iterations(500));
    assert_eq!(search.search_state(&GAME, &Limits::none(), &mut rng(1)).chosen, 'g');
}

#[test]
fn a_tree_over_information_sets_takes_what_is_safe() {
    for (name, mut search) in information_set_searches(1.0, iterations(5000)) {
        let analysis = analyse::<Toy>(&mut search, &GAME, 1);
        assert_eq!(analysis.chosen, 's', "{name}");
        let gamble = analysis.of('g').unwrap();
        assert!(gamble.value.abs() < 4.0 * gamble.error + 0.1, "{name}: {gamble:?}");
        search.trees = count(3);
        assert_eq!(analyse::<Toy>(&mut search, &GAME, 1).chosen, 's', "{name}, three trees");
    }
    for identity in [NodeIdentity::History, NodeIdentity::View] {
        let options = PuctOptions { count: Count::Availability, identity, ..PuctOptions::new(1.0) };
        let mut search = Puct::new(options, iterations(5000), Rollouts(RulesOnly), RulesOnly);
        assert_eq!(analyse::<Toy>(&mut search, &GAME, 1).chosen, 's', "PUCT, {identity:?}");
    }
}

#[test]
fn with_few_worlds_a_tree_learns_the_world_it_is_in() {
    // Iterations with the same world follow each other, and the tree adapts to it: it guesses right more often
    // than anybody could. It depends on how many follow each other: here 2000, 20 and 2.
    let [_, (_, mut search), _] = information_set_searches(1.0, Budget::iterations(2000));
    let mut value = |worlds| {
        search.worlds = Some(count(worlds));
        let analysis = analyse::<Toy>(&mut search, &GAME, 1);
        (analysis.chosen, analysis.of('g').unwrap().value)
    };
    assert_eq!(value(1).0, 'g');
    let (chosen, seeming) = value(100);
    assert!(chosen == 'g' && seeming > 0.5, "{seeming}");
    assert_eq!(value(1000).0, 's');
}

#[test]
fn playing_on_at_random_is_safe_too() {
    let analysis = analyse::<Toy>(&mut Flat::new(iterations(2000), RulesOnly), &GAME, 1);
    assert_eq!(analysis.chosen, 's');
}
