//! Doppelkopf on a page.

mod choices;
mod reasons;
mod sheet;
mod tournament;
mod words;

use super::{Presentation, Strength, Surprise};
use crate::messages::doppelkopf::{self, Announced, Announcement, Found, PlayedCard, Trick};
use crate::messages::{
    Choice, Event, EventDetails, Hands, Reason, Sheet, Story, Unit, ViewDetails, Words,
};
use kontra_agents::doppelkopf::network::{Model, Outlook};
use kontra_doppelkopf::{
    Card, Cards, Doppelkopf, DoppelkopfView, GameType, Level, Move, Public, Question, SEATS, Start,
    Team,
};
use kontra_game::{Game, History, Seat, Streams, Turn, View};

/// The deals over which chances to win are averaged.
const DEALS: usize = 20;

impl Presentation for Doppelkopf {
    const UNIT: Unit = Unit::Score;
    const STRENGTHS: [Strength; 3] = [
        Strength { word: "easy", spec: "beginner", label: "Beginner", label_de: "Anfänger" },
        Strength { word: "medium", spec: "club", label: "Club player", label_de: "Vereinsspieler" },
        Strength { word: "strong", spec: "expert", label: "Expert", label_de: "Experte" },
    ];
    const STRONGEST: &'static str = "champion(ms=400)";
    const ANALYST: &'static str = "network";
    const REVIEWER: &'static str = "network";
    const CHECKER: Option<&'static str> = Some("champion(playouts=100)");

    fn view_details(view: &DoppelkopfView) -> ViewDetails {
        let public = view.public();
        let kind = public.kind().unwrap_or(GameType::Normal);
        let hand = in_hand(view.hand(), kind);
        let trumps = hand.iter().filter(|&&card| kind.suits().is_trump(card)).count();
        ViewDetails::Doppelkopf(doppelkopf::View {
            cards: Some(names(&hand)),
            trumps: Some(trumps),
            ..open_facts(public)
        })
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

    fn open_details(&self) -> ViewDetails {
        let team = |seat| self.public().known_team(seat).map(Team::name);
        let teams = Some(Seat::all(SEATS).map(team).collect());
        ViewDetails::Doppelkopf(doppelkopf::View { teams, ..open_facts(self.public()) })
    }

    fn hands(&self) -> Hands {
        let kind = self.public().kind().unwrap_or(GameType::Normal);
        let hands = Seat::all(SEATS).map(|seat| names(&in_hand(self.hand(seat), kind)));
        Hands::Cards(hands.collect())
    }

    fn offers(view: &DoppelkopfView) -> Vec<Choice> {
        choices::choices(view)
    }

    fn event_details(before: &Doppelkopf, action: Move, after: &Doppelkopf) -> EventDetails {
        let card = if let Move::Card(card) = action { Some(card.to_string().into()) } else { None };
        let trick = after.public().tricks() > before.public().tricks();
        EventDetails::Doppelkopf(doppelkopf::Event {
            question: before.public().question().map(Question::name),
            card,
            found: found(before.public(), after.public()),
            announced: announced(before.public(), after.public()),
            trick: trick.then(|| Box::new(finished_trick(before.public(), action, after))),
        })
    }

    /// The last trick, and who announced what.
    fn story<'a>(events: impl DoubleEndedIterator<Item = &'a Event> + Clone) -> Story {
        let details = events.filter_map(|event| match &event.details {
            EventDetails::Doppelkopf(details) => Some((event.seat, details)),
            _ => None,
        });
        let announcement = |(seat, details): (Option<u8>, &doppelkopf::Event)| {
            Some(Announcement { announced: details.announced?, seat })
        };
        Story::Doppelkopf(doppelkopf::Story {
            last_trick: details.clone().rev().find_map(|(_, details)| details.trick.clone()),
            announcements: details.filter_map(announcement).collect(),
        })
    }

    fn words(&self, action: Move) -> Words {
        let public = self.public();
        let team = match public.asked() {
            // An announcement shows the player's team, so everybody may read it.
            Some(seat) if public.question() == Some(Question::Announcement) => self.team(seat),
            _ => None,
        };
        words::action(public, action, team)
    }

    fn own_words(view: &DoppelkopfView, action: Move) -> Words {
        words::action(view.public(), action, view.own_team())
    }

    fn sheet(&self) -> Sheet {
        Sheet::Doppelkopf(sheet::sheet(self))
    }

    fn follow(start: Start, last: &Start, ended: &Doppelkopf) -> Start {
        tournament::follow(start, last, ended)
    }

