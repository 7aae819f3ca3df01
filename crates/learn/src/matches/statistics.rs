use super::Ended;
use crate::selfplay::Decider;
use kontra_doppelkopf::{Doppelkopf, GameTally, GameType, Level, Move, Question, Start, Team};
use kontra_game::{Game, Seat};
use std::fmt;

/// A count, how often it went well, and sums of points.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct PointSums {
    /// How often.
    pub count: u64,
    /// How often it was won, or kept.
    pub well: u64,
    /// Score points that it made.
    pub gain: f64,
    /// Score points of the whole game.
    pub score: f64,
}

impl PointSums {
    fn add(&mut self, well: bool, gain: i32, score: i32) {
        self.count += 1;
        self.well += u64::from(well);
        self.gain += f64::from(gain);
        self.score += f64::from(score);
    }

    /// The share that went well, in per cent.
    pub fn per_cent(&self) -> f64 {
        100.0 * self.well as f64 / self.count.max(1) as f64
    }

    /// Points made, on average.
    pub fn mean_gain(&self) -> f64 {
        self.gain / self.count.max(1) as f64
    }

    /// Points of the game, on average.
    pub fn mean_score(&self) -> f64 {
        self.score / self.count.max(1) as f64
    }
}

/// Who announces: re or kontra in a normal game or a marriage, a soloist, or somebody against a soloist.
const ROLES: [&str; 4] = ["re", "kontra", "soloist", "against a soloist"];
const LEVELS: [&str; 5] = ["re/kontra", "no 90", "no 60", "no 30", "black"];

/// How a network plays Doppelkopf: types of games, solos, announcements of its seats.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Statistics {
    /// Games.
    pub games: u64,
    /// By [`GameType::ALL`].
    pub kinds: [u64; 9],
    /// Normal games in which one player held both ♣Q and said nothing.
    pub silent_solos: u64,
    /// By [`GameType::SOLOS`].
    pub solos: [PointSums; 7],
    /// By role and level: what was announced, how often it was kept, and what the announcement brought.
    pub announced: [[PointSums; 5]; 4],
    /// Normal games of re, by player.
    pub re: PointSums,
    /// Marriages, by bride.
    pub marriages: PointSums,
}

impl Statistics {
    /// Takes down a finished game, as far as seats of the network are concerned.
    pub fn add(&mut self, start: &Start, ended: &Ended<Doppelkopf>) {
        let game = &ended.game;
        let (tally, scores) = (game.tally(), game.tally().scores());
        let Some(kind) = game.public().kind() else { return };
        self.games += 1;
        self.kinds[kind as usize] += 1;
        self.silent_solos += u64::from(kind == GameType::Normal && tally.is_solo());
        let is_own = |seat: Seat| ended.players[seat.index()] == Decider::Learner;
        let score = |seat: Seat| scores[seat.index()];
        if let Some(seat) = game.public().soloist().filter(|&seat| is_own(seat)) {
            let (won, points) = (score(seat) > 0, score(seat));
            match GameType::SOLOS.iter().position(|&solo| solo == kind) {
                Some(solo) => self.solos[solo].add(won, points, points),
                None => self.marriages.add(won, points, points),
            }
        }
        for seat in tally.re.iter().filter(|&seat| kind == GameType::Normal && is_own(seat)) {
            self.re.add(tally.winner() == Some(Team::Re), score(seat), score(seat));
        }
        for (seat, level) in announcements(start, &ended.decisions) {
            if is_own(seat) {
                self.add_announcement(&tally, kind, seat, level);
            }
        }
    }

    fn add_announcement(&mut self, tally: &GameTally, kind: GameType, seat: Seat, level: Level) {
        let team = Team::re_if(tally.re.contains(seat));
        let theirs = team.opponent() as usize;
        let kept = match level {
            Level::Silent | Level::Game => tally.winner() == Some(team),
            Level::No90 => tally.points[theirs] < 90,
            Level::No60 => tally.points[theirs] < 60,
            Level::No30 => tally.points[theirs] < 30,
            Level::Black => tally.tricks[theirs] == 0,
        };
        let role = match (kind.is_solo(), team) {
            (false, team) => team as usize,
            (true, Team::Re) => 2,
            (true, Team::Kontra) => 3,
        };
        // What the same game would have brought with one level less.
        let mut without = *tally;
        without.levels[team as usize] = Level::ALL[level as usize - 1];
        let score = tally.scores()[seat.index()];
        let gain = score - without.scores()[seat.index()];
        self.announced[role][level as usize - 1].add(kept, gain, score);
    }

    /// All solos together.
    pub fn all_solos(&self) -> PointSums {
        self.solos.iter().fold(PointSums::default(), |all, one| PointSums {
            count: all.count + one.count,
            well: all.well + one.well,
            gain: all.gain + one.gain,
            score: all.score + one.score,
        })
    }

