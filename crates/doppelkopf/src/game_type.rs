use crate::card::{Card, Rank, Suit};
use crate::cards::Cards;
use std::fmt;

/// The type of a game (Sievers 2012, 2.2.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum GameType {
    /// Normalspiel. A silent solo is a normal game too, for all that its table knows.
    Normal,
    /// Hochzeit. A marriage that finds no partner stays a marriage by name and is scored as a solo.
    Marriage,
    /// Karo-Solo, the trumps of the normal game
    Diamonds,
    /// Herz-Solo
    Hearts,
    /// Pik-Solo
    Spades,
    /// Kreuz-Solo
    Clubs,
    /// Buben-Solo
    Jacks,
    /// Damen-Solo
    Queens,
    /// Fleischloser or Asse-Solo: no trumps
    Aces,
}

impl GameType {
    /// Every type of game.
    pub const ALL: [GameType; 9] = [
        GameType::Normal,
        GameType::Marriage,
        GameType::Diamonds,
        GameType::Hearts,
        GameType::Spades,
        GameType::Clubs,
        GameType::Jacks,
        GameType::Queens,
        GameType::Aces,
    ];

    /// The solos, in the order in which a soloist is offered them.
    pub const SOLOS: [GameType; 7] = [
        GameType::Diamonds,
        GameType::Hearts,
        GameType::Spades,
        GameType::Clubs,
        GameType::Jacks,
        GameType::Queens,
        GameType::Aces,
    ];

    /// Whether one player announced that they play alone.
    pub const fn is_solo(self) -> bool {
        !matches!(self, GameType::Normal | GameType::Marriage)
    }

    /// The name in records and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            GameType::Normal => "normal",
            GameType::Marriage => "marriage",
            GameType::Diamonds => "diamonds-solo",
            GameType::Hearts => "hearts-solo",
            GameType::Spades => "spades-solo",
            GameType::Clubs => "clubs-solo",
            GameType::Jacks => "jacks-solo",
            GameType::Queens => "queens-solo",
            GameType::Aces => "aces-solo",
        }
    }

    /// Trumps and suits of this type of game.
    #[inline]
    pub fn suits(self) -> &'static Suits {
        &SUITS[self as usize]
    }
}

impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What must be followed: one of the four suits without its trumps, or trump.
///
/// A small number that indexes tables: 0 to 3 the suits, 4 trump.
pub(crate) type Lead = u8;

/// The number of different leads.
pub(crate) const LEADS: usize = 5;

const TRUMP: Lead = 4;

/// How the cards are divided and ordered in one type of game (Sievers 2012, tables 2.2 to 2.5).
#[derive(Debug)]
pub struct Suits {
    /// What each card belongs to when it is led or must follow.
    lead: [Lead; Card::COUNT],
    /// The strength of each card; a higher number wins among cards that may win the trick.
    power: [u8; Card::COUNT],
    /// All cards that follow a lead.
    members: [u64; LEADS],
    /// All cards that win against each card when it is the best of a trick so far.
    beating: [u64; Card::COUNT],
    /// All cards from the first to the last in listings: suits before trumps, lowest to highest.
    order: [Card; Card::COUNT],
    /// The place of each card in that order.
    place: [u8; Card::COUNT],
    /// Whether cards of the same suit have the order of their numbers.
    by_number: bool,
}

impl Suits {
    /// Whether the card is a trump.
    pub const fn is_trump(&self, card: Card) -> bool {
        self.lead[card.index()] == TRUMP
    }

    /// The cards in listing order: non-trump suits before trumps, lowest to highest.
    pub const fn order(&self) -> &[Card; Card::COUNT] {
        &self.order
    }

    /// The place of a card in [`order`](Suits::order).
    #[inline]
    pub const fn place(&self, card: Card) -> u8 {
        self.place[card.index()]
    }

    /// All cards, trumps and non-trumps, that follow `card` when it is led.
    pub fn followers(&self, card: Card) -> Cards {
        Cards::DECK.within(self.members(self.lead(card)))
    }

    /// All trumps.
    #[inline]
    pub fn trumps(&self) -> Cards {
        Cards::DECK.within(self.members(TRUMP))
    }

    /// All cards that win against `card` when it is the best of a trick so far.
    #[inline]
    pub fn beating(&self, card: Card) -> Cards {
        Cards::DECK.within(self.beating[card.index()])
    }

    /// The strongest of some cards that follow the same suit; `None` where there is none.
    #[inline]
    pub fn strongest(&self, cards: Cards) -> Option<Card> {
        if self.by_number {
            return cards.bits().checked_ilog2().map(|bit| Card::from_index(bit as usize / 2));
        }
        cards.kinds().max_by_key(|&card| self.place(card))
    }

