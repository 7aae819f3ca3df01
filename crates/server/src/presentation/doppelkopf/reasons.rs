//! What lay behind a decision: chances and hidden cards, as the network saw them from the player's seat.

use super::level_name;
use crate::messages::{Reason, ReasonKind};
use kontra_agents::doppelkopf::network::{Expectation, Model, Outlook};
use kontra_doppelkopf::{
    Card, Doppelkopf, DoppelkopfView, GameType, Level, Move, Question, Rank, SEATS, Suit,
};
use kontra_game::{History, Seat, View};

/// More than this is not read.
const MOST: usize = 2;

/// The facts that explain why one move was better than the other.
pub(super) fn reasons(
    view: &DoppelkopfView,
    history: History<'_, Doppelkopf>,
    played: Move,
    best: Move,
) -> Vec<Reason> {
    let Some(expected) = Outlook::new(Model::shipped()).expect(view, history) else {
        return vec![];
    };
    let mut reasons = match view.public().question() {
        Some(Question::Announcement) => announcing(view, &expected, played, best),
        Some(Question::Card) => around_a_card(view, &expected),
        Some(_) => vec![trumps(view)],
        None => vec![],
    };
    reasons.truncate(MOST);
    reasons
}

fn of_100(share: f64) -> u32 {
    (share * 100.0).round() as u32
}

/// How many trumps the player held. Before the game is found, of a normal game.
fn trumps(view: &DoppelkopfView) -> Reason {
    let suits = view.public().kind().unwrap_or(GameType::Normal).suits();
    let trumps = view.hand().iter().filter(|&card| suits.is_trump(card)).count();
    Reason { number: trumps as u32, ..Reason::new(ReasonKind::Trumps) }
}

/// Which level is in question, and how often it is kept.
fn announcing(
    view: &DoppelkopfView,
    expected: &Expectation,
    played: Move,
    best: Move,
) -> Vec<Reason> {
    let level = [played, best].into_iter().find_map(|action| match action {
        Move::Announce(level) => Some(level),
        Move::Yes => view.open_levels().first().copied(),
        _ => None,
    });
    let kept = level.zip(view.own_team()).and_then(|(level, team)| {
        let share = match level {
            Level::Silent => None,
            Level::Game => Some(expected.wins()),
            Level::No90 => expected.reaches(151),
            Level::No60 => expected.reaches(181),
            Level::No30 => expected.reaches(211),
            Level::Black => expected.reaches(240),
        };
        let level = level_name(level, team).map(Into::into);
        Some(Reason { level, number: of_100(share?), ..Reason::new(ReasonKind::Kept) })
    });
    [trumps(view)].into_iter().chain(kept).collect()
}

/// Who the player that wins the trick is with, and who holds the cards that everybody looks for.
fn around_a_card(view: &DoppelkopfView, expected: &Expectation) -> Vec<Reason> {
    let mut reasons = vec![];
    if let Some((seat, _)) = view.public().best()
        && seat != view.seat()
        && view.team(seat).is_none()
    {
        let number = of_100(expected.is_partner(seat));
        let seat = Some(seat.index());
        reasons.push(Reason { seat, number, ..Reason::new(ReasonKind::Partner) });
    }
    let kind = view.public().kind().unwrap_or(GameType::Normal);
    let counts = |card: &Card| *card != Card::FOX || !kind.is_solo();
    let sought = [Card::FOX, Card::new(Suit::Hearts, Rank::Ten), Card::QUEEN_OF_CLUBS];
    let sought = sought.into_iter().filter(|card| kind.suits().is_trump(*card));
    let unseen = sought.filter(|&card| view.unseen().count(card) > 0).filter(counts);
    reasons.extend(unseen.map(|card| holder(view, expected, card)));
    reasons
}

/// The seat that most likely holds such a card.
fn holder(view: &DoppelkopfView, expected: &Expectation, card: Card) -> Reason {
    let others = (1..SEATS).map(|k| view.seat().after(k, SEATS));
    let share = |seat: &Seat| expected.holds(*seat, card);
    let most = others.max_by(|a, b| share(a).total_cmp(&share(b)));
    let seat = most.unwrap_or(view.seat());
    // The second of two, where the other one was seen.
    let seen = view.unseen().count(card) == 1;
    let partner = view.own_team().is_some() && view.team(seat) == view.own_team();
    let kind = match (partner, seen) {
        (true, true) => ReasonKind::PartnerHoldsSecond,
        (true, false) => ReasonKind::PartnerHolds,
        (false, true) => ReasonKind::HoldsSecond,
        (false, false) => ReasonKind::Holds,
    };
    let (number, card) = (of_100(share(&seat)), Some(card.to_string().into()));
    Reason { seat: Some(seat.index()), card, number, ..Reason::new(kind) }
}
