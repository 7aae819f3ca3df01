//! The learner on the CPU: it learns, it forgets, it resumes, and threads do not matter.

use kontra_learn::cpu::CpuLearner;
use kontra_learn::random::{below, word};
use kontra_learn::run::{critic_alone, residual, with_critic};
use kontra_learn::{AnswerNoise, CriticSetup, Learner, LearnerSetup, Samples};
use kontra_nets::{Activation, Builder, Graph};

const BITS: usize = 70;

fn network(dropout: bool) -> Graph {
    let mut b = Builder::new();
    let x = b.bits(BITS);
    let x = b.linear_without_bias(x, 32);
    let x = b.batch_norm(x);
    let mut x = b.activation(x, Activation::Relu);
    if dropout {
        x = b.dropout(x, 0.1);
    }
    let y = b.linear(x, 32);
    let y = b.activation(y, Activation::RandomizedLeakyRelu(0.1, 0.3));
    let x = b.add(x, y);
    let values = b.linear(x, 4);
    let flags = b.linear(x, 2);
    b.finish(&[("values", values), ("flags", flags)])
}

fn setup(dropout: bool) -> LearnerSetup {
    LearnerSetup {
        graph: network(dropout),
        words: 2,
        answers: 3,
        flags: 2,
        flag_weight: 0.5,
        batch: 100,
        ring: 5000,
        ask: 1000,
        groups: 2,
        others: 1,
        betas: [0.9, 0.999],
        decay: 0.01,
        average: 0.9,
        seed: 17,
        critic: None,
    }
}

/// A setup whose answers hardly matter beside what is hidden; with a critic or without.
fn lucky_setup(critic: bool) -> LearnerSetup {
    let graph = residual(BITS, 16, 0, 2, 8);
    let critic = critic.then(|| CriticSetup {
        graph: with_critic([BITS, 8], [16, 16], [0, 1], 2, 8),
        alone: critic_alone([BITS, 8], 16, 1),
        weight: 30.0,
        ahead: 1.0,
    });
    LearnerSetup { graph, answers: 2, flags: 8, flag_weight: 0.01, critic, ..setup(false) }
}

/// Answer 1 is worth 0.2 more than answer 0 where bit 0 is set, and 0.2 less elsewhere. Flag 0, which nobody sees, is worth 4.
fn lucky_samples(count: u64, round: u64) -> Samples {
    let mut samples = Samples::new(2, 1);
    for n in 0..count {
        let w = |lane| u64::from(word(round, 98, n, lane));
        let (answer, luck) = (w(3) & 1, w(4) & 1);
        let good = if w(0) & 1 == answer { 0.1 } else { -0.1 };
        samples.bits.extend([w(0) | w(1) << 32, w(2) & 63]);
        samples.answers.push(answer as u8);
        samples.targets.push(good + 4.0 * luck as f32 - 2.0);
        samples.flags.push(luck | w(5) << 1 & 0xfe);
        samples.known.push(0xff);
        samples.next.push(0);
    }
    samples
}

/// Answer 0 is worth what bit 0 says, answer 1 what bit 69 says, answer 2 whether both are the same, each −1 or 1. Flag 0 is
/// bit 5; flag 1 is known only where bit 6 is set, and then it is bit 7.
fn samples(count: usize, seed: u64) -> Samples {
    let mut samples = Samples::new(2, 1);
    for n in 0..count as u64 {
        let w = |lane| u64::from(word(seed, 99, n, lane));
        let bits = [w(0) | w(1) << 32, w(2) & 63];
        let answer = below(word(seed, 99, n, 3), 3) as u8;
        let (a, b) = (bits[0] & 1, bits[1] >> 5 & 1);
        let worth = [a, b, 1 - (a ^ b)][answer as usize];
        samples.bits.extend(bits);
        samples.answers.push(answer);
        samples.targets.push(2.0 * worth as f32 - 1.0);
        samples.flags.push((bits[0] >> 5 & 1) | (bits[0] >> 7 & 1) << 1);
        samples.known.push(1 | (bits[0] >> 6 & 1) << 1);
        samples.next.push(0);
    }
    samples
}

fn bits_of(learner: &mut CpuLearner) -> Vec<u32> {
    let state = learner.state().unwrap();
    let lists =
        [state.weights.parameters(), state.weights.statistics(), state.average.parameters()];
    lists.iter().flat_map(|list| list.iter().map(|x| x.to_bits())).collect()
}

