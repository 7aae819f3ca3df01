//! Winner and score points (Sievers 2012, 2.2.7).

use super::Reference;
use super::teams::other_team;
use super::tricks::{trick_points, trick_winner};

/// What the score depends on, and nothing else. In a solo the last five fields
/// don't matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub solo: bool,
    pub re_points: u32,
    pub re_tricks: u32,
    pub kontra_tricks: u32,
    pub re_level: u8,
    pub kontra_level: u8,
    pub foxes_caught_by_re: u32,
    pub foxes_caught_by_kontra: u32,
    /// The team that won the last trick with a jack of clubs.
    pub charlie: Option<&'static str>,
    pub doppelkopfs_re: u32,
    pub doppelkopfs_kontra: u32,
}

/// Team, rule of 2.2.7, score points: one line for every single reason, as in
/// the worked examples there.
pub type Line = (&'static str, &'static str, i32);

impl Facts {
    fn points(&self, team: &str) -> u32 {
        match team {
            "re" => self.re_points,
            _ => 240 - self.re_points,
        }
    }

    fn tricks(&self, team: &str) -> u32 {
        match team {
            "re" => self.re_tricks,
            _ => self.kontra_tricks,
        }
    }

    fn level(&self, team: &str) -> u8 {
        match team {
            "re" => self.re_level,
            _ => self.kontra_level,
        }
    }

    fn foxes(&self, team: &str) -> u32 {
        match team {
            "re" => self.foxes_caught_by_re,
            _ => self.foxes_caught_by_kontra,
        }
    }

    fn doppelkopfs(&self, team: &str) -> u32 {
        match team {
            "re" => self.doppelkopfs_re,
            _ => self.doppelkopfs_kontra,
        }
    }
}

/// The winning team, if there is one.
pub fn winner(facts: &Facts) -> Option<&'static str> {
    let winners: Vec<&'static str> =
        ["re", "kontra"].into_iter().filter(|team| has_won(facts, team)).collect();
    assert!(winners.len() < 2, "two winners: {facts:?}");
    winners.first().copied()
}

/// A team is bound to its own level above re or kontra; without one, the other
/// team's level counts; without that too, half of the card points.
fn has_won(facts: &Facts, team: &str) -> bool {
    let other = other_team(team);
    let points = facts.points(team);
    match (facts.level(team), facts.level(other)) {
        (2, _) => points >= 151,
        (3, _) => points >= 181,
        (4, _) => points >= 211,
        (5, _) => facts.tricks(other) == 0,
        (_, 2) => points >= 90,
        (_, 3) => points >= 60,
        (_, 4) => points >= 30,
        (_, 5) => facts.tricks(team) >= 1,
        _ => points >= half(facts, team),
    }
}

/// Re needs 121 and kontra 120, but the other way round if only kontra was
/// announced.
fn half(facts: &Facts, team: &str) -> u32 {
    let only_kontra = facts.re_level == 0 && facts.kontra_level == 1;
    match (team, only_kontra) {
        ("re", false) | ("kontra", true) => 121,
        _ => 120,
    }
}

/// All score points, in the order of the rules, re before kontra.
pub fn lines(facts: &Facts) -> Vec<Line> {
    let mut lines = Vec::new();
    let winner = winner(facts);
    for team in ["re", "kontra"] {
        // Without a winner, both teams get what rule 1 gives them.
        if winner.is_none() || winner == Some(team) {
            add_reached_against_announcements(facts, team, &mut lines);
            add_reached_levels(facts, team, &mut lines);
        }
    }
    if let Some(team) = winner {
        add_victory(facts, team, &mut lines);
    }
    if !facts.solo {
        add_special_points(facts, winner, &mut lines);
    }
    lines.sort_by_key(|line| line.1);
    lines
}

fn add_reached_against_announcements(facts: &Facts, team: &'static str, lines: &mut Vec<Line>) {
    let against = facts.level(other_team(team));
    for (level, points) in [(2, 120), (3, 90), (4, 60), (5, 30)] {
        if against >= level && facts.points(team) >= points {
            lines.push((team, "1a", 1));
        }
    }
}

