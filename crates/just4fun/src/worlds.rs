use crate::{Card, Cards, Hand, Just4Fun, PlayerView, Shuffler, Stack};
use kontra_game::{Determinize, Enumerate, MAX_SEATS, Seat, View};
use rand::Rng;

impl Determinize for PlayerView {
    /// Deals the unseen cards again: known cards stay where they are, every other deal of hands and stack is
    /// equally likely, and later shuffles are new.
    ///
    /// While chance chooses cards for a field, the hand they come from reaches that field. What a player's
    /// choices say about their hand beyond that is not for the rules to judge.
    fn determinize<R: Rng>(&self, rng: &mut R) -> Just4Fun {
        let hidden = self.unseen() - self.known();
        loop {
            let mut stack = Stack::shuffled(hidden, rng);
            let mut hands = [Hand::ABSENT; MAX_SEATS];
            for seat in Seat::all(self.table().seats()) {
                hands[seat.index()] =
                    if seat == self.seat() { self.hand() } else { deal(self.known(), &mut stack) };
            }
            if possible(self, &hands) {
                let (hands, known) = (hands.map(Hand::cards), self.known_hands());
                let shuffler = Shuffler(rng.next_u64());
                return Just4Fun { table: *self.table(), hands, known, stack, shuffler };
            }
        }
    }
}

/// A hand of the known cards and as many from the stack as it lacks.
fn deal(known: Cards, stack: &mut Stack) -> Hand {
    let mut cards = [Card::ANY; Hand::SIZE];
    let mut known = known.iter();
    for place in &mut cards {
        if let Some(card) = known.next().or_else(|| stack.draw()) {
            *place = card;
        }
    }
    Hand::new(cards)
}

/// Whether the mover's hand reaches the field they have chosen, if they have.
fn possible(view: &PlayerView, hands: &[Hand; MAX_SEATS]) -> bool {
    let table = view.table();
    table.chosen().is_none_or(|field| hands[table.mover().index()].reach().contains(field))
}

impl Enumerate for PlayerView {
    /// One world for each way in which the hidden cards can be in the others' hands, weighted with the number of
    /// ways to deal it, equal cards told apart.
    ///
    /// The rest is in the stack by number: its orders are equally likely and far too many to be listed, as are the
    /// later shuffles. There are a few thousand worlds with two players, and very many with more,
    /// unless few cards are unseen.
    fn worlds(&self) -> Vec<(Just4Fun, f64)> {
        let mut worlds = vec![];
        for_every_deal(self, |hands, ways| {
            let dealt = hands.iter().fold(Cards::NONE, |sum, &hand| sum + hand.into());
            let stack: Vec<Card> = (Cards::DECK - self.table().used() - dealt).iter().collect();
            let mut held = [Hand::ABSENT.cards(); MAX_SEATS];
            for (place, hand) in held.iter_mut().zip(hands) {
                *place = hand.cards();
            }
            let world = Just4Fun {
                table: *self.table(),
                hands: held,
                known: self.known_hands(),
                stack: Stack::new(&stack),
                shuffler: Shuffler(0),
            };
            worlds.push((world, ways as f64));
        });
        worlds
    }
}

/// Every way in which the hidden cards can be in the others' hands.
///
/// `visit` is called with the hands of all seats and the number of ways to deal them, equal cards told apart:
/// the probability of a deal is its ways out of all ways, and
/// [`determinize`](Determinize::determinize) gives it exactly that often.
pub fn for_every_deal(view: &PlayerView, mut visit: impl FnMut(&[Hand], u64)) {
    let others: Vec<Seat> =
        Seat::all(view.table().seats()).filter(|&seat| seat != view.seat()).collect();
    let mut hands = [Hand::ABSENT; MAX_SEATS];
    hands[view.seat().index()] = view.hand();
    deal_to(&others, view, view.unseen() - view.known(), 1, &mut hands, &mut visit);
}

fn deal_to(
    others: &[Seat],
    view: &PlayerView,
    hidden: Cards,
    ways: u64,
    hands: &mut [Hand; MAX_SEATS],
    visit: &mut impl FnMut(&[Hand], u64),
) {
    let Some((seat, rest)) = others.split_first() else {
        if possible(view, hands) {
            visit(&hands[..view.table().seats()], ways);
        }
        return;
    };
    let size = Hand::SIZE - view.known().len();
    for_every_choice(hidden, size, &mut |drawn, choices| {
        let mut cards = [Card::ANY; Hand::SIZE];
        for (place, card) in cards.iter_mut().zip((view.known() + drawn).iter()) {
            *place = card;
        }
        hands[seat.index()] = Hand::new(cards);
        deal_to(rest, view, hidden - drawn, ways * choices, hands, visit);
    });
}

/// Every choice of `size` cards, and in how many ways it can be made.
pub(crate) fn for_every_choice(cards: Cards, size: usize, visit: &mut impl FnMut(Cards, u64)) {
    let kinds: Vec<(Card, usize)> =
        Card::all().map(|card| (card, cards.count(card))).filter(|(_, count)| *count > 0).collect();
    choose_from(&kinds, size, Cards::NONE, 1, visit);
}

fn choose_from(
    kinds: &[(Card, usize)],
    size: usize,
    chosen: Cards,
    ways: u64,
    visit: &mut impl FnMut(Cards, u64),
) {
    if size == 0 {
        return visit(chosen, ways);
    }
    let Some((&(card, count), rest)) = kinds.split_first() else { return };
    let mut chosen = chosen;
    for taken in 0..=count.min(size) {
        choose_from(rest, size - taken, chosen, ways * binomial(count, taken), visit);
        chosen += Cards::one(card);
    }
}

/// The number of ways to choose `k` of `n` things.
pub(crate) fn binomial(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u64 / (i as u64 + 1))
}
