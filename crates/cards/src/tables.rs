//! Counts by dynamic programming: any number of places, counts of any size, and all assignments one by one.

use crate::MAX_HOLDERS;
use crate::binomial::binomial;
use crate::bits::BitSearch;
use crate::split::random_split;
use kontra_game::choose;
use rand::Rng;
use std::ops::ControlFlow::{self, Break, Continue};

/// One number for each place, in cards.
type Counts = [u8; MAX_HOLDERS];

/// The groups of cards, and in how many ways all groups from one on can be divided when the places need this many cards.
///
/// Groups with few places come first. The last one is divided as the needs say, so what is listed is small.
#[derive(Clone, Debug)]
pub(crate) struct CountTables {
    /// The cards of a group, and the places where they may be, as bits.
    groups: Vec<(u64, usize)>,
    needs: Counts,
    /// For each group but the first, by [`key`](CountTables::key) of the needs.
    ways: Vec<Vec<u128>>,
    total: u128,
}

impl CountTables {
    /// Counts the ways to give each place this many of the cards that it may have.
    pub(crate) fn new(cards: u64, may_hold: [u64; MAX_HOLDERS], needs: Counts) -> CountTables {
        let mut groups: Vec<(u64, usize)> = (0..1_usize << MAX_HOLDERS)
            .map(|places| {
                let member = |cards: u64, place: usize| {
                    let may = may_hold[place];
                    cards & if places >> place & 1 != 0 { may } else { !may }
                };
                ((0..MAX_HOLDERS).fold(cards, member), places)
            })
            .filter(|&(cards, _)| cards != 0)
            .collect();
        groups.sort_by_key(|&(_, places)| (places.count_ones(), places));
        let mut tables = CountTables { groups, needs, ways: vec![], total: 0 };
        let cards: u32 = cards.count_ones();
        if needs.iter().map(|&need| u32::from(need)).sum::<u32>() == cards {
            tables.fill();
        }
        tables
    }

    pub(crate) fn count(&self) -> u128 {
        self.total
    }

    /// From the last group to the first: whatever the earlier ones left to be done.
    fn fill(&mut self) {
        let size = self.key(self.needs) + 1;
        self.ways = vec![vec![]; self.groups.len()];
        for group in (1..self.groups.len()).rev() {
            let left: u32 = self.groups[group..].iter().map(|(cards, _)| cards.count_ones()).sum();
            let mut ways = vec![0; size];
            each_need(self.needs, left, &mut |needs| {
                ways[self.key(needs)] = self.sum(group, needs);
            });
            self.ways[group] = ways;
        }
        self.total = self.sum(0, self.needs);
    }

    /// The ways to divide all groups from this one on.
    fn sum(&self, group: usize, needs: Counts) -> u128 {
        let mut sum = 0;
        let _ = self.each_division(group, needs, &mut |_, _, ways, rest| {
            sum += ways * rest;
            Continue(())
        });
        sum
    }

    /// The ways to divide all groups from this one on, from the table.
    fn rest(&self, group: usize, needs: Counts) -> u128 {
        match self.ways.get(group) {
            Some(ways) => ways[self.key(needs)],
            None => u128::from(needs == [0; MAX_HOLDERS]),
        }
    }

    /// The place of these needs in a table. Those of the place that needs most follow from the others.
    fn key(&self, needs: Counts) -> usize {
        let most = (0..MAX_HOLDERS).max_by_key(|&place| self.needs[place]).unwrap_or(0);
        (0..MAX_HOLDERS).filter(|&place| place != most).fold(0, |key, place| {
            key * (usize::from(self.needs[place]) + 1) + usize::from(needs[place])
        })
    }

    /// Hands over every way to divide one group that leaves the others possible: how many cards for each place, what is
    /// needed afterwards, in how many ways these cards can be chosen, and the ways of the groups that follow.
    fn each_division(
        &self,
        group: usize,
        needs: Counts,
        found: &mut impl FnMut(Counts, Counts, u128, u128) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(&(cards, places)) = self.groups.get(group) else {
            // There is no card at all.
            return found([0; MAX_HOLDERS], needs, 1, self.rest(group, needs));
        };
        let division = ([0; MAX_HOLDERS], needs, 1);
        self.divide(group, cards.count_ones(), places, division, found)
    }

