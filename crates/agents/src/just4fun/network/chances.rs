use kontra_just4fun::{Card, Cards, Field, Hand};

/// Sums of cards up to the highest field.
const SUMS: usize = Field::COUNT + 1;

/// How likely a random hand of these cards reaches each field, by number, where no more is known than how many combinations
/// reach it on average: 1 − e^−E.
///
/// E is exact, the rest is an approximation: combinations for a field exclude each other a little. The exact chance would
/// need all hands, about 200,000 of them.
pub(super) fn chances(cards: Cards) -> [f32; Field::COUNT] {
    let ways = combinations(cards);
    let all = cards.len();
    // Four of all cards are in the hand: the chance that these k are among them.
    let mut held = [1.0_f32; Hand::SIZE + 1];
    for k in 1..=Hand::SIZE {
        let rest = (all + 1).saturating_sub(k).max(1);
        held[k] = held[k - 1] * (Hand::SIZE + 1 - k) as f32 / rest as f32;
    }
    std::array::from_fn(|index| {
        let mean: f32 = (1..=Hand::SIZE).map(|k| ways[k][index + 1] * held[k]).sum();
        1.0 - (-mean).exp()
    })
}

/// How many choices of k of these cards, equal ones told apart, add up to each sum.
fn combinations(cards: Cards) -> [[f32; SUMS]; Hand::SIZE + 1] {
    let mut ways = [[0.0; SUMS]; Hand::SIZE + 1];
    ways[0][0] = 1.0;
    for card in Card::all() {
        let (count, number) = (cards.count(card), usize::from(card.number()));
        for k in (1..=Hand::SIZE).rev() {
            let (fewer, these) = ways.split_at_mut(k);
            for taken in 1..=count.min(k) {
                let choices = binomial(count, taken);
                let shift = taken * number;
                let Some(out) = these[0].get_mut(shift..) else { break };
                for (out, before) in out.iter_mut().zip(&fewer[k - taken]) {
                    *out += choices * before;
                }
            }
        }
    }
    ways
}

/// Choices of `k` of at most four cards.
fn binomial(n: usize, k: usize) -> f32 {
    const ROWS: [[u8; 5]; 5] =
        [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]];
    f32::from(ROWS[n][k])
}

/// With how many cards left in the hand each field can be reached at best, by number; `None`: not at all.
pub(super) fn cards_kept(hand: Hand) -> [Option<u8>; Field::COUNT] {
    let mut kept = [None; Field::COUNT];
    let numbers = hand.cards().map(|card| usize::from(card.number()));
    for chosen in 1_u8..1 << Hand::SIZE {
        let taken = (0..Hand::SIZE).filter(|slot| chosen >> slot & 1 != 0);
        let sum: usize = taken.map(|slot| numbers[slot]).sum();
        let rest = Hand::SIZE as u8 - chosen.count_ones() as u8;
        if let Some(place) = kept.get_mut(sum - 1) {
            *place = (*place).max(Some(rest));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_just4fun::statistics;

    #[test]
    fn all_different_combinations_are_counted() {
        let ways = combinations(Cards::DECK);
        // One card: four of each up to 12, one of each up to 19.
        assert_eq!((ways[1][12], ways[1][13], ways[1][20]), (4.0, 1.0, 0.0));
        // Two cards that make 2: six pairs of ones. That make 3: a one and a two.
        assert_eq!((ways[2][2], ways[2][3]), (6.0, 16.0));
        // Four cards that make 4: all ones.
        assert_eq!((ways[4][4], ways[4][3]), (1.0, 0.0));
        let few: Cards = [3, 3, 5].into_iter().filter_map(Card::new).collect();
        let ways = combinations(few);
        assert_eq!((ways[2][6], ways[2][8], ways[3][11], ways[4][11]), (1.0, 2.0, 1.0, 0.0));
    }

    #[test]
    fn chances_lie_near_the_exact_ones() {
        let exact = statistics::reachability();
        for (near, exact) in chances(Cards::DECK).into_iter().zip(exact) {
            assert!((f64::from(near) - exact).abs() < 0.08, "{near} {exact}");
        }
        // A card that is gone cannot be laid.
        let without: Cards = Cards::DECK.iter().filter(|card| card.number() != 1).collect();
        assert_eq!(chances(without)[0], 0.0);
    }

    #[test]
    fn the_fewest_cards_are_laid() {
        let hand = Hand::new([1, 2, 3, 19].map(|number| Card::new(number).unwrap()));
        let kept = cards_kept(hand);
        let at = |field: usize| kept[field - 1];
        assert_eq!(
            [at(3), at(6), at(19), at(25), at(7)],
            [Some(3), Some(1), Some(3), Some(0), None]
        );
    }
}
