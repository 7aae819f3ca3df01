//! The language of the cases: a table at which the fast rules and the reference play the same game, and every
//! expectation is held against both.

use super::dealing;
use crate::reference::{Facts, Reference};
use kontra_doppelkopf::{
    Announcing, Deal, Doppelkopf, Duty, GameTally, Level, Question, Rules, SEATS, Start, Team,
};
use kontra_game::{Game, Notation, Seat, Turn};

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).expect("seats are 0 to 3")
}

/// A start: seat 0 is in first position, nobody owes a solo, announcements go step by step, unless said otherwise.
#[derive(Clone)]
pub(crate) struct Setup(Start);

/// The deal with these cards; the rest of the deck is filled in.
#[track_caller]
pub(crate) fn deal(hands: [&str; SEATS]) -> Setup {
    Setup::of(dealing::deal(hands))
}

impl Setup {
    pub(crate) fn of(deal: Deal) -> Setup {
        Setup(Start::single(Rules::default(), deal))
    }

    pub(crate) fn from_start(start: Start) -> Setup {
        Setup(start)
    }

    /// The cards alone.
    pub(crate) fn deal(&self) -> Deal {
        self.0.deal
    }

    /// Who is in first position: the seat left of the dealer.
    pub(crate) fn first(mut self, first: usize) -> Setup {
        self.0.dealer = seat(first).after(3, SEATS);
        self
    }

    /// These seats still have to play a compulsory solo, in this many games.
    pub(crate) fn owing<const N: usize>(mut self, seats: [usize; N], games_left: u16) -> Setup {
        self.0.duty = Some(Duty { games_left, open_solos: seats.map(seat).into_iter().collect() });
        self
    }

    /// Announcements in the first style: choose any legal level.
    pub(crate) fn choosing(mut self) -> Setup {
        self.0.rules.announcing = Announcing::Choose;
        self
    }

    /// The table before its first question.
    pub(crate) fn begin(self) -> Table {
        let (fast, slow) = (Doppelkopf::new(&self.0), Reference::of(&self.0));
        Table { fast, slow, told: String::new() }
    }

    /// The table with everybody healthy: a normal game before its first announcement.
    #[track_caller]
    pub(crate) fn healthy(self) -> Table {
        self.begin().find("no", None).plays("normal")
    }

    /// The table with this seat's marriage, before the first card.
    #[track_caller]
    pub(crate) fn marriage_of(self, bride: usize) -> Table {
        self.begin().find("no", Some((bride, "no"))).plays("marriage")
    }

    /// The table with this seat's solo, before the first announcement.
    #[track_caller]
    pub(crate) fn solo_of(self, soloist: usize, kind: &str) -> Table {
        self.begin().find("yes", Some((soloist, kind))).plays(kind)
    }
}

/// A game in play, on both implementations.
#[derive(Clone)]
pub(crate) struct Table {
    fast: Doppelkopf,
    slow: Reference,
    /// What was answered so far, for the message of a failure.
    told: String,
}

impl Table {
    fn to_move(&self) -> Option<usize> {
        match self.fast.turn() {
            Turn::Seat(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        }
    }

    fn question(&self) -> Option<&'static str> {
        self.fast.public().question().map(Question::name)
    }

