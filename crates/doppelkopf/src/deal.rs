use crate::card::Card;
use crate::cards::Cards;
use crate::seats::SEATS;
use kontra_game::choose;
use rand::Rng;

/// How many cards each player is dealt.
pub const HAND: usize = 12;

/// The four hands before the first decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal([Cards; SEATS]);

impl Deal {
    /// Deals the whole deck, every order of the 48 cards being equally likely.
    pub fn random<R: Rng>(rng: &mut R) -> Deal {
        let mut deck: [u8; 48] = std::array::from_fn(|i| i as u8);
        let mut hands = [0_u64; SEATS];
        // The last hand is what remains: only three hands need to be drawn, six cards at a time.
        for drawn in (0..3 * HAND).step_by(6) {
            let left = (deck.len() - drawn) as u32;
            let picks =
                choose::below_each(rng, std::array::from_fn::<_, 6, _>(|i| left - i as u32));
            for (i, pick) in (drawn..).zip(picks) {
                let pick = i + pick as usize;
                hands[drawn / HAND] |= 1 << deck[pick];
                deck[pick] = deck[i];
            }
        }
        hands[3] = Cards::DECK.bits() & !(hands[0] | hands[1] | hands[2]);
        Deal(hands.map(Cards::from_physical))
    }

    /// The deck unshuffled: the lowest twelve cards of the normal game to seat 0, and so on.
    pub fn sorted() -> Deal {
        Deal(std::array::from_fn(|seat| Cards::DECK.iter().skip(seat * HAND).take(HAND).collect()))
    }

    /// These four hands, if they are the whole deck dealt evenly.
    pub fn new(hands: [Cards; SEATS]) -> Option<Deal> {
        let even = hands.iter().all(|hand| hand.len() == HAND);
        let whole = |card: Card| hands.iter().map(|hand| hand.count(card)).sum::<usize>() == 2;
        (even && Card::all().all(whole)).then_some(Deal(hands))
    }

    /// The hands by seat.
    #[inline]
    pub const fn hands(&self) -> &[Cards; SEATS] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;

    #[test]
    fn a_random_deal_is_the_whole_deck_dealt_evenly() {
        for game in 0..1000 {
            let deal = Deal::random(&mut Streams::new(1).deal(game));
            assert_eq!(Deal::new(*deal.hands()), Some(deal));
        }
    }

    #[test]
    fn every_card_reaches_every_seat_equally_often() {
        let mut rng = Streams::new(2).deal(0);
        let mut counts = [[0_u32; Card::COUNT]; SEATS];
        for _ in 0..20_000 {
            let deal = Deal::random(&mut rng);
            for (seat, hand) in deal.hands().iter().enumerate() {
                hand.iter().for_each(|card| counts[seat][card.index()] += 1);
            }
        }
        let expected = 10_000.0;
        let chi_square: f64 =
            counts.iter().flatten().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // Each cell has variance below that of independent draws; 69 degrees of freedom, 99.9 %: 111.1.
        assert!(chi_square < 111.1, "{chi_square}");
    }
}
