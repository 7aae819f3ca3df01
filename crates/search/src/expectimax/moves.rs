use super::{MoveRatings, Order};
use kontra_game::{Actions, Game, MAX_ACTIONS};

/// The moves of a state, the most promising first.
pub(crate) struct OrderedMoves<G: Game> {
    list: Actions<G::Action>,
    /// For each move its rating and its number, such that larger means earlier.
    ranks: arrayvec::ArrayVec<u64, MAX_ACTIONS>,
    given: usize,
    sorted: bool,
}

/// This many moves are picked one by one before the rest is sorted: most cuts come early.
const PICKED: usize = 3;

impl<G: Game> OrderedMoves<G> {
    /// All legal moves, rated by the guide or in the game's order, but for a `first` one.
    #[inline]
    pub(crate) fn new<K: Order<G>>(
        state: &G,
        guide: &K,
        ordering: bool,
        first: Option<u8>,
    ) -> OrderedMoves<G> {
        let mut list = Actions::new();
        state.actions(&mut list);
        let mut ranks = arrayvec::ArrayVec::new();
        if ordering {
            let mut ratings = MoveRatings::new();
            guide.rate(state, &list, &mut ratings);
            ranks.extend(ratings.iter().enumerate().map(|(i, &rating)| rank(rating, i)));
        } else {
            ranks.extend((0..list.len()).map(|i| rank(0.0, i)));
        }
        if let Some(first) = first.map(usize::from)
            && first < ranks.len()
        {
            ranks[first] = rank(f32::INFINITY, first);
        }
        let sorted = !ordering && first.is_none();
        OrderedMoves { list, ranks, given: 0, sorted }
    }

    /// How many moves there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The next move and its number in the game's order.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(u8, G::Action)> {
        let rest = self.ranks.get_mut(self.given..)?;
        if !self.sorted {
            if self.given < PICKED {
                pick_largest(rest);
            } else {
                rest.sort_unstable_by(|a, b| b.cmp(a));
                self.sorted = true;
            }
        }
        let number = !(*rest.first()? as u8);
        self.given += 1;
        Some((number, self.list[usize::from(number)]))
    }
}

/// Ratings as numbers that sort like them; among equal ones the earlier move is larger.
#[inline]
fn rank(rating: f32, number: usize) -> u64 {
    let bits = rating.to_bits();
    let sortable = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
    u64::from(sortable) << 8 | u64::from(!(number as u8))
}

#[inline]
fn pick_largest(ranks: &mut [u64]) {
    if let Some((largest, _)) = ranks.iter().enumerate().max_by_key(|&(_, rank)| *rank) {
        ranks.swap(0, largest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Recorded;
    use kontra_tiny::{Square, TicTacToe};

    struct Rated([f32; 9]);

    impl Order<TicTacToe> for Rated {
        fn rate(&self, _: &TicTacToe, moves: &[Square], ratings: &mut MoveRatings) {
            ratings.extend(self.0.into_iter().take(moves.len()));
        }
    }

    fn numbers(ratings: [f32; 9], ordering: bool, first: Option<u8>) -> Vec<u8> {
        let mut moves = OrderedMoves::new(&TicTacToe::begin(&()), &Rated(ratings), ordering, first);
        std::iter::from_fn(|| moves.next()).map(|(number, _)| number).collect()
    }

    #[test]
    fn better_ratings_come_first_and_equal_ones_in_the_order_of_the_game() {
        let ratings = [0.0, -1.5, 3.0, 0.0, 0.25, 3.0, -0.5, 1e9, 0.0];
        assert_eq!(numbers(ratings, true, None), [7, 2, 5, 4, 0, 3, 8, 6, 1]);
        assert_eq!(numbers(ratings, false, None), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn the_move_from_the_table_comes_before_all_others() {
        let ratings = [0.0, -1.5, 3.0, 0.0, 0.25, 3.0, -0.5, 1e9, 0.0];
        assert_eq!(numbers(ratings, true, Some(6)), [6, 7, 2, 5, 4, 0, 3, 8, 1]);
        assert_eq!(numbers(ratings, false, Some(2)), [2, 0, 1, 3, 4, 5, 6, 7, 8]);
    }
}