#[test]
fn a_small_network_learns_a_known_function() {
    let mut learner = CpuLearner::new(&setup(false), 2).unwrap();
    learner.remember(&samples(4000, 1)).unwrap();
    learner.train(20, 0.01).unwrap();
    let early = learner.losses().unwrap();
    assert!((0.9..1.01).contains(&early.variance), "{early:?}");
    learner.train(600, 0.01).unwrap();
    learner.train(100, 0.001).unwrap();
    learner.losses().unwrap();
    learner.train(20, 0.001).unwrap();
    let late = learner.losses().unwrap();
    assert_eq!(late.steps, 20);
    assert!(late.value < 0.1 && late.flags < 0.15, "{early:?} {late:?}");
    // answers to positions that it has never seen
    learner.refresh(true).unwrap();
    let fresh = samples(300, 2);
    let mut answers = vec![9; 300];
    learner.ask(0, 0, &fresh.bits, &[0b011; 300], &AnswerNoise::NONE, 5).unwrap();
    learner.answers(0, &mut answers).unwrap();
    let mut right = 0;
    let mut different = 0;
    for (bits, answer) in fresh.bits.as_chunks::<2>().0.iter().zip(&answers) {
        let (a, b) = (bits[0] & 1, bits[1] >> 5 & 1);
        if a != b {
            different += 1;
            right += u64::from(u64::from(*answer) == b);
        }
    }
    assert!(different > 100 && right * 100 > different * 97, "{right} of {different}");
    let (mut values, mut flags) = (vec![], vec![]);
    learner.evaluate(&fresh.bits, &mut values, &mut flags).unwrap();
    assert_eq!((values.len(), flags.len()), (1200, 600));
    let sure = fresh.flags.iter().zip(flags.as_chunks::<2>().0);
    let right = sure.filter(|(flag, x)| (**flag & 1 == 1) == (x[0] > 0.0)).count();
    assert!(right > 290, "{right}");
}

/// How many of 400 new positions are answered as they should be, after equally many steps.
fn right_in_spite_of_luck(critic: bool) -> usize {
    let mut learner = CpuLearner::new(&lucky_setup(critic), 2).unwrap();
    // Ever new samples: nothing can be learnt by heart.
    for round in 0..60 {
        learner.remember(&lucky_samples(2000, round)).unwrap();
        learner.train(20, if round < 40 { 0.01 } else { 0.001 }).unwrap();
    }
    learner.refresh(true).unwrap();
    let fresh = samples(400, 3);
    let mut answers = vec![9; 400];
    learner.ask(0, 0, &fresh.bits, &[0b11; 400], &AnswerNoise::NONE, 5).unwrap();
    learner.answers(0, &mut answers).unwrap();
    let positions = fresh.bits.as_chunks::<2>().0.iter().zip(&answers);
    positions.filter(|(bits, answer)| bits[0] & 1 == u64::from(**answer)).count()
}

#[test]
fn a_critic_takes_luck_out_of_what_is_learnt() {
    let [alone, beside] = [false, true].map(right_in_spite_of_luck);
    assert!(alone < 320 && beside > 380, "{alone} alone, {beside} beside a critic, of 400");
}

#[test]
fn a_critic_that_does_not_fit_is_refused() {
    let refused = |change: fn(&mut LearnerSetup)| {
        let mut setup = lucky_setup(true);
        change(&mut setup);
        CpuLearner::new(&setup, 1).err().unwrap().0
    };
    let other = refused(|s| s.graph = residual(BITS, 17, 0, 2, 8));
    assert_eq!(
        other,
        "learner, critic: expected the network that plays at the beginning of its graph"
    );
    let blind = refused(|s| s.critic.as_mut().unwrap().graph = residual(BITS, 16, 0, 2, 8));
    assert_eq!(blind, "learner, critic: expected a second input, of bits");
    let weightless = refused(|s| s.critic.as_mut().unwrap().weight = 0.0);
    assert_eq!(weightless, "learner, critic: expected a weight above 0");
}

#[test]
fn threads_do_not_matter() {
    let trained = |threads| {
        let mut learner = CpuLearner::new(&setup(true), threads).unwrap();
        learner.remember(&samples(1000, 1)).unwrap();
        learner.train(5, 0.01).unwrap();
        let noise = AnswerNoise { temperature: [0.3; 64], random: [0.1; 64] };
        learner.refresh(false).unwrap();
        let mut answers = vec![0; 1000];
        learner.ask(0, 1, &samples(1000, 3).bits, &[7; 1000], &noise, 4).unwrap();
        learner.answers(1, &mut answers).unwrap();
        (bits_of(&mut learner), answers)
    };
    let one = trained(1);
    assert_eq!(one, trained(2));
    assert_eq!(one, trained(3));
}

#[test]
fn another_seed_makes_other_weights() {
    let weights = |seed| {
        let mut learner = CpuLearner::new(&LearnerSetup { seed, ..setup(false) }, 1).unwrap();
        learner.state().unwrap().weights
    };
    assert_eq!(weights(1), weights(1));
    assert_ne!(weights(1), weights(2));
}

#[test]
fn a_restored_learner_does_what_the_first_would_have_done() {
    let new = || CpuLearner::new(&setup(true), 2).unwrap();
    let (mut first, mut second) = (new(), new());
    first.remember(&samples(1000, 1)).unwrap();
    first.train(4, 0.01).unwrap();
    second.restore(&first.state().unwrap()).unwrap();
    second.remember(&samples(1000, 1)).unwrap();
    for learner in [&mut first, &mut second] {
        learner.train(3, 0.01).unwrap();
    }
    assert_eq!(bits_of(&mut first), bits_of(&mut second));
}

