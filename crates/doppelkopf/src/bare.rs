//! The floor of what a processor can do: the cards of a normal game and nothing else.
//!
//! No questions, no announcements, no points, no knowledge, no score: only hands, the duty to follow, and who
//! wins each trick. Benchmarks divide the speed of complete games by the speed of this.

use crate::card::Card;
use crate::deal::{Deal, HAND};
use crate::game_type::GameType;
use crate::playout::playable;
use crate::seats::SEATS;
use kontra_cards::bits::{BitSearch, with_best_bits};
use rand::Rng;

/// Plays random legal cards to the end and returns the seat number of each trick's winner, as a base-4 number.
pub fn play_cards<R: Rng>(deal: &Deal, rng: &mut R) -> u32 {
    with_best_bits!([R: Rng] (bits, deal: &Deal, rng: &mut R) -> u32 { play(deal, rng, bits) })
}

#[inline(always)]
fn play<R: Rng, B: BitSearch>(deal: &Deal, rng: &mut R, bits: B) -> u32 {
    let suits = GameType::Normal.suits();
    let mut hands = *deal.hands();
    let (mut leader, mut winners) = (0, 0);
    for _ in 0..HAND {
        let (mut lead, mut following, mut best, mut winner) = (0, u64::MAX, 0, leader);
        for steps in 0..SEATS {
            let seat = (leader + steps) % SEATS;
            let cards = playable(hands[seat], following);
            let bit = bits.nth(cards, pick(rng, cards.count_ones()));
            let card = Card::from_index(bit.trailing_zeros() as usize / 2);
            hands[seat].remove(card);
            if steps == 0 {
                lead = suits.lead(card);
                following = suits.members(lead);
            }
            let strength = suits.strength(card, lead);
            if strength > best {
                (best, winner) = (strength, seat);
            }
        }
        leader = winner;
        winners = winners << 2 | winner as u32;
    }
    winners
}

/// A number below `bound`, uniform but for a bias below 2^-28: nothing could be faster.
#[inline(always)]
fn pick<R: Rng>(rng: &mut R, bound: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}
