//! What a person is offered: answers as players give them, each with the moves it stands for.

use super::{level_name, plays_next, words};
use crate::messages::{Choice, ChoiceDetails, Words, doppelkopf};
use kontra_doppelkopf::{Announcing, Card, DoppelkopfView, GameType, Level, Move, Question, Team};
use kontra_game::{Actions, View};

pub(super) fn choices(view: &DoppelkopfView) -> Vec<Choice> {
    let mut legal = Actions::new();
    view.actions(&mut legal);
    if legal.is_empty() {
        return vec![];
    }
    match view.public().question() {
        None => vec![],
        Some(Question::ImmediateSolo) => at_once(view),
        Some(Question::Reservation) => reservation(view, &[]),
        Some(Question::Solo) => legal.into_iter().map(|action| answer(view, action)).collect(),
        Some(Question::Game) => legal.into_iter().map(solo).collect(),
        Some(Question::Card) => legal.into_iter().filter_map(|a| card(a, &[])).collect(),
        Some(Question::Announcement) => announcement(view, &legal),
    }
}

fn text(answer: &str) -> String {
    answer.to_owned()
}

fn choice(send: Vec<String>, words: Words, details: doppelkopf::Choice) -> Choice {
    Choice::new(send, words, ChoiceDetails::Doppelkopf(details))
}

/// A choice that is neither a card nor a solo nor an announcement.
fn plain(send: Vec<String>, words: Words) -> Choice {
    choice(send, words, doppelkopf::Choice::Answer {})
}

fn answer(view: &DoppelkopfView, action: Move) -> Choice {
    let send = text(if action == Move::Yes { "yes" } else { "no" });
    plain(vec![send], words::action(view.public(), action, None))
}

fn solo(action: Move) -> Choice {
    let kind = if let Move::Solo(kind) = action { kind } else { GameType::Diamonds };
    let details = doppelkopf::Choice::Solo { kind: kind.name() };
    choice(vec![text(kind.name())], words::kind(kind), details)
}

/// A card, played after these answers.
fn card(action: Move, first: &[&str]) -> Option<Choice> {
    let Move::Card(card) = action else { return None };
    let send = first.iter().map(|&answer| text(answer)).chain([card.to_string()]).collect();
    Some(choice(send, words::card(card), doppelkopf::Choice::Card { card: card.to_string() }))
}

/// A person who says no to a solo at once is usually asked for a reservation next: one answer says both. The solo is chosen
/// before anything is said: nobody is bound to one by a slip.
fn at_once(view: &DoppelkopfView) -> Vec<Choice> {
    let mut choices = reservation(view, &["no"]);
    choices.push(plain(
        vec![text("yes")],
        Words::new("Solo at once, before all reservations", "Sofortsolo, vor allen Vorbehalten"),
    ));
    choices
}

fn reservation(view: &DoppelkopfView, first: &[&str]) -> Vec<Choice> {
    let send = |answers: &[&str]| first.iter().chain(answers).map(|&a| text(a)).collect();
    let both = view.hand().count(Card::QUEEN_OF_CLUBS) == 2;
    let healthy = if both {
        Words::new(
            "Healthy: a silent solo with both queens of clubs",
            "Gesund: stilles Solo mit beiden Alten",
        )
    } else {
        Words::new("Healthy", "Gesund")
    };
    let mut choices = vec![plain(send(&["no"]), healthy)];
    if both {
        // The usual answer comes first; a silent solo is for those who know what they do.
        choices.insert(0, plain(send(&["yes", "no"]), Words::new("Marriage", "Hochzeit")));
    }
    choices.extend(GameType::SOLOS.iter().map(|&kind| {
        let details = doppelkopf::Choice::Solo { kind: kind.name() };
        choice(send(&["yes", "yes", kind.name()]), words::kind(kind), details)
    }));
    if !both && view.public().first() == view.seat() {
        // To lead a card says healthy, and announces nothing. It is played if the game becomes a normal one.
        let answers = [first, &["no", "no"]].concat();
        let cards = GameType::Normal.suits().order().iter().copied();
        let held = cards.filter(|&card| view.hand().contains(card)).map(Move::Card);
        choices.extend(held.filter_map(|action| card(action, &answers)));
    }
    choices
}

/// The levels that are open, and nothing; before the own card also each card, which says nothing on the way.
fn announcement(view: &DoppelkopfView, legal: &[Move]) -> Vec<Choice> {
    let mut choices = vec![answer(view, Move::No)];
    choices.extend(levels(view, legal));
    if plays_next(view) {
        let cards = playable(view).into_iter().map(Move::Card);
        choices.extend(cards.filter_map(|action| card(action, &["no"])));
    }
    choices
}

fn levels(view: &DoppelkopfView, legal: &[Move]) -> Vec<Choice> {
    let public = view.public();
    let team = view.own_team().unwrap_or(Team::Kontra);
    let choice = |level: Level, send: Vec<String>| {
        let details = doppelkopf::Choice::Level { level: level_name(level, team) };
        choice(send, words::level(level, team), details)
    };
    match public.announcing() {
        Announcing::Choose => legal
            .iter()
            .filter_map(|action| match action {
                Move::Announce(level) => {
                    let name = level_name(*level, team)?;
                    Some(choice(*level, vec![text(name)]))
                }
                _ => None,
            })
            .collect(),
        Announcing::Step if legal.contains(&Move::Yes) => {
            let above = public.level(team).above().iter();
            (1..).zip(above).map(|(steps, &l)| choice(l, vec![text("yes"); steps])).collect()
        }
        Announcing::Step => vec![],
    }
}

/// The cards that may be played now, in the order of the game, each once.
fn playable(view: &DoppelkopfView) -> Vec<Card> {
    let suits = view.public().kind().unwrap_or(GameType::Normal).suits();
    let cards = view.public().playable(view.hand());
    suits.order().iter().copied().filter(|&card| cards.contains(card)).collect()
}
