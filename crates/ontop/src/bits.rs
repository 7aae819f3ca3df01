//! Choosing among the set bits of a word without a loop and without special instructions.

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The top bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// Eight small numbers, one in each byte, as their running sums: the sum of the bytes up to and with each.
#[derive(Clone, Copy)]
pub(crate) struct RunningSums(u64);

impl RunningSums {
    /// The running sums of the bytes of `numbers`, whose total must be below 128.
    #[inline]
    pub(crate) const fn of_bytes(numbers: u64) -> RunningSums {
        RunningSums(numbers.wrapping_mul(ONES))
    }

    /// The running sums of the set bits in each byte of `word`.
    #[inline]
    pub(crate) const fn of_bits(word: u64) -> RunningSums {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        RunningSums::of_bytes((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f)
    }

    /// The sum of all bytes.
    #[inline]
    pub(crate) const fn total(self) -> u32 {
        (self.0 >> 56) as u32
    }

    /// The first byte whose running sum is larger than `rank`, which must be below the total.
    #[inline]
    pub(crate) const fn find(self, rank: u32) -> u32 {
        let not_larger = ((rank as u64).wrapping_mul(ONES) | TOPS).wrapping_sub(self.0) & TOPS;
        ((not_larger >> 7).wrapping_mul(ONES) >> 56) as u32
    }

    /// The sum of the bytes before byte number `byte`.
    #[inline]
    const fn before(self, byte: u32) -> u32 {
        ((self.0 << 8) >> (8 * byte)) as u32 & 0xff
    }
}

/// A set of up to 128 things that can be counted once and then asked for its n-th member.
#[derive(Clone, Copy)]
pub(crate) struct Ranked {
    halves: [u64; 2],
    sums: [RunningSums; 2],
}

impl Ranked {
    #[inline]
    pub(crate) const fn new(set: u128) -> Ranked {
        let halves = [set as u64, (set >> 64) as u64];
        Ranked { halves, sums: [RunningSums::of_bits(halves[0]), RunningSums::of_bits(halves[1])] }
    }

    /// How many members there are.
    #[inline]
    pub(crate) const fn len(self) -> u32 {
        self.sums[0].total() + self.sums[1].total()
    }

    /// The member number `rank`, counted from 0; `rank` must be below the length.
    #[inline]
    pub(crate) const fn nth(self, rank: u32) -> u8 {
        let lower = self.sums[0].total();
        let half = (rank >= lower) as usize;
        let rank = rank - if half == 1 { lower } else { 0 };
        let byte = self.sums[half].find(rank);
        let bits = (self.halves[half] >> (8 * byte)) as u8;
        let within = rank - self.sums[half].before(byte);
        (64 * half as u32 + 8 * byte) as u8 + NTH_BIT[within as usize & 7][bits as usize]
    }
}

/// The place of the n-th set bit of a byte.
static NTH_BIT: [[u8; 256]; 8] = nth_bits();

const fn nth_bits() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[rank][byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// The members of a set in ascending order.
pub(crate) fn members(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < 128).then_some(first as u8)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;
    use rand::Rng;

    #[test]
    fn the_nth_member_is_the_nth_of_the_list() {
        let mut rng = Streams::new(1).test(0);
        for _ in 0..2_000 {
            let word =
                |rng: &mut _| u128::from(Rng::next_u64(rng)) << 64 | u128::from(Rng::next_u64(rng));
            let set = word(&mut rng) & word(&mut rng) & word(&mut rng);
            let list: Vec<u8> = members(set).collect();
            let ranked = Ranked::new(set);
            assert_eq!(ranked.len() as usize, list.len());
            assert_eq!(list.len(), set.count_ones() as usize);
            for (rank, &member) in list.iter().enumerate() {
                assert!(set >> member & 1 == 1);
                assert_eq!(ranked.nth(rank as u32), member, "{set:x}");
            }
        }
    }

    #[test]
    fn all_128_members_can_be_found() {
        let ranked = Ranked::new(u128::MAX);
        assert_eq!(ranked.len(), 128);
        for rank in 0..128 {
            assert_eq!(ranked.nth(rank), rank as u8);
        }
    }
}
