use super::number::Number;
use kontra_nets::Activation;

/// Klambauer et al. 2017: the numbers that keep mean 0 and variance 1.
const SCALE: f64 = 1.050_700_987_355_480_5;
const ALPHA: f64 = 1.673_263_242_354_377_2;

/// The function. `slope` is that of a randomized leaky ReLU.
pub(super) fn apply<T: Number>(function: Activation, x: T, slope: T) -> T {
    let zero = T::of(0.0);
    match function {
        Activation::Relu if x > zero => x,
        Activation::Relu => zero,
        Activation::LeakyRelu(_) | Activation::RandomizedLeakyRelu(..) if x > zero => x,
        Activation::LeakyRelu(share) => x * T::of(share),
        Activation::RandomizedLeakyRelu(..) => x * slope,
        Activation::Selu if x > zero => x * T::round(SCALE),
        Activation::Selu => (x.exp() - T::of(1.0)) * T::round(SCALE * ALPHA),
        Activation::Tanh => x.tanh(),
        Activation::Sigmoid => sigmoid(x),
    }
}

/// Its derivative at `x`, where it is `y`.
pub(super) fn derivative<T: Number>(function: Activation, x: T, y: T, slope: T) -> T {
    let (zero, one) = (T::of(0.0), T::of(1.0));
    match function {
        Activation::Selu if x > zero => T::round(SCALE),
        Activation::Selu => y + T::round(SCALE * ALPHA),
        Activation::Tanh => one - y * y,
        Activation::Sigmoid => y * (one - y),
        _ if x > zero => one,
        Activation::Relu => zero,
        Activation::LeakyRelu(share) => T::of(share),
        Activation::RandomizedLeakyRelu(..) => slope,
    }
}

/// The logistic function, without overflow.
pub fn sigmoid<T: Number>(x: T) -> T {
    let one = T::of(1.0);
    if x > T::of(0.0) {
        one / (one + (-x).exp())
    } else {
        let e = x.exp();
        e / (one + e)
    }
}
