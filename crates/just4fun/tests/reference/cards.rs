//! Cards: which combinations a hand has, and how used cards are shuffled.

/// Every different combination of cards of this hand, each sorted, each once.
pub fn combinations(hand: &[u8]) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = vec![vec![]];
    for &card in hand {
        for smaller in found.clone() {
            let mut larger = smaller;
            larger.push(card);
            larger.sort();
            if !found.contains(&larger) {
                found.push(larger);
            }
        }
    }
    found.retain(|cards| !cards.is_empty());
    found.sort_by_key(|cards| (sum(cards), cards.len(), cards.clone()));
    found
}

pub fn sum(cards: &[u8]) -> u32 {
    cards.iter().map(|&card| u32::from(card)).sum()
}

/// The used cards as the new stack, the next card first.
pub fn shuffle(used: &[u8], seed: &mut u64) -> Vec<u8> {
    let mut cards = used.to_vec();
    cards.sort();
    let mut last = cards.len();
    while last > 1 {
        last -= 1;
        let other = random_up_to(last as u64, seed);
        cards.swap(last, other as usize);
    }
    cards.reverse();
    cards
}

/// A random number from 0 to `most`: the upper half of random number times bound, unless its lower half is among
/// the few that would make some numbers likelier than others.
fn random_up_to(most: u64, seed: &mut u64) -> u64 {
    let bound = most + 1;
    loop {
        let random = split_mix(seed) >> 32;
        let product = random * bound;
        let lower_half = product & 0xffff_ffff;
        if lower_half >= (1 << 32) % bound {
            return product >> 32;
        }
    }
}

/// SplitMix64.
fn split_mix(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let a = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let b = (a ^ (a >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    b ^ (b >> 31)
}
