//! Optimizers: from a gradient to new weights.

use serde::{Deserialize, Serialize};

/// A way to step along a gradient. All of them are those of PyTorch, with the same defaults.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Optimizer {
    /// Adam with weight decay apart from the gradient (Loshchilov and Hutter 2019).
    AdamW {
        /// How much of the first and second moment is kept in a step.
        betas: [f32; 2],
        /// The share of every weight that is lost in a step, times the rate.
        decay: f32,
    },
    /// Adam's ancestor that chooses its own rate (Zeiler 2012).
    AdaDelta {
        /// How much of the moments is kept in a step.
        keep: f32,
        /// The weights times this are added to the gradient.
        decay: f32,
    },
    /// Plain gradient descent.
    Sgd,
}

/// What Adam adds to a root before it divides by it.
pub const ADAM_EPSILON: f32 = 1e-8;
/// What AdaDelta adds to a square before it takes the root.
pub const ADA_DELTA_EPSILON: f32 = 1e-6;

/// The factors of one step of Adam: what the first and second moment are multiplied with, since they began at zero.
/// `step` counts from 1.
pub fn corrections(betas: [f32; 2], step: u64) -> [f32; 2] {
    let step = i32::try_from(step).unwrap_or(i32::MAX);
    betas.map(|beta| (1.0 / (1.0 - f64::from(beta).powi(step))) as f32)
}

impl Optimizer {
    /// How many lists as long as the weights it keeps.
    pub fn lists(&self) -> usize {
        2
    }

    /// Makes step number `step`, counted from 1, on a stretch of the weights.
    pub fn step(
        &self,
        step: u64,
        rate: f32,
        weights: &mut [f32],
        gradient: &[f32],
        [first, second]: [&mut [f32]; 2],
    ) {
        let lists = weights.iter_mut().zip(gradient).zip(first.iter_mut().zip(second));
        match *self {
            Optimizer::AdamW { betas, decay } => {
                let corrections = corrections(betas, step);
                let shrink = 1.0 - rate * decay;
                for ((w, g), (m, v)) in lists {
                    *m += (*g - *m) * (1.0 - betas[0]);
                    *v += (*g * *g - *v) * (1.0 - betas[1]);
                    let root = (*v * corrections[1]).sqrt() + ADAM_EPSILON;
                    *w = *w * shrink - rate * (*m * corrections[0]) / root;
                }
            }
            Optimizer::AdaDelta { keep, decay } => {
                for ((w, g), (square, moved)) in lists {
                    let g = *g + decay * *w;
                    *square += (g * g - *square) * (1.0 - keep);
                    let delta = g * (*moved + ADA_DELTA_EPSILON).sqrt()
                        / (*square + ADA_DELTA_EPSILON).sqrt();
                    *moved += (delta * delta - *moved) * (1.0 - keep);
                    *w -= rate * delta;
                }
            }
            Optimizer::Sgd => {
                for ((w, g), _) in lists {
                    *w -= rate * *g;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f32, b: f64) {
        assert!((f64::from(a) - b).abs() < 1e-6, "{a} is not {b}");
    }

    /// Two steps with the gradients 0.5 and −1 by hand.
    #[test]
    fn adam_w_steps_as_computed_by_hand() {
        let adam = Optimizer::AdamW { betas: [0.9, 0.99], decay: 0.1 };
        let (mut w, mut m, mut v) = ([2.0], [0.0], [0.0]);
        adam.step(1, 0.1, &mut w, &[0.5], [&mut m, &mut v]);
        // the first step is the rate in the direction of the gradient: 2 × 0.99 − 0.1
        near(w[0], 1.88);
        near(m[0], 0.05);
        near(v[0], 0.0025);
        adam.step(2, 0.1, &mut w, &[-1.0], [&mut m, &mut v]);
        // m = 0.045 − 0.1, corrected / 0.19; v = 0.002475 + 0.01, corrected / 0.0199
        let moved = 0.1 * (-0.055 / 0.19) / (0.012475_f64 / 0.0199).sqrt();
        near(w[0], 1.88 * 0.99 - moved);
    }

    #[test]
    fn ada_delta_steps_as_computed_by_hand() {
        let ada = Optimizer::AdaDelta { keep: 0.9, decay: 0.0 };
        let (mut w, mut square, mut moved) = ([1.0], [0.0], [0.0]);
        ada.step(1, 1.0, &mut w, &[2.0], [&mut square, &mut moved]);
        let delta = 2.0 * 1e-6_f64.sqrt() / (0.4_f64 + 1e-6).sqrt();
        near(square[0], 0.4);
        near(moved[0], 0.1 * delta * delta);
        near(w[0], 1.0 - delta);
        ada.step(2, 1.0, &mut w, &[2.0], [&mut square, &mut moved]);
        let second = 2.0 * (0.1 * delta * delta + 1e-6).sqrt() / (0.36_f64 + 0.4 + 1e-6).sqrt();
        near(w[0], 1.0 - delta - second);
    }

    #[test]
    fn plain_descent_goes_down_by_the_rate() {
        let (mut w, mut unused) = ([1.0, 2.0], [[0.0; 2]; 2]);
        let [first, second] = &mut unused;
        Optimizer::Sgd.step(1, 0.1, &mut w, &[2.0, -1.0], [first, second]);
        near(w[0], 0.8);
        near(w[1], 2.1);
    }

    #[test]
    fn ada_delta_decays_towards_zero() {
        let ada = Optimizer::AdaDelta { keep: 0.9, decay: 0.5 };
        let (mut w, mut square, mut moved) = ([4.0], [0.0], [0.0]);
        ada.step(1, 1.0, &mut w, &[0.0], [&mut square, &mut moved]);
        near(w[0], 4.0 - 2.0 * 1e-6_f64.sqrt() / (0.4_f64 + 1e-6).sqrt());
    }
}
