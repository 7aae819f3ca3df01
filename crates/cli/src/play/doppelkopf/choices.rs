//! What a person can answer, by number or by word, and the moves it means.

use super::{cards, words};
use crate::play::face::Asked;
use kontra_doppelkopf::{
    Announcing, Card, Doppelkopf, DoppelkopfView, GameType, Level, Move, Question, Team,
};

/// One possible answer.
pub(super) struct AnswerOption {
    /// Its number in the list; cards have theirs below the hand.
    pub(super) number: Option<usize>,
    /// The words that mean it; the first is the one that is shown.
    pub(super) words: Vec<String>,
    /// What it is, for the list.
    pub(super) about: String,
    /// The moves it stands for, one after the other.
    pub(super) moves: Vec<Move>,
}

/// All possible answers.
pub(super) fn choices(asked: &Asked<'_, Doppelkopf>) -> Vec<AnswerOption> {
    let view = asked.view;
    match view.public().question() {
        None => vec![],
        Some(Question::ImmediateSolo) => immediate(view),
        Some(Question::Reservation) => reservation(view),
        Some(Question::Solo) => numbered(vec![
            (
                &["marriage", "hochzeit", "no"],
                "Marriage (Hochzeit): the first other player to take a trick joins you",
                vec![Move::No],
            ),
            (&["solo", "yes"], "Solo", vec![Move::Yes]),
        ]),
        Some(Question::Game) => solos(),
        Some(Question::Card) => card_choices(view, &[]),
        Some(Question::Announcement) => {
            let no = vec!["no".to_owned(), "nothing".to_owned()];
            let no = AnswerOption {
                number: None,
                words: no,
                about: String::new(),
                moves: vec![Move::No],
            };
            let mut choices = vec![no];
            choices.extend(announcements(asked));
            if super::plays_next(view) {
                choices.extend(card_choices(view, &[Move::No]));
            } else {
                (1..).zip(&mut choices).for_each(|(number, choice)| choice.number = Some(number));
            }
            choices
        }
    }
}

fn numbered(list: Vec<(&[&str], &str, Vec<Move>)>) -> Vec<AnswerOption> {
    (1..)
        .zip(list)
        .map(|(number, (words, about, moves))| AnswerOption {
            number: Some(number),
            words: words.iter().map(|&word| word.to_owned()).collect(),
            about: about.to_owned(),
            moves,
        })
        .collect()
}

/// The first who could play a solo may say so at once. Who does not is asked for a reservation next, so both
/// answers are given together.
fn immediate(view: &DoppelkopfView) -> Vec<AnswerOption> {
    let mut choices = reservation(view);
    for choice in &mut choices {
        choice.moves.insert(0, Move::No);
    }
    if let Some(solo) = choices.iter_mut().find(|choice| choice.words[0] == "solo") {
        solo.moves = vec![Move::Yes];
    }
    choices
}

fn reservation(view: &DoppelkopfView) -> Vec<AnswerOption> {
    let both = view.hand().count(Card::QUEEN_OF_CLUBS) == 2;
    let healthy = if both {
        "Healthy (gesund): with both ♣Q you play alone, and nobody knows"
    } else {
        "Healthy (gesund): a normal game, if nobody has a reservation"
    };
    let mut list: Vec<(&[&str], &str, Vec<Move>)> =
        vec![(&["healthy", "gesund", "no"], healthy, vec![Move::No])];
    if both {
        let about = "Marriage (Hochzeit): a reservation that finds you a partner";
        list.push((&["marriage", "hochzeit"], about, vec![Move::Yes, Move::No]));
        list.push((
            &["solo", "yes"],
            "Solo: you against the other three",
            vec![Move::Yes, Move::Yes],
        ));
    } else {
        list.push((&["solo", "yes"], "Solo: you against the other three", vec![Move::Yes]));
    }
    numbered(list)
}

fn solos() -> Vec<AnswerOption> {
    (1..)
        .zip(GameType::SOLOS)
        .map(|(number, kind)| AnswerOption {
            number: Some(number),
            words: vec![kind.name().to_owned(), kind.name().replace("-solo", "")],
            about: words::kind(kind).to_owned(),
            moves: vec![Move::Solo(kind)],
        })
        .collect()
}

fn card_choices(view: &DoppelkopfView, first: &[Move]) -> Vec<AnswerOption> {
    (1..)
        .zip(cards::playable(view))
        .map(|(number, card)| AnswerOption {
            number: Some(number),
            words: vec![card.to_string().to_lowercase()],
            about: cards::face(card),
            moves: first.iter().copied().chain([Move::Card(card)]).collect(),
        })
        .collect()
}

/// The levels that can be announced now; step by step, a higher one takes several steps.
pub(super) fn announcements(asked: &Asked<'_, Doppelkopf>) -> Vec<AnswerOption> {
    let public = asked.view.public();
    let team = asked.view.own_team().unwrap_or(Team::Kontra);
    let choice = |level: Level, moves: Vec<Move>| AnswerOption {
        number: None,
        words: vec![words::typed_level(level, team).to_owned()],
        about: words::level(level, team).to_owned(),
        moves,
    };
    match public.announcing() {
        Announcing::Choose => asked
            .moves
            .iter()
            .filter_map(|&(action, _)| match action {
                Move::Announce(level) => Some(choice(level, vec![action])),
                _ => None,
            })
            .collect(),
        Announcing::Step if asked.moves.iter().any(|(action, _)| *action == Move::Yes) => {
            let above = public.level(team).above().iter();
            let mut choices: Vec<AnswerOption> =
                (1..).zip(above).map(|(steps, &l)| choice(l, vec![Move::Yes; steps])).collect();
            if let Some(next) = choices.first_mut() {
                next.words.push("yes".to_owned());
            }
            choices
        }
        Announcing::Step => vec![],
    }
}
