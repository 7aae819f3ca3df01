use kontra_nets::{Activation, Builder, Graph, Value};

/// A residual network of bits: one layer of `width`, then blocks `h + relu(W h + b)`, then a value for each answer with one that all
/// share, and the flags.
pub fn residual(bits: usize, width: usize, blocks: usize, answers: usize, flags: usize) -> Graph {
    let (builder, _, outputs) = player(bits, width, blocks, answers, flags);
    builder.finish(&outputs)
}

/// The same network with a critic behind it: a residual network of the bits and of what is hidden, with one value. Pairs are the player's
/// numbers and the critic's.
pub fn with_critic(
    [bits, hidden]: [usize; 2],
    [width, critic_width]: [usize; 2],
    [blocks, critic_blocks]: [usize; 2],
    answers: usize,
    flags: usize,
) -> Graph {
    let (mut builder, input, mut outputs) = player(bits, width, blocks, answers, flags);
    let hidden = builder.bits(hidden);
    let all = builder.concat(input, hidden);
    let body = body(&mut builder, all, critic_width, critic_blocks);
    let critic = builder.linear(body, 1);
    outputs.push(("critic", critic));
    builder.finish(&outputs)
}

/// The critic by itself.
pub fn critic_alone([bits, hidden]: [usize; 2], width: usize, blocks: usize) -> Graph {
    let mut builder = Builder::new();
    let (bits, hidden) = (builder.bits(bits), builder.bits(hidden));
    let all = builder.concat(bits, hidden);
    let body = body(&mut builder, all, width, blocks);
    let critic = builder.linear(body, 1);
    builder.finish(&[("critic", critic)])
}

/// A critic with one input, what is hidden behind the position: the same weights as [`critic_alone`].
pub fn lone_critic(bits: usize, width: usize, blocks: usize) -> Graph {
    let mut builder = Builder::new();
    let bits = builder.bits(bits);
    let body = body(&mut builder, bits, width, blocks);
    let critic = builder.linear(body, 1);
    builder.finish(&[("critic", critic)])
}

/// The network that plays, its input and its outputs.
fn player(
    bits: usize,
    width: usize,
    blocks: usize,
    answers: usize,
    flags: usize,
) -> (Builder, Value, Vec<(&'static str, Value)>) {
    let mut builder = Builder::new();
    let input = builder.bits(bits);
    let body = body(&mut builder, input, width, blocks);
    let mut outputs = vec![("values", builder.linear(body, answers + 1))];
    if flags > 0 {
        outputs.push(("flags", builder.linear(body, flags)));
    }
    (builder, input, outputs)
}

fn body(builder: &mut Builder, input: Value, width: usize, blocks: usize) -> Value {
    let first = builder.linear(input, width);
    let mut body = builder.activation(first, Activation::Relu);
    for _ in 0..blocks {
        let inner = builder.linear(body, width);
        let inner = builder.activation(inner, Activation::Relu);
        body = builder.add(body, inner);
    }
    body
}
