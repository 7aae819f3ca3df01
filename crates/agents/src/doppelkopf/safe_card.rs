//! The thesis's heuristic for playouts: play a card with which the own team is sure to have the trick
//! (Sievers 2012, end of 5.3).
//!
//! It looks at all hands, so it is for worlds that were imagined. Where the thesis leaves a choice open, this
//! is ours:
//!
//! - *Valuable* are tens and aces. Of several cards that do the same, non-trumps of the most points come first,
//!   then the trump suit's own cards, ace and ten before king and nine, then jacks and queens from the lowest,
//!   and ♥10 before other cards where it is given away, after them where a trump has to win.
//! - 'Nobody can play a higher card' means nobody who is still to play, partners included.
//! - Before a marriage is decided nobody has a partner.

use kontra_doppelkopf::{
    Card, Cards, Doppelkopf, GameType, Move, Question, Rank, SEATS, Suit, Suits, Team,
};
use kontra_game::{Game, Seat, choose};
use rand::Rng;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// One of these cards, all of which the asked player may play, that makes the trick safe for their team; `None`
/// where there is none, or no card is asked for.
pub fn safe_card(game: &Doppelkopf, cards: Cards) -> Option<Card> {
    let public = game.public();
    if public.question() != Some(Question::Card) {
        return None;
    }
    let tastes = &TASTES[public.kind()? as usize];
    let table = CardsOnTable::of(game, tastes.suits)?;
    match table.led {
        Some(led) if led.is_partners && table.outlook(led.suit).opponents <= led.best => {
            cards.kinds().min_by_key(|card| tastes.to_give[card.index()])
        }
        Some(led) => {
            let outlook = table.outlook(led.suit);
            best(cards, tastes, |card| {
                let follows = led.suit.contains(card) || tastes.suits.is_trump(card);
                (outlook, led.best, if follows { tastes.suits.place(card) + 1 } else { 0 })
            })
        }
        None => {
            let mut outlooks = [None; LEADS];
            best(cards, tastes, |card| {
                let outlook = &mut outlooks[usize::from(tastes.lead[card.index()])];
                let suit = || table.outlook(tastes.suits.followers(card));
                (*outlook.get_or_insert_with(suit), 0, tastes.suits.place(card) + 1)
            })
        }
    }
}

/// The first safe card: a plain card that wins, one with which a partner wins, a trump that wins, one with which
/// a partner wins.
///
/// `trick` tells what those behind can do, the strength of the best card on the table, and that of the card.
#[inline]
fn best(
    cards: Cards,
    tastes: &Tastes,
    mut trick: impl FnMut(Card) -> (Outlook, u8, u8),
) -> Option<Card> {
    let rank = |card: Card| {
        let (outlook, best, own) = trick(card);
        let step = if own > best && own >= outlook.partners.max(outlook.opponents) {
            0
        } else if outlook.winner > best.max(own) {
            1
        } else {
            return None;
        };
        let step = step + 2 * u8::from(tastes.suits.is_trump(card));
        Some((step, tastes.to_win[card.index()], card))
    };
    cards.kinds().filter_map(rank).min().map(|(_, _, card)| card)
}

/// Plays to the end of the game: safe cards where there are some, other moves at random.
pub fn play_safely<R: Rng>(game: &mut Doppelkopf, rng: &mut R) {
    while let Some(seat) = game.public().asked() {
        let action = if game.public().question() == Some(Question::Card) {
            let legal = game.public().playable(game.hand(seat));
            safe_card(game, legal).or_else(|| any(legal, rng)).map(Move::Card)
        } else {
            game.random_action(rng)
        };
        let Some(action) = action else { return };
        game.play(action);
    }
}

/// Any of the different cards, each being equally likely.
fn any<R: Rng>(cards: Cards, rng: &mut R) -> Option<Card> {
    let count = cards.kinds().count() as u32;
    cards.kinds().nth(choose::below(rng, count) as usize)
}

/// The most players who are still to play after the one who is asked.
const MOST_BEHIND: usize = SEATS - 1;

/// The trick as the asked player sees it who knows all cards.
///
/// The strength of a card is its place in the order of the game, counted from 1; 0 cannot win.
struct CardsOnTable<'a> {
    game: &'a Doppelkopf,
    suits: &'a Suits,
    led: Option<Led>,
    /// Those still to play, in order, and whether they are partners.
    behind: [(Seat, bool); MOST_BEHIND],
    count: usize,
}

/// A trick that was begun.
#[derive(Clone, Copy)]
struct Led {
    /// The cards that follow.
    suit: Cards,
    /// The strength of the best card so far, and whether it is a partner's.
    best: u8,
    is_partners: bool,
}

