//! Random numbers that are looked up, not drawn: a number follows from a seed, a purpose, a counter and a lane.
//!
//! No state means no order: threads and devices get the same numbers however they share the work. The generator is
//! Philox4x32-10 (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3"), 32-bit integer arithmetic only, so
//! that a CUDA kernel can do the same bit by bit.
//!
//! | purpose | seed | counter | lane | used for |
//! |---|---|---|---|---|
//! | [`BATCH`] | of the learner | step | place in the batch | [`below`]: which sample of the ring |
//! | [`DROPOUT`] `+ 256 ×` operation | of the learner | step | number of the value's element | [`unit()`] `< rate`: set to zero |
//! | [`LEAK`] `+ 256 ×` operation | of the learner | step | number of the value's element | [`unit()`]: where between the two slopes |
//! | [`GUMBEL`] | of the question | position's place | answer | [`gumbel`]: noise on the answer's value |
//! | [`RANDOM`] | of the question | position's place | 0 | [`unit()`] `< chance`: a random answer is given |
//! | [`RANDOM`] | of the question | position's place | 1 | [`below`]: which of the legal answers, counted from the lowest |
//! | [`AHEAD`] | of the learner | step | 64 × place in the batch + decision | [`unit()`] `< chance`: the critic looks one decision further |
//! | [`FIRST`] `+ 256 ×` operation | of the learner | 0 | number of the weight | [`normal`], [`unit()`]: first weights |
//!
//! Steps count from 1. An element's number counts the batch in order: `(sample × cells + cell) × width + column`.

/// Which samples are in a batch.
pub const BATCH: u32 = 1;
/// Which numbers dropout sets to zero.
pub const DROPOUT: u32 = 2;
/// The slopes of randomized leaky ReLU.
pub const LEAK: u32 = 3;
/// Noise on the values of answers.
pub const GUMBEL: u32 = 4;
/// Random answers.
pub const RANDOM: u32 = 5;
/// First weights.
pub const FIRST: u32 = 6;
/// How far ahead of a sample the critic looks.
pub const AHEAD: u32 = 7;

/// A purpose for one operation of a graph.
pub fn at(purpose: u32, operation: usize) -> u32 {
    purpose + 256 * operation as u32
}

/// Philox4x32-10: four words that follow from a counter and a key.
pub fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let a = u64::from(counter[0]) * 0xD251_1F53;
        let b = u64::from(counter[2]) * 0xCD9E_8D57;
        counter = [
            (b >> 32) as u32 ^ counter[1] ^ key[0],
            b as u32,
            (a >> 32) as u32 ^ counter[3] ^ key[1],
            a as u32,
        ];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
    }
    counter
}

/// The word of one lane. Four lanes share a call of [`philox`]: lane `l` is word `l % 4` of the call with `l / 4`.
pub fn word(seed: u64, purpose: u32, counter: u64, lane: u32) -> u32 {
    philox(block(purpose, counter, lane), key(seed))[lane as usize % 4]
}

fn block(purpose: u32, counter: u64, lane: u32) -> [u32; 4] {
    [lane / 4, purpose, counter as u32, (counter >> 32) as u32]
}

fn key(seed: u64) -> [u32; 2] {
    [seed as u32, (seed >> 32) as u32]
}

/// Between 0 and 1, never one of them: `(word / 2⁹ + ½) / 2²³`. With a bit more, the largest would be rounded to 1.
pub fn unit(word: u32) -> f32 {
    ((word >> 9) as f32 + 0.5) * (1.0 / 8_388_608.0)
}

/// A whole number below `end`, each with (almost) the same chance: `word × end / 2³²`.
pub fn below(word: u32, end: u32) -> u32 {
    ((u64::from(word) * u64::from(end)) >> 32) as u32
}

/// A number with the Gumbel distribution: the answer with the highest sum of value and temperature × Gumbel number is drawn
/// from the softmax of the values.
pub fn gumbel(word: u32) -> f32 {
    -(-unit(word).ln()).ln()
}

/// A number with the normal distribution, from two words (Box and Muller).
pub fn normal(a: u32, b: u32) -> f64 {
    let radius = (-2.0 * f64::from(unit(a)).ln()).sqrt();
    radius * (std::f64::consts::TAU * f64::from(unit(b))).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers of the authors' own library.
    #[test]
    fn philox_gives_the_published_words() {
        let check = |counter, key, words| assert_eq!(philox(counter, key), words);
        check([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        check([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        check(
            [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
            [0xa409_3822, 0x299f_31d0],
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
        );
    }

    #[test]
    fn a_word_is_its_lane_of_the_call() {
        let four = philox([5, 256 * 7 + DROPOUT, 9, 1], [3, 2]);
        let words: Vec<u32> =
            (20..24).map(|lane| word(3 + (2 << 32), at(DROPOUT, 7), 9 + (1 << 32), lane)).collect();
        assert_eq!(words, four);
    }

    #[test]
    fn units_and_gumbel_numbers_are_finite_at_both_ends() {
        assert_eq!(unit(0), 0.5 / 8_388_608.0);
        assert!(unit(u32::MAX) < 1.0);
        assert!(gumbel(0).is_finite() && gumbel(u32::MAX).is_finite());
        assert_eq!((below(0, 7), below(u32::MAX, 7)), (0, 6));
    }

    #[test]
    fn means_and_variances_are_those_of_the_distributions() {
        let n = 40_000;
        let words: Vec<u32> = (0..2 * n).map(|lane| word(1, GUMBEL, 0, lane)).collect();
        let moments = |numbers: Vec<f64>| {
            let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
            let square = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
            (mean, square / numbers.len() as f64)
        };
        let near = |(mean, variance): (f64, f64), m: f64, v: f64| {
            assert!(
                (mean - m).abs() < 0.03 && (variance / v - 1.0).abs() < 0.04,
                "{mean} {variance}"
            );
        };
        let pairs = words.as_chunks::<2>().0;
        near(moments(words.iter().map(|w| f64::from(unit(*w))).collect()), 0.5, 1.0 / 12.0);
        near(moments(pairs.iter().map(|[a, b]| normal(*a, *b)).collect()), 0.0, 1.0);
        let gumbels = words.iter().map(|w| f64::from(gumbel(*w))).collect();
        near(moments(gumbels), 0.577_216, std::f64::consts::PI.powi(2) / 6.0);
    }
}
