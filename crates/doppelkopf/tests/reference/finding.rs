//! Finding the game (Sievers 2012, 2.2.3, 2.2.4 and 5.1.2).

use super::{Reference, Step, cards, next, seats_from, words};

/// The answers given so far, in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub struct Finding {
    /// Seats that were asked for an immediate solo.
    pub asked_immediately: Vec<usize>,
    /// Seats asked for a reservation, with their answer.
    pub reservations: Vec<(usize, bool)>,
    /// Seats with a reservation that were asked for a solo, with their answer.
    pub solos: Vec<(usize, bool)>,
}

impl Reference {
    pub(super) fn start_finding(&mut self) {
        if let Some(seat) = self.forced_soloist() {
            self.step = Step::Game(seat);
        } else {
            let seat = self.first_with_open_solo_or_first_of(&seats_from(self.first));
            self.step = Step::ImmediateSolo(seat);
        }
    }

    /// 'Vorführung': as many open compulsory solos as games left.
    fn forced_soloist(&self) -> Option<usize> {
        let open_solos = self.open.iter().filter(|open| **open).count() as u32;
        if open_solos > 0 && self.games_left == Some(open_solos) {
            seats_from(self.first).into_iter().find(|seat| self.open[*seat])
        } else {
            None
        }
    }

    /// Whose solo has the highest priority among these seats.
    fn first_with_open_solo_or_first_of(&self, seats: &[usize]) -> usize {
        for seat in seats {
            if self.open[*seat] {
                return *seat;
            }
        }
        seats[0]
    }

    pub(super) fn answer_immediate_solo(&mut self, seat: usize, answer: &str) {
        self.finding.asked_immediately.push(seat);
        if answer == "yes" {
            self.step = Step::Game(seat);
        } else {
            self.step = Step::Reservation(self.not_asked_for_reservation()[0]);
        }
    }

    /// In the order in which they will be asked.
    fn not_asked_for_reservation(&self) -> Vec<usize> {
        let asked: Vec<usize> = self.finding.reservations.iter().map(|r| r.0).collect();
        seats_from(self.first).into_iter().filter(|seat| !asked.contains(seat)).collect()
    }

    pub(super) fn answer_reservation(&mut self, seat: usize, answer: &str) {
        self.finding.reservations.push((seat, answer == "yes"));
        let remaining = self.not_asked_for_reservation();
        if remaining.is_empty() {
            self.end_reservations();
            return;
        }
        self.step = Step::Reservation(next(seat));
        if self.seats_with_reservation().is_empty() {
            // Everybody asked so far is healthy: somebody behind may now know
            // that their solo has the highest priority. They are asked only once.
            let candidate = self.first_with_open_solo_or_first_of(&remaining);
            if !self.finding.asked_immediately.contains(&candidate) {
                self.step = Step::ImmediateSolo(candidate);
            }
        }
    }

    fn seats_with_reservation(&self) -> Vec<usize> {
        let reservations = &self.finding.reservations;
        reservations.iter().filter(|r| r.1).map(|r| r.0).collect()
    }

    fn end_reservations(&mut self) {
        let seats = self.seats_with_reservation();
        if seats.is_empty() {
            self.start_card_play("normal");
        } else {
            self.step = Step::Solo(seats[0]);
        }
    }

    /// Without both queens of clubs a reservation can only be a solo.
    pub(super) fn legal_solo_answers(&self, seat: usize) -> Vec<String> {
        if cards::count(&self.dealt[seat], "CQ") == 2 {
            words(&["no", "yes"])
        } else {
            words(&["yes"])
        }
    }

    pub(super) fn answer_solo(&mut self, seat: usize, answer: &str) {
        self.finding.solos.push((seat, answer == "yes"));
        // A compulsory solo is admitted at once, since the seats are asked in
        // order.
        if answer == "yes" && self.open[seat] {
            self.step = Step::Game(seat);
            return;
        }
        let seats = self.seats_with_reservation();
        let still_to_be_asked = &seats[self.finding.solos.len()..];
        // The first lust solo is admitted as soon as no compulsory solo can
        // come any more.
        let somebody_wants_one = self.finding.solos.iter().any(|solo| solo.1);
        let compulsory_may_come = still_to_be_asked.iter().any(|other| self.open[*other]);
        if still_to_be_asked.is_empty() || (somebody_wants_one && !compulsory_may_come) {
            self.end_solo_questions();
        } else {
            self.step = Step::Solo(still_to_be_asked[0]);
        }
    }

    /// Only lust solos are left here, and the first of them is played. Nobody
    /// but a single player with both queens of clubs can have said no: then
    /// theirs is the only reservation.
    fn end_solo_questions(&mut self) {
        let first_yes = self.finding.solos.iter().find(|solo| solo.1);
        match first_yes {
            Some((seat, _)) => self.step = Step::Game(*seat),
            None => {
                let seats = self.seats_with_reservation();
                assert_eq!(seats.len(), 1, "a marriage with several reservations");
                self.marriage_player = Some(seats[0]);
                self.start_card_play("marriage");
            }
        }
    }

    pub(super) fn answer_game(&mut self, seat: usize, answer: &str) {
        self.soloist = Some(seat);
        self.compulsory = self.open[seat];
        self.start_card_play(answer);
    }

    fn start_card_play(&mut self, game: &str) {
        self.game = Some(game.to_string());
        if game != "marriage" {
            self.to_ask = seats_from(self.leader_of_the_game());
        }
        self.ask_or_let_play();
    }

    /// A compulsory soloist leads, otherwise the seat left of the dealer
    /// (Sievers 2012, 2.2.3).
    pub(super) fn leader_of_the_game(&self) -> usize {
        match self.soloist {
            Some(seat) if self.compulsory => seat,
            _ => self.first,
        }
    }
}
