use super::unseen::queen_mask;
use super::{OTHERS, Worlds};
use crate::card::Card;
use crate::cards::Cards;
use crate::state::Doppelkopf;
use kontra_game::choose;
use rand::Rng;

impl Worlds {
    /// The world after two of the other players have swapped a card each; `None` where the cards that were drawn cannot be
    /// swapped, or are equal.
    ///
    /// Both players and their cards are drawn evenly, so a swap is drawn as often as the one that takes it back. A walk that
    /// stays where it is at `None` visits every deal that it can reach equally often; to visit them in proportion to
    /// something else, accept a swap as Metropolis does.
    pub fn swapped<R: Rng>(&self, world: &Doppelkopf, rng: &mut R) -> Option<Doppelkopf> {
        let first = choose::below(rng, OTHERS as u32) as usize;
        let second = (first + 1 + choose::below(rng, OTHERS as u32 - 1) as usize) % OTHERS;
        let mut hands = self.unseen.seats.map(|seat| world.hand(seat));
        let give = drawn(hands[first], rng)?;
        let take = drawn(hands[second], rng)?;
        let may =
            |player: usize, card: Card| self.unseen.allowed[player] >> (2 * card.index()) & 1 == 1;
        if give == take || !may(second, give) || !may(first, take) {
            return None;
        }
        hands[first].remove(give);
        hands[first].insert(take);
        hands[second].remove(take);
        hands[second].insert(give);
        let queens = |player: usize| hands[player].within(queen_mask()).len();
        let enough = (0..OTHERS).all(|player| queens(player) >= self.unseen.queens[player].into());
        enough.then(|| self.unseen.world(hands))
    }

    /// Whether the others can hold what they hold in this world, as far as the viewer can tell.
    pub fn allows(&self, world: &Doppelkopf) -> bool {
        let hands = self.unseen.seats.map(|seat| world.hand(seat));
        let held = |player: usize| {
            hands[player].len() == usize::from(self.unseen.needs[player])
                && hands[player].within(self.unseen.allowed[player]) == hands[player]
                && hands[player].within(queen_mask()).len() >= self.unseen.queens[player].into()
        };
        let all = hands.iter().flat_map(|hand| hand.iter());
        let mut rest = self.unseen.cards;
        let known = all.into_iter().all(|card| {
            let there = rest.contains(card);
            rest.remove(card);
            there
        });
        known && rest.is_empty() && (0..OTHERS).all(held) && *world == self.unseen.world(hands)
    }
}

/// One of these cards.
fn drawn<R: Rng>(hand: Cards, rng: &mut R) -> Option<Card> {
    let place = choose::below(rng, (hand.len() as u32).max(1));
    hand.iter().nth(place as usize)
}