fn add_reached_levels(facts: &Facts, team: &'static str, lines: &mut Vec<Line>) {
    for points in [151, 181, 211] {
        if facts.points(team) >= points {
            lines.push((team, "1b", 1));
        }
    }
    // A trick without card points is a trick (2.2.6), so 240 is not enough.
    if facts.tricks(other_team(team)) == 0 {
        lines.push((team, "1b", 1));
    }
}

/// The winner also gets the points for what the losers announced.
fn add_victory(facts: &Facts, winner: &'static str, lines: &mut Vec<Line>) {
    lines.push((winner, "2a", 1));
    for level in [facts.re_level, facts.kontra_level] {
        if level >= 1 {
            lines.push((winner, "2b", 2));
        }
        for _ in 2..=level {
            lines.push((winner, "2c", 1));
        }
    }
}

fn add_special_points(facts: &Facts, winner: Option<&'static str>, lines: &mut Vec<Line>) {
    if winner == Some("kontra") {
        lines.push(("kontra", "3a", 1));
    }
    for team in ["re", "kontra"] {
        for _ in 0..facts.foxes(team) {
            lines.push((team, "3b", 1));
        }
        if facts.charlie == Some(team) {
            lines.push((team, "3c", 1));
        }
        for _ in 0..facts.doppelkopfs(team) {
            lines.push((team, "3d", 1));
        }
    }
}

/// Score points of re minus those of kontra.
pub fn difference(facts: &Facts) -> i32 {
    let mut sum = 0;
    for (team, _, points) in lines(facts) {
        if team == "re" {
            sum += points;
        } else {
            sum -= points;
        }
    }
    sum
}

/// Lines and difference in one call.
pub fn score(facts: &Facts) -> (Vec<Line>, i32) {
    (lines(facts), difference(facts))
}

impl Reference {
    /// What counts for the score of this game, once it is over.
    pub fn facts(&self) -> Facts {
        assert!(self.is_over(), "the game is not over");
        let mut facts = Facts {
            solo: self.is_solo(),
            re_level: self.level("re"),
            kontra_level: self.level("kontra"),
            ..Facts::default()
        };
        for (trick, winner) in self.tricks().iter().zip(self.trick_winners()) {
            match self.team(*winner) {
                Some("re") => {
                    facts.re_points += trick_points(trick);
                    facts.re_tricks += 1;
                }
                _ => facts.kontra_tricks += 1,
            }
        }
        if !facts.solo {
            self.add_special_facts(&mut facts);
        }
        facts
    }

    /// By the final teams, also for tricks before a marriage was clarified.
    fn add_special_facts(&self, facts: &mut Facts) {
        for (trick, winner) in self.tricks().iter().zip(self.trick_winners()) {
            let team = self.team(*winner);
            let foxes = self.foxes_of_the_other_team(trick, team);
            let doppelkopfs = if trick_points(trick) >= 40 { 1 } else { 0 };
            if team == Some("re") {
                facts.foxes_caught_by_re += foxes;
                facts.doppelkopfs_re += doppelkopfs;
            } else {
                facts.foxes_caught_by_kontra += foxes;
                facts.doppelkopfs_kontra += doppelkopfs;
            }
        }
        // Normal games and marriages have the same trumps.
        let (seat, card) = trick_winner("normal", &self.tricks()[11]);
        if card == "CJ" {
            facts.charlie = self.team(seat);
        }
    }

    fn foxes_of_the_other_team(&self, trick: &[(usize, String)], team: Option<&str>) -> u32 {
        let foxes = trick.iter().filter(|play| play.1 == "DA");
        foxes.filter(|play| self.team(play.0) != team).count() as u32
    }

    /// The score points of the game, line by line.
    pub fn score_lines(&self) -> Vec<Line> {
        lines(&self.facts())
    }

    /// The score of each seat: the difference of the teams, and three times as
    /// much for a single player.
    pub fn scores(&self) -> [i32; 4] {
        let facts = self.facts();
        let difference = difference(&facts);
        let mut scores = [-difference; 4];
        for seat in self.members("re") {
            scores[seat] = if facts.solo { 3 * difference } else { difference };
        }
        scores
    }
}
