//! Doppelkopf on a page.

mod choices;
mod sheet;
mod words;

use super::{Choice, Face, Fields, Strength, Surprise, Words, fields};
use kontra_doppelkopf::{
    Card, Cards, Doppelkopf, DoppelkopfView, Kind, Level, Move, Public, Question, SEATS, Start,
    Team,
};
use kontra_game::{Game, Seat, Turn, View};
use serde_json::{Value, json};

impl Face for Doppelkopf {
    const UNIT: &'static str = "score";
    const STRENGTHS: [Strength; 3] = [
        Strength { word: "easy", spec: "beginner", label: "Beginner", label_de: "Anfänger" },
        Strength { word: "medium", spec: "club", label: "Club player", label_de: "Vereinsspieler" },
        Strength { word: "strong", spec: "expert", label: "Expert", label_de: "Experte" },
    ];
    const ANALYST: &'static str = "network";
    const REVIEWER: &'static str = "network";

    fn more(view: &DoppelkopfView) -> Fields {
        let public = view.public();
        let kind = public.kind().unwrap_or(Kind::Normal);
        let hand = in_hand(view.hand(), kind);
        let trumps = hand.iter().filter(|&&card| kind.suits().is_trump(card)).count();
        let mut more = open_facts(public);
        more.insert("cards".to_owned(), names(&hand));
        more.insert("trumps".to_owned(), trumps.into());
        more
    }

    const OPEN: &'static [&'static str] = &[
        "turn",
        "question",
        "first",
        "open_solos",
        "reservations",
        "game",
        "soloist",
        "compulsory",
        "bride",
        "announced",
        "leader",
        "trick",
        "winning",
        "played",
        "voids",
        "tricks",
        "points",
        "doppelkopfs",
        "foxes",
        "charlie",
    ];

    fn public(&self) -> Fields {
        let mut more = open_facts(self.public());
        let teams =
            Seat::all(SEATS).map(|seat| self.public().known_team(seat).map(Team::name).into());
        more.insert("teams".to_owned(), Value::Array(teams.collect()));
        more
    }

    fn hands(&self) -> Value {
        let kind = self.public().kind().unwrap_or(Kind::Normal);
        Seat::all(SEATS).map(|seat| names(&in_hand(self.hand(seat), kind))).collect()
    }

    fn offers(view: &DoppelkopfView) -> Vec<Choice> {
        choices::choices(view)
    }

    fn event(before: &Doppelkopf, action: Move, after: &Doppelkopf) -> Fields {
        let mut event = Fields::new();
        let question = before.public().question().map(Question::name);
        event.insert("question".to_owned(), question.into());
        if let Move::Card(card) = action {
            event.insert("card".to_owned(), card.to_string().into());
        }
        if let Some(found) = found(before.public(), after.public()) {
            event.insert("found".to_owned(), found);
        }
        if let Some(announced) = announced(before.public(), after.public()) {
            event.insert("announced".to_owned(), announced);
        }
        if after.public().tricks() > before.public().tricks() {
            event.insert("trick".to_owned(), finished_trick(before.public(), action, after));
        }
        event
    }

    /// The last trick, and who announced what.
    fn story(events: &[Value]) -> Value {
        let last = events.iter().rev().find_map(|event| event.get("trick"));
        let announcement = |event: &Value| {
            let mut said = fields(event.get("announced")?.clone());
            said.insert("seat".to_owned(), event["seat"].clone());
            Some(Value::Object(said))
        };
        let announcements: Vec<Value> = events.iter().filter_map(announcement).collect();
        json!({ "last_trick": last, "announcements": announcements })
    }

    fn words(&self, action: Move) -> Words {
        let public = self.public();
        let team = match public.asked() {
            // Who announces shows his team, so everybody may read it.
            Some(seat) if public.question() == Some(Question::Announcement) => self.team(seat),
            _ => None,
        };
        words::action(public, action, team)
    }

    fn own_words(view: &DoppelkopfView, action: Move) -> Words {
        words::action(view.public(), action, view.own_team())
    }

    fn sheet(&self) -> Value {
        sheet::sheet(self)
    }

    fn follow(start: Start, last: &Start) -> Start {
        Start { dealer: last.dealer.after(1, SEATS), ..start }
    }

    /// The rules ask for announcements after every card. Before his own card a person still can announce all that he
    /// could before; to be asked only then, whatever his cards are, tells nothing about them.
    fn unasked(view: &DoppelkopfView) -> Option<Move> {
        let asked = view.public().question() == Some(Question::Announcement);
        (asked && !plays_next(view)).then_some(Move::No)
    }

    fn surprise(before: &Doppelkopf, _action: Move, after: &Doppelkopf) -> Surprise {
        // Once the game is found, the next question is another one than whoever planned had in mind.
        if found(before.public(), after.public()).is_some() {
            Surprise::Everybody
        } else if announced(before.public(), after.public()).is_some() {
            Surprise::Others
        } else {
            Surprise::Nobody
        }
    }

    /// Announcements are asked for after every card, and the answer is nearly always no.
    fn share(view: &DoppelkopfView) -> f64 {
        match view.public().question() {
            Some(Question::Card | Question::Game) | None => 1.0,
            Some(_) => 0.2,
        }
    }

    /// The card, or the reservation, if nobody says anything before.
    fn before_what_matters(&self, seat: Seat) -> Vec<Move> {
        let (mut game, mut answers) = (*self, 0);
        match self.public().question() {
            Some(Question::ImmediateSolo) => {
                game.play(Move::No);
                answers = 1;
            }
            Some(Question::Announcement) if plays_next(&self.view(seat)) => {
                while game.public().question() == Some(Question::Announcement) {
                    game.play(Move::No);
                    answers += 1;
                }
            }
            _ => {}
        }
        if game.turn() == Turn::Seat(seat) { vec![Move::No; answers] } else { vec![] }
    }

    fn is_promise(view: &DoppelkopfView, action: Move) -> bool {
        view.public().question() == Some(Question::Announcement) && action != Move::No
    }

    fn value(_view: &DoppelkopfView, value: f64) -> f64 {
        value
    }
}

