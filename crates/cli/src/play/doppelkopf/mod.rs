//! Doppelkopf in the terminal.

mod asking;
mod cards;
mod choices;
mod sheet;
mod story;
mod words;

use super::face::{Asked, Face, Reply, Terminal};
use super::phrases;
use super::series::GameSeries;
use kontra_doppelkopf::{
    Card, Cards, Deal, Doppelkopf, DoppelkopfView, Level, Move, Question, Rules, SEATS, Session,
    Start, Team,
};
use kontra_game::{DealRng, Game, Seat, Turn, View};
use std::io::{self, Write};

impl Terminal for Doppelkopf {
    fn face(names: &[String], person: Option<Seat>) -> Box<dyn Face<Self>> {
        Box::new(DoppelkopfFace::new(names, person))
    }

    fn series(rules: &Rules, games: u16) -> Box<dyn GameSeries<Self>> {
        Box::new(Session::casual(*rules, games))
    }

    fn rules_in_short() -> &'static str {
        words::RULES
    }

    fn tournament(rules: &Rules) -> Option<Box<dyn GameSeries<Self>>> {
        Some(Box::new(Session::tournament(*rules)))
    }
}

impl GameSeries<Doppelkopf> for Session {
    fn games(&self) -> u16 {
        Session::games(self)
    }

    fn next_start(&mut self, rng: &mut DealRng) -> Option<Start> {
        Session::next_start(self, Deal::random(rng))
    }

    fn finish(&mut self, game: &Doppelkopf) {
        Session::finish(self, game);
    }
}

/// A complete trick, as everybody remembers it.
struct Trick {
    cards: Vec<(Seat, Card)>,
    winner: Seat,
    points: u8,
}

/// What lies on the table, and what was said.
struct DoppelkopfFace {
    names: Vec<String>,
    person: Option<Seat>,
    /// The hands before the first card, for the review after the last.
    dealt: [Cards; SEATS],
    /// Answers to the questions about reservations that were not printed yet.
    answers: Vec<String>,
    last_trick: Option<Trick>,
    announced: Vec<(Seat, Team, Level)>,
    /// Whether the person wants to be asked for announcements after every card.
    ask_always: bool,
    /// Whether somebody announced something since the person was asked.
    news: bool,
    /// Whether the person has asked to see the table again, the last trick included.
    again: bool,
}

impl DoppelkopfFace {
    fn new(names: &[String], person: Option<Seat>) -> DoppelkopfFace {
        DoppelkopfFace {
            names: names.to_vec(),
            person,
            dealt: [Cards::NONE; SEATS],
            answers: vec![],
            last_trick: None,
            announced: vec![],
            ask_always: false,
            news: false,
            again: false,
        }
    }

    fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// The name in the middle of a sentence.
    fn whom(&self, seat: Seat) -> &str {
        if self.person == Some(seat) { "you" } else { self.name(seat) }
    }

    /// A verb in the form that fits the seat's name.
    fn says(&self, seat: Seat, verb: &str) -> String {
        phrases::says(self.name(seat), verb)
    }
}

/// Whether the next card is this player's.
fn plays_next(view: &DoppelkopfView) -> bool {
    let public = view.public();
    public.leader().after(public.trick().count(), SEATS) == view.seat()
}

impl Face<Doppelkopf> for DoppelkopfFace {
    fn begin(&mut self, game: &Doppelkopf, out: &mut dyn Write) -> io::Result<()> {
        self.dealt = std::array::from_fn(|seat| game.hand(Seat::wrapping(seat, SEATS)));
        self.answers.clear();
        self.announced.clear();
        self.last_trick = None;
        self.news = false;
        self.print_deal(game, out)
    }

    fn tell(
        &mut self,
        before: &Doppelkopf,
        action: Move,
        after: &Doppelkopf,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.tell_move(before, action, after, out)
    }

    /// The rules ask for announcements after every card. A person is asked before their own card, where they
    /// still can announce all that they could before, and when somebody else has announced something.
    fn obvious(&self, asked: &Asked<'_, Doppelkopf>) -> Option<Move> {
        if let [(only, _)] = asked.moves {
            return Some(*only);
        }
        let is_announcement = asked.view.public().question() == Some(Question::Announcement);
        let may_wait = !self.ask_always && !self.news && !plays_next(asked.view);
        (is_announcement && may_wait).then_some(Move::No)
    }

    fn surprises(&self, _before: &Doppelkopf, action: Move) -> bool {
        action != Move::No
    }

    fn show(&mut self, asked: &Asked<'_, Doppelkopf>, out: &mut dyn Write) -> io::Result<()> {
        self.news = false;
        self.show_question(asked, out)?;
        self.again = false;
        Ok(())
    }

    fn prompt(&self, asked: &Asked<'_, Doppelkopf>) -> String {
        asking::prompt(asked)
    }

    fn answer(&mut self, asked: &Asked<'_, Doppelkopf>, text: &str) -> Reply<Move> {
        self.read_answer(asked, text)
    }

    fn words(&self, game: &Doppelkopf, action: Move) -> String {
        let own = match game.turn() {
            Turn::Seat(seat) => game.view(seat).own_team(),
            Turn::Chance | Turn::Over => None,
        };
        let level =
            |level| format!("announce {}", words::level(level, own.unwrap_or(Team::Kontra)));
        match (game.public().question(), action) {
            (_, Move::Card(card)) => cards::face(card),
            (_, Move::Announce(announced)) => level(announced),
            (Some(Question::Announcement), Move::No) => "announce nothing".to_owned(),
            (Some(Question::Announcement), _) => "announce the next step".to_owned(),
            (Some(Question::Reservation | Question::ImmediateSolo), Move::No) => {
                "healthy".to_owned()
            }
            (Some(Question::Solo), Move::No) => "marriage".to_owned(),
            (_, Move::Yes) => "a reservation or solo".to_owned(),
            (_, Move::Solo(kind)) => words::kind(kind).to_owned(),
            (_, Move::No) => "no".to_owned(),
        }
    }

    /// Before their own card a person is asked for an announcement and for the card at once.
    fn until_next_question(&self, game: &Doppelkopf, action: Move) -> Vec<Move> {
        let is_announcement =
            |game: &Doppelkopf| game.public().question() == Some(Question::Announcement);
        let (mut later, mut silence) = (*game, vec![]);
        while action == Move::No && is_announcement(&later) {
            later.play(Move::No);
            silence.push(Move::No);
        }
        if later.turn() == game.turn() { silence } else { vec![] }
    }

    fn help(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", words::HELP)
    }

    fn end(&mut self, game: &Doppelkopf, out: &mut dyn Write) -> io::Result<()> {
        self.print_sheet(game, out)
    }
}
