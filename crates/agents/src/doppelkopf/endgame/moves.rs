//! Which cards are worth trying, and in which order.

use super::deck::CardPlaces;
use super::open_hands::OpenHands;
use arrayvec::ArrayVec;
use kontra_doppelkopf::SEATS;

/// Cards with how promising they are.
pub(super) type Candidates = ArrayVec<(i32, u8), 12>;

impl OpenHands<'_> {
    /// The cards of the seat to move, one of each kind that is worth the same, the most promising first.
    pub(super) fn candidates(&self) -> Candidates {
        let mut cards = self.distinct();
        let mut candidates = Candidates::new();
        while cards != 0 {
            let place = cards.trailing_zeros();
            cards &= cards - 1;
            candidates.push((self.promise(place), place as u8));
        }
        // Few and nearly sorted: insertion is the fastest.
        for i in 1..candidates.len() {
            let mut j = i;
            while j > 0 && candidates[j].0 > candidates[j - 1].0 {
                candidates.swap(j, j - 1);
                j -= 1;
            }
        }
        candidates
    }

    /// The playable cards without those that are worth the same as the next lower one in the hand.
    ///
    /// Two cards of one hand are worth the same when they follow the same suit, have equal points, and no other
    /// seat's card and not the best card on the table lies between them or is equal to one of them.
    #[inline]
    fn distinct(&self) -> CardPlaces {
        let seat = self.seat();
        let playable = self.playable();
        let others = (0..SEATS).filter(|&s| s != seat).fold(0, |all, s| all | self.held[s]);
        // The best card separates what it beats, its equals included, from what beats it.
        let table = if self.trick.len == 0 { 0 } else { 1 << self.trick.best };
        let deck = self.setting.deck;
        let mut distinct = playable;
        let mut rest = playable & (playable.wrapping_sub(1));
        let mut lower = playable.trailing_zeros();
        while rest != 0 {
            let place = rest.trailing_zeros();
            rest &= rest - 1;
            let below: CardPlaces = (1 << place) - (1 << lower);
            let between = below | 1 << place;
            if deck.alike[place as usize] >> lower & 1 != 0
                && others & between == 0
                && table & below == 0
            {
                distinct &= !(1 << place);
            }
            lower = place;
        }
        distinct
    }

    /// How promising a card is; only the order matters.
    ///
    /// Who wins the trick is guessed by letting everybody behind play as high as they can.
    fn promise(&self, place: u32) -> i32 {
        let trick = &self.trick;
        let deck = self.setting.deck;
        let seat = self.seat();
        let leads = trick.len == 0;
        let suit = if leads { deck.suit[place as usize] } else { trick.suit };
        let beats = leads || (suit | deck.trumps) >> place & 1 != 0 && place > trick.best.into();
        let (mut best, mut winner) =
            if beats { (place, seat) } else { (trick.best.into(), trick.best_seat.into()) };
        for steps in usize::from(trick.len) + 1..SEATS {
            let behind = (usize::from(trick.leader) + steps) % SEATS;
            if let Some(place) = self.highest(behind, suit).filter(|&place| place > best) {
                (best, winner) = (place, behind);
            }
        }
        let weights = &WEIGHTS[[0, 1, 1, 2][usize::from(trick.len)]];
        let weights = if self.setting.side[winner] != self.setting.side[seat] {
            &weights.lost
        } else if winner == seat {
            &weights.own
        } else {
            &weights.partners
        };
        let points = i32::from(deck.points[place as usize]);
        weights.trick + weights.points * points + weights.height * place as i32
    }

    /// The highest card with which a seat can win a trick of this suit, if any.
    #[inline]
    fn highest(&self, seat: usize, suit: CardPlaces) -> Option<u32> {
        let held = self.held[seat];
        let following = held & suit;
        let able = if following == 0 { held & self.setting.deck.trumps } else { following };
        able.checked_ilog2()
    }
}

/// How promising a card is, by what becomes of the trick.
struct Weights {
    trick: i32,
    /// For each card point of the card.
    points: i32,
    /// For each card of the deck below it.
    height: i32,
}

/// Weights for the three ways a trick can go.
struct Outcome {
    own: Weights,
    partners: Weights,
    lost: Weights,
}

const fn weights(trick: i32, points: i32, height: i32) -> Weights {
    Weights { trick, points, height }
}

/// For who leads, for those in the middle and for who plays last: found by trying, on endgames of six tricks,
/// what leaves the fewest positions to look at.
const WEIGHTS: [Outcome; 3] = [
    Outcome { own: weights(400, 8, -2), partners: weights(440, 8, -1), lost: weights(0, 0, 2) },
    Outcome { own: weights(400, 8, -4), partners: weights(400, 16, 2), lost: weights(0, -8, -2) },
    Outcome { own: weights(400, 1, -3), partners: weights(400, 8, -4), lost: weights(0, -8, -4) },
];
