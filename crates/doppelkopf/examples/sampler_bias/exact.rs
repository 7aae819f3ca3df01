//! The exact probability of every world in the published algorithm.
//!
//! The algorithm first makes all assignments that are forced, then gives the first card that is left to one of the
//! players with whom the rest can still be assigned, each being equally likely, and so on. So it walks down the tree
//! of all worlds, card by card, and takes every branch with the same probability, however many worlds hang on it.
//! The one exception is a ♣Q that somebody owes: it has its owner before all other cards.

use crate::positions::{OTHERS, others, owing};
use kontra_doppelkopf::{Card, Cards, DoppelkopfView, Worlds};
use std::collections::BTreeMap;

/// The hands of the others in one world.
pub(crate) type Hands = [Cards; OTHERS];

/// How many of a card each of the others has.
type Division = [usize; OTHERS];

/// A world with its probability if all deals are equally likely, and in the published algorithm.
pub(crate) struct Weighed {
    pub(crate) hands: Hands,
    pub(crate) uniform: f64,
    pub(crate) published: f64,
}

/// Every world of a view.
pub(crate) fn weigh(view: &DoppelkopfView) -> Vec<Weighed> {
    let worlds = Worlds::new(view);
    let deals = worlds.count() as f64;
    let mut all = vec![];
    worlds.each(|world, weight| {
        let hands = others(view).map(|seat| world.hand(seat));
        all.push(Weighed { hands, uniform: weight as f64 / deals, published: 0.0 });
    });
    let cards: Vec<Card> = view.unseen().kinds().collect();
    descend(all.iter_mut().collect(), &cards, owing(view), 1.0);
    all
}

/// Spreads a probability over worlds that agree on every card before these.
fn descend(worlds: Vec<&mut Weighed>, cards: &[Card], owing: Option<usize>, probability: f64) {
    let Some((&card, rest)) = cards.split_first() else {
        worlds.into_iter().for_each(|world| world.published = probability);
        return;
    };
    let mut branches: BTreeMap<Division, Vec<&mut Weighed>> = BTreeMap::new();
    for world in worlds {
        branches.entry(world.hands.map(|hand| hand.count(card))).or_default().push(world);
    }
    let owner = owing.filter(|_| card == Card::QUEEN_OF_CLUBS);
    let possible: Vec<Division> = branches.keys().copied().collect();
    for (division, worlds) in branches {
        let share = probability * likelihood(division, &possible, owner);
        descend(worlds, rest, owing, share);
    }
}

/// How likely a card, or two equal ones one after the other, are divided like this among what is possible.
fn likelihood(division: Division, possible: &[Division], owner: Option<usize>) -> f64 {
    let mut total = 0.0;
    let first = owner
        .map_or_else(|| next([0; OTHERS], possible), |owner| vec![one_more([0; OTHERS], owner)]);
    for &one in &first {
        let second = next(one, possible);
        let share = 1.0 / first.len() as f64;
        if second.is_empty() {
            total += if one == division { share } else { 0.0 };
        } else if second.contains(&division) {
            total += share / second.len() as f64;
        }
    }
    total
}

/// How one more of the card can be given to somebody.
fn next(given: Division, possible: &[Division]) -> Vec<Division> {
    let leads_on = |more: &Division| possible.iter().any(|d| (0..OTHERS).all(|i| more[i] <= d[i]));
    (0..OTHERS).map(|player| one_more(given, player)).filter(leads_on).collect()
}

fn one_more(mut given: Division, player: usize) -> Division {
    given[player] += 1;
    given
}

/// Total variation distance: how far two probabilities of the same event can be apart.
pub(crate) fn distance(worlds: impl Iterator<Item = (f64, f64)>) -> f64 {
    worlds.map(|(p, q)| (p - q).abs()).sum::<f64>() / 2.0
}
