//! Card play: following suit, winning tricks, collecting points (Sievers 2012, 2.2.5).

use crate::card::Card;
use crate::cards::Cards;
use crate::deal::HAND;
use crate::game_type::GameType;
use crate::public::Public;
use crate::seats::{SEATS, SeatSet, next};
use crate::team::Team;
use kontra_game::Seat;

/// Card points that make a trick a doppelkopf.
pub(crate) const DOPPELKOPF: u8 = 40;

/// Within how many tricks a marriage must find its partner.
const MARRIAGE_TRICKS: u8 = 3;

impl Public {
    /// The cards of this hand that may be played now.
    #[inline]
    pub fn playable(&self, hand: Cards) -> Cards {
        if self.trick_len == 0 {
            return hand;
        }
        let following = hand.within(self.kind.suits().members(self.lead));
        if following.is_empty() { hand } else { following }
    }

    /// Puts the asked player's card on the table. `re` is the team as it really is; a marriage adds to it.
    #[inline]
    pub(crate) fn play_card(&mut self, card: Card, re: &mut SeatSet) {
        let seat = self.asked;
        self.put(card, seat);
        if card == Card::QUEEN_OF_CLUBS {
            self.see_queen_of_clubs(seat);
        }
        if usize::from(self.trick_len) == SEATS {
            self.finish_trick(re);
        } else {
            self.ask_round(next(seat), SEATS as u8 - 1);
        }
    }

    /// The trick is complete: it goes to its winner, may decide a marriage, and may be the last.
    #[inline]
    pub(crate) fn finish_trick(&mut self, re: &mut SeatSet) {
        let last_player = self.leader.after(SEATS - 1, SEATS);
        self.take_trick();
        if usize::from(self.tricks) == HAND {
            self.over = true;
            return;
        }
        // Where announcing has only just become possible, the last player was not asked before their card.
        let decided = self.is_undecided_marriage() && self.marriage_is_decided(re);
        let round = if decided { SEATS } else { SEATS - 1 };
        self.ask_round(next(last_player), round as u8);
    }

    #[inline]
    pub(crate) fn is_undecided_marriage(&self) -> bool {
        self.kind == GameType::Marriage && self.known[Team::Kontra as usize].is_empty()
    }

    /// The card lies on the table: who wins so far, and what it tells about the hand it came from.
    #[inline]
    fn put(&mut self, card: Card, seat: Seat) {
        let suits = self.kind.suits();
        let own = suits.lead(card);
        if self.trick_len == 0 {
            self.lead = own;
            self.best = 0;
        } else if own != self.lead {
            self.voids[seat.index()] |= 1 << self.lead;
        }
        // Strictly stronger: of two equal cards the first one wins.
        let strength = suits.strength(card, self.lead);
        if strength > self.best {
            self.best = strength;
            self.best_seat = seat;
        }
        self.trick_points += card.points();
        self.trick[usize::from(self.trick_len)] = card;
        self.trick_len += 1;
        self.played.insert(card);
    }

    /// A ♣Q on the table shows a member of re in a normal game.
    pub(crate) fn see_queen_of_clubs(&mut self, seat: Seat) {
        self.queens_played[seat.index()] += 1;
        if self.kind == GameType::Normal {
            self.known[Team::Re as usize].insert(seat);
            self.conclude_teams();
            self.update_limits();
        }
    }

    /// The complete trick goes to its winner.
    #[inline(always)]
    fn take_trick(&mut self) {
        let winner = self.best_seat.index();
        self.points[winner] += self.trick_points;
        self.tricks_won[winner] += 1;
        self.doppelkopfs[winner] += u8::from(self.trick_points >= DOPPELKOPF);
        self.tricks += 1;
        if !self.kind.is_solo() {
            self.note_foxes(self.trick, self.leader, self.best_seat);
        }
        if usize::from(self.tricks) == HAND {
            let steps = (winner + SEATS - self.leader.index()) % SEATS;
            self.charlie = (self.trick[steps] == Card::CHARLIE).then_some(self.best_seat);
        }
        self.leader = self.best_seat;
        self.trick_len = 0;
        self.trick_points = 0;
    }

    /// Whose fox was won by whom; whether that was a catch, the final teams decide.
    #[inline]
    pub(crate) fn note_foxes(&mut self, trick: [Card; SEATS], leader: Seat, winner: Seat) {
        for (steps, card) in trick.into_iter().enumerate() {
            if card == Card::FOX {
                let owner = leader.after(steps, SEATS).index();
                let slot = usize::from(self.foxes[0] != 0);
                self.foxes[slot] = (1 + SEATS * winner.index() + owner) as u8;
            }
        }
    }

    /// Whether the trick just taken settles the teams of a marriage, and how.
    fn marriage_is_decided(&mut self, re: &mut SeatSet) -> bool {
        let decided = partner_is_found(self.tricks, self.best_seat, re);
        if decided {
            self.clarify_marriage(*re);
        }
        decided
    }
}

/// Whether the winner of this trick, counted from 1, settles who belongs to `re` in a marriage: the first other player to win one
/// does, and nobody after the third trick.
#[inline]
pub(crate) fn partner_is_found(tricks: u8, winner: Seat, re: &mut SeatSet) -> bool {
    let found = !re.contains(winner);
    re.insert(winner);
    found || tricks >= MARRIAGE_TRICKS
}
