use crate::Agent;
use kontra_doppelkopf::{
    Card, Cards, Doppelkopf, DoppelkopfView, GameType, Level, Move, Question, Rank, Suits, Team,
};
use kontra_game::{Actions, History, Seat, View};
use std::cmp::Reverse;

/// Plays like somebody who has just learnt the rules, and draws no random numbers.
///
/// Aces first; fatten the partner's tricks; take the others' tricks when they are worth it, as cheaply as
/// possible; throw away what is worth nothing. Re or kontra with a very good hand, a marriage with both ♣Q, a
/// solo only when it is compulsory.
#[derive(Clone, Copy, Default, Debug)]
pub struct Beginner;

impl Agent<Doppelkopf> for Beginner {
    fn choose(&mut self, view: &DoppelkopfView, _: History<'_, Doppelkopf>) -> Move {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        let wanted = match view.public().question() {
            Some(Question::Reservation) if view.hand().count(Card::QUEEN_OF_CLUBS) == 2 => {
                Move::Yes
            }
            Some(Question::Game) => Move::Solo(best_solo(view.hand())),
            Some(Question::Announcement) if wants_to_announce(view) => {
                let first = |action: &&Move| matches!(action, Move::Yes | Move::Announce(_));
                legal.iter().find(first).copied().unwrap_or(Move::No)
            }
            Some(Question::Card) => {
                let cards = legal.iter().filter_map(|action| match action {
                    Move::Card(card) => Some(*card),
                    _ => None,
                });
                choose_card(view, &cards.collect::<Vec<Card>>()).map_or(Move::No, Move::Card)
            }
            _ => Move::No,
        };
        // Whatever it wants, it keeps to the rules.
        if legal.contains(&wanted) { wanted } else { legal[0] }
    }
}

/// The solo in which the hand has the most cards that win tricks.
fn best_solo(hand: Cards) -> GameType {
    let value = |kind: GameType| {
        let suits = kind.suits();
        let worth = |card: Card| match (suits.is_trump(card), card.rank()) {
            (true, _) => 2 + u32::from(suits.place(card)) / 6,
            (false, Rank::Ace) => 5,
            (false, Rank::Ten) => u32::from(kind == GameType::Aces) * 2,
            (false, _) => 0,
        };
        hand.iter().map(worth).sum::<u32>()
    };
    GameType::SOLOS.into_iter().max_by_key(|&kind| value(kind)).unwrap_or(GameType::Aces)
}

/// A very good hand, and nothing announced yet.
fn wants_to_announce(view: &DoppelkopfView) -> bool {
    let silent = view.own_team().is_some_and(|team| view.public().level(team) == Level::Silent);
    let suits = suits(view);
    let hand = view.hand();
    let trumps = hand.iter().filter(|&card| suits.is_trump(card)).count();
    let high = hand.iter().filter(|&card| suits.place(card) >= 21).count();
    let aces = hand.iter().filter(|&card| is_plain_ace(suits, card)).count();
    silent && view.public().kind() != Some(GameType::Aces) && trumps >= 8 && high + aces >= 5
}

fn suits(view: &DoppelkopfView) -> &'static Suits {
    view.public().kind().unwrap_or(GameType::Normal).suits()
}

fn is_plain_ace(suits: &Suits, card: Card) -> bool {
    card.rank() == Rank::Ace && !suits.is_trump(card)
}

fn choose_card(view: &DoppelkopfView, legal: &[Card]) -> Option<Card> {
    let suits = suits(view);
    // What it costs to give a card away: card points first, then strength.
    let cost = |card: &Card| (card.points(), suits.place(*card));
    let cheapest = || legal.iter().copied().min_by_key(cost);
    let Some((winner, best)) = best_so_far(view) else { return lead(view, legal) };
    let beats = |card: &Card| beats(suits, *card, best);
    let is_last = view.public().trick().count() == 3;
    let points: u32 = view.public().trick().map(|(_, card)| u32::from(card.points())).sum();
    if is_partner(view, winner) && (is_last || is_safe(suits, best)) {
        // The partner has it: give them points, but nothing that would win the trick itself.
        let below = legal.iter().copied().filter(|card| !beats(card));
        return below
            .max_by_key(|card| (card.points(), Reverse(suits.place(*card))))
            .or(cheapest());
    }
    let winning = legal.iter().copied().filter(beats);
    let taking = if is_last {
        winning.max_by_key(|card| (card.points(), Reverse(suits.place(*card))))
    } else {
        winning.min_by_key(|card| suits.place(*card))
    };
    taking.filter(|card| is_last || points >= 8 || is_plain_ace(suits, *card)).or(cheapest())
}

/// Fresh aces first, those of short suits before others; then low trumps; then whatever is cheapest.
fn lead(view: &DoppelkopfView, legal: &[Card]) -> Option<Card> {
    let suits = suits(view);
    let held = |card: Card| {
        let same = suits.followers(card);
        view.hand().iter().filter(|&other| same.contains(other)).count()
    };
    let fresh = |card: &Card| {
        let same = suits.followers(*card);
        is_plain_ace(suits, *card) && !view.public().played().kinds().any(|c| same.contains(c))
    };
    let ace = legal.iter().copied().filter(fresh).min_by_key(|&card| held(card));
    let trump = || {
        let trumps = legal.iter().copied().filter(|&card| suits.is_trump(card));
        trumps.min_by_key(|card| (card.points() >= 10, suits.place(*card)))
    };
    let cheapest = || legal.iter().copied().min_by_key(|card| (card.points(), held(*card)));
    let leads_trump = view.own_team() == Some(Team::Re);
    ace.or_else(|| if leads_trump { trump() } else { None }).or_else(cheapest)
}

/// Who wins the trick so far, and with which card; `None` before the first card.
fn best_so_far(view: &DoppelkopfView) -> Option<(Seat, Card)> {
    let suits = suits(view);
    view.public()
        .trick()
        .reduce(|best, next| if beats(suits, next.1, best.1) { next } else { best })
}

/// Whether `card`, played later, beats the best card so far.
fn beats(suits: &Suits, card: Card, best: Card) -> bool {
    let follows = suits.followers(best).contains(card);
    (follows || suits.is_trump(card)) && suits.place(card) > suits.place(best)
}

/// A card that is seldom beaten.
fn is_safe(suits: &Suits, best: Card) -> bool {
    is_plain_ace(suits, best) || suits.place(best) >= 21
}

fn is_partner(view: &DoppelkopfView, seat: Seat) -> bool {
    view.own_team().is_some_and(|team| view.team(seat) == Some(team))
}
