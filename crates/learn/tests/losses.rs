//! Losses: values by hand, gradients against differences.

use kontra_learn::loss::{
    ClassError, LossOutput, Policy, TeacherValues, chosen_value, classes, flags, policy, squared,
    squares, taught,
};
use kontra_nets::Builder;

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-7, "{a} is not {b}");
}

/// Compares a loss's gradient with differences; gives the loss.
fn check(values: &[f64], columns: usize, loss: impl Fn(LossOutput<'_, f64>) -> f64) -> f64 {
    let at = |values: &[f64], gradient: &mut [f64]| loss(LossOutput { columns, values, gradient });
    let mut gradient = vec![0.0; values.len()];
    let found = at(values, &mut gradient);
    for n in 0..values.len() {
        let mut moved = values.to_vec();
        let mut unused = vec![0.0; values.len()];
        moved[n] += 1e-5;
        let up = at(&moved, &mut unused);
        moved[n] -= 2e-5;
        let down = at(&moved, &mut unused);
        near((up - down) / 2e-5, gradient[n]);
    }
    found
}

#[test]
fn the_value_of_an_answer_is_its_column_plus_the_last() {
    // answer 1 of the first row is worth 2 + 10, answer 0 of the second 4 + 20
    let values = [1.0, 2.0, 10.0, 4.0, 5.0, 20.0];
    let loss = check(&values, 3, |out| chosen_value(out, &[1, 0], &[11.0, 26.0], 1.0));
    near(loss, 1.0 + 4.0);
}

#[test]
fn beside_a_teacher_close_answers_count_most() {
    // the values of answers 0 to 2 are 11, 12, 13; in the second row they are 24, 25, 26
    let values = [1.0, 2.0, 3.0, 10.0, 4.0, 5.0, 6.0, 20.0];
    let told = [12.0, 10.0, 99.0, 25.0, 25.0, 25.0];
    let legal = [0b011, 0b101];
    let taught_by = TeacherValues { legal: &legal, values: &told, reach: 2.0, weight: 1.0 };
    let loss = check(&values, 4, |out| taught(out, &taught_by, 1.0));
    let far = (-1.0_f64).exp();
    near(loss, (1.0 + 4.0 * far) / (1.0 + far) + (1.0 + 1.0) / 2.0);
    // In the second row the errors are -1 and 1: all of it is a difference between answers.
    let more = TeacherValues { weight: 3.0, ..taught_by };
    let mean = (-1.0 + 2.0 * far) / (1.0 + far);
    let apart = ((-1.0 - mean).powi(2) + far * (2.0 - mean).powi(2)) / (1.0 + far);
    near(check(&values, 4, |out| taught(out, &more, 1.0)), mean * mean + 3.0 * apart + 3.0);
}

#[test]
fn squared_errors_count_by_weight() {
    let loss = check(&[1.0, 3.0], 1, |out| squared(out, &[0.0, 1.0], &[2.0, 0.5], 1.0));
    near(loss, 2.0 + 0.5 * 4.0);
}

#[test]
fn flags_that_are_not_known_do_not_count() {
    let values = [0.0, 3.0, -700.0, 1.0, 2.0, -1.0, 5.0, 5.0, 5.0];
    // first row: flags 0 (set) and 1 (not set); second row: flag 2 (set); third row: none
    let loss = check(&values, 3, |out| flags(out, &[0b001, 0b100, 0], &[0b011, 0b100, 0], 1.0));
    let first = (2.0_f64.ln() + (1.0 + 3.0_f64.exp()).ln()) / 2.0;
    near(loss, first + (1.0 + 1.0_f64.exp()).ln());
}

#[test]
fn flags_beyond_a_word_are_found() {
    let mut values = vec![0.0; 70];
    values[65] = 2.0;
    let loss = check(&values, 70, |out| flags(out, &[0, 2], &[0, 2], 1.0));
    near(loss, (1.0 + (-2.0_f64).exp()).ln());
}

#[test]
fn large_numbers_do_not_overflow() {
    let mut gradient = [0.0_f32; 2];
    let out = LossOutput { columns: 2, values: &[1000.0, -1000.0], gradient: &mut gradient };
    near(flags(out, &[0b10], &[0b11], 1.0), 1000.0);
    assert_eq!(gradient, [0.5, -0.5]);
}

#[test]
fn a_policy_is_a_softmax_over_legal_answers() {
    let values = [1.0, 2.0, 0.5, 800.0, 0.0, 0.0, 0.0, 0.0];
    let (targets, weights) = ([0.25, 0.75, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], [1.0, 2.0]);
    let data =
        Policy { legal: &[0b0111, 0b1100], targets: &targets, weights: &weights, penalty: 0.0 };
    let loss = check(&values, 4, |out| policy(out, &data, 1.0)[0]);
    let all = (1.0_f64.exp() + 2.0_f64.exp() + 0.5_f64.exp()).ln();
    near(loss, 0.25 * (all - 1.0) + 0.75 * (all - 2.0) + 2.0 * 2.0_f64.ln());
}

#[test]
fn answers_that_are_not_legal_are_penalized_by_their_probability() {
    let data = Policy { legal: &[0b01], targets: &[1.0, 0.0], weights: &[3.0], penalty: 0.7 };
    let loss = check(&[1.0, 2.0], 2, |out| {
        let [entropy, illegal] = policy(out, &data, 1.0);
        entropy + 0.7 * illegal
    });
    near(loss, 0.7 * 3.0 / (1.0 + (-1.0_f64).exp()));
}

#[test]
fn only_weights_of_linear_layers_are_pulled_to_zero() {
    let mut b = Builder::new();
    let x = b.dense(1, 2);
    let y = b.linear(x, 1);
    let y = b.layer_norm(y);
    let graph = b.finish(&[("y", y)]);
    // two weights, a bias, scale and shift
    let (parameters, mut gradient) = ([1.0, -3.0, 5.0, 5.0, 5.0], [0.0; 5]);
    near(squares(&graph, &parameters, 0.1, &mut gradient), 10.0);
    assert_eq!(gradient, [0.2, -0.6000000000000001, 0.0, 0.0, 0.0]);
}

#[test]
fn a_softmax_is_compared_with_the_right_class() {
    // Two classes a factor of e apart: probabilities 1 / (1 + e) and e / (1 + e).
    let values = [0.0, 1.0, 3.0, 3.0];
    let small = 1.0 / (1.0 + 1_f64.exp());
    let loss = check(&values, 2, |out| classes(out, &[0, 1], ClassError::CrossEntropy, 1.0));
    near(loss, -small.ln() + 2_f64.ln());
    let loss = check(&values, 2, |out| classes(out, &[0, 1], ClassError::Squared, 1.0));
    near(loss, (1.0 - small).powi(2) + 0.25);
}
