use super::card_layout::CardLayout;
use super::deck::CardPlaces;
use super::goal::{Goal, KONTRA_BLACK, RE_BLACK};
use super::setting::{EndgameSetting, KONTRA, RE};
use kontra_doppelkopf::{Card, Doppelkopf, SEATS, Team};
use kontra_game::Seat;

/// The rest of a game with all hands open: cards are its only moves, and nobody announces anything more.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenHands<'a> {
    pub(super) setting: &'a EndgameSetting,
    /// The different cards that each seat holds, and those it holds twice.
    pub(super) held: [CardPlaces; SEATS],
    pub(super) twice: [CardPlaces; SEATS],
    pub(super) layout: CardLayout,
    /// Card points that nobody has taken yet.
    pub(super) rest: i16,
    /// Card points of re.
    pub(super) points: i16,
    /// Special points of re minus those of kontra.
    pub(super) specials: i8,
    /// Special points that re and kontra can still get at most, from the next trick on.
    pub(super) open: [i8; 2],
    /// Whether re and kontra have a trick.
    pub(super) has_trick: [bool; 2],
    pub(super) trick: Trick,
}

/// The cards on the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trick {
    /// The seat that leads or led it.
    pub(super) leader: u8,
    pub(super) len: u8,
    /// The place of the best card so far, and who played it.
    pub(super) best: u8,
    pub(super) best_seat: u8,
    pub(super) points: u8,
    /// Foxes of re and kontra in it.
    pub(super) foxes: [u8; 2],
    /// The cards that follow.
    pub(super) suit: CardPlaces,
}

impl Trick {
    fn led_by(leader: u8) -> Trick {
        Trick { leader, len: 0, best: 0, best_seat: leader, points: 0, foxes: [0; 2], suit: 0 }
    }
}

impl<'a> OpenHands<'a> {
    /// The position of a game of this setting, announcements left out.
    pub(super) fn new(game: &Doppelkopf, setting: &'a EndgameSetting) -> OpenHands<'a> {
        let tally = game.tally();
        let special = |team: Team| {
            let tricks = tally.foxes[team as usize] + tally.doppelkopfs[team as usize];
            tricks as i8 + i8::from(tally.charlie == Some(team))
        };
        let mut position = OpenHands {
            setting,
            held: [0; SEATS],
            twice: [0; SEATS],
            layout: CardLayout::default(),
            rest: 240 - (tally.points[RE] + tally.points[KONTRA]) as i16,
            points: tally.points[RE] as i16,
            specials: if setting.has_specials {
                special(Team::Re) - special(Team::Kontra)
            } else {
                0
            },
            open: [0; 2],
            has_trick: tally.tricks.map(|tricks| tricks > 0),
            trick: Trick::led_by(game.public().leader().index() as u8),
        };
        for seat in Seat::all(SEATS) {
            game.hand(seat).iter().for_each(|card| position.deal(seat.index(), card));
        }
        // The trick so far is played again, from hands that still have its cards.
        let trick: Vec<(Seat, Card)> = game.public().trick().collect();
        trick.iter().for_each(|&(seat, card)| position.deal(seat.index(), card));
        position.open = position.open_specials();
        trick.iter().for_each(|&(_, card)| position.put(position.place(card)));
        position
    }

    fn deal(&mut self, seat: usize, card: Card) {
        let place = self.place(card);
        let bit = 1 << place;
        self.twice[seat] |= self.held[seat] & bit;
        self.held[seat] |= bit;
        self.layout.insert(place, seat);
    }

    pub(super) fn place(&self, card: Card) -> u32 {
        self.setting.deck.cards.iter().position(|&other| other == card).unwrap_or(0) as u32
    }

    /// The seat whose card comes next.
    #[inline]
    pub(super) fn seat(&self) -> usize {
        usize::from(self.trick.leader + self.trick.len) % SEATS
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.trick.len == 0 && self.held[usize::from(self.trick.leader)] == 0
    }

    /// How many cards a seat holds.
    #[inline]
    pub(super) fn cards(&self, seat: usize) -> u32 {
        self.held[seat].count_ones() + self.twice[seat].count_ones()
    }

    /// The cards that the seat to move may play.
    #[inline]
    pub(super) fn playable(&self) -> CardPlaces {
        let held = self.held[self.seat()];
        let following = held & self.trick.suit;
        if following == 0 { held } else { following }
    }

    /// Plays a card, and the last trick with it where no choice is left.
    #[inline]
    pub(super) fn put(&mut self, place: u32) {
        self.put_card(place);
        if self.trick.len == 0 && self.cards(usize::from(self.trick.leader)) == 1 {
            for _ in 0..SEATS {
                self.put_card(self.held[self.seat()].trailing_zeros());
            }
        }
    }

    #[inline]
    fn put_card(&mut self, place: u32) {
        let (seat, bit) = (self.seat(), 1 << place);
        let deck = self.setting.deck;
        if self.twice[seat] & bit == 0 {
            self.held[seat] &= !bit;
        } else {
            self.twice[seat] &= !bit;
        }
        self.layout.remove(place, seat);
        let trick = &mut self.trick;
        if trick.len == 0 {
            (trick.suit, trick.best) = (deck.suit[place as usize], place as u8);
        } else if (trick.suit | deck.trumps) & bit != 0 && place as u8 > trick.best {
            (trick.best, trick.best_seat) = (place as u8, seat as u8);
        }
        trick.points += deck.points[place as usize];
        if deck.fox & bit != 0 {
            trick.foxes[self.setting.side[seat]] += 1;
        }
        trick.len += 1;
        if usize::from(trick.len) == SEATS {
            self.take_trick();
        }
    }

    fn take_trick(&mut self) {
        let trick = self.trick;
        let winner = self.setting.side[usize::from(trick.best_seat)];
        self.rest -= i16::from(trick.points);
        if winner == RE {
            self.points += i16::from(trick.points);
        }
        self.has_trick[winner] = true;
        self.trick = Trick::led_by(trick.best_seat);
        if self.setting.has_specials {
            let special = self.special_points(&trick, winner);
            self.specials += if winner == RE { special } else { -special };
            self.open = self.open_specials();
        }
    }

    /// The card points of re, a side without a trick told apart.
    fn result(&self) -> i32 {
        match self.has_trick {
            [false, _] => RE_BLACK,
            [_, false] => KONTRA_BLACK,
            _ => i32::from(self.points),
        }
    }

    /// What the end is worth: card points, or how many of them re has more than it needs.
    pub(super) fn final_value(&self) -> i32 {
        match self.setting.goal {
            Goal::Points => i32::from(self.points),
            Goal::Score(score) => {
                self.result() - self.setting.needs.for_score(score - i32::from(self.specials))
            }
        }
    }
}
