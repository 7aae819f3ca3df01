//! The score, line by line.

use super::{level_name, words};
use crate::messages::doppelkopf::{self, Line, Sheet};
use kontra_doppelkopf::{Doppelkopf, SEATS, ScoreLine, ScoreRule, Team};
use kontra_game::Seat;

pub(super) fn sheet(game: &Doppelkopf) -> Sheet {
    let tally = game.tally();
    let of = |team: Team| {
        let seats = Seat::all(SEATS).filter(|&seat| tally.re.contains(seat) == (team == Team::Re));
        doppelkopf::Team {
            seats: seats.map(Seat::index).collect(),
            points: tally.points[team as usize],
            tricks: tally.tricks[team as usize],
            announced: level_name(tally.levels[team as usize], team),
        }
    };
    Sheet {
        winner: tally.winner().map(Team::name),
        re: of(Team::Re),
        kontra: of(Team::Kontra),
        solo: tally.is_solo(),
        lines: tally.lines().into_iter().map(line).collect(),
        difference: tally.difference(),
        scores: tally.scores(),
    }
}

/// One line: who gets how much, and what for.
fn line(ScoreLine { team, rule }: ScoreLine) -> Line {
    Line {
        team: team.name(),
        points: rule.points(),
        rule: rule.number(),
        name: name(rule),
        words: words::rule(rule),
    }
}

const fn name(rule: ScoreRule) -> &'static str {
    match rule {
        ScoreRule::Against(_) => "against",
        ScoreRule::Below(_) => "below",
        ScoreRule::Won => "won",
        ScoreRule::Announced(_) => "announced",
        ScoreRule::Level(..) => "level",
        ScoreRule::AgainstElders => "elders",
        ScoreRule::Fox => "fox",
        ScoreRule::Charlie => "charlie",
        ScoreRule::Doppelkopf => "doppelkopf",
    }
}
