//! The n-th set bit of a word: one instruction where the processor has BMI2, a short search elsewhere.

/// A way to find set bits.
pub trait BitSearch: Copy {
    /// The n-th set bit of `word`, counted from 0, alone. There must be more than `n` of them.
    fn nth(self, word: u64, n: u32) -> u64;
}

/// Works everywhere.
#[derive(Clone, Copy, Debug)]
pub struct PortableBits;

impl BitSearch for PortableBits {
    #[inline(always)]
    fn nth(self, mut word: u64, n: u32) -> u64 {
        for _ in 0..n {
            word &= word - 1;
        }
        word & word.wrapping_neg()
    }
}

/// Uses the instruction `pdep`; exists only where the processor has it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// The proof that this processor has BMI2 (and the counting instructions that come with it).
    #[inline]
    pub fn detect() -> Option<Bmi2> {
        let found = is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        found.then_some(Bmi2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl BitSearch for Bmi2 {
    #[inline(always)]
    #[allow(unsafe_code, reason = "pdep makes random playouts about a third faster")]
    fn nth(self, word: u64, n: u32) -> u64 {
        // SAFETY: a `Bmi2` is only made by `detect`, which found the instruction.
        unsafe { std::arch::x86_64::_pdep_u64(1 << n, word) }
    }
}

/// The body of a function, compiled for the best [`BitSearch`] of this processor and for any other.
///
/// Takes the function's own generics, arguments and result; the block calls something `#[inline(always)]`
/// with `bits`, so that all of it is compiled twice.
#[macro_export]
macro_rules! with_best_bits {
    ([$($generic:tt)*] ($bits:ident, $($name:ident: $type:ty),+) -> $result:ty $body:block) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
            fn fast<$($generic)*>($bits: $crate::bits::Bmi2, $($name: $type),+) -> $result $body
            if let Some(bits) = $crate::bits::Bmi2::detect() {
                // SAFETY: `detect` found every feature that the function is compiled for.
                #[allow(unsafe_code, reason = "the processor was asked first")]
                return unsafe { fast(bits, $($name),+) };
            }
        }
        let $bits = $crate::bits::PortableBits;
        $body
    }};
}
pub use crate::with_best_bits;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_find_the_same_bits() {
        let mut word: u64 = 0x0123_4567_89ab_cdef;
        for _ in 0..1000 {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let set: Vec<u64> = (0..64).map(|i| 1 << i).filter(|bit| word & bit != 0).collect();
            for (n, &bit) in set.iter().enumerate() {
                assert_eq!(PortableBits.nth(word, n as u32), bit);
                #[cfg(target_arch = "x86_64")]
                if let Some(bits) = Bmi2::detect() {
                    assert_eq!(bits.nth(word, n as u32), bit);
                }
            }
        }
    }
}