#[test]
fn the_ring_forgets_the_oldest() {
    let mut learner = CpuLearner::new(&LearnerSetup { ring: 10, ..setup(false) }, 1).unwrap();
    let mut old = samples(25, 1);
    old.targets.fill(f32::NAN);
    learner.remember(&old).unwrap();
    learner.remember(&samples(10, 2)).unwrap();
    learner.train(3, 0.01).unwrap();
    assert!(learner.losses().unwrap().value.is_finite());
    learner.forget();
    learner.train(1, 0.01).unwrap();
    assert_eq!(learner.state().unwrap().step, 3, "there is nothing to learn from");
}

/// The first step of Adam moves every weight by the rate, or not at all, and decay takes its share.
#[test]
fn the_rate_is_the_length_of_the_first_step() {
    let mut learner = CpuLearner::new(&setup(false), 1).unwrap();
    let before = learner.state().unwrap();
    learner.remember(&samples(1000, 1)).unwrap();
    learner.train(1, 0.125).unwrap();
    let after = learner.state().unwrap();
    let lists = before.weights.parameters().iter().zip(after.weights.parameters());
    for (a, b) in lists.clone() {
        let moved = b - a * (1.0 - 0.125 * 0.01);
        assert!(moved.abs() < 0.1251, "{a} {b}");
    }
    let far = lists.filter(|(a, b)| (*b - *a * (1.0 - 0.125 * 0.01)).abs() > 0.12).count();
    assert!(far > 100, "{far}");
    for ((a, w), average) in before
        .weights
        .parameters()
        .iter()
        .zip(after.weights.parameters())
        .zip(after.average.parameters())
    {
        assert!((average - (0.9 * a + 0.1 * w)).abs() < 1e-6);
    }
}

#[test]
fn another_player_has_weights_of_its_own() {
    let mut learner = CpuLearner::new(&setup(false), 1).unwrap();
    let mut weights = learner.state().unwrap().weights;
    // the last layer says: answer 2
    let layout = kontra_nets::Layout::new(&setup(false).graph);
    let values = setup(false).graph.output("values").unwrap();
    weights.parameters_mut()[layout.bias(values).unwrap().range.start + 2] = 1.0;
    learner.seat(1, &weights).unwrap();
    let (bits, mut answers) = (samples(3, 1).bits, vec![9; 3]);
    for (player, expected) in [(0, [0, 1, 0]), (1, [2, 1, 2])] {
        learner.ask(player, 0, &bits, &[7, 2, 5], &AnswerNoise::NONE, 1).unwrap();
        learner.answers(0, &mut answers).unwrap();
        assert_eq!(answers, expected);
    }
}

#[test]
fn bad_input_is_one_sentence() {
    let says = |result: Result<(), kontra_learn::Trouble>, words: &str| {
        let why = result.unwrap_err().0;
        assert!(why.contains(words) && !why.contains('\n'), "{why}");
    };
    let mut learner = CpuLearner::new(&setup(false), 1).unwrap();
    says(learner.ask(2, 0, &[0; 2], &[1], &AnswerNoise::NONE, 0), "a player below 2, found 2");
    says(learner.ask(0, 0, &[0; 3], &[1], &AnswerNoise::NONE, 0), "positions of 2 words");
    says(learner.ask(0, 9, &[0; 2], &[1], &AnswerNoise::NONE, 0), "a group below 2");
    says(
        learner.ask(0, 0, &[0; 2], &[8], &AnswerNoise::NONE, 0),
        "a legal answer to every position",
    );
    says(learner.answers(1, &mut [0]), "group 1 has not asked 1 positions");
    let mut bad = samples(2, 1);
    bad.answers[1] = 3;
    says(learner.remember(&bad), "answers below 3, found 3");
    bad.answers[1] = 0;
    bad.bits.pop();
    says(learner.remember(&bad), "lists of other lengths");
    let other = Builder::new().finish(&[]);
    says(learner.seat(1, &kontra_nets::Weights::zeros(&other)), "for this network, found 0");
    let made = |change: &dyn Fn(&mut LearnerSetup)| {
        let mut setup = setup(false);
        change(&mut setup);
        CpuLearner::new(&setup, 1).map(|_| ())
    };
    says(made(&|s| s.words = 1), "2 words for 70 bits, found 1");
    says(made(&|s| s.answers = 4), "an output 'values' with 5 columns");
    says(made(&|s| s.flags = 3), "an output 'flags' with 3 columns");
    says(made(&|s| s.batch = 0), "batch: expected at least 1");
    says(made(&|s| s.betas[1] = 1.0), "betas and average from 0 to below 1");
    says(made(&|s| s.graph = other.clone()), "one input, of bits");
}
