use crate::AnswerNoise;
use crate::random::{self, GUMBEL, RANDOM};

/// The answer to one position, as [`AnswerNoise`] says; of equally good ones the lowest. `values` are the network's columns, `place`
/// is the position's among those of the question. `None` where no answer is legal.
pub fn choose(
    values: &[f32],
    legal: u64,
    noise: &AnswerNoise,
    seed: u64,
    place: usize,
) -> Option<u8> {
    if legal == 0 {
        return None;
    }
    let word = |purpose, lane| random::word(seed, purpose, place as u64, lane);
    let chance = noise.random[legal.trailing_zeros() as usize];
    if chance > 0.0 && random::unit(word(RANDOM, 0)) < chance {
        let nth = random::below(word(RANDOM, 1), legal.count_ones());
        let rest = (0..nth).fold(legal, |rest, _| rest & (rest - 1));
        return Some(rest.trailing_zeros() as u8);
    }
    let (mut best, mut highest, mut rest) = (legal.trailing_zeros(), f32::NEG_INFINITY, legal);
    while rest != 0 {
        let answer = rest.trailing_zeros();
        rest &= rest - 1;
        let temperature = noise.temperature[answer as usize];
        let mut value = values[answer as usize];
        if temperature > 0.0 {
            value += temperature * random::gumbel(word(GUMBEL, answer));
        }
        if value > highest {
            (best, highest) = (answer, value);
        }
    }
    Some(best as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [f32; 5] = [0.3, 0.9, 0.1, 0.9, 7.0];

    fn shares(noise: &AnswerNoise, legal: u64) -> [f64; 5] {
        let mut counts = [0; 5];
        for place in 0..20_000 {
            counts[choose(&VALUES, legal, noise, 5, place).unwrap() as usize] += 1;
        }
        counts.map(|n| f64::from(n) / 20_000.0)
    }

    #[test]
    fn without_noise_the_best_legal_answer_is_given() {
        assert_eq!(choose(&VALUES, 0b01111, &AnswerNoise::NONE, 1, 0), Some(1));
        assert_eq!(choose(&VALUES, 0b11111, &AnswerNoise::NONE, 1, 0), Some(4));
        assert_eq!(choose(&VALUES, 0b00101, &AnswerNoise::NONE, 1, 0), Some(0));
        assert_eq!(choose(&VALUES, 0, &AnswerNoise::NONE, 1, 0), None);
    }

    #[test]
    fn random_answers_have_equal_chances() {
        let mut noise = AnswerNoise::NONE;
        noise.random[0] = 0.4;
        let found = shares(&noise, 0b00111);
        for (x, y) in found.iter().zip([0.4 / 3.0, 0.6 + 0.4 / 3.0, 0.4 / 3.0, 0.0, 0.0]) {
            assert!((x - y).abs() < 0.015, "{found:?}");
        }
        // the chance is that of the lowest legal answer
        assert_eq!(shares(&noise, 0b00110), [0.0, 1.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn a_temperature_draws_from_the_softmax() {
        let noise = AnswerNoise { temperature: [0.5; 64], ..AnswerNoise::NONE };
        let weights = [0.6_f64, 1.8, 0.2].map(f64::exp);
        let all: f64 = weights.iter().sum();
        let found = shares(&noise, 0b00111);
        for (x, w) in found.iter().zip(weights) {
            assert!((x - w / all).abs() < 0.015, "{found:?}");
        }
    }
}
