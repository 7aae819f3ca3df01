//! Random numbers of other shapes than uniform, for exploration at the root.

use kontra_game::{SearchRng, choose};

/// Noise on the priors of the root: a share of a random distribution is mixed in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise {
    /// The parameter of the Dirichlet distribution, above 0; small: a few moves get most of it.
    pub alpha: f64,
    /// How much of the prior the noise replaces, from 0 to 1.
    pub fraction: f64,
}

/// A random distribution over `count` moves: symmetric Dirichlet.
pub(crate) fn dirichlet(alpha: f64, count: usize, rng: &mut SearchRng) -> Vec<f64> {
    // There is no such distribution for 0, for less, or for what is not a number.
    let exists = alpha > 0.0 && alpha.is_finite();
    let draws: Vec<f64> =
        (0..count).map(|_| if exists { gamma(alpha, rng) } else { 0.0 }).collect();
    let sum: f64 = draws.iter().sum();
    // With a tiny alpha all draws may vanish: then every move gets the same.
    draws.iter().map(|draw| if sum > 0.0 { draw / sum } else { 1.0 / count as f64 }).collect()
}

/// Standard Gumbel.
pub(crate) fn gumbel(rng: &mut SearchRng) -> f64 {
    -(-positive(rng).ln()).ln()
}

/// Gamma with this shape and scale 1 (Marsaglia and Tsang 2000).
fn gamma(shape: f64, rng: &mut SearchRng) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * positive(rng).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && positive(rng).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// Standard normal (Box and Muller).
fn normal(rng: &mut SearchRng) -> f64 {
    let radius = (-2.0 * positive(rng).ln()).sqrt();
    radius * (std::f64::consts::TAU * choose::unit(rng)).cos()
}

/// Uniform in (0, 1].
fn positive(rng: &mut SearchRng) -> f64 {
    1.0 - choose::unit(rng)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;

    fn moments(draw: impl Fn(&mut SearchRng) -> f64) -> (f64, f64) {
        let mut rng = Streams::new(1).test(0);
        let list: Vec<f64> = (0..200_000).map(|_| draw(&mut rng)).collect();
        let mean = list.iter().sum::<f64>() / list.len() as f64;
        let variance = list.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / list.len() as f64;
        (mean, variance)
    }

    #[test]
    fn gamma_has_mean_and_variance_equal_to_its_shape() {
        for shape in [0.3, 1.0, 2.5] {
            let (mean, variance) = moments(|rng| gamma(shape, rng));
            assert!((mean - shape).abs() < 0.02 && (variance - shape).abs() < 0.08, "{shape}");
        }
    }

    #[test]
    fn gumbel_has_the_mean_of_eulers_constant() {
        let (mean, variance) = moments(gumbel);
        assert!((mean - 0.5772).abs() < 0.02, "{mean}");
        assert!((variance - std::f64::consts::PI.powi(2) / 6.0).abs() < 0.05, "{variance}");
    }

    #[test]
    fn dirichlet_adds_up_to_one_and_spreads_with_alpha() {
        let mut rng = Streams::new(2).test(0);
        let mut largest = |alpha| {
            let draws = (0..2000).map(|_| dirichlet(alpha, 10, &mut rng));
            let largest = draws.map(|shares| {
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                shares.iter().copied().fold(0.0, f64::max)
            });
            largest.sum::<f64>() / 2000.0
        };
        let (peaked, even) = (largest(0.03), largest(10.0));
        assert!(peaked > 0.8 && even < 0.25, "{peaked} {even}");
    }
}
