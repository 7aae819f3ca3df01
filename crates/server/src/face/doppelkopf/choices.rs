//! What a person is offered: answers as players give them, each with the moves it stands for.

use super::super::{Choice, Words, fields};
use super::{level_name, plays_next, words};
use kontra_doppelkopf::{Announcing, Card, DoppelkopfView, Kind, Level, Move, Question, Team};
use kontra_game::{Actions, View};
use serde_json::json;

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

fn answer(view: &DoppelkopfView, action: Move) -> Choice {
    let send = text(if action == Move::Yes { "yes" } else { "no" });
    Choice::new(vec![send], words::action(view.public(), action, None))
}

fn solo(action: Move) -> Choice {
    let kind = if let Move::Solo(kind) = action { kind } else { Kind::Diamonds };
    let mut choice = Choice::new(vec![text(kind.name())], words::kind(kind));
    choice.more = fields(json!({ "kind": kind.name() }));
    choice
}

/// A card, played after these answers.
fn card(action: Move, first: &[&str]) -> Option<Choice> {
    let Move::Card(card) = action else { return None };
    let send = first.iter().map(|&answer| text(answer)).chain([card.to_string()]).collect();
    let mut choice = Choice::new(send, words::card(card));
    choice.more = fields(json!({ "card": card.to_string() }));
    Some(choice)
}

/// Whoever says no to a solo at once is usually asked for a reservation next: one answer says both.
fn at_once(view: &DoppelkopfView) -> Vec<Choice> {
    let mut choices = reservation(view, &["no"]);
    choices.push(Choice::new(
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
    let mut choices = vec![Choice::new(send(&["no"]), healthy)];
    if both {
        choices.push(Choice::new(send(&["yes", "no"]), Words::new("Marriage", "Hochzeit")));
    }
    choices.push(Choice::new(send(&["yes", "yes"]), Words::new("Solo", "Solo")));
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
        let mut choice = Choice::new(send, words::level(level, team));
        choice.more = fields(json!({ "level": level_name(level, team) }));
        choice
    };
    match public.announcing() {
        Announcing::Choose => legal
            .iter()
            .filter_map(|action| match action {
                Move::Announce(level) => {
                    let name = level_name(*level, team).as_str().map(str::to_owned)?;
                    Some(choice(*level, vec![name]))
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
    let suits = view.public().kind().unwrap_or(Kind::Normal).suits();
    let cards = view.public().playable(view.hand());
    suits.order().iter().copied().filter(|&card| cards.contains(card)).collect()
}
