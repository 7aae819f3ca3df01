use crate::worlds::{binomial, for_every_choice};
use crate::{Card, Cards, Field, Hand};

/// How many different combinations of one, two, three and four cards of the deck add up to a field.
///
/// ```
/// let by_size = kontra_just4fun::statistics::combinations_by_size();
/// assert_eq!(by_size, [19, 182, 945, 2777]);
/// assert_eq!(by_size.iter().sum::<u64>(), 3923);
/// ```
pub fn combinations_by_size() -> [u64; Hand::SIZE] {
    [1, 2, 3, 4].map(|size| {
        let mut count = 0;
        for_every_choice(Cards::DECK, size, &mut |cards, _| {
            let sum: usize = cards.iter().map(|card| usize::from(card.number())).sum();
            count += u64::from(sum <= Field::COUNT);
        });
        count
    })
}

/// The share of all C(55, 4) hands that reach each field, by number: what figure 3.5 estimates from a sample.
///
/// ```
/// let shares = kontra_just4fun::statistics::reachability();
/// let percent = |field: usize| format!("{:.3}", 100.0 * shares[field - 1]);
/// assert_eq!([percent(1), percent(12), percent(36)], ["26.727", "57.852", "9.021"]);
/// ```
pub fn reachability() -> [f64; Field::COUNT] {
    let mut hands = [0; Field::COUNT];
    for_every_choice(Cards::DECK, Hand::SIZE, &mut |cards, ways| {
        let mut four = [Card::ANY; Hand::SIZE];
        for (place, card) in four.iter_mut().zip(cards.iter()) {
            *place = card;
        }
        for field in Hand::new(four).reach() {
            hands[field.index()] += ways;
        }
    });
    let all = binomial(Cards::DECK_SIZE, Hand::SIZE) as f64;
    hands.map(|hands| hands as f64 / all)
}
