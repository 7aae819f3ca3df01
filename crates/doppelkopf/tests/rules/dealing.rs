//! Deals written as what matters about them.

use kontra_doppelkopf::{Card, Cards, Deal, GameType, HAND, SEATS};

/// A hand as it is written in a case: some cards, and what must not be among the others.
///
/// `CQ HT CA -C -T`: these three cards, no other club (♣A included), no other trump of the normal game.
/// `-C -S -H` stand for the plain cards of a suit in the normal game, `-CA` for one card.
#[derive(Clone, Default)]
struct Wish {
    cards: Vec<Card>,
    without: Vec<Card>,
}

impl Wish {
    fn read(text: &str) -> Wish {
        let mut wish = Wish::default();
        for word in text.split_whitespace() {
            let suit_of = |name: &str| GameType::Normal.suits().followers(card(name)).kinds();
            match word.strip_prefix('-') {
                None => wish.cards.push(card(word)),
                Some("T") => wish.without.extend(suit_of("HT")),
                Some(suit) if suit.len() == 1 => wish.without.extend(suit_of(&format!("{suit}A"))),
                Some(name) => wish.without.push(card(name)),
            }
        }
        wish
    }
}

/// The card with this name.
pub(crate) fn card(name: &str) -> Card {
    Card::parse(name).unwrap_or_else(|| panic!("there is no card {name:?}"))
}

/// A deal with these cards, the rest of the deck being filled in. Where the ♣Q lie must be said.
pub(crate) fn deal(hands: [&str; SEATS]) -> Deal {
    let wishes = hands.map(Wish::read);
    let queens = wishes.iter().flat_map(|wish| &wish.cards).filter(|c| **c == card("CQ")).count();
    assert_eq!(queens, 2, "a case says where both CQ are");
    fill(wishes.clone().map(|wish| wish.cards), |seat, card| !wishes[seat].without.contains(&card))
}

/// A deal in which each seat holds these cards, and otherwise only cards that it may hold.
pub(crate) fn fill(given: [Vec<Card>; SEATS], may_hold: impl Fn(usize, Card) -> bool) -> Deal {
    let mut rest: Vec<Card> = Cards::DECK.iter().collect();
    for card in given.iter().flatten() {
        let place = rest.iter().position(|other| other == card);
        rest.remove(place.unwrap_or_else(|| panic!("a third {card}")));
    }
    let mut filled: [Vec<Card>; SEATS] = Default::default();
    for card in rest {
        let found = make_room(card, &given, &mut filled, &may_hold, &mut [false; SEATS]);
        assert!(found, "nobody can hold {card}");
    }
    let hands = std::array::from_fn(|i| given[i].iter().chain(&filled[i]).copied().collect());
    Deal::new(hands).expect("the whole deck is dealt evenly")
}

/// Finds a seat for a card, moving other filled cards on where that helps.
fn make_room(
    card: Card,
    given: &[Vec<Card>; SEATS],
    filled: &mut [Vec<Card>; SEATS],
    may_hold: &impl Fn(usize, Card) -> bool,
    tried: &mut [bool; SEATS],
) -> bool {
    for seat in 0..SEATS {
        if tried[seat] || !may_hold(seat, card) {
            continue;
        }
        tried[seat] = true;
        assert!(given[seat].len() <= HAND, "seat {seat} is given {} cards", given[seat].len());
        if given[seat].len() + filled[seat].len() < HAND {
            filled[seat].push(card);
            return true;
        }
        for i in 0..filled[seat].len() {
            let other = filled[seat][i];
            if make_room(other, given, filled, may_hold, tried) {
                filled[seat][i] = card;
                return true;
            }
        }
    }
    false
}
