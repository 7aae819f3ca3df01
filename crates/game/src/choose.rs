//! Unbiased random choices whose result for a given generator never changes between versions.
//!
//! The samplers of the `rand` crate may change their algorithm in any release; a recorded experiment may not.

use rand::Rng;

/// A uniform number below `bound`, by Lemire's multiplication with rejection.
///
/// # Panics
/// When `bound` is 0: there is nothing to choose from.
#[inline]
pub fn below<R: Rng>(rng: &mut R, bound: u32) -> u32 {
    assert!(bound > 0, "a choice needs at least one possibility");
    let mut product = u64::from(rng.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u32) < threshold {
            product = u64::from(rng.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}

/// A uniform number below `bound` for large bounds, by Lemire's multiplication with rejection.
///
/// # Panics
/// When `bound` is 0: there is nothing to choose from.
#[inline]
pub fn below_u64<R: Rng>(rng: &mut R, bound: u64) -> u64 {
    assert!(bound > 0, "a choice needs at least one possibility");
    let mut product = u128::from(rng.next_u64()) * u128::from(bound);
    if (product as u64) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u64) < threshold {
            product = u128::from(rng.next_u64()) * u128::from(bound);
        }
    }
    (product >> 64) as u64
}

/// A uniform number below `bound` for bounds of any size: by [`below_u64`] where that is possible, else by rejection.
///
/// # Panics
/// When `bound` is 0: there is nothing to choose from.
pub fn below_u128<R: Rng>(rng: &mut R, bound: u128) -> u128 {
    if let Ok(bound) = u64::try_from(bound) {
        return below_u64(rng, bound).into();
    }
    let shift = (bound - 1).leading_zeros();
    loop {
        let number = (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())) >> shift;
        if number < bound {
            return number;
        }
    }
}

/// Several independent uniform numbers, each below its bound, from one word of random bits.
///
/// The bounds multiplied must stay well below 2^64 (Brackett-Rozinsky and Lemire, 2024: each
/// multiplication leaves in its lower half the randomness for the next number).
///
/// # Panics
/// When a bound is 0: there is nothing to choose from.
#[inline]
pub fn below_each<R: Rng, const N: usize>(rng: &mut R, bounds: [u32; N]) -> [u32; N] {
    let product = bounds.iter().fold(1_u64, |product, &bound| product * u64::from(bound));
    assert!(product > 0, "a choice needs at least one possibility");
    loop {
        let mut rest = rng.next_u64();
        let numbers = bounds.map(|bound| {
            let wide = u128::from(rest) * u128::from(bound);
            rest = wide as u64;
            (wide >> 64) as u32
        });
        if rest >= product || rest >= product.wrapping_neg() % product {
            return numbers;
        }
    }
}

/// Independent uniform numbers from one word of random bits, each drawn when its bound is known.
///
/// This is [`below_each`] for those who do not know yet which numbers they need: the moves of a short playout, for instance.
#[derive(Clone, Copy, Debug)]
pub struct Several {
    rest: u64,
}

impl Several {
    /// Numbers whose bounds, multiplied, divide `product`, whichever bounds these will be.
    ///
    /// The word is rejected as a whole, so that it stands for a uniform number below `product`. What is drawn are the first digits of
    /// that number, in the bases that are asked for.
    ///
    /// # Panics
    /// When `product` is 0: there is nothing to choose from.
    #[inline]
    pub fn new<R: Rng>(rng: &mut R, product: u64) -> Several {
        assert!(product > 0, "a choice needs at least one possibility");
        loop {
            let word = rng.next_u64();
            let rest = word.wrapping_mul(product);
            if rest >= product || rest >= product.wrapping_neg() % product {
                return Several { rest: word };
            }
        }
    }

    /// The next number, below `bound`.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let wide = u128::from(self.rest) * u128::from(bound);
        self.rest = wide as u64;
        (wide >> 64) as u32
    }
}

/// A uniform number in `[0, 1)` with 53 random bits.
#[inline]
pub fn unit<R: Rng>(rng: &mut R) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

