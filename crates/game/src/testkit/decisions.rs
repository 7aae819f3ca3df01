use super::walk::{Walk, explore};
use crate::{Actions, Determinize, History, Log, Recorded, Rewind, SearchRng, Streams, Turn, View};

/// This many worlds are imagined at each position.
const WORLDS: u64 = 4;

/// A player decides by what it sees and by its random numbers, by nothing else; returns the number of
/// decisions compared.
///
/// At every decision of random games `decide` is asked twice with the true view, then with the views taken of
/// imagined worlds, each time with the same random numbers. These views are equal, so the answers must be,
/// and they must be legal. This finds views that carry hidden cards where `==` does not look, and players
/// that keep something from one question to the next or depend on the order of a hash table.
///
/// # Panics
/// When a decision is illegal or differs.
pub fn equal_views_give_equal_decisions<G>(
    rules: &G::Rules,
    games: u64,
    seed: u64,
    mut decide: impl FnMut(&G::View, &mut SearchRng) -> G::Action,
) -> u64
where
    G: Recorded,
    G::View: Determinize,
{
    let mut check = |number| {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            let mut decisions = 0;
            loop {
                if let Turn::Seat(seat) = walk.game.turn() {
                    let ply = walk.history.len() as u64;
                    let numbers = Streams::new(seed).agent(number, ply, seat);
                    let view = walk.game.view(seat);
                    check_decision::<G>(&view, walk, |view| decide(view, &mut numbers.clone()));
                    decisions += 1;
                }
                if !walk.step() {
                    return decisions;
                }
            }
        })
    };
    (0..games).map(&mut check).sum()
}

fn check_decision<G>(
    view: &G::View,
    walk: &mut Walk<G>,
    mut decide: impl FnMut(&G::View) -> G::Action,
) where
    G: Recorded,
    G::View: Determinize,
{
    let mut legal = Actions::new();
    view.actions(&mut legal);
    let decision = decide(view);
    assert!(legal.contains(&decision), "the decision {decision:?} is not legal: {view:?}");
    let again = decide(view);
    assert!(again == decision, "asked again, the decision is {again:?}, it was {decision:?}");
    for _ in 0..WORLDS {
        let imagined = view.determinize(&mut walk.rng).view(view.seat());
        assert!(imagined == *view, "an imagined world looks different: {view:?}, {imagined:?}");
        let other = decide(&imagined);
        let same = other == decision;
        assert!(same, "equal views, different decisions: {decision:?}, {other:?}\n  {view:?}");
    }
}

/// The same for a player that also decides by what happened: in an imagined world its history is what it saw in the
/// past of that world.
///
/// # Panics
/// When a decision is illegal or differs.
pub fn equal_histories_give_equal_decisions<G>(
    rules: &G::Rules,
    games: u64,
    seed: u64,
    mut decide: impl FnMut(&G::View, History<'_, G>, &mut SearchRng) -> G::Action,
) -> u64
where
    G: Rewind,
    G::View: Determinize,
{
    let mut check = |number| {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            let mut decisions = 0;
            loop {
                if let Turn::Seat(seat) = walk.game.turn() {
                    let numbers = Streams::new(seed).agent(number, decisions, seat);
                    let view = walk.game.view(seat);
                    let mut ask = |view: &G::View, log: &Log<G>| {
                        decide(view, log.seen_by(seat), &mut numbers.clone())
                    };
                    let (log, _) = Log::replay(&walk.start, &walk.history);
                    let decision = ask(&view, &log);
                    let again = ask(&view, &log);
                    assert!(again == decision, "asked again, {again:?}, it was {decision:?}");
                    for _ in 0..WORLDS {
                        let world = view.determinize(&mut walk.rng);
                        let past = G::rewind(&walk.start, &walk.history, &world, seat);
                        let (log, _) = Log::replay(&past.start, &past.history);
                        let other = ask(&world.view(seat), &log);
                        let same = other == decision;
                        assert!(same, "equal views and histories: {decision:?}, {other:?}");
                    }
                    decisions += 1;
                }
                if !walk.step() {
                    return decisions;
                }
            }
        })
    };
    (0..games).map(&mut check).sum()
}