/// What those behind can do in a trick of some suit.
#[derive(Clone, Copy)]
struct Outlook {
    /// The strength of the best card of the partners, and of the opponents.
    partners: u8,
    opponents: u8,
    /// The strength of the best card that a partner wins the trick with, whatever the opponents do; 0: none.
    winner: u8,
}

impl<'a> CardsOnTable<'a> {
    #[inline]
    fn of(game: &'a Doppelkopf, suits: &'a Suits) -> Option<CardsOnTable<'a>> {
        let public = game.public();
        let seat = public.asked()?;
        let own: Option<Team> = game.team(seat);
        let is_partner = |other: Seat| own.is_some() && game.team(other) == own;
        let played = (seat.index() + SEATS - public.leader().index()) % SEATS;
        let led =
            public.trick().next().zip(public.best()).map(|((_, first), (winner, best))| Led {
                suit: suits.followers(first),
                best: suits.place(best) + 1,
                is_partners: is_partner(winner),
            });
        let behind = std::array::from_fn(|steps| {
            let other = seat.after(steps + 1, SEATS);
            (other, is_partner(other))
        });
        Some(CardsOnTable { game, suits, led, behind, count: MOST_BEHIND - played })
    }

    fn outlook(&self, suit: Cards) -> Outlook {
        let mut outlook = Outlook { partners: 0, opponents: 0, winner: 0 };
        for &(seat, is_partner) in &self.behind[..self.count] {
            let high = self.strongest(seat, suit);
            if is_partner {
                outlook.partners = outlook.partners.max(high);
                // Of two equal cards the first one wins, so it matters who sits where.
                if high > outlook.opponents {
                    outlook.winner = outlook.winner.max(high);
                }
            } else {
                outlook.opponents = outlook.opponents.max(high);
                if high > outlook.winner {
                    outlook.winner = 0;
                }
            }
        }
        outlook
    }

    /// The strength of the best card that a seat can play in a trick of this suit.
    #[inline]
    fn strongest(&self, seat: Seat, suit: Cards) -> u8 {
        let hand = self.game.hand(seat);
        let following = hand.intersection(suit);
        let able =
            if following.is_empty() { hand.intersection(self.suits.trumps()) } else { following };
        self.suits.strongest(able).map_or(0, |card| self.suits.place(card) + 1)
    }
}

/// The suits that can be led: four and trump.
const LEADS: usize = 5;

/// Which cards come first in one type of game.
struct Tastes {
    suits: &'static Suits,
    /// The suit that each card belongs to: a number below [`LEADS`].
    lead: [u8; Card::COUNT],
    /// The rank of each card for a trick that is safe already; the lowest comes first.
    to_give: [u8; Card::COUNT],
    /// The rank of each card otherwise, among plain cards and among trumps: valuable low trumps first and ♥10 last.
    to_win: [u8; Card::COUNT],
}

static TASTES: LazyLock<[Tastes; GameType::ALL.len()]> =
    LazyLock::new(|| GameType::ALL.map(Tastes::of));

impl Tastes {
    fn of(kind: GameType) -> Tastes {
        let suits = kind.suits();
        let is_valuable = |card: Card| card.points() >= Rank::Ten.points();
        let is_picture = |card: Card| matches!(card.rank(), Rank::Jack | Rank::Queen);
        let is_high = |card: Card| suits.is_trump(card) && (is_picture(card) || card == HEART_TEN);
        // Plain cards before trumps; cards of the suits by their points, high trumps from the lowest.
        let taste = |card: Card| {
            let points = if is_high(card) { 0 } else { card.points() };
            (suits.is_trump(card), is_high(card), Reverse(points), suits.place(card))
        };
        let mut cards = *suits.order();
        cards.sort_by_key(|&card| taste(card));
        let to_win = ranks(&cards);
        cards.sort_by_key(|&card| !is_valuable(card));
        let lead = |card: Card| if suits.is_trump(card) { 4 } else { card.suit() as u8 };
        let mut leads = [0; Card::COUNT];
        Card::all().for_each(|card| leads[card.index()] = lead(card));
        Tastes { suits, lead: leads, to_give: ranks(&cards), to_win }
    }
}

/// The place of each card in an order of all cards.
fn ranks(order: &[Card; Card::COUNT]) -> [u8; Card::COUNT] {
    let mut ranks = [0; Card::COUNT];
    order.iter().zip(0..).for_each(|(card, rank)| ranks[card.index()] = rank);
    ranks
}

const HEART_TEN: Card = Card::new(Suit::Hearts, Rank::Ten);
