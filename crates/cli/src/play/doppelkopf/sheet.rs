//! The score sheet: which rule gave which point.

use super::{DoppelkopfFace, words};
use crate::play::style::{BOLD, DIM, GOOD, paint, rule, signed};
use kontra_doppelkopf::{Doppelkopf, GameTally, GameType, Level, Team};
use kontra_game::Seat;
use std::io::{self, Write};

impl DoppelkopfFace {
    pub(super) fn print_sheet(&self, game: &Doppelkopf, out: &mut dyn Write) -> io::Result<()> {
        let tally = game.tally();
        let kind = game.public().kind().unwrap_or(GameType::Normal);
        let silent = tally.is_solo() && !kind.is_solo();
        let name = match (kind, silent) {
            (GameType::Normal, true) => "silent solo (stilles Solo)",
            (GameType::Marriage, true) => "marriage without a partner, a solo",
            _ => words::kind(kind),
        };
        writeln!(out, "\n{}", rule(&format!("Score sheet · {name}")))?;
        for team in Team::ALL {
            self.print_team(&tally, team, out)?;
        }
        let verdict = match tally.winner() {
            Some(team) => format!("{} wins", words::team(team)),
            None => "Nobody wins: both teams missed what they announced".to_owned(),
        };
        writeln!(out, "\n  {}.", paint(GOOD, verdict))?;
        print_lines(&tally, out)?;
        let scores = tally.scores();
        let scores = self
            .names
            .iter()
            .zip(scores)
            .map(|(name, score)| format!("{name} {}", signed(f64::from(score))));
        writeln!(out, "  {}", paint(BOLD, scores.collect::<Vec<_>>().join(" · ")))?;
        if self.person.is_some() {
            writeln!(out, "\n  {}", paint(DIM, "The hands were"))?;
            self.print_hands(out)?;
        }
        Ok(())
    }

    fn print_team(&self, tally: &GameTally, team: Team, out: &mut dyn Write) -> io::Result<()> {
        let members = if team == Team::Re { tally.re } else { tally.re.others() };
        let members: Vec<&str> = members.iter().map(|seat: Seat| self.name(seat)).collect();
        let (points, tricks) = (tally.points[team as usize], tally.tricks[team as usize]);
        let level = tally.levels[team as usize];
        let announced = if level == Level::Silent {
            String::new()
        } else {
            format!(", announced {}", words::level(level, team))
        };
        let tricks = if tricks == 1 { "1 trick".to_owned() } else { format!("{tricks} tricks") };
        writeln!(
            out,
            "  {:6}  {:22}  {points:3} points, {tricks}{announced}",
            words::team(team),
            members.join(", ")
        )
    }
}

/// Every line with its rule, and what they add up to.
fn print_lines(tally: &GameTally, out: &mut dyn Write) -> io::Result<()> {
    let lines = tally.lines();
    for line in &lines {
        let points = format!("{:>3}", signed(f64::from(line.rule.points())));
        let number = paint(DIM, format!("rule {}", line.rule.number()));
        let what = words::rule(line.rule);
        writeln!(out, "  {points}  {:6}  {what:42} {number}", words::team(line.team))?;
    }
    let difference = tally.difference();
    let (team, value) =
        if difference >= 0 { (Team::Re, difference) } else { (Team::Kontra, -difference) };
    let solo = if tally.is_solo() {
        format!("; alone, three times that: {}", 3 * value)
    } else {
        String::new()
    };
    let points = format!("{:>3}", signed(f64::from(value)));
    writeln!(out, "  {}  {:6}  in all{solo}", paint(BOLD, points), words::team(team))
}