    fn legal(&self) -> String {
        let texts = self.fast.choices().into_iter().map(|action| self.fast.action_text(action));
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Both implementations say the same, and it is what the case expects.
    #[track_caller]
    fn expect<T: PartialEq + std::fmt::Debug>(&self, what: &str, fast: T, slow: T, expected: T) {
        assert_eq!(fast, expected, "fast rules: {what} after{}", self.told);
        assert_eq!(slow, expected, "reference: {what} after{}", self.told);
    }

    #[track_caller]
    fn answer(&mut self, answer: &str) {
        let action = self.fast.parse_action(answer);
        let legal = self.legal();
        let Some(action) = action else {
            panic!("{answer} is not one of {legal} after{}", self.told)
        };
        self.told += &format!(" {}:{answer}", self.to_move().unwrap_or(9));
        self.slow.play(answer);
        self.fast.play(action);
    }

    /// This seat is asked this question and may give these answers, in this order.
    #[track_caller]
    pub(crate) fn asked(self, seat: usize, question: &str, legal: &str) -> Table {
        self.expect("who is asked", self.to_move(), self.slow.to_move(), Some(seat));
        self.expect("the question", self.question(), self.slow.question(), Some(question));
        self.expect("answers", self.legal(), self.slow.legal().join(" "), legal.to_owned());
        self
    }

    /// Answers in order, such as `0 no, 1 yes`, with the question where it matters: `0 reservation no`.
    #[track_caller]
    pub(crate) fn say(mut self, script: &str) -> Table {
        for line in script.split(',') {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (seat, answer) = (words[0].parse().expect("a seat"), words[words.len() - 1]);
            self.expect("who is asked", self.to_move(), self.slow.to_move(), Some(seat));
            if let [_, question, _] = words[..] {
                self.expect("question", self.question(), self.slow.question(), Some(question));
            }
            self.answer(answer);
        }
        self
    }

    /// Finds the game: one seat has a reservation, is asked whether it is a solo and then says which.
    #[track_caller]
    fn find(mut self, immediately: &str, reservation: Option<(usize, &str)>) -> Table {
        while self.fast.public().kind().is_none() {
            let seat = self.to_move();
            let own = reservation.filter(|(holder, _)| Some(*holder) == seat);
            let answer = match (own, self.question()) {
                (None, _) => "no",
                (Some(_), Some("immediate-solo")) => immediately,
                (Some(_), Some("reservation")) => "yes",
                (Some((_, "no")), Some("solo")) => "no",
                (Some(_), Some("solo")) => "yes",
                (Some((_, kind)), _) => kind,
            };
            self.answer(answer);
        }
        self
    }

    /// This type of game was found.
    #[track_caller]
    pub(crate) fn plays(self, kind: &str) -> Table {
        let found = self.fast.public().kind().map(|kind| kind.to_string());
        self.expect("the game", found, self.slow.game(), Some(kind.to_owned()));
        self
    }

    /// The game found is a compulsory solo, or is none.
    #[track_caller]
    pub(crate) fn compulsory(self, expected: bool) -> Table {
        let fast = self.fast.public().is_compulsory();
        self.expect("a compulsory solo", fast, self.slow.is_compulsory(), expected);
        self
    }

    /// Nobody announces anything until the next card.
    #[track_caller]
    pub(crate) fn pass(mut self) -> Table {
        while self.question() == Some("announcement") {
            self.answer("no");
        }
        self
    }

    /// Exactly these seats are asked for announcements before the next card; they may say this, and say no.
    ///
    /// `0: no yes | 1: no`, and nothing at all for a round in which nobody is asked.
    #[track_caller]
    pub(crate) fn round(mut self, script: &str) -> Table {
        for part in script.split('|').filter(|part| !part.trim().is_empty()) {
            let (seat, legal) = part.split_once(':').expect("seat: answers");
            let seat = seat.trim().parse().expect("a seat");
            self = self.asked(seat, "announcement", legal.trim());
            self.answer("no");
        }
        let next = Some("card").filter(|_| self.to_move().is_some());
        self.expect("the question", self.question(), self.slow.question(), next);
        self
    }

    /// Cards in the order of play; nobody announces anything before any of them.
    #[track_caller]
    pub(crate) fn cards(mut self, cards: &str) -> Table {
        for card in cards.split_whitespace() {
            self = self.pass();
            self.answer(card);
        }
        self
    }

    /// This seat leads these cards, and nobody announces anything before any of them.
    #[track_caller]
    pub(crate) fn trick(self, leader: usize, cards: &str) -> Table {
        self.leads(leader).cards(cards)
    }

    /// This seat plays the next card.
    #[track_caller]
    pub(crate) fn leads(self, leader: usize) -> Table {
        let table = self.clone().pass();
        table.expect("the next card", table.to_move(), table.slow.to_move(), Some(leader));
        self
    }

    /// Everybody plays their first legal card to the end and announces nothing.
    #[track_caller]
    pub(crate) fn play_out(mut self) -> Table {
        while self.to_move().is_some() {
            self = self.pass();
            let first = self.legal().split(' ').next().map(str::to_owned);
            if let (Some(card), true) = (first, self.to_move().is_some()) {
                self.answer(&card);
            }
        }
        self
    }

    /// What re and kontra have announced.
    #[track_caller]
    pub(crate) fn levels(self, re: Level, kontra: Level) -> Table {
        let fast = Team::ALL.map(|team| self.fast.public().level(team) as u8);
        let slow = Team::ALL.map(|team| self.slow.level(team.name()));
        self.expect("levels", fast, slow, [re as u8, kontra as u8]);
        self
    }

    /// The teams as one player sees them: a word for each seat, `?` where they cannot tell.
    #[track_caller]
    pub(crate) fn sees(self, viewer: usize, teams: &str) -> Table {
        let fast = names(|i| self.fast.view(seat(viewer)).team(seat(i)).map(Team::name));
        let slow = names(|i| self.slow.known_to(viewer, i));
        self.expect(&format!("teams seen by {viewer}"), fast, slow, teams.to_owned());
        self
    }

    /// The teams as everybody knows them.
    #[track_caller]
    pub(crate) fn all_see(self, teams: &str) -> Table {
        let fast = names(|i| self.fast.public().known_team(seat(i)).map(Team::name));
        let slow = names(|i| self.slow.known_to_all(i));
        self.expect("teams known to all", fast, slow, teams.to_owned());
        self
    }

    /// The teams as they are.
    #[track_caller]
    pub(crate) fn teams(self, teams: &str) -> Table {
        let fast = names(|i| self.fast.team(seat(i)).map(Team::name));
        let slow = names(|i| self.slow.team(i));
        self.expect("teams", fast, slow, teams.to_owned());
        self
    }

    /// Card points in the tricks of each seat.
    #[track_caller]
    pub(crate) fn points(self, points: [u32; SEATS]) -> Table {
        let fast = std::array::from_fn(|i| u32::from(self.fast.public().points(seat(i))));
        self.expect("card points", fast, self.slow.card_points(), points);
        self
    }

    /// The lines of the score sheet, `re: 1b 2a | kontra: 3c`, of a game that is over.
    #[track_caller]
    pub(crate) fn sheet(self, sheet: &str) -> Table {
        assert_eq!(self.to_move(), None, "the game is over");
        let fast = sheet_of(&self.fast.tally());
        let slow = reference_sheet_of(&self.slow.facts());
        self.expect("the score sheet", fast, slow, sheet.to_owned());
        self
    }

    /// The lines of one rule on the score sheet of a game that is over: how many for re and for kontra.
    #[track_caller]
    pub(crate) fn counts(self, rule: &str, re: usize, kontra: usize) -> Table {
        assert_eq!(self.to_move(), None, "the game is over");
        let lines = self.fast.tally().lines();
        let count = |team: Team| {
            lines.iter().filter(|line| line.team == team && line.rule.number() == rule).count()
        };
        let slow = self.slow.score_lines();
        let slow =
            |team: Team| slow.iter().filter(|line| line.0 == team.name() && line.1 == rule).count();
        self.expect(rule, Team::ALL.map(count), Team::ALL.map(slow), [re, kontra]);
        self
    }

    /// The score of each seat.
    #[track_caller]
    pub(crate) fn scores(self, scores: [i32; SEATS]) -> Table {
        assert_eq!(self.to_move(), None, "the game is over");
        self.expect("scores", self.fast.tally().scores(), self.slow.scores(), scores);
        self
    }

    /// The finished or unfinished game of the fast rules.
    pub(crate) fn game(&self) -> &Doppelkopf {
        &self.fast
    }
}

fn names(team: impl Fn(usize) -> Option<&'static str>) -> String {
    [0, 1, 2, 3].map(|i| team(i).unwrap_or("?")).join(" ")
}

/// The score sheet of the fast rules: the numbers of the rules for each team.
pub(crate) fn sheet_of(tally: &GameTally) -> String {
    let lines = tally.lines();
    write_sheet(lines.iter().map(|line| (line.team.name(), line.rule.number())).collect())
}

/// The score sheet of the reference.
pub(crate) fn reference_sheet_of(facts: &Facts) -> String {
    let lines = crate::reference::lines(facts);
    write_sheet(lines.into_iter().map(|(team, rule, _)| (team, rule)).collect())
}

fn write_sheet(mut lines: Vec<(&str, &str)>) -> String {
    lines.sort_by_key(|line| line.1);
    let of = |team: Team| {
        let of_team = lines.iter().filter(|line| line.0 == team.name()).map(|line| line.1);
        of_team.collect::<Vec<_>>().join(" ")
    };
    let parts = Team::ALL.map(|team| (team, of(team)));
    let parts = parts.iter().filter(|(_, rules)| !rules.is_empty());
    parts.map(|(team, rules)| format!("{team}: {rules}")).collect::<Vec<_>>().join(" | ")
}
