use kontra_nets::{Activation, Builder, Graph};

/// A residual network of bits: one layer of `width`, then blocks `h + relu(W h + b)`, then a value for each answer with one that all
/// share, and the flags.
pub fn residual(bits: usize, width: usize, blocks: usize, answers: usize, flags: usize) -> Graph {
    let mut builder = Builder::new();
    let input = builder.bits(bits);
    let first = builder.linear(input, width);
    let mut body = builder.activation(first, Activation::Relu);
    for _ in 0..blocks {
        let inner = builder.linear(body, width);
        let inner = builder.activation(inner, Activation::Relu);
        body = builder.add(body, inner);
    }
    let values = builder.linear(body, answers + 1);
    if flags == 0 {
        return builder.finish(&[("values", values)]);
    }
    let flags = builder.linear(body, flags);
    builder.finish(&[("values", values), ("flags", flags)])
}
