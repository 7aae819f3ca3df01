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
    Card, Cards, Doppelkopf, Kind, Move, Question, Rank, SEATS, Suit, Suits, Team,
};
use kontra_game::{Game, Seat, choose};
use rand::Rng;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// One of these cards, all of which the asked player may play, that makes the trick safe for his team; `None`
/// where there is none, or no card is asked for.
pub fn safe_card(game: &Doppelkopf, cards: Cards) -> Option<Card> {
    let public = game.public();
    if public.question() != Some(Question::Card) {
        return None;
    }
    let kind = public.kind()?;
    let tastes = &TASTES[kind as usize];
    let table = Table::of(game, kind.suits())?;
    if table.is_the_partners() {
        return first(&tastes.to_give, cards, |_| true);
    }
    let (plain, trumps) = (&tastes.plain, &tastes.trumps);
    first(plain, cards, |card| table.is_won_by(card))
        .or_else(|| first(plain, cards, |card| table.goes_to_a_partner(card)))
        .or_else(|| first(trumps, cards, |card| table.is_won_by(card)))
        .or_else(|| first(trumps, cards, |card| table.goes_to_a_partner(card)))
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

fn first(order: &[Card], cards: Cards, mut keep: impl FnMut(Card) -> bool) -> Option<Card> {
    order.iter().copied().find(|&card| cards.contains(card) && keep(card))
}

/// The most players who are still to play after the one who is asked.
const MOST_BEHIND: usize = SEATS - 1;

/// The trick as the asked player sees it who knows all cards. The strength of a card is its place in the order of
/// the game, counted from 1; 0 cannot win.
struct Table<'a> {
    game: &'a Doppelkopf,
    suits: &'a Suits,
    /// The cards that follow, and the strength and the side of the best card so far.
    led: Option<(Cards, u8, bool)>,
    /// Those still to play, in order, and whether they are partners.
    behind: [(Seat, bool); MOST_BEHIND],
    count: usize,
}

impl<'a> Table<'a> {
    fn of(game: &'a Doppelkopf, suits: &'a Suits) -> Option<Table<'a>> {
        let public = game.public();
        let seat = public.asked()?;
        let own: Option<Team> = game.team(seat);
        let is_partner = |other: Seat| own.is_some() && game.team(other) == own;
        let played = (seat.index() + SEATS - public.leader().index()) % SEATS;
        let led = public.trick().next().zip(public.best()).map(|((_, first), (winner, best))| {
            (suits.followers(first), suits.place(best) + 1, is_partner(winner))
        });
        let behind = std::array::from_fn(|steps| {
            let other = seat.after(steps + 1, SEATS);
            (other, is_partner(other))
        });
        Some(Table { game, suits, led, behind, count: MOST_BEHIND - played })
    }

    /// Whether a partner has the trick and no opponent can take it from him.
    fn is_the_partners(&self) -> bool {
        self.led.is_some_and(|(suit, best, is_partners)| {
            let takes = |&(seat, is_partner): &(Seat, bool)| {
                !is_partner && self.strongest(seat, suit) > best
            };
            is_partners && !self.behind().iter().any(takes)
        })
    }

    /// Whether this card wins the trick, whatever the others do.
    fn is_won_by(&self, card: Card) -> bool {
        let (suit, before, with) = self.after(card);
        with > before && self.behind().iter().all(|&(seat, _)| self.strongest(seat, suit) <= with)
    }

    /// Whether a partner can win the trick after this card, whatever the opponents do: of two equal cards the
    /// first one wins, so it matters who sits where.
    fn goes_to_a_partner(&self, card: Card) -> bool {
        let (suit, before, with) = self.after(card);
        let best = before.max(with);
        self.behind().iter().enumerate().any(|(place, &(seat, is_partner))| {
            let high = if is_partner { self.strongest(seat, suit) } else { 0 };
            high > best
                && self.behind().iter().enumerate().all(|(other, &(seat, is_partner))| {
                    let theirs = if is_partner { 0 } else { self.strongest(seat, suit) };
                    theirs < high || theirs == high && other > place
                })
        })
    }

    /// The suit of the trick, the strength of its best card before this card, and the strength of this card in it.
    fn after(&self, card: Card) -> (Cards, u8, u8) {
        let (suit, best) =
            self.led.map_or_else(|| (self.suits.followers(card), 0), |led| (led.0, led.1));
        let can_win = suit.contains(card) || self.suits.is_trump(card);
        (suit, best, if can_win { self.suits.place(card) + 1 } else { 0 })
    }

    fn behind(&self) -> &[(Seat, bool)] {
        &self.behind[..self.count]
    }

    /// The strength of the best card that a seat can play in a trick of this suit.
    fn strongest(&self, seat: Seat, suit: Cards) -> u8 {
        let hand = self.game.hand(seat);
        let following = hand.intersection(suit);
        let able =
            if following.is_empty() { hand.intersection(self.suits.trumps()) } else { following };
        self.suits.strongest(able).map_or(0, |card| self.suits.place(card) + 1)
    }
}

/// In which order cards are tried in one type of game.
struct Tastes {
    /// All cards, for a trick that is safe already.
    to_give: Vec<Card>,
    /// Non-trumps, those of the most points first.
    plain: Vec<Card>,
    /// Trumps, valuable low ones first and ♥10 last.
    trumps: Vec<Card>,
}

static TASTES: LazyLock<Vec<Tastes>> = LazyLock::new(|| Kind::ALL.map(Tastes::of).into());

impl Tastes {
    fn of(kind: Kind) -> Tastes {
        let suits = kind.suits();
        let is_valuable = |card: Card| card.points() >= Rank::Ten.points();
        let is_picture = |card: Card| matches!(card.rank(), Rank::Jack | Rank::Queen);
        let is_high = |card: Card| suits.is_trump(card) && (is_picture(card) || card == HEART_TEN);
        // Cards of the suits by their points; high trumps from the lowest.
        let rank = |card: Card| {
            let points = if is_high(card) { 0 } else { card.points() };
            (is_high(card), Reverse(points), suits.place(card))
        };
        let sorted = |keep: &dyn Fn(Card) -> bool| {
            let mut cards: Vec<Card> =
                suits.order().iter().copied().filter(|&card| keep(card)).collect();
            cards.sort_by_key(|&card| rank(card));
            cards
        };
        let plain = sorted(&|card| !suits.is_trump(card));
        let trumps = sorted(&|card| suits.is_trump(card));
        let mut to_give: Vec<Card> = plain.iter().chain(&trumps).copied().collect();
        to_give.sort_by_key(|&card| !is_valuable(card));
        Tastes { to_give, plain, trumps }
    }
}

const HEART_TEN: Card = Card::new(Suit::Hearts, Rank::Ten);
