//! Announcements and replies (Sievers 2012, 2.2.6 and 5.1.2).
//!
//! Levels: 0 nothing, 1 re or kontra, 2 no 90, 3 no 60, 4 no 30, 5 black.

use super::teams::other_team;
use super::{Reference, Step, others_after, seats_from, words};

/// One announcement, as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    pub seat: usize,
    pub team: &'static str,
    pub level: u8,
    /// How many cards the player held.
    pub cards: u8,
}

impl Reference {
    /// All announcements, the first one first.
    pub fn announcements(&self) -> &[Announcement] {
        &self.announcements
    }

    /// The highest level a team has announced.
    pub fn level(&self, team: &str) -> u8 {
        let of_team = self.announcements.iter().filter(|a| a.team == team);
        of_team.map(|a| a.level).max().unwrap_or(0)
    }

    /// By how many cards every limit drops in a late clarified marriage.
    fn drop(&self) -> u8 {
        match self.clarified_in {
            Some(trick) => trick - 1,
            None => 0,
        }
    }

    fn cards_held(&self, seat: usize) -> u8 {
        self.hands[seat].len() as u8
    }

    /// The levels the seat could announce if it belonged to `team`.
    pub fn levels_as(&self, seat: usize, team: &'static str) -> Vec<u8> {
        let level = self.level(team);
        if self.may_announce_as(seat, team) {
            (level + 1..=5).collect()
        } else if self.may_reply_as(seat, team) {
            vec![1]
        } else {
            Vec::new()
        }
    }

    /// Every left out level must be in time, and the next one has the
    /// strictest limit: 11 cards for re or kontra, 10 for no 90 and so on.
    /// After a late reply the team can announce nothing more.
    fn may_announce_as(&self, seat: usize, team: &'static str) -> bool {
        let level = self.level(team);
        level < 5
            && self.cards_held(seat) + level + self.drop() >= 11
            && (level == 0 || self.first_was_in_time(team))
    }

    fn first_was_in_time(&self, team: &'static str) -> bool {
        let first = self.announcements.iter().find(|a| a.team == team);
        first.is_some_and(|a| a.cards + self.drop() >= 11)
    }

    /// A reply may come with one card less than the other team's level needs:
    /// 10 against re or kontra, 9 against no 90 and so on.
    fn may_reply_as(&self, seat: usize, team: &'static str) -> bool {
        let against = self.level(other_team(team));
        self.level(team) == 0 && against >= 1 && self.cards_held(seat) + against + self.drop() >= 11
    }

    /// What the seat can truly announce.
    fn own_levels(&self, seat: usize) -> Vec<u8> {
        let team = self.team(seat).expect("announcing before teams exist");
        self.levels_as(seat, team)
    }

    /// Whether the other players must think that the seat might announce. Not
    /// asking somebody else would show their team (Sievers 2012, 5.1.2).
    fn is_asked(&self, seat: usize) -> bool {
        match self.known_to_all(seat) {
            Some(team) => !self.levels_as(seat, team).is_empty(),
            None => {
                !self.levels_as(seat, "re").is_empty() || !self.levels_as(seat, "kontra").is_empty()
            }
        }
    }

    /// Moves on to the next seat to be asked, or to the next card.
    pub(super) fn ask_or_let_play(&mut self) {
        while !self.to_ask.is_empty() {
            let seat = self.to_ask.remove(0);
            if self.is_asked(seat) {
                self.step = Step::Announcement(seat);
                return;
            }
        }
        self.step = if self.is_over() { Step::Over } else { Step::Card(self.next_to_play()) };
    }

    pub(super) fn legal_announcements(&self, seat: usize) -> Vec<String> {
        let levels = self.own_levels(seat);
        if self.style == 2 {
            return if levels.is_empty() { words(&["no"]) } else { words(&["no", "yes"]) };
        }
        let team = self.team(seat).expect("announcing before teams exist");
        let mut answers = words(&["no"]);
        for level in levels {
            answers.push(word_for(team, level).to_string());
        }
        answers
    }

    pub(super) fn answer_announcement(&mut self, seat: usize, answer: &str) {
        if answer != "no" {
            self.announce(seat, answer);
        }
        self.ask_or_let_play();
    }

    /// After an announcement the three others are asked, again if need be; in
    /// style 2 first the announcing player, who can continue to
    /// higher levels.
    fn announce(&mut self, seat: usize, answer: &str) {
        let team = self.team(seat).expect("announcing before teams exist");
        let levels = self.own_levels(seat);
        let level = if self.style == 2 {
            levels[0]
        } else {
            let chosen = levels.into_iter().find(|l| word_for(team, *l) == answer);
            chosen.expect("a legal answer names a legal level")
        };
        self.announcements.push(Announcement { seat, team, level, cards: self.cards_held(seat) });
        self.to_ask = if self.style == 2 { seats_from(seat) } else { others_after(seat) };
    }
}

fn word_for(team: &'static str, level: u8) -> &'static str {
    match level {
        1 => team,
        2 => "no90",
        3 => "no60",
        4 => "no30",
        5 => "black",
        _ => panic!("no announcement of level {level}"),
    }
}