    fn per_100(&self, count: u64) -> f64 {
        100.0 * count as f64 / self.games.max(1) as f64
    }
}

/// Who announced which level; a level that is skipped counts as announced.
fn announcements(start: &Start, decisions: &[(Seat, Move)]) -> Vec<(Seat, Level)> {
    let mut game = Doppelkopf::new(start);
    let mut found = vec![];
    for &(seat, action) in decisions {
        let asked = game.public().question();
        let team = game.team(seat);
        let before = team.map(|team| game.public().level(team));
        game.play(action);
        if let (Some(Question::Announcement), Some(team), Some(before)) = (asked, team, before) {
            let after = game.public().level(team);
            let passed = Level::ALL[before as usize + 1..=after as usize].iter();
            found.extend(passed.map(|&level| (seat, level)));
        }
    }
    found
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "games of {}:", self.games)?;
        for (kind, count) in GameType::ALL.iter().zip(self.kinds) {
            write!(f, " {kind} {:.1} %", self.per_100(count))?;
        }
        writeln!(f, ", silent solos {:.2} %", self.per_100(self.silent_solos))?;
        let line = |f: &mut fmt::Formatter<'_>, name: &str, sums: &PointSums| {
            let (won, mean) = (sums.per_cent(), sums.mean_score());
            writeln!(f, "{name}: {} won {won:.0} % mean {mean:+.2}", sums.count)
        };
        line(f, "solos", &self.all_solos())?;
        for (kind, sums) in GameType::SOLOS.iter().zip(&self.solos) {
            line(f, kind.name(), sums)?;
        }
        line(f, "normal games as re", &self.re)?;
        line(f, "marriages", &self.marriages)?;
        for (role, levels) in ROLES.iter().zip(&self.announced) {
            for (level, sums) in LEVELS.iter().zip(levels).filter(|(_, sums)| sums.count > 0) {
                let often = self.per_100(sums.count);
                let (kept, gain) = (sums.per_cent(), sums.mean_gain());
                let score = sums.mean_score();
                writeln!(
                    f,
                    "announced by {role}, {level}: {} ({often:.1} in 100 games) kept {kept:.0} % gain {gain:+.2} score {score:+.2}",
                    sums.count
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::start_of;
    use kontra_game::{MAX_SEATS, Streams, Turn};

    /// Random games, of which seats 0 and 2 are counted.
    fn games() -> Vec<(Start, Ended<Doppelkopf>)> {
        let streams = Streams::new(5);
        let mut players = [Decider::Rules; MAX_SEATS];
        (players[0], players[2]) = (Decider::Learner, Decider::Learner);
        let play = |deal: u64| {
            let (start, rng) = (start_of(streams, deal), &mut streams.test(deal));
            let mut game = Doppelkopf::new(&start);
            let mut decisions = vec![];
            while let (Turn::Seat(seat), Some(action)) = (game.turn(), game.random_action(rng)) {
                decisions.push((seat, action));
                game.play(action);
            }
            (start, Ended { deal, game, players, decisions, seen: vec![] })
        };
        (0..300).map(play).collect()
    }

    #[test]
    fn everything_that_was_announced_and_played_is_counted() {
        let mut statistics = Statistics::default();
        let (mut announced, mut solos, mut won) = (0, 0, 0);
        for (start, ended) in games() {
            statistics.add(&start, &ended);
            let mut game = Doppelkopf::new(&start);
            for (seat, action) in &ended.decisions {
                let asked = game.public().question() == Some(Question::Announcement);
                announced += u64::from(asked && *action == Move::Yes && seat.index() % 2 == 0);
                game.play(*action);
            }
            let soloist = game.public().soloist().filter(|seat| seat.index() % 2 == 0);
            if let (Some(seat), true) = (soloist, game.public().kind().unwrap().is_solo()) {
                solos += 1;
                won += u64::from(game.tally().scores()[seat.index()] > 0);
            }
        }
        assert_eq!((statistics.games, statistics.kinds.iter().sum::<u64>()), (300, 300));
        let counted = statistics.announced.iter().flatten().map(|sums| sums.count).sum::<u64>();
        assert_eq!(counted, announced);
        assert!(announced > 100 && solos > 50, "{announced} {solos}");
        assert_eq!((statistics.all_solos().count, statistics.all_solos().well), (solos, won));
    }

    /// What an announcement brings is the difference that one level makes: twice as much in a solo.
    #[test]
    fn a_kept_announcement_brings_points_and_a_failed_one_costs_them() {
        let mut statistics = Statistics::default();
        games().iter().for_each(|(start, ended)| statistics.add(start, ended));
        for (role, levels) in statistics.announced.iter().enumerate() {
            for sums in levels.iter().filter(|sums| sums.count > 20) {
                let kept = sums.per_cent();
                assert!(kept > 50.0 || sums.mean_gain() < 0.0, "role {role}: {sums:?}");
            }
        }
    }
}
