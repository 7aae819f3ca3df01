use crate::{Card, Cards, HAND, SEATS, Suit};
use kontra_game::{Seat, Turn};

/// Which way cards are passed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum PassDirection {
    /// To the next player.
    #[default]
    Left,
    /// To the player before.
    Right,
    /// To the player opposite.
    Across,
    /// Nobody passes.
    Hold,
}

impl PassDirection {
    /// All of them with their names.
    pub const NAMES: [(&'static str, PassDirection); 4] = [
        ("left", PassDirection::Left),
        ("right", PassDirection::Right),
        ("across", PassDirection::Across),
        ("none", PassDirection::Hold),
    ];

    /// Its name in records.
    pub fn name(self) -> &'static str {
        PassDirection::NAMES.iter().find(|(_, pass)| *pass == self).map_or("", |(name, _)| name)
    }

    /// Who gets the cards of `seat`; with [`PassDirection::Hold`] the seat itself.
    pub(crate) fn target(self, seat: Seat) -> Seat {
        let steps = match self {
            PassDirection::Left => 1,
            PassDirection::Across => 2,
            PassDirection::Right => 3,
            PassDirection::Hold => 0,
        };
        seat.after(steps, SEATS)
    }

    /// Who gives cards to `seat`.
    pub(crate) fn source(self, seat: Seat) -> Seat {
        [1, 2, 3]
            .into_iter()
            .map(|steps| seat.after(steps, SEATS))
            .find(|&other| self.target(other) == seat)
            .unwrap_or(seat)
    }
}

/// A decision: a card to pass on, or one to play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeartsMove {
    /// This card is one of the three.
    Pass(Card),
    /// This card is played.
    Play(Card),
}

/// How many cards each player passes.
const PASSED: u8 = 3;

/// What everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Public {
    pub(crate) pass: PassDirection,
    /// How many cards were chosen to be passed, by all seats one after the other.
    pub(crate) chosen: u8,
    /// Who leads this trick, or has led it.
    pub(crate) leader: Seat,
    /// The cards of this trick in their order.
    pub(crate) trick: [Option<Card>; SEATS],
    pub(crate) tricks: u8,
    /// What each seat has played.
    pub(crate) played: [Cards; SEATS],
    /// What each seat has shown not to have.
    pub(crate) cannot: [Cards; SEATS],
    pub(crate) points: [u8; SEATS],
    pub(crate) broken: bool,
}

impl Public {
    pub(crate) fn new(pass: PassDirection) -> Public {
        Public {
            pass,
            chosen: 0,
            leader: Seat::wrapping(0, SEATS),
            trick: [None; SEATS],
            tricks: 0,
            played: [Cards::default(); SEATS],
            cannot: [Cards::default(); SEATS],
            points: [0; SEATS],
            broken: false,
        }
    }

    pub(crate) fn is_passing(&self) -> bool {
        self.pass != PassDirection::Hold && self.chosen < PASSED * SEATS as u8
    }

    /// How many cards this seat has chosen to pass.
    pub(crate) fn chosen_by(&self, seat: Seat) -> u8 {
        self.chosen.saturating_sub(PASSED * seat.index() as u8).min(PASSED)
    }

    pub(crate) fn turn(&self) -> Turn {
        if self.is_passing() {
            Turn::Seat(Seat::wrapping(usize::from(self.chosen / PASSED), SEATS))
        } else if usize::from(self.tricks) == HAND {
            Turn::Over
        } else {
            Turn::Seat(self.leader.after(self.laid(), SEATS))
        }
    }

    /// How many cards lie in this trick.
    pub(crate) fn laid(&self) -> usize {
        self.trick.iter().flatten().count()
    }

    /// The cards of a hand that may be played now.
    pub(crate) fn playable(&self, hand: Cards) -> Cards {
        let first = self.tricks == 0;
        let or_any = |cards: Cards| if cards.is_empty() { hand } else { cards };
        match self.trick[0] {
            None if first => or_any(hand.and(Cards::from_iter([Card::TWO_OF_CLUBS]))),
            None if self.broken => hand,
            None => or_any(hand.without(Suit::Hearts.cards())),
            Some(led) => {
                let following = hand.and(led.suit().cards());
                if first && following.is_empty() {
                    return or_any(hand.without(Cards::PENALTIES));
                }
                or_any(following)
            }
        }
    }

    /// A card is played: what everybody learns from it, and who takes the trick.
    pub(crate) fn play(&mut self, seat: Seat, card: Card) {
        let laid = self.laid();
        let cannot = &mut self.cannot[seat.index()];
        match self.trick[0] {
            Some(led) if led.suit() != card.suit() => {
                *cannot = cannot.or(led.suit().cards());
                if self.tricks == 0 && card.points() > 0 {
                    *cannot = cannot.or(Cards::DECK.without(Cards::PENALTIES));
                }
            }
            None if card.suit() == Suit::Hearts && !self.broken => {
                *cannot = cannot.or(Cards::DECK.without(Suit::Hearts.cards()));
            }
            _ => {}
        }
        self.broken |= card.suit() == Suit::Hearts;
        self.played[seat.index()].insert(card);
        self.trick[laid] = Some(card);
        if laid + 1 == SEATS {
            self.take();
        }
    }

    /// The trick is complete.
    fn take(&mut self) {
        let led = self.trick[0].map(Card::suit);
        let following = |(_, card): &(usize, Option<Card>)| card.map(Card::suit) == led;
        let highest =
            self.trick.into_iter().enumerate().filter(following).max_by_key(|&(_, card)| card);
        let winner = self.leader.after(highest.map_or(0, |(place, _)| place), SEATS);
        self.points[winner.index()] +=
            self.trick.iter().flatten().map(|card| card.points()).sum::<u8>();
        self.trick = [None; SEATS];
        self.tricks += 1;
        self.leader = winner;
    }

    /// What everybody's cards count in the end.
    pub(crate) fn penalties(&self) -> [u8; SEATS] {
        if self.points.contains(&26) { self.points.map(|points| 26 - points) } else { self.points }
    }
}
