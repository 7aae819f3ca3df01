use super::OTHERS;
use crate::card::Card;
use crate::cards::Cards;
use crate::game_type::{GameType, LEADS};
use crate::public::Public;
use crate::seats::SEATS;
use crate::state::Doppelkopf;
use crate::team::Team;
use crate::view::DoppelkopfView;
use crate::{SeatSet, seats};
use kontra_game::Seat;

/// What a player knows about the cards they do not see (Sievers 2012, 4.1).
#[derive(Clone, Debug)]
pub(crate) struct Unseen {
    view: DoppelkopfView,
    /// The three others, from the viewer's left on.
    pub(crate) seats: [Seat; OTHERS],
    /// The cards that they hold between them.
    pub(crate) cards: Cards,
    /// How many of them each holds.
    pub(crate) needs: [u8; OTHERS],
    /// Both bits of every card that each of them may hold.
    pub(crate) allowed: [u64; OTHERS],
    /// The fewest of the unseen ♣Q that each of them holds.
    pub(crate) queens: [u8; OTHERS],
}

impl Unseen {
    pub(crate) fn new(view: &DoppelkopfView) -> Unseen {
        let public = &view.public;
        let seats = std::array::from_fn(|i| view.seat.after(i + 1, SEATS));
        let cards = view.unseen();
        Unseen {
            view: *view,
            seats,
            cards,
            needs: seats.map(|seat| public.cards_left(seat) as u8),
            allowed: seats.map(|seat| possible_cards(public, seat)),
            queens: seats.map(|seat| {
                let unseen = cards.count(Card::QUEEN_OF_CLUBS) as u8;
                if public.bride == Some(seat) { unseen } else { u8::from(owes_queen(public, seat)) }
            }),
        }
    }

    /// The unseen ♣Q.
    pub(crate) fn queens_unseen(&self) -> u8 {
        self.cards.count(Card::QUEEN_OF_CLUBS) as u8
    }

    /// The full state in which the others hold these cards.
    #[inline]
    pub(crate) fn world(&self, hands: [Cards; OTHERS]) -> Doppelkopf {
        let mut all = [self.view.hand; SEATS];
        for (seat, hand) in self.seats.into_iter().zip(hands) {
            all[seat.index()] = hand;
        }
        let public = self.view.public;
        let re = if public.found && public.kind == GameType::Normal {
            elders(&all, &public)
        } else {
            public.known[Team::Re as usize]
        };
        Doppelkopf { hands: all, re, public }
    }
}

/// Who held a ♣Q at the beginning.
#[inline]
fn elders(hands: &[Cards; SEATS], public: &Public) -> SeatSet {
    let held = |seat: Seat| {
        hands[seat.index()].contains(Card::QUEEN_OF_CLUBS) || public.queens_played[seat.index()] > 0
    };
    seats::from(public.first).filter(|&seat| held(seat)).collect()
}

/// Both bits of every card that may be in a seat's hand: nothing it failed to follow with, and no ♣Q where
/// its owner is known not to have one.
pub(crate) fn possible_cards(public: &Public, seat: Seat) -> u64 {
    let suits = public.kind.suits();
    let void = |lead: &usize| public.voids[seat.index()] >> lead & 1 != 0;
    let missing = (0..LEADS).filter(void).fold(0, |m, lead| m | suits.members(lead as u8));
    let is_kontra =
        public.kind == GameType::Normal && public.known[Team::Kontra as usize].contains(seat);
    let another_is_bride = public.bride.is_some_and(|bride| bride != seat);
    let queens = if is_kontra || another_is_bride { queen_mask() } else { 0 };
    !(missing | queens)
}

/// Whether a seat is known to be re in a normal game and has not shown its ♣Q yet.
fn owes_queen(public: &Public, seat: Seat) -> bool {
    public.kind == GameType::Normal
        && public.known[Team::Re as usize].contains(seat)
        && public.queens_played[seat.index()] == 0
}

/// Both bits of the ♣Q.
pub(crate) const fn queen_mask() -> u64 {
    3 << (2 * Card::QUEEN_OF_CLUBS.index())
}