    #[inline]
    pub(crate) fn lead(&self, card: Card) -> Lead {
        self.lead[card.index()]
    }

    /// Both bits of every card that follows this lead.
    #[inline]
    pub(crate) fn members(&self, lead: Lead) -> u64 {
        self.members[usize::from(lead)]
    }

    /// How strong a card is in a trick with this lead; 0: it cannot win.
    #[inline]
    pub(crate) fn strength(&self, card: Card, lead: Lead) -> u8 {
        let own = self.lead[card.index()];
        self.power[card.index()] * u8::from(own == lead || own == TRUMP)
    }
}

static SUITS: [Suits; GameType::ALL.len()] = {
    const EMPTY: Suits = Suits {
        lead: [0; Card::COUNT],
        power: [0; Card::COUNT],
        members: [0; LEADS],
        beating: [0; Card::COUNT],
        order: [Card::QUEEN_OF_CLUBS; Card::COUNT],
        place: [0; Card::COUNT],
        by_number: true,
    };
    let mut all = [EMPTY; GameType::ALL.len()];
    let mut i = 0;
    while i < GameType::ALL.len() {
        all[i] = suits_of(GameType::ALL[i]);
        i += 1;
    }
    all
};

/// Ranks from lowest to highest within a suit.
const SUIT_ORDER: [Rank; 6] = Rank::ALL;

/// Suits from lowest to highest among queens and among jacks.
const PICTURE_ORDER: [Suit; 4] = [Suit::Diamonds, Suit::Hearts, Suit::Spades, Suit::Clubs];

const fn suits_of(kind: GameType) -> Suits {
    let mut suits = Suits {
        lead: [0; Card::COUNT],
        power: [0; Card::COUNT],
        members: [0; LEADS],
        beating: [0; Card::COUNT],
        order: [Card::QUEEN_OF_CLUBS; Card::COUNT],
        place: [0; Card::COUNT],
        by_number: true,
    };
    let mut next = 0;
    // Non-trumps suit by suit, then the trump suit's plain cards, then the trump pictures, then ♥10.
    let mut s = 0;
    while s < 4 {
        let mut r = 0;
        while r < 6 {
            let (suit, rank) = (Suit::ALL[s], SUIT_ORDER[r]);
            if !is_trump(kind, suit, rank) {
                next = append(&mut suits, next, suit, rank, s as u8);
            }
            r += 1;
        }
        s += 1;
    }
    let mut s = 0;
    while s < 4 {
        let mut r = 0;
        while r < 6 {
            let (suit, rank) = (Suit::ALL[s], SUIT_ORDER[r]);
            if is_trump(kind, suit, rank) && !is_picture(rank) && !is_heart_ten(suit, rank) {
                next = append(&mut suits, next, suit, rank, TRUMP);
            }
            r += 1;
        }
        s += 1;
    }
    let mut picture = 0;
    while picture < 2 {
        let rank = [Rank::Jack, Rank::Queen][picture];
        let mut s = 0;
        while s < 4 {
            let suit = PICTURE_ORDER[s];
            if is_trump(kind, suit, rank) {
                next = append(&mut suits, next, suit, rank, TRUMP);
            }
            s += 1;
        }
        picture += 1;
    }
    if is_trump(kind, Suit::Hearts, Rank::Ten) {
        next = append(&mut suits, next, Suit::Hearts, Rank::Ten, TRUMP);
    }
    assert!(next == Card::COUNT);
    let mut i = 0;
    while i < Card::COUNT {
        let mut better = i + 1;
        while better < Card::COUNT {
            let [card, other] = [suits.order[i].index(), suits.order[better].index()];
            if suits.lead[other] == suits.lead[card] || suits.lead[other] == TRUMP {
                suits.beating[card] |= 3 << (2 * other);
            }
            better += 1;
        }
        i += 1;
    }
    let mut i = 1;
    while i < Card::COUNT {
        let [lower, higher] = [suits.order[i - 1].index(), suits.order[i].index()];
        suits.by_number &= suits.lead[lower] != suits.lead[higher] || lower < higher;
        i += 1;
    }
    suits
}

const fn append(suits: &mut Suits, next: usize, suit: Suit, rank: Rank, lead: Lead) -> usize {
    let card = Card::new(suit, rank);
    let index = card.index();
    suits.lead[index] = lead;
    // Later in the order is stronger; 0 is left for cards that cannot win.
    suits.power[index] = next as u8 + 1;
    suits.members[lead as usize] |= 3 << (2 * index);
    suits.order[next] = card;
    suits.place[index] = next as u8;
    next + 1
}

