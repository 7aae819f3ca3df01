//! Who is re, and who knows it (Sievers 2012, 2.2.2 and 5.1.2).

use super::{Reference, cards, others_after, seats_from};

/// The opponents of a team.
pub fn other_team(team: &str) -> &'static str {
    match team {
        "re" => "kontra",
        "kontra" => "re",
        _ => panic!("unknown team {team:?}"),
    }
}

impl Reference {
    /// The team of a seat as it really is; `None` before the game is found,
    /// and in a marriage for the three others until it is clarified.
    pub fn team(&self, seat: usize) -> Option<&'static str> {
        match self.game.as_deref()? {
            "normal" if cards::count(&self.dealt[seat], "CQ") > 0 => Some("re"),
            "normal" => Some("kontra"),
            "marriage" => self.team_in_marriage(seat),
            _ if self.soloist == Some(seat) => Some("re"),
            _ => Some("kontra"),
        }
    }

    fn team_in_marriage(&self, seat: usize) -> Option<&'static str> {
        if self.marriage_player == Some(seat) {
            Some("re")
        } else if self.clarified_in.is_none() {
            None
        } else if self.marriage_partner == Some(seat) {
            Some("re")
        } else {
            Some("kontra")
        }
    }

    /// The seats of a team at this moment.
    pub fn members(&self, team: &str) -> Vec<usize> {
        (0..4).filter(|seat| self.team(*seat) == Some(team)).collect()
    }

    /// Whether somebody plays alone: announced solo, silent solo, or a
    /// marriage without a partner.
    pub fn is_solo(&self) -> bool {
        self.members("re").len() == 1 && self.members("kontra").len() == 3
    }

    /// The team of a seat as everybody knows it.
    pub fn known_to_all(&self, seat: usize) -> Option<&'static str> {
        if self.game.as_deref() != Some("normal") {
            // Solos and marriages are played with open teams.
            return self.team(seat);
        }
        self.shown_in_normal_game()[seat]
    }

    /// The team of a seat as one player knows it.
    pub fn known_to(&self, viewer: usize, seat: usize) -> Option<&'static str> {
        if self.game.as_deref() != Some("normal") {
            return self.team(seat);
        }
        let mut known = self.shown_in_normal_game();
        known[viewer] = self.team(viewer);
        if self.queens_of_clubs_seen_by(viewer) == 2 {
            for other in others_after(viewer) {
                if self.queens_of_clubs_played_by(other) == 0 {
                    known[other] = Some("kontra");
                }
            }
        }
        close(&mut known);
        // A queen of clubs that the viewer has not seen is with the only other
        // player who may have one.
        let mut may_have_one = others_after(viewer);
        may_have_one.retain(|other| known[*other] != Some("kontra"));
        if self.queens_of_clubs_seen_by(viewer) < 2 && may_have_one.len() == 1 {
            known[may_have_one[0]] = Some("re");
        }
        known[seat]
    }

    /// Teams shown by announcements and by queens of clubs on the table.
    fn shown_in_normal_game(&self) -> [Option<&'static str>; 4] {
        let mut known = [None; 4];
        for announcement in &self.announcements {
            known[announcement.seat] = Some(announcement.team);
        }
        for seat in seats_from(0) {
            if self.queens_of_clubs_played_by(seat) > 0 {
                known[seat] = Some("re");
            }
        }
        for seat in seats_from(0) {
            if self.queens_of_clubs_played_by(seat) == 2 {
                known = [Some("kontra"); 4];
                known[seat] = Some("re");
            }
        }
        close(&mut known);
        known
    }

    fn queens_of_clubs_played_by(&self, seat: usize) -> usize {
        let played = self.tricks.iter().flatten();
        let by_seat = played.filter(|play| play.0 == seat);
        by_seat.filter(|play| play.1 == "CQ").count()
    }

    /// Those the viewer was dealt and those others played.
    fn queens_of_clubs_seen_by(&self, viewer: usize) -> usize {
        let mut seen = cards::count(&self.dealt[viewer], "CQ");
        for other in others_after(viewer) {
            seen += self.queens_of_clubs_played_by(other);
        }
        seen
    }
}

/// Two re players have no third, and three kontra players need an opponent.
fn close(known: &mut [Option<&'static str>; 4]) {
    let count = |team| known.iter().filter(|k| **k == Some(team)).count();
    let rest = if count("re") == 2 {
        Some("kontra")
    } else if count("kontra") == 3 {
        Some("re")
    } else {
        None
    };
    for entry in known.iter_mut() {
        if entry.is_none() {
            *entry = rest;
        }
    }
}
