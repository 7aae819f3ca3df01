//! Card play (Sievers 2012, 2.2.5) and the clarification of a marriage (2.2.2).

use super::{Reference, cards, next, others_after};

impl Reference {
    /// All tricks begun, as (seat, card) in playing order.
    pub fn tricks(&self) -> &[Vec<(usize, String)>] {
        &self.tricks
    }

    /// The cards on the table; empty between two tricks.
    pub fn current_trick(&self) -> Vec<(usize, String)> {
        match self.tricks.last() {
            Some(trick) if trick.len() < 4 => trick.clone(),
            _ => Vec::new(),
        }
    }

    /// The winners of the complete tricks.
    pub fn trick_winners(&self) -> &[usize] {
        &self.trick_winners
    }

    /// Card points in the tricks each seat has won.
    pub fn card_points(&self) -> [u32; 4] {
        let mut points = [0; 4];
        for (trick, winner) in self.tricks.iter().zip(&self.trick_winners) {
            points[*winner] += trick_points(trick);
        }
        points
    }

    pub(super) fn next_to_play(&self) -> usize {
        if let Some((seat, _)) = self.current_trick().last() {
            next(*seat)
        } else if let Some(winner) = self.trick_winners.last() {
            *winner
        } else {
            self.leader_of_the_game()
        }
    }

    /// Equal cards are one answer.
    pub(super) fn legal_cards(&self, seat: usize) -> Vec<String> {
        let mut legal = self.cards_that_follow(seat);
        if legal.is_empty() {
            legal = self.hand(seat);
        }
        legal.dedup();
        legal
    }

    /// The cards of the suit that was led; all cards when leading.
    fn cards_that_follow(&self, seat: usize) -> Vec<String> {
        let game = self.found_game();
        let mut hand = self.hand(seat);
        if let Some((_, led)) = self.current_trick().first() {
            let suit = cards::suit_of(&game, led);
            hand.retain(|card| cards::suit_of(&game, card) == suit);
        }
        hand
    }

    fn found_game(&self) -> String {
        self.game().expect("cards are played when the game is found")
    }

    pub(super) fn play_card(&mut self, seat: usize, card: &str) {
        let place = self.hands[seat].iter().position(|held| held == card);
        self.hands[seat].remove(place.expect("a legal card is held"));
        if self.current_trick().is_empty() {
            self.tricks.push(Vec::new());
        }
        let trick = self.tricks.last_mut().expect("a trick was begun");
        trick.push((seat, card.to_string()));
        let was_clarified = self.are_teams_clear();
        if trick_is_complete(self.tricks.last()) {
            self.finish_trick();
        }
        self.to_ask = self.seats_to_ask_after(seat, was_clarified);
        self.ask_or_let_play();
    }

    fn finish_trick(&mut self) {
        let trick = self.tricks.last().expect("a trick was played");
        let winner = trick_winner(&self.found_game(), trick).0;
        self.trick_winners.push(winner);
        if !self.are_teams_clear() {
            self.clarify_marriage(winner);
        }
    }

    fn are_teams_clear(&self) -> bool {
        self.marriage_player.is_none() || self.clarified_in.is_some()
    }

    /// The first other player to win a trick is the partner; without one after
    /// three tricks, the marriage player plays alone.
    fn clarify_marriage(&mut self, winner: usize) {
        let number = self.trick_winners.len() as u8;
        if self.marriage_player != Some(winner) {
            self.marriage_partner = Some(winner);
            self.clarified_in = Some(number);
        } else if number == 3 {
            self.clarified_in = Some(number);
        }
    }

    /// The player of the card was asked before they played it, unless a marriage
    /// was clarified only now.
    fn seats_to_ask_after(&self, seat: usize, was_clarified: bool) -> Vec<usize> {
        let mut seats = others_after(seat);
        if self.is_over() || !self.are_teams_clear() {
            seats.clear();
        } else if !was_clarified {
            seats.push(seat);
        }
        seats
    }
}

fn trick_is_complete(trick: Option<&Vec<(usize, String)>>) -> bool {
    trick.is_some_and(|trick| trick.len() == 4)
}

/// Seat and card that win a trick.
pub fn trick_winner(game: &str, trick: &[(usize, String)]) -> (usize, String) {
    let mut best = &trick[0];
    for play in trick {
        if cards::beats(game, &play.1, &best.1) {
            best = play;
        }
    }
    best.clone()
}

/// Card points of a trick.
pub fn trick_points(trick: &[(usize, String)]) -> u32 {
    trick.iter().map(|(_, card)| cards::points(card)).sum()
}
