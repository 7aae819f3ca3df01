//! Which world an iteration begins in.

use crate::Budget;
use kontra_game::{SearchRng, Weighted, WorldSampler, choose};
use std::num::NonZeroUsize;

/// How iterations are divided among worlds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WorldShares {
    /// Iterations altogether: rounding may make them a few more or less than asked for.
    pub(crate) iterations: u64,
    order: Order,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    /// This many iterations with each world, one world after the other.
    Blocks(u64),
    /// Any of this many worlds each time, once each of them has had its first.
    Any(usize),
}

impl WorldShares {
    /// The plan for this many worlds; `None`: one for each iteration.
    ///
    /// Each world gets the same number of iterations: rounded to the nearest, halves to even (Gastegger 2024, 6.4).
    /// The thesis does not say what happens when this is 0; here there are only as many worlds as iterations. With
    /// a budget of time nobody knows how many iterations there will be, so worlds are drawn. (They do not take
    /// turns: a tree may come to expect that.)
    pub(crate) fn new(budget: Budget, worlds: Option<NonZeroUsize>) -> WorldShares {
        let iterations = budget.iterations;
        let Some(worlds) = worlds.map(NonZeroUsize::get) else {
            return WorldShares { iterations, order: Order::Blocks(1) };
        };
        if iterations == u64::MAX {
            return WorldShares { iterations, order: Order::Any(worlds) };
        }
        let count = worlds as u64;
        let (whole, rest) = (iterations / count, iterations % count);
        let up = rest > count - rest || (rest == count - rest && whole % 2 == 1);
        match whole + u64::from(up) {
            0 => WorldShares { iterations, order: Order::Blocks(1) },
            each => {
                WorldShares { iterations: each.saturating_mul(count), order: Order::Blocks(each) }
            }
        }
    }
}

/// The worlds of one tree, imagined when they are needed.
///
/// Where worlds have different weights, iterations begin in them in proportion to their weights. One world after the other:
/// each new one takes the place of the last with the probability of the quotient of their weights, otherwise the
/// last one stays (an independent Metropolis-Hastings chain; with equal weights every new one is taken, and no
/// random number is needed). From a fixed number of worlds, they are drawn by their weights.
pub(crate) struct Supply<G> {
    order: Order,
    iterations: u64,
    /// The worlds in use.
    worlds: Vec<Weighted<G>>,
    /// How many worlds there were so far.
    pub(crate) imagined: u64,
}

/// A first world of weight 0 is given up for another one, but not for ever.
const MOST_TRIES: u32 = 1000;

impl<G: Clone> Supply<G> {
    pub(crate) fn new(plan: WorldShares) -> Supply<G> {
        Supply { order: plan.order, iterations: 0, worlds: vec![], imagined: 0 }
    }

    /// The world of the next iteration.
    pub(crate) fn next(&mut self, sampler: &dyn WorldSampler<G>, rng: &mut SearchRng) -> G {
        let iteration = self.iterations;
        self.iterations += 1;
        match self.order {
            Order::Blocks(each) if iteration.is_multiple_of(each) => self.step(sampler, rng),
            Order::Blocks(_) => self.worlds[0].world.clone(),
            Order::Any(count) if self.worlds.len() < count => {
                let drawn = self.imagine(sampler, rng);
                self.worlds.push(drawn.clone());
                if drawn.weight > 0.0 { drawn.world } else { self.any(rng) }
            }
            Order::Any(_) => self.any(rng),
        }
    }

    fn imagine(&mut self, sampler: &dyn WorldSampler<G>, rng: &mut SearchRng) -> Weighted<G> {
        self.imagined += 1;
        let drawn = sampler.draw(rng);
        debug_assert!(drawn.weight >= 0.0 && drawn.weight.is_finite(), "{}", drawn.weight);
        drawn
    }

    /// One step of the chain.
    fn step(&mut self, sampler: &dyn WorldSampler<G>, rng: &mut SearchRng) -> G {
        let mut drawn = self.imagine(sampler, rng);
        if let Some(last) = self.worlds.first() {
            if drawn.weight < last.weight && choose::unit(rng) * last.weight >= drawn.weight {
                return last.world.clone();
            }
        } else {
            for _ in 0..MOST_TRIES {
                if drawn.weight > 0.0 {
                    break;
                }
                drawn = self.imagine(sampler, rng);
            }
        }
        self.worlds.clear();
        self.worlds.push(drawn.clone());
        drawn.world
    }

    /// One of the worlds in use, by their weights.
    fn any(&self, rng: &mut SearchRng) -> G {
        let first = self.worlds[0].weight;
        let place = if self.worlds.iter().all(|world| world.weight == first) {
            choose::below_u64(rng, self.worlds.len() as u64) as usize
        } else {
            let weights: Vec<(usize, f64)> =
                self.worlds.iter().map(|world| world.weight).enumerate().collect();
            choose::weighted(rng, &weights).unwrap_or(0)
        };
        self.worlds[place].world.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;
    use rand::Rng;
    use std::time::Duration;

    fn plan(iterations: u64, worlds: usize) -> (u64, Order) {
        let plan = WorldShares::new(Budget::iterations(iterations), NonZeroUsize::new(worlds));
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

    /// Every world is another number.
    struct Numbers;

    impl WorldSampler<u64> for Numbers {
        fn draw(&self, rng: &mut SearchRng) -> Weighted<u64> {
            Weighted::one(rng.next_u64())
        }
    }

    /// Three worlds come up equally often, with the weights 0, 1 and 3.
    struct Uneven;

    impl WorldSampler<usize> for Uneven {
        fn draw(&self, rng: &mut SearchRng) -> Weighted<usize> {
            let world = choose::below(rng, 3) as usize;
            Weighted { world, weight: [0.0, 1.0, 3.0][world] }
        }
    }

    #[test]
    fn worlds_come_up_as_often_as_their_weights_say() {
        let one_by_one = WorldShares::new(Budget::iterations(u64::MAX - 1), None);
        let of_many =
            WorldShares::new(Budget::time(Duration::from_secs(1)), NonZeroUsize::new(300));
        for plan in [one_by_one, of_many] {
            let mut rng = Streams::new(1).test(1);
            let mut supply = Supply::new(plan);
            let mut counts = [0_u32; 3];
            for _ in 0..20_000 {
                counts[supply.next(&Uneven, &mut rng)] += 1;
            }
            assert_eq!(counts[0], 0, "{counts:?}");
            // 15,000; the 300 worlds are a sample themselves.
            assert!((14_000..16_000).contains(&counts[2]), "{counts:?}");
        }
    }

    #[test]
    fn worlds_without_any_weight_are_used_all_the_same() {
        struct Weightless;
        impl WorldSampler<u64> for Weightless {
            fn draw(&self, rng: &mut SearchRng) -> Weighted<u64> {
                Weighted { world: rng.next_u64(), weight: 0.0 }
            }
        }
        let mut supply = Supply::new(WorldShares::new(Budget::iterations(9), None));
        let mut rng = Streams::new(1).test(2);
        let mut next = || supply.next(&Weightless, &mut rng);
        assert_ne!(next(), next());
    }

    /// Which worlds ten iterations begin in, numbered as they come up, and how many there were.
    fn worlds(budget: Budget, count: usize) -> (Vec<usize>, u64) {
        let mut supply = Supply::new(WorldShares::new(budget, NonZeroUsize::new(count)));
        let mut rng = Streams::new(1).test(0);
        let mut seen = vec![];
        let number = |_| {
            let world = supply.next(&Numbers, &mut rng);
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
