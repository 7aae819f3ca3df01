//! Score sheets of games that need not be played: what was announced, who got how many points.

use super::table::{reference_sheet_of, seat, sheet_of};
use crate::reference::Facts;
use kontra_doppelkopf::{GameTally, Level, SEATS, SeatSet, Team};

/// What a finished game is scored by; 121 to 119 points, six tricks each, nothing announced, unless said otherwise.
#[derive(Clone, Copy)]
pub(crate) struct Sheet(GameTally);

/// A normal game of seats 0 and 2 against 1 and 3.
pub(crate) fn normal() -> Sheet {
    Sheet::of([0, 2].map(seat).into_iter().collect())
}

/// A solo of seat 0.
pub(crate) fn solo() -> Sheet {
    Sheet::of(SeatSet::only(seat(0)))
}

impl Sheet {
    fn of(re: SeatSet) -> Sheet {
        Sheet(GameTally {
            re,
            points: [121, 119],
            tricks: [6, 6],
            levels: [Level::Silent; 2],
            foxes: [0; 2],
            charlie: None,
            doppelkopfs: [0; 2],
        })
    }

    /// Re announced this level.
    pub(crate) fn re(mut self, level: Level) -> Sheet {
        self.0.levels[0] = level;
        self
    }

    /// Kontra announced this level.
    pub(crate) fn kontra(mut self, level: Level) -> Sheet {
        self.0.levels[1] = level;
        self
    }

    /// Re got this many card points, and kontra the rest.
    pub(crate) fn re_gets(mut self, points: u16) -> Sheet {
        self.0.points = [points, 240 - points];
        self
    }

    /// Kontra got this many card points, and re the rest.
    pub(crate) fn kontra_gets(self, points: u16) -> Sheet {
        self.re_gets(240 - points)
    }

    /// Tricks of re; the rest are kontra's.
    pub(crate) fn re_tricks(mut self, tricks: u8) -> Sheet {
        self.0.tricks = [tricks, 12 - tricks];
        self
    }

    /// Foxes caught by re and by kontra.
    pub(crate) fn foxes(mut self, re: u8, kontra: u8) -> Sheet {
        self.0.foxes = [re, kontra];
        self
    }

    /// This team won the last trick with a charlie.
    pub(crate) fn charlie(mut self, team: Team) -> Sheet {
        self.0.charlie = Some(team);
        self
    }

    /// Tricks of at least 40 points of re and of kontra.
    pub(crate) fn doppelkopfs(mut self, re: u8, kontra: u8) -> Sheet {
        self.0.doppelkopfs = [re, kontra];
        self
    }

    fn facts(&self) -> Facts {
        let GameTally { re, points, tricks, levels, foxes, charlie, doppelkopfs } = self.0;
        Facts {
            solo: re.len() == 1,
            re_points: u32::from(points[0]),
            re_tricks: u32::from(tricks[0]),
            kontra_tricks: u32::from(tricks[1]),
            re_level: levels[0] as u8,
            kontra_level: levels[1] as u8,
            foxes_caught_by_re: u32::from(foxes[0]),
            foxes_caught_by_kontra: u32::from(foxes[1]),
            charlie: charlie.map(Team::name),
            doppelkopfs_re: u32::from(doppelkopfs[0]),
            doppelkopfs_kontra: u32::from(doppelkopfs[1]),
        }
    }

    #[track_caller]
    fn won_by(self, team: Option<Team>) -> Sheet {
        assert_eq!(self.0.winner(), team, "fast rules: the winner of {:?}", self.0);
        let slow = crate::reference::winner(&self.facts());
        assert_eq!(slow, team.map(Team::name), "reference: the winner of {:?}", self.0);
        self
    }

    #[track_caller]
    pub(crate) fn re_wins(self) -> Sheet {
        self.won_by(Some(Team::Re))
    }

    #[track_caller]
    pub(crate) fn kontra_wins(self) -> Sheet {
        self.won_by(Some(Team::Kontra))
    }

    #[track_caller]
    pub(crate) fn nobody_wins(self) -> Sheet {
        self.won_by(None)
    }

    /// The numbers of the rules that give points, `re: 1b 2a | kontra: 3c`.
    #[track_caller]
    pub(crate) fn lines(self, sheet: &str) -> Sheet {
        assert_eq!(sheet_of(&self.0), sheet, "fast rules: the sheet of {:?}", self.0);
        assert_eq!(reference_sheet_of(&self.facts()), sheet, "reference: {:?}", self.0);
        self
    }

    /// The score of each seat.
    #[track_caller]
    pub(crate) fn scores(self, scores: [i32; SEATS]) -> Sheet {
        assert_eq!(self.0.scores(), scores, "fast rules: the scores of {:?}", self.0);
        let difference = crate::reference::difference(&self.facts());
        assert_eq!(difference, -scores[1], "reference: the difference of {:?}", self.0);
        self
    }

    /// The four scores added up.
    pub(crate) fn total(self) -> i32 {
        self.0.scores().iter().sum()
    }
}
