use crate::bits::BitSearch;
use kontra_game::choose;
use rand::Rng;

/// Divides a set of cards: `count` of them, every choice being equally likely, and the rest.
#[inline(always)]
pub(crate) fn random_split<R: Rng, B: BitSearch>(
    cards: u64,
    count: u32,
    rng: &mut R,
    bits: B,
) -> (u64, u64) {
    let size = cards.count_ones();
    // Drawing the smaller part is less work.
    let few = count.min(size - count);
    let mut rest = cards;
    for drawn in 0..few {
        rest ^= bits.nth(rest, choose::below(rng, size - drawn));
    }
    if few == count { (cards ^ rest, rest) } else { (rest, cards ^ rest) }
}
