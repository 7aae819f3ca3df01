//! Which world an iteration begins in.

use super::domain::Imagination;
use crate::Budget;
use kontra_game::{SearchRng, choose};
use std::num::NonZeroUsize;

/// How iterations are divided among worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    /// Iterations altogether: rounding may make them a few more or less than asked for.
    pub(crate) iterations: u64,
    order: Order,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// So many iterations with each world, one world after the other.
    Blocks(u64),
    /// Any of so many worlds each time, once each of them has had its first.
    Any(usize),
}

impl Plan {
    /// The plan for so many worlds; `None`: one for each iteration.
    ///
    /// Each world gets the same number of iterations: rounded to the nearest, halves to even (Gastegger 2024, 6.4).
    /// The thesis does not say what happens when this is 0; here there are only as many worlds as iterations. With
    /// a budget of time nobody knows how many iterations there will be, so worlds are drawn. (They do not take
    /// turns: a tree may come to expect that.)
    pub(crate) fn new(budget: Budget, worlds: Option<NonZeroUsize>) -> Plan {
        let iterations = budget.iterations;
        let Some(worlds) = worlds.map(NonZeroUsize::get) else {
            return Plan { iterations, order: Order::Blocks(1) };
        };
        if iterations == u64::MAX {
            return Plan { iterations, order: Order::Any(worlds) };
        }
        let count = worlds as u64;
        let (whole, rest) = (iterations / count, iterations % count);
        let up = rest > count - rest || (rest == count - rest && whole % 2 == 1);
        match whole + u64::from(up) {
            0 => Plan { iterations, order: Order::Blocks(1) },
            each => Plan { iterations: each.saturating_mul(count), order: Order::Blocks(each) },
        }
    }
}

/// The worlds of one tree, imagined when they are needed.
pub(crate) struct Supply<'a, G> {
    imagine: &'a Imagination<'a, G>,
    order: Order,
    iterations: u64,
    /// The worlds in use.
    worlds: Vec<G>,
    /// How many worlds there were so far.
    pub(crate) imagined: u64,
}

impl<'a, G: Clone> Supply<'a, G> {
    pub(crate) fn new(plan: Plan, imagine: &'a Imagination<'a, G>) -> Supply<'a, G> {
        Supply { imagine, order: plan.order, iterations: 0, worlds: vec![], imagined: 0 }
    }

    /// The world of the next iteration.
    pub(crate) fn next(&mut self, rng: &mut SearchRng) -> G {
        let iteration = self.iterations;
        self.iterations += 1;
        if self.order == Order::Blocks(1) {
            self.imagined += 1;
            return (self.imagine)(rng);
        }
        let (is_new, place) = match self.order {
            Order::Blocks(each) => (iteration.is_multiple_of(each), 0),
            Order::Any(count) if self.worlds.len() < count => (true, self.worlds.len()),
            Order::Any(count) => (false, choose::below_u64(rng, count as u64) as usize),
        };
        if is_new {
            self.worlds.truncate(place);
            self.worlds.push((self.imagine)(rng));
            self.imagined += 1;
        }
        self.worlds[place].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;
    use rand::Rng;
    use std::time::Duration;

    fn plan(iterations: u64, worlds: usize) -> (u64, Order) {
        let plan = Plan::new(Budget::iterations(iterations), NonZeroUsize::new(worlds));
        (plan.iterations, plan.order)
    }

    #[test]
    fn iterations_are_divided_with_halves_rounded_to_even() {
        assert_eq!(plan(900, 3), (900, Order::Blocks(300)));
        assert_eq!(plan(5, 2), (4, Order::Blocks(2)));
        assert_eq!(plan(7, 2), (8, Order::Blocks(4)));
        assert_eq!(plan(10, 4), (8, Order::Blocks(2)));
        assert_eq!(plan(11, 4), (12, Order::Blocks(3)));
        assert_eq!(plan(3, 4), (4, Order::Blocks(1)));
    }

    #[test]
    fn with_few_iterations_there_are_few_worlds() {
        assert_eq!(plan(1, 4), (1, Order::Blocks(1)));
        assert_eq!(plan(2, 4), (2, Order::Blocks(1)));
    }

    #[test]
    fn without_a_number_every_iteration_has_its_own_world() {
        assert_eq!(plan(900, 0), (900, Order::Blocks(1)));
    }

    /// Which worlds ten iterations begin in, numbered as they come up, and how many there were.
    fn worlds(budget: Budget, count: usize) -> (Vec<usize>, u64) {
        let imagine: Imagination<'_, u64> = Box::new(Rng::next_u64);
        let mut supply = Supply::new(Plan::new(budget, NonZeroUsize::new(count)), &imagine);
        let mut rng = Streams::new(1).test(0);
        let mut seen = vec![];
        let number = |_| {
            let world = supply.next(&mut rng);
            seen.iter().position(|&other| other == world).unwrap_or_else(|| {
                seen.push(world);
                seen.len() - 1
            })
        };
        ((0..10).map(number).collect(), supply.imagined)
    }

    #[test]
    fn worlds_come_one_after_the_other() {
        let expected = vec![0, 0, 0, 1, 1, 1, 2, 2, 2, 3];
        assert_eq!(worlds(Budget::iterations(12), 4), (expected, 4));
        assert_eq!(worlds(Budget::iterations(10), 0), (Vec::from_iter(0..10), 10));
    }

    #[test]
    fn worlds_are_drawn_when_nobody_knows_how_many_iterations_there_will_be() {
        let (seen, imagined) = worlds(Budget::time(Duration::from_secs(1)), 3);
        assert_eq!((&seen[..3], imagined), (&[0, 1, 2][..], 3));
        assert!(seen.iter().all(|&world| world < 3), "{seen:?}");
    }
}