const fn is_picture(rank: Rank) -> bool {
    matches!(rank, Rank::Queen | Rank::Jack)
}

const fn is_heart_ten(suit: Suit, rank: Rank) -> bool {
    matches!((suit, rank), (Suit::Hearts, Rank::Ten))
}

const fn is_trump(kind: GameType, suit: Suit, rank: Rank) -> bool {
    let trump_suit = match kind {
        GameType::Normal | GameType::Marriage | GameType::Diamonds => Suit::Diamonds,
        GameType::Hearts => Suit::Hearts,
        GameType::Spades => Suit::Spades,
        GameType::Clubs => Suit::Clubs,
        GameType::Jacks => return matches!(rank, Rank::Jack),
        GameType::Queens => return matches!(rank, Rank::Queen),
        GameType::Aces => return false,
    };
    is_picture(rank) || is_heart_ten(suit, rank) || suit as u8 == trump_suit as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(kind: GameType) -> String {
        kind.suits().order.map(|card| card.to_string()).join(" ")
    }

    #[test]
    fn the_normal_game_orders_the_cards_as_table_2_2() {
        let expected = "C9 CK CT CA S9 SK ST SA H9 HK HA D9 DK DT DA DJ HJ SJ CJ DQ HQ SQ CQ HT";
        for kind in [GameType::Normal, GameType::Marriage, GameType::Diamonds] {
            assert_eq!(order(kind), expected);
        }
    }

    #[test]
    fn the_normal_game_lists_cards_by_their_number() {
        assert!(
            GameType::Normal.suits().order.iter().enumerate().all(|(i, card)| card.index() == i)
        );
    }

    #[test]
    fn a_hearts_solo_orders_the_cards_as_table_2_3() {
        assert_eq!(
            order(GameType::Hearts),
            "C9 CK CT CA S9 SK ST SA D9 DK DT DA H9 HK HA DJ HJ SJ CJ DQ HQ SQ CQ HT"
        );
    }

    #[test]
    fn a_queens_solo_orders_the_cards_as_table_2_4() {
        assert_eq!(
            order(GameType::Queens),
            "C9 CJ CK CT CA S9 SJ SK ST SA H9 HJ HK HT HA D9 DJ DK DT DA DQ HQ SQ CQ"
        );
    }

    #[test]
    fn a_jacks_solo_puts_queens_between_nine_and_king() {
        assert_eq!(
            order(GameType::Jacks),
            "C9 CQ CK CT CA S9 SQ SK ST SA H9 HQ HK HT HA D9 DQ DK DT DA DJ HJ SJ CJ"
        );
    }

    #[test]
    fn an_aces_solo_orders_the_cards_as_table_2_5() {
        assert_eq!(
            order(GameType::Aces),
            "C9 CJ CQ CK CT CA S9 SJ SQ SK ST SA H9 HJ HQ HK HT HA D9 DJ DQ DK DT DA"
        );
    }

    #[test]
    fn the_strongest_card_of_a_suit_is_the_last_in_the_order() {
        for kind in GameType::ALL {
            let suits = kind.suits();
            for lead in 0..LEADS as Lead {
                let cards = Cards::DECK.within(suits.members(lead));
                let last = suits.order.iter().rfind(|&&card| cards.contains(card));
                assert_eq!(suits.strongest(cards), last.copied(), "{kind}");
            }
        }
    }

    #[test]
    fn cards_that_beat_another_are_stronger_in_its_trick() {
        for kind in GameType::ALL {
            let suits = kind.suits();
            for (best, card) in Card::all().flat_map(|best| Card::all().map(move |c| (best, c))) {
                let lead = suits.lead(best);
                let stronger = suits.strength(card, lead) > suits.strength(best, lead);
                assert_eq!(
                    suits.beating(best).contains(card),
                    stronger,
                    "{kind}: {card} on {best}"
                );
            }
        }
    }

    #[test]
    fn every_kind_has_the_right_number_of_trumps() {
        let trumps = GameType::ALL.map(|kind| kind.suits().members[4].count_ones());
        assert_eq!(trumps, [26, 26, 26, 24, 26, 26, 8, 8, 0]);
    }

    #[test]
    fn a_trump_beats_every_suit_and_another_suit_never_wins() {
        let suits = GameType::Normal.suits();
        let [d9, ca, s9, sk] = ["D9", "CA", "S9", "SK"].map(|name| Card::parse(name).unwrap());
        let spades = suits.lead(s9);
        assert!(suits.strength(d9, spades) > suits.strength(sk, spades));
        assert!(suits.strength(sk, spades) > suits.strength(s9, spades));
        assert_eq!(suits.strength(ca, spades), 0);
    }
}