    /// Gives some of the `left` cards to the first of the places, and the rest to the others.
    fn divide(
        &self,
        group: usize,
        left: u32,
        places: usize,
        (given, needs, ways): (Counts, Counts, u128),
        found: &mut impl FnMut(Counts, Counts, u128, u128) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if places == 0 {
            let rest = if left == 0 { self.rest(group + 1, needs) } else { 0 };
            return if rest > 0 { found(given, needs, ways, rest) } else { Continue(()) };
        }
        let place = places.trailing_zeros() as usize;
        let others = places & (places - 1);
        let most = left.min(needs[place].into());
        for count in if others == 0 { left } else { 0 }..=most {
            let mut next = (given, needs, ways * u128::from(binomial(left, count)));
            next.0[place] = count as u8;
            next.1[place] -= count as u8;
            self.divide(group, left - count, others, next, found)?;
        }
        Continue(())
    }

    /// One assignment, each being equally likely.
    ///
    /// # Panics
    /// When there is none.
    #[inline(always)]
    pub(crate) fn draw<R: Rng, B: BitSearch>(&self, rng: &mut R, bits: B) -> [u64; MAX_HOLDERS] {
        let mut number = choose::below_u128(rng, self.total);
        let (mut hands, mut needs) = ([0; MAX_HOLDERS], self.needs);
        for (group, &(cards, places)) in self.groups.iter().enumerate() {
            let mut chosen = None;
            let _ = self.each_division(group, needs, &mut |given, after, ways, rest| {
                if number >= ways * rest {
                    number -= ways * rest;
                    return Continue(());
                }
                chosen = Some((given, after));
                // What is left of the number is uniform among the ways of the rest.
                number /= ways;
                Break(())
            });
            let Some((given, after)) = chosen else { break };
            needs = after;
            let mut left = cards;
            for place in (0..MAX_HOLDERS).filter(|place| places >> place & 1 != 0) {
                let (part, rest) = random_split(left, given[place].into(), rng, bits);
                hands[place] |= part;
                left = rest;
            }
        }
        hands
    }

    /// Hands over every assignment once, in a fixed order.
    pub(crate) fn each(&self, found: &mut impl FnMut([u64; MAX_HOLDERS])) {
        if self.total > 0 {
            self.list(0, self.needs, [0; MAX_HOLDERS], found);
        }
    }

    fn list(
        &self,
        group: usize,
        needs: Counts,
        hands: [u64; MAX_HOLDERS],
        found: &mut impl FnMut([u64; MAX_HOLDERS]),
    ) {
        let Some(&(cards, places)) = self.groups.get(group) else { return found(hands) };
        let mut divisions = vec![];
        let _ = self.each_division(group, needs, &mut |given, after, _, _| {
            divisions.push((given, after));
            Continue(())
        });
        for (given, after) in divisions {
            let done = &mut |hands| self.list(group + 1, after, hands, found);
            choose_each(cards, places, given, hands, done);
        }
    }
}

/// Hands over all needs of this many cards that are nowhere above `most`.
fn each_need(most: Counts, cards: u32, found: &mut dyn FnMut(Counts)) {
    fn go(place: usize, most: &Counts, left: u32, needs: Counts, found: &mut dyn FnMut(Counts)) {
        if place == MAX_HOLDERS {
            if left == 0 {
                found(needs);
            }
            return;
        }
        for need in 0..=left.min(most[place].into()) {
            let mut needs = needs;
            needs[place] = need as u8;
            go(place + 1, most, left - need, needs, found);
        }
    }
    go(0, &most, cards, [0; MAX_HOLDERS], found);
}

/// Gives each of the places its number of the cards, in every way.
fn choose_each(
    cards: u64,
    places: usize,
    given: Counts,
    hands: [u64; MAX_HOLDERS],
    found: &mut dyn FnMut([u64; MAX_HOLDERS]),
) {
    if places == 0 {
        return found(hands);
    }
    let place = places.trailing_zeros() as usize;
    each_subset(cards, given[place].into(), &mut |part| {
        let mut hands = hands;
        hands[place] |= part;
        choose_each(cards ^ part, places & (places - 1), given, hands, found);
    });
}

/// Hands over every set of `count` of these cards.
fn each_subset(cards: u64, count: u32, found: &mut dyn FnMut(u64)) {
    if count == 0 {
        return found(0);
    }
    if cards.count_ones() < count {
        return;
    }
    let first = cards & cards.wrapping_neg();
    each_subset(cards ^ first, count - 1, &mut |rest| found(first | rest));
    each_subset(cards ^ first, count, found);
}
