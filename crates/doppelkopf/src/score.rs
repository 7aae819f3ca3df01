use crate::moves::Level;
use crate::public::Public;
use crate::seats::{SEATS, SeatSet};
use crate::team::Team;
use kontra_game::Seat;

/// All card points of the deck.
const ALL_POINTS: u16 = 240;

/// What a finished game is scored by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameTally {
    /// Who was re. One seat: a solo, also a silent one and a marriage without partner.
    pub re: SeatSet,
    /// Card points of re and kontra.
    pub points: [u16; 2],
    /// Tricks of re and kontra.
    pub tricks: [u8; 2],
    /// What re and kontra announced.
    pub levels: [Level; 2],
    /// Foxes that re and kontra caught.
    pub foxes: [u8; 2],
    /// Who won the last trick with a charlie.
    pub charlie: Option<Team>,
    /// Tricks of at least 40 points of re and kontra.
    pub doppelkopfs: [u8; 2],
}

/// A rule that gives score points, with its number in Sievers 2012, 2.2.7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScoreRule {
    /// (1a) Reached 120, 90, 60 or 30 points against no 90, no 60, no 30 or black
    Against(Level),
    /// (1b) The opponents are below 90, 60 or 30, or black
    Below(Level),
    /// (2a) Won the game
    Won,
    /// (2b) Re or kontra was announced: two points
    Announced(Team),
    /// (2c) No 90, no 60, no 30 or black was announced by this team
    Level(Team, Level),
    /// (3a) Kontra won against the elders (Gegen die Alten)
    AgainstElders,
    /// (3b) A fox was caught
    Fox,
    /// (3c) The last trick was won with a charlie
    Charlie,
    /// (3d) A trick of at least 40 points
    Doppelkopf,
}

impl ScoreRule {
    /// The rule's number in Sievers 2012, 2.2.7.
    pub const fn number(self) -> &'static str {
        match self {
            ScoreRule::Against(_) => "1a",
            ScoreRule::Below(_) => "1b",
            ScoreRule::Won => "2a",
            ScoreRule::Announced(_) => "2b",
            ScoreRule::Level(..) => "2c",
            ScoreRule::AgainstElders => "3a",
            ScoreRule::Fox => "3b",
            ScoreRule::Charlie => "3c",
            ScoreRule::Doppelkopf => "3d",
        }
    }

    /// What the rule is worth.
    pub const fn points(self) -> i32 {
        if let ScoreRule::Announced(_) = self { 2 } else { 1 }
    }
}

/// One line of the score sheet: this team gets the points of this rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScoreLine {
    /// Who gets the points.
    pub team: Team,
    /// What for.
    pub rule: ScoreRule,
}

/// The levels above re and kontra, with the points that defeat them (1a) and the bound they claim (1b).
const CLAIMS: [(Level, u16, u16); 4] =
    [(Level::No90, 120, 90), (Level::No60, 90, 60), (Level::No30, 60, 30), (Level::Black, 30, 0)];

impl GameTally {
    pub(crate) fn of(public: &Public, re: SeatSet) -> GameTally {
        let team = |seat: Seat| Team::re_if(re.contains(seat)) as usize;
        let mut tally = GameTally {
            re,
            points: [0; 2],
            tricks: [0; 2],
            levels: public.levels,
            foxes: [0; 2],
            charlie: public.charlie.map(|seat| Team::re_if(re.contains(seat))),
            doppelkopfs: [0; 2],
        };
        for seat in Seat::all(SEATS) {
            tally.points[team(seat)] += u16::from(public.points[seat.index()]);
            tally.tricks[team(seat)] += public.tricks_won[seat.index()];
            tally.doppelkopfs[team(seat)] += public.doppelkopfs[seat.index()];
        }
        for fox in public.foxes.into_iter().filter(|&fox| fox != 0) {
            let fox = usize::from(fox) - 1;
            let winner = team(Seat::wrapping(fox / SEATS, SEATS));
            let owner = team(Seat::wrapping(fox, SEATS));
            tally.foxes[winner] += u8::from(winner != owner);
        }
        tally
    }

    /// Whether one plays against three.
    pub fn is_solo(&self) -> bool {
        self.re.len() == 1
    }

    /// The winner; `None` when both teams failed what they announced.
    pub fn winner(&self) -> Option<Team> {
        Team::ALL.into_iter().find(|&team| self.has_won(team))
    }

    /// Whether what a team announced came true: re and kontra if it won, any other level if the opponents stayed below.
    pub fn is_kept(&self, team: Team, level: Level) -> bool {
        match level {
            Level::Silent | Level::Game => self.winner() == Some(team),
            _ => self.keeps(team, level),
        }
    }

