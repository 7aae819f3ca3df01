//! Kuhn and Leduc poker: last decisions have an exact value, dominated ones are avoided.

use crate::{after, analyse, count, information_set_searches, iterations, mover, rng};
use kontra_game::{Actions, Chances, Enumerate, Game, Recorded, Seat, Turn, View};
use kontra_search::mcts::{
    Count, Ensemble, Flat, NodeIdentity, Puct, PuctOptions, Rollouts, RulesOnly, TreeOptions,
};
use kontra_search::{Analysis, Budget, Limits, Search};
use kontra_tiny::{Card, Kuhn, KuhnMove, Leduc, information_sets, nash_conv, uniform};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Every search that can play with hidden cards.
fn searches<G: Game>(budget: Budget) -> Vec<(&'static str, crate::AnySearch<G>)>
where
    G::View: Enumerate,
{
    let mut list: Vec<(&'static str, crate::AnySearch<G>)> = vec![];
    for (name, search) in information_set_searches(2.0, budget) {
        list.push((name, Box::new(search)));
    }
    for (name, count, identity) in [
        ("PUCT", Count::Visits, NodeIdentity::History),
        ("PUCT by availability", Count::Availability, NodeIdentity::History),
        ("PUCT by views", Count::Availability, NodeIdentity::View),
    ] {
        let options = PuctOptions { count, identity, ..PuctOptions::new(4.0) };
        list.push((name, Box::new(Puct::new(options, budget, Rollouts(RulesOnly), RulesOnly))));
    }
    let (worlds, share) = (count(200), Budget::iterations(budget.iterations / 50));
    list.push((
        "ensemble",
        Box::new(Ensemble::new(TreeOptions::uct(2.0), worlds, share, RulesOnly)),
    ));
    list.push(("flat", Box::new(Flat::new(budget, RulesOnly))));
    list
}

/// The mean payoff of each move over all worlds; `None` if somebody decides afterwards.
fn exact<G: Game>(view: &G::View) -> Option<Vec<f64>>
where
    G::View: Enumerate + View<Game = G>,
{
    let mut legal = Actions::new();
    view.actions(&mut legal);
    let worlds = view.worlds();
    let weight: f64 = worlds.iter().map(|(_, weight)| weight).sum();
    let value = |action| {
        let payoff = |(world, weight): &(G, f64)| {
            let mut next = world.clone();
            next.play(action);
            (next.turn() == Turn::Over).then(|| weight * next.payoffs()[view.seat()])
        };
        worlds.iter().map(payoff).sum::<Option<f64>>().map(|sum| sum / weight)
    };
    legal.into_iter().map(value).collect()
}

/// Every view at which a decision is the last one, each once.
fn last_decisions<G: Recorded>(rules: &G::Rules, games: u64) -> Vec<(G, Vec<f64>)>
where
    G::View: Enumerate + View<Game = G>,
{
    let mut seen = BTreeSet::new();
    let mut list = vec![];
    for game in kontra_game::testkit::positions::<G>(rules, games, 1) {
        let Turn::Seat(seat) = game.turn() else { continue };
        let view = game.view(seat);
        if let Some(values) = exact::<G>(&view)
            && seen.insert(view.key())
        {
            list.push((game, values));
        }
    }
    list
}

fn check_last_decisions<G: Recorded>(rules: &G::Rules, games: u64, expected: usize)
where
    G::View: Enumerate + View<Game = G>,
{
    let decisions = last_decisions::<G>(rules, games);
    assert_eq!(decisions.len(), expected, "this many last decisions come up in these games");
    for (game, values) in &decisions {
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (name, mut search) in searches::<G>(iterations(2000)) {
            let analysis = analyse(search.as_mut(), game, 1);
            let view = game.view(mover(game));
            for (entry, exact) in analysis.moves.iter().zip(values) {
                // Where a reward never varies there is no error, and a sum may be rounded.
                let off = (entry.value - exact).abs();
                let few = entry.visits < 100;
                let right = few || off < 4.5 * entry.error + 1e-9;
                assert!(right, "{name}: {entry:?}, exactly {exact}, {view:?}");
                if entry.action == analysis.chosen {
                    assert!(best - exact < 1e-9, "{name}: {entry:?} is dominated, {view:?}");
                }
            }
        }
    }
}

#[test]
fn the_last_decision_of_kuhn_poker_is_right() {
    // Facing a bet with one of three cards; seat 1 also after a check.
    check_last_decisions::<Kuhn>(&(), 200, 6);
}

#[test]
fn the_last_decision_of_leduc_poker_is_right() {
    check_last_decisions::<Leduc>(&(), 300, 27);
}

/// The mean over all worlds of what a move is worth when all cards are open.
fn open_value(view: &<Leduc as Game>::View, action: <Leduc as Game>::Action) -> f64 {
    let worlds = view.worlds();
    let weight: f64 = worlds.iter().map(|(_, weight)| weight).sum();
    let value = |(world, weight): &(Leduc, f64)| {
        let mut next = *world;
        next.play(action);
        weight * minimax(&next, view.seat())
    };
    worlds.iter().map(value).sum::<f64>() / weight
}

fn minimax<G: Game>(game: &G, seat: Seat) -> f64 {
    let played = |action| {
        let mut next = game.clone();
        next.play(action);
        minimax(&next, seat)
    };
    let (mut actions, mut chances) = (Actions::new(), Chances::new());
    game.actions(&mut actions);
    game.chances(&mut chances);
    match game.turn() {
        Turn::Over => game.payoffs()[seat],
        Turn::Chance => chances.into_iter().map(|(a, probability)| probability * played(a)).sum(),
        Turn::Seat(mover) if mover == seat => {
            actions.into_iter().map(played).fold(f64::NEG_INFINITY, f64::max)
        }
        Turn::Seat(_) => actions.into_iter().map(played).fold(f64::INFINITY, f64::min),
    }
}

#[test]
fn an_ensemble_converges_to_the_mean_of_open_games() {
    // In each world its tree converges to minimax, so the ensemble does to the mean of minimax values.
    let (worlds, budget) = (count(60), iterations(3000));
    let mut search = Ensemble::new(TreeOptions::uct(2.0), worlds, budget, RulesOnly);
    for (cards, moves) in [
        ([Card::King, Card::Queen], "check check J"),
        ([Card::Jack, Card::Queen], "bet call J"),
        ([Card::Queen, Card::King], "check check J check"),
    ] {
        let game = after(Leduc::begin(&cards), moves);
        let view = game.view(mover(&game));
        let analysis = analyse::<Leduc>(&mut search, &game, 1);
        let entry = analysis.of(analysis.chosen).unwrap();
        let exact = open_value(&view, entry.action);
        let off = (entry.value - exact).abs();
        assert!(off < 4.0 * entry.error + 0.15, "{moves}: {entry:?}, exactly {exact}");
        let best = analysis.moves.iter().map(|entry| open_value(&view, entry.action));
        assert!(exact >= best.fold(f64::NEG_INFINITY, f64::max) - 1e-9, "{moves}: {entry:?}");
    }
}

fn opening(card: Card, search: &mut dyn Search<<Kuhn as Game>::View>) -> Analysis<KuhnMove> {
    let other = if card == Card::Jack { Card::Queen } else { Card::Jack };
    analyse(search, &Kuhn::begin(&[card, other]), 1)
}

#[test]
fn nobody_bets_a_queen_who_thinks_that_the_other_seat_knows_its_card() {
    // Only a king calls. Kuhn's equilibria never bet it; they are worth -1/3 to seat 0 with a queen.
    let [_, single_observer, multiple_observer] = information_set_searches(2.0, iterations(30_000));
    let analysis = opening(Card::Queen, &mut { multiple_observer.1 });
    assert_eq!(analysis.chosen, KuhnMove::Check);
    let value = analysis.of(KuhnMove::Check).unwrap().value;
    assert!((value + 1.0 / 3.0).abs() < 0.1, "{value}");
    // A single observer's tree takes the other seat for blind: both moves look the same.
    let analysis = opening(Card::Queen, &mut { single_observer.1 });
    let [check, bet] = [analysis.moves[0].value, analysis.moves[1].value];
    assert!((check - bet).abs() < 0.15 && check > -0.15, "{check} {bet}");
}

#[test]
fn a_jack_is_not_bet_where_the_other_seat_always_has_a_better_card() {
    for (name, mut search) in information_set_searches(2.0, iterations(3000)) {
        let analysis = opening(Card::Jack, &mut search);
        assert_eq!(analysis.chosen, KuhnMove::Check, "{name}");
        assert!((analysis.of(analysis.chosen).unwrap().value + 1.0).abs() < 0.05, "{name}");
        let analysis = opening(Card::King, &mut search);
        assert!((analysis.of(analysis.chosen).unwrap().value - 1.0).abs() < 0.05, "{name}");
    }
}

/// How often a search visits each move, at every information set, the same whenever it is asked.
fn policy<G: Game>(search: &mut dyn Search<G::View>, view: &G::View) -> Vec<f64> {
    let analysis = search.search(view, &Limits::none(), &mut rng(view.key().0));
    let total: u64 = analysis.moves.iter().map(|entry| entry.visits).sum();
    analysis.moves.iter().map(|entry| entry.visits as f64 / total as f64).collect()
}

#[test]
fn searching_is_harder_to_exploit_than_random_play() {
    let (kuhn, leduc) = (nash_conv::<Kuhn>(&(), uniform), nash_conv::<Leduc>(&(), uniform));
    let sets: usize = information_sets::<Leduc>(&()).values().map(BTreeSet::len).sum();
    for (name, search) in information_set_searches(2.0, iterations(300)) {
        let search = RefCell::new(search);
        let found = nash_conv::<Kuhn>(&(), |view| policy::<Kuhn>(&mut *search.borrow_mut(), view));
        println!("Kuhn poker, {name}: {found:.3} of {kuhn:.3}");
        assert!(found < 0.5 * kuhn, "{name}: {found}");
        let known = RefCell::new(BTreeMap::new());
        let found = nash_conv::<Leduc>(&(), |view| {
            let policy = || policy::<Leduc>(&mut *search.borrow_mut(), view);
            known.borrow_mut().entry(view.key()).or_insert_with(policy).clone()
        });
        println!("Leduc poker, {name}: {found:.3} of {leduc:.3}");
        assert!(found < 0.75 * leduc, "{name}: {found}");
        assert_eq!(known.borrow().len(), sets);
    }
}