/// One of the weighted possibilities; weights need not add up to 1. `None` for an empty list.
pub fn weighted<R: Rng, T: Copy>(rng: &mut R, list: &[(T, f64)]) -> Option<T> {
    let total: f64 = list.iter().map(|(_, weight)| weight).sum();
    let mut rest = unit(rng) * total;
    for &(item, weight) in list {
        if rest < weight {
            return Some(item);
        }
        rest -= weight;
    }
    // Rounding may leave a crumb beyond the last weight: it belongs to the last possible item.
    list.iter().rev().find(|(_, weight)| *weight > 0.0).map(|&(item, _)| item)
}

/// Puts a slice into a uniformly random order.
pub fn shuffle<R: Rng, T>(rng: &mut R, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    #[test]
    fn below_is_uniform() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[below(&mut rng, 7) as usize] += 1;
        }
        let chi_square: f64 =
            counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 22.46, "99.9 % point of chi-square with 6 degrees: {chi_square}");
    }

    #[test]
    fn large_numbers_are_uniform() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let bound = (1_u128 << 100) / 5 * 3;
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[(below_u128(&mut rng, bound) / (bound / 6 + 1)) as usize] += 1;
        }
        let chi_square: f64 =
            counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 20.52, "99.9 % point of chi-square with 5 degrees: {chi_square}");
        let (mut one, mut other) = (rng.clone(), rng);
        assert_eq!(below_u128(&mut one, 1000), below_u64(&mut other, 1000).into());
    }

    #[test]
    fn numbers_from_one_word_are_uniform_and_independent() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut counts = [0_u32; 3 * 5 * 4];
        for _ in 0..60_000 {
            let [a, b, c] = below_each(&mut rng, [3, 5, 4]);
            counts[((a * 5 + b) * 4 + c) as usize] += 1;
        }
        let chi_square: f64 =
            counts.iter().map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi_square < 98.32, "99.9 % point of chi-square with 59 degrees: {chi_square}");
    }

    #[test]
    fn numbers_whose_bounds_depend_on_each_other_are_uniform() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
        // A 0 is followed by one of four, a 1 by one of six: 2 · 4 and 2 · 6 divide 24.
        let mut counts = [[0_u32; 6]; 2];
        for _ in 0..48_000 {
            let mut several = Several::new(&mut rng, 24);
            let first = several.below(2);
            counts[first as usize][several.below(4 + 2 * first) as usize] += 1;
        }
        assert_eq!(counts[0][4..], [0, 0]);
        let cells = counts[0][..4].iter().map(|&c| (c, 6000.0));
        let cells = cells.chain(counts[1].iter().map(|&c| (c, 4000.0)));
        let chi_square: f64 = cells.map(|(c, mean)| (f64::from(c) - mean).powi(2) / mean).sum();
        assert!(chi_square < 27.88, "99.9 % point of chi-square with 9 degrees: {chi_square}");
    }

    #[test]
    fn a_word_beyond_the_last_whole_share_is_rejected() {
        /// Counts down from the largest word.
        struct Falling(u64);
        impl rand::TryRng for Falling {
            type Error = std::convert::Infallible;
            fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
                Ok(self.try_next_u64()? as u32)
            }
            fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
                self.0 = self.0.wrapping_sub(1);
                Ok(self.0)
            }
            fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
                unreachable!("only words are drawn")
            }
        }
        // With a bound of 3, the words 0 to 2^64 / 3 would stand for 0, one more than for 1 or 2: the word 0 is given up.
        let mut rng = Falling(1);
        assert_eq!(Several::new(&mut rng, 3).below(3), 2);
        assert_eq!(rng.0, u64::MAX, "0 was drawn, and another word");
    }

    #[test]
    fn a_weight_of_zero_is_never_chosen() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..10_000 {
            assert_eq!(weighted(&mut rng, &[('a', 0.0), ('b', 0.3), ('c', 0.0)]), Some('b'));
        }
    }

    #[test]
    fn every_order_of_three_is_equally_likely() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut counts = std::collections::HashMap::new();
        for _ in 0..60_000 {
            let mut items = [1, 2, 3];
            shuffle(&mut rng, &mut items);
            *counts.entry(items).or_insert(0_u32) += 1;
        }
        assert_eq!(counts.len(), 6);
        let chi_square: f64 =
            counts.values().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 20.52, "99.9 % point of chi-square with 5 degrees: {chi_square}");
    }
}