/// Whether the next card is this player's.
fn plays_next(view: &DoppelkopfView) -> bool {
    let public = view.public();
    public.leader().after(public.trick().count(), SEATS) == view.seat()
}

/// A hand as players hold it: trumps from the highest on, then suit by suit.
fn in_hand(hand: Cards, kind: Kind) -> Vec<Card> {
    let suits = kind.suits();
    let key = |card: &Card| {
        let place = std::cmp::Reverse(suits.place(*card));
        (!suits.is_trump(*card), if suits.is_trump(*card) { 0 } else { card.suit() as u8 }, place)
    };
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(key);
    cards
}

fn names(cards: &[Card]) -> Value {
    cards.iter().map(ToString::to_string).collect()
}

fn level_name(level: Level, team: Team) -> Value {
    match level {
        Level::Silent => Value::Null,
        Level::Game => team.name().into(),
        Level::No90 => "no90".into(),
        Level::No60 => "no60".into(),
        Level::No30 => "no30".into(),
        Level::Black => "black".into(),
    }
}

fn played(seat: Seat, card: Card) -> Value {
    json!({ "seat": seat.index(), "card": card.to_string() })
}

/// What all four know and a page needs beside what every program is shown.
fn open_facts(public: &Public) -> Fields {
    let left: Vec<usize> = Seat::all(SEATS).map(|seat| public.cards_left(seat)).collect();
    let dealer = public.first().after(SEATS - 1, SEATS).index();
    fields(json!({ "dealer": dealer, "cards_left": left }))
}

/// What is played, if this move settled it.
fn found(before: &Public, after: &Public) -> Option<Value> {
    let kind = after.kind().filter(|_| before.kind().is_none())?;
    let soloist = after.soloist().map(Seat::index);
    Some(json!({ "game": kind.name(), "soloist": soloist, "leader": after.leader().index() }))
}

/// The announcement that this move made.
fn announced(before: &Public, after: &Public) -> Option<Value> {
    let team = Team::ALL.into_iter().find(|&team| after.level(team) > before.level(team))?;
    let level = level_name(after.level(team), team);
    Some(json!({ "team": team.name(), "level": level }))
}

/// The trick that this card completed.
fn finished_trick(before: &Public, action: Move, after: &Doppelkopf) -> Value {
    let mut cards: Vec<(Seat, Card)> = before.trick().collect();
    if let (Some(seat), Move::Card(card)) = (before.asked(), action) {
        cards.push((seat, card));
    }
    let points: u32 = cards.iter().map(|(_, card)| u32::from(card.points())).sum();
    let winner =
        Seat::all(SEATS).find(|&seat| after.public().tricks_won(seat) > before.tricks_won(seat));
    json!({
        "number": after.public().tricks(),
        "winner": winner.map(Seat::index),
        "points": points,
        "cards": cards.into_iter().map(|(seat, card)| played(seat, card)).collect::<Vec<_>>(),
    })
}