    fn compete(start: Start, games: u16) -> Option<Start> {
        Some(tournament::begin(start, games))
    }

    fn duty(&self) -> Option<super::Duty> {
        tournament::duty(self.public())
    }

    /// Nobody notices that somebody announces nothing. A trick lies for a while before the next card.
    fn beats(view: &DoppelkopfView, action: Move) -> f64 {
        let public = view.public();
        match (action, public.question()) {
            (Move::No, Some(Question::Announcement | Question::ImmediateSolo)) => 0.0,
            (Move::Card(_), _) if public.trick().count() == 0 && public.tricks() > 0 => 2.7,
            (_, Some(Question::Reservation | Question::Solo)) => 0.5,
            _ => 1.0,
        }
    }

    /// The rules ask for announcements after every card. Before their own card a person still can announce all that
    /// they could before; to be asked only then, whatever their cards are, tells nothing about them.
    fn unasked(view: &DoppelkopfView) -> Option<Move> {
        let asked = view.public().question() == Some(Question::Announcement);
        (asked && !plays_next(view)).then_some(Move::No)
    }

    fn surprise(before: &Doppelkopf, _action: Move, after: &Doppelkopf) -> Surprise {
        // A person who planned to lead a card had a normal game in mind.
        let expected = after.public().kind() == Some(GameType::Normal);
        if !expected && found(before.public(), after.public()).is_some() {
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

    /// Smaller differences are within what the network cannot tell apart.
    const LEAST_MISTAKE: f64 = 0.2;

    fn win_chances(
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
        actions: &[Move],
        streams: Streams,
    ) -> Vec<f64> {
        let mut rng = streams.agent(0, 1, view.seat());
        Outlook::new(Model::shipped()).wins(view, history, actions, DEALS, &mut rng)
    }

    fn reasons(
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
        played: Move,
        best: Move,
    ) -> Vec<Reason> {
        reasons::reasons(view, history, played, best)
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
fn in_hand(hand: Cards, kind: GameType) -> Vec<Card> {
    let suits = kind.suits();
    let key = |card: &Card| {
        let place = std::cmp::Reverse(suits.place(*card));
        (!suits.is_trump(*card), if suits.is_trump(*card) { 0 } else { card.suit() as u8 }, place)
    };
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(key);
    cards
}

fn names(cards: &[Card]) -> Vec<String> {
    cards.iter().map(ToString::to_string).collect()
}

fn level_name(level: Level, team: Team) -> Option<&'static str> {
    match level {
        Level::Silent => None,
        Level::Game => Some(team.name()),
        Level::No90 => Some("no90"),
        Level::No60 => Some("no60"),
        Level::No30 => Some("no30"),
        Level::Black => Some("black"),
    }
}

/// What all four know and a page needs beside what every program is shown.
fn open_facts(public: &Public) -> doppelkopf::View {
    doppelkopf::View {
        dealer: public.first().after(SEATS - 1, SEATS).index(),
        cards_left: Seat::all(SEATS).map(|seat| public.cards_left(seat)).collect(),
        cards: None,
        trumps: None,
        teams: None,
    }
}

/// What is played, if this move settled it.
fn found(before: &Public, after: &Public) -> Option<Found> {
    let kind = after.kind().filter(|_| before.kind().is_none())?;
    let soloist = after.soloist().map(|seat| seat.index() as u8);
    Some(Found { game: kind.name(), soloist, leader: after.leader().index() as u8 })
}

/// The announcement that this move made.
fn announced(before: &Public, after: &Public) -> Option<Announced> {
    let team = Team::ALL.into_iter().find(|&team| after.level(team) > before.level(team))?;
    Some(Announced { team: team.name(), level: level_name(after.level(team), team) })
}

/// The trick that this card completed.
fn finished_trick(before: &Public, action: Move, after: &Doppelkopf) -> Trick {
    let mut cards: Vec<(Seat, Card)> = before.trick().collect();
    if let (Some(seat), Move::Card(card)) = (before.asked(), action) {
        cards.push((seat, card));
    }
    let won = |&seat: &Seat| after.public().tricks_won(seat) > before.tricks_won(seat);
    let played =
        |(seat, card): (Seat, Card)| PlayedCard { seat: seat.index(), card: card.to_string() };
    Trick {
        number: after.public().tricks(),
        winner: Seat::all(SEATS).find(won).map(Seat::index),
        points: cards.iter().map(|(_, card)| u32::from(card.points())).sum(),
        cards: cards.into_iter().map(played).collect(),
    }
}
