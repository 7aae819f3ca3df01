//! Finding the game: who plays a solo, a marriage, or nobody (Sievers 2012, 2.2.4 and 5.1.2).

use crate::game_type::GameType;
use crate::moves::Question;
use crate::public::Public;
use crate::seats::{SEATS, SeatSet, from};
use kontra_game::Seat;

/// What an answer led to.
pub(crate) enum FindingStep {
    /// Another question; `Public` has it.
    Asks,
    /// The game is found.
    Found(GameType, Option<Seat>),
}

impl Public {
    /// The first question of a game.
    pub(crate) fn begin_finding(&mut self, forced_soloist: Option<Seat>) {
        match forced_soloist {
            Some(seat) => self.ask(Question::Game, seat),
            None => self.ask_for_immediate_solo(self.first_claim()),
        }
    }

    /// An answer of yes or no to the question about an immediate solo, a reservation or a solo.
    pub(crate) fn answer(&mut self, yes: bool) -> FindingStep {
        match self.question {
            Question::ImmediateSolo if yes => self.ask(Question::Game, self.asked),
            Question::ImmediateSolo => self.ask_for_reservation(),
            Question::Reservation => return self.answer_reservation(yes),
            _ => return self.answer_solo(yes),
        }
        FindingStep::Asks
    }

    fn answer_reservation(&mut self, yes: bool) -> FindingStep {
        if yes {
            self.reservations.insert(self.asked);
        }
        self.answered += 1;
        if usize::from(self.answered) == SEATS {
            return self.ask_next_for_solo(0);
        }
        // Everybody so far is healthy: the next in line knows that no solo can come before theirs.
        let claim = self.first_claim();
        if self.reservations.is_empty() && !self.asked_immediately.contains(claim) {
            self.ask_for_immediate_solo(claim);
        } else {
            self.ask_for_reservation();
        }
        FindingStep::Asks
    }

    fn answer_solo(&mut self, yes: bool) -> FindingStep {
        let seat = self.asked;
        if yes && self.open_solos.contains(seat) {
            self.ask(Question::Game, seat);
            return FindingStep::Asks;
        }
        if yes {
            self.lust_soloist = self.lust_soloist.or(Some(seat));
        } else {
            self.bride = Some(seat);
        }
        let position = self.position(seat) + 1;
        let owing = self.reservations.and(self.open_solos);
        match self.lust_soloist {
            // No compulsory solo can come before the first lust solo any more.
            Some(soloist) if !from(self.first).skip(position).any(|seat| owing.contains(seat)) => {
                self.ask(Question::Game, soloist);
                FindingStep::Asks
            }
            _ => self.ask_next_for_solo(position),
        }
    }

    /// Asks the next seat with a reservation whether it wants a solo, from this position on.
    fn ask_next_for_solo(&mut self, position: usize) -> FindingStep {
        let holder = from(self.first).skip(position).find(|&seat| self.reservations.contains(seat));
        match (holder, self.bride) {
            (Some(seat), _) => {
                self.ask(Question::Solo, seat);
                FindingStep::Asks
            }
            // Several reservations always end in a solo: only one player can hold both ♣Q.
            (None, Some(bride)) => FindingStep::Found(GameType::Marriage, Some(bride)),
            (None, None) => FindingStep::Found(GameType::Normal, None),
        }
    }

    /// Among the seats not yet asked for a reservation, the one whose solo would come before all others'.
    fn first_claim(&self) -> Seat {
        let waiting = || from(self.first).skip(usize::from(self.answered));
        let compulsory = waiting().find(|&seat| self.open_solos.contains(seat));
        compulsory.unwrap_or(self.first.after(usize::from(self.answered), SEATS))
    }

    fn ask_for_immediate_solo(&mut self, seat: Seat) {
        self.asked_immediately.insert(seat);
        self.ask(Question::ImmediateSolo, seat);
    }

    fn ask_for_reservation(&mut self) {
        self.ask(Question::Reservation, self.first.after(usize::from(self.answered), SEATS));
    }

    /// How many places after the first position a seat sits.
    fn position(&self, seat: Seat) -> usize {
        (seat.index() + SEATS - self.first.index()) % SEATS
    }

    pub(crate) fn ask(&mut self, question: Question, seat: Seat) {
        self.question = question;
        self.asked = seat;
    }

    /// Takes down who plays what, and who is known to be on which side.
    pub(crate) fn set_game(&mut self, kind: GameType, soloist: Option<Seat>) {
        self.kind = kind;
        self.found = true;
        self.soloist = soloist;
        self.leader = if self.is_compulsory() { soloist.unwrap_or(self.first) } else { self.first };
        let re = soloist.map_or(SeatSet::NONE, SeatSet::only);
        let kontra = if kind.is_solo() { re.others() } else { SeatSet::NONE };
        self.known = [re, kontra];
    }
}
