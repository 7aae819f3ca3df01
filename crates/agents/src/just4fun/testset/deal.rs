use super::Case;
use kontra_game::{SearchRng, Seat, choose};
use kontra_just4fun::{Board, Card, CardChoice, Cards, Hand, Just4Fun, Setup, Shuffler};
use rand::Rng;

/// The case with cards: random ones with which the player to move can play at least one of the expected fields.
///
/// After an even number of turns it is the first player's turn, after an odd number the second's. How many cards were used
/// follows from the turns, at nine cards for four stones.
///
/// # Panics
///
/// Never: every field of a case is within reach of some hand.
pub fn deal(case: &Case, rng: &mut SearchRng) -> Just4Fun {
    let own = case.turns() % 2;
    let mut deck: Vec<Card> = Cards::DECK.iter().collect();
    let hands = loop {
        choose::shuffle(rng, &mut deck);
        let (four, _) = deck.as_chunks::<{ Hand::SIZE }>();
        let hands = [Hand::new(four[0]), Hand::new(four[1])];
        if !(hands[own].reach() & case.expected).is_empty() {
            break hands;
        }
    };
    let rest = &deck[2 * Hand::SIZE..];
    let (used, stack) = rest.split_at(case.turns() * 9 / 4 % rest.len());
    let mut stones = case.stones.to_vec();
    if own == 1 {
        stones.swap(0, 1);
    }
    let setup = Setup {
        cards: CardChoice::Random,
        board: Board::ORIGINAL,
        hands: hands.to_vec(),
        stack: stack.to_vec(),
        used: used.to_vec(),
        shuffler: Shuffler(rng.next_u64()),
        stones,
        turn: Seat::wrapping(own, 2),
        known: [Cards::NONE; 2],
        redraws: 0,
    };
    setup.game().expect("a case is a position")
}
