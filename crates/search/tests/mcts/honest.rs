//! Searches decide by what they see, and draw from their own random numbers.

use crate::{count, information_set_searches};
use kontra_game::testkit::{equal_views_give_equal_decisions, play_by_streams};
use kontra_game::{Determinize, Recorded, Streams};
use kontra_search::mcts::{
    Count, Ensemble, Flat, NodeIdentity, Noise, Pooling, Puct, PuctOptions, Rollouts, RulesOnly,
    TreeOptions,
};
use kontra_search::{Budget, Limits, Search};
use kontra_tiny::{Kuhn, Leduc, Pig, PigRules};

fn searches<G: Recorded>() -> Vec<(&'static str, crate::AnySearch<G>)>
where
    G::View: Determinize,
{
    let budget = Budget::iterations(40);
    let ensemble = Ensemble::new(TreeOptions::uct(1.0), count(4), budget, RulesOnly);
    let votes = Ensemble { pool: Pooling::Votes, threads: count(2), ..ensemble.clone() };
    let options = PuctOptions {
        count: Count::Availability,
        identity: NodeIdentity::View,
        noise: Some(Noise { alpha: 0.3, fraction: 0.25 }),
        temperature: 1.0,
        batch: count(3),
        ..PuctOptions::new(1.0)
    };
    let puct = Puct::new(options, budget, Rollouts(RulesOnly), RulesOnly);
    let gumbel =
        Puct { options: PuctOptions { gumbel: Some(count(2)), ..options }, ..puct.clone() };
    let mut list: Vec<(&'static str, crate::AnySearch<G>)> = vec![
        ("ensemble", Box::new(ensemble)),
        ("votes", Box::new(votes)),
        ("flat", Box::new(Flat::new(budget, RulesOnly))),
        ("PUCT", Box::new(puct)),
        ("Gumbel", Box::new(gumbel)),
    ];
    for (name, search) in information_set_searches(1.0, budget) {
        list.push((name, Box::new(search)));
    }
    list
}

fn check<G: Recorded>(rules: &G::Rules, games: u64)
where
    G::View: Determinize,
{
    for (name, mut search) in searches::<G>() {
        let decide = |view: &G::View, rng: &mut _| search.search(view, &Limits::none(), rng).chosen;
        let compared = equal_views_give_equal_decisions::<G>(rules, games, 1, decide);
        assert!(compared >= games, "{name}");
    }
}

#[test]
fn equal_views_give_equal_searches() {
    check::<Kuhn>(&(), 20);
    check::<Leduc>(&(), 20);
    check::<Pig>(&PigRules { target: 10 }, 2);
}

#[test]
fn a_search_cannot_change_the_dice() {
    // No matter who plays, the dice of a deal fall in the same order; games only end sooner or later.
    let faces = |search: &mut dyn Search<<Pig as kontra_game::Game>::View>, deal| {
        let mut play = |view: &_, rng: &mut _| search.search(view, &Limits::none(), rng).chosen;
        let rules = PigRules { target: 20 };
        let record = play_by_streams::<Pig>(&rules, Streams::new(1), deal, &mut play);
        let outcomes = record.moves.into_iter().filter(|(seat, _)| seat.is_none());
        outcomes.map(|(_, face)| face).collect::<Vec<_>>()
    };
    for deal in 0..3 {
        let mut all: Vec<Vec<String>> =
            searches::<Pig>().iter_mut().map(|(_, search)| faces(search.as_mut(), deal)).collect();
        all.sort_by_key(Vec::len);
        for pair in all.windows(2) {
            assert!(pair[0].len() > 2 && pair[1].starts_with(&pair[0]), "{pair:?}");
        }
    }
}
