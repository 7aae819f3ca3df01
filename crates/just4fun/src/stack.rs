use crate::subsets::{Held, Slots};
use crate::{Card, Cards};
use kontra_game::choose;
use std::fmt;

/// The stack of cards to draw from, in its hidden order.
///
/// When a card must be drawn and the stack is empty, the used cards become the new stack: they are laid out
/// by number, lowest first, shuffled with the [`Shuffler`](crate::Shuffler) (for `last` from the number of cards less one down
/// to 1, the card at index `last` changes places with the one at a random index up to `last`), and
/// drawn from the end of that list.
#[derive(Clone, Copy)]
pub struct Stack {
    /// The cards that are left, the next one last; what follows them means nothing.
    cards: [Card; 64],
    len: u8,
}

impl Stack {
    /// The stack with these cards, the next one first; there are no more than the deck has.
    pub(crate) fn new(drawing_order: &[Card]) -> Stack {
        let mut stack = Stack { cards: [Card::ANY; 64], len: 0 };
        for (place, &card) in stack.cards.iter_mut().zip(drawing_order.iter().rev()) {
            *place = card;
            stack.len += 1;
        }
        stack
    }

    /// A stack of these cards in a random order.
    #[inline]
    pub(crate) fn shuffled<R: rand::Rng>(cards: Cards, rng: &mut R) -> Stack {
        let mut stack = Stack { cards: [Card::ANY; 64], len: 0 };
        for card in Card::all() {
            // Four are written and the spare ones overwritten: quicker than counting.
            let from = stack.len();
            stack.cards[from..][..4].fill(card);
            stack.len += cards.count(card) as u8;
        }
        choose::shuffle(rng, &mut stack.cards[..usize::from(stack.len)]);
        stack
    }

    /// The number of cards left.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether no card is left.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards in the order in which they will be drawn.
    pub fn drawing_order(&self) -> impl Iterator<Item = Card> {
        self.cards[..self.len()].iter().rev().copied()
    }

    /// The hand with these slots filled anew, lowest slot first; there are enough cards.
    #[inline]
    pub(crate) fn deal(&mut self, hand: Held, slots: Slots) -> Held {
        let mut left = self.len();
        let mut slot = 0;
        let dealt = hand.map(|held| {
            // Reading the next card even where it is not taken spares a branch that nobody can predict.
            let (next, taken) = (self.cards[left - 1], slots >> slot & 1);
            left -= usize::from(taken);
            slot += 1;
            if taken != 0 { next } else { held }
        });
        self.len = left as u8;
        dealt
    }

    /// Takes the next card, if there is one.
    #[inline]
    pub(crate) fn draw(&mut self) -> Option<Card> {
        self.len = self.len.checked_sub(1)?;
        Some(self.cards[usize::from(self.len)])
    }
}

impl PartialEq for Stack {
    fn eq(&self, other: &Stack) -> bool {
        self.drawing_order().eq(other.drawing_order())
    }
}

impl Eq for Stack {}

impl fmt::Debug for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.drawing_order().map(Card::number)).finish()
    }
}