    fn has_won(&self, team: Team) -> bool {
        let (own, theirs) = (self.level(team), self.level(team.opponent()));
        if own > Level::Game {
            // A team that announced more than re or kontra has to keep its word.
            self.keeps(team, own)
        } else if theirs > Level::Game {
            // Otherwise it is enough to break the opponents'.
            !self.keeps(team.opponent(), theirs)
        } else {
            self.points(team) >= self.needed(team)
        }
    }

    /// Whether the other team stays below what `team` claims with this level.
    fn keeps(&self, team: Team, level: Level) -> bool {
        let theirs = self.points(team.opponent());
        match level {
            Level::Silent | Level::Game => true,
            Level::No90 => theirs < 90,
            Level::No60 => theirs < 60,
            Level::No30 => theirs < 30,
            Level::Black => self.tricks[team.opponent() as usize] == 0,
        }
    }

    /// The points that win when nobody announced more than re or kontra.
    fn needed(&self, team: Team) -> u16 {
        let only_kontra =
            self.level(Team::Re) == Level::Silent && self.level(Team::Kontra) == Level::Game;
        let half = ALL_POINTS / 2;
        half + u16::from((team == Team::Re) != only_kontra)
    }

    fn level(&self, team: Team) -> Level {
        self.levels[team as usize]
    }

    fn points(&self, team: Team) -> u16 {
        self.points[team as usize]
    }

    /// Hands every line of the score sheet to `line`, in the order of the rules.
    #[inline]
    pub fn each_line(&self, mut line: impl FnMut(ScoreLine)) {
        let winner = self.winner();
        for team in Team::ALL {
            if winner.is_none_or(|winner| winner == team) {
                self.lines_of_points(team, |rule| line(ScoreLine { team, rule }));
            }
        }
        if let Some(team) = winner {
            self.lines_of_victory(|rule| line(ScoreLine { team, rule }));
        }
        if !self.is_solo() {
            self.special_lines(winner, line);
        }
    }

    /// Rules (1a) and (1b).
    fn lines_of_points(&self, team: Team, mut line: impl FnMut(ScoreRule)) {
        let opponent = team.opponent();
        for (level, defeat, _) in CLAIMS {
            if self.level(opponent) >= level && self.points(team) >= defeat {
                line(ScoreRule::Against(level));
            }
        }
        for (level, _, bound) in CLAIMS {
            let below = match level {
                Level::Black => self.tricks[opponent as usize] == 0,
                _ => self.points(opponent) < bound,
            };
            if below {
                line(ScoreRule::Below(level));
            }
        }
    }

    /// Rules (2a) to (2c).
    fn lines_of_victory(&self, mut line: impl FnMut(ScoreRule)) {
        line(ScoreRule::Won);
        for team in Team::ALL {
            if self.level(team) >= Level::Game {
                line(ScoreRule::Announced(team));
            }
            for (level, ..) in CLAIMS {
                if self.level(team) >= level {
                    line(ScoreRule::Level(team, level));
                }
            }
        }
    }

    /// Rules (3a) to (3d).
    fn special_lines(&self, winner: Option<Team>, mut line: impl FnMut(ScoreLine)) {
        if winner == Some(Team::Kontra) {
            line(ScoreLine { team: Team::Kontra, rule: ScoreRule::AgainstElders });
        }
        for team in Team::ALL {
            for _ in 0..self.foxes[team as usize] {
                line(ScoreLine { team, rule: ScoreRule::Fox });
            }
            if self.charlie == Some(team) {
                line(ScoreLine { team, rule: ScoreRule::Charlie });
            }
            for _ in 0..self.doppelkopfs[team as usize] {
                line(ScoreLine { team, rule: ScoreRule::Doppelkopf });
            }
        }
    }

    /// All lines of the score sheet.
    pub fn lines(&self) -> Vec<ScoreLine> {
        let mut lines = vec![];
        self.each_line(|line| lines.push(line));
        lines
    }

    /// Score points of re minus those of kontra: what each player of re gets, three times that in a solo.
    pub fn difference(&self) -> i32 {
        let mut difference = 0;
        self.each_line(|ScoreLine { team, rule }| {
            difference += if team == Team::Re { rule.points() } else { -rule.points() };
        });
        difference
    }

    /// Score points of each seat. They add up to 0.
    pub fn scores(&self) -> [i32; SEATS] {
        let difference = self.difference();
        let re = if self.is_solo() { 3 * difference } else { difference };
        std::array::from_fn(|seat| {
            if self.re.contains(Seat::wrapping(seat, SEATS)) { re } else { -difference }
        })
    }
}
