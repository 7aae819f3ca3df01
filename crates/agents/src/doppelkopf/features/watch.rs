use super::answers::only_move;
use arrayvec::ArrayVec;
use kontra_doppelkopf::{Card, Doppelkopf, GameType, Level, Move, SEATS};
use kontra_game::{Game, History, Seat, Turn};

/// The most of them in a game: five levels for each team, and the reservation of a marriage.
const MOST_SAID: usize = 11;

/// An announcement, as it was heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HeardAnnouncement {
    /// Who said it.
    pub(super) by: Seat,
    /// Which level; `None` where it was a yes to the next one.
    pub(super) level: Option<Level>,
    /// How many cards had been played.
    pub(super) cards: u8,
}

/// What happened in the open and is no longer to be seen on the table: in which order cards fell, and when something was
/// announced.
///
/// It is told every decision of a game in order, by [`see`](Watch::see). All of them are public in Doppelkopf.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    /// By seats: two bits for each card, the first and the second of the two that fell.
    pub(super) fell: [u64; SEATS],
    /// The number of the trick in which each of them fell, from 1 on, bit by bit.
    pub(super) fell_in: [u64; 4],
    /// Those of the current and of the last complete trick.
    current: u64,
    pub(super) last: u64,
    /// Four bits for each trick: who led.
    pub(super) leaders: u64,
    /// Five bits for each trick: what was led.
    pub(super) leads: u64,
    pub(super) said: ArrayVec<HeardAnnouncement, MOST_SAID>,
    cards: u8,
    kind: GameType,
}

impl Watch {
    /// Nothing has happened.
    pub fn new() -> Watch {
        Watch {
            fell: [0; SEATS],
            fell_in: [0; 4],
            current: 0,
            last: 0,
            leaders: 0,
            leads: 0,
            said: ArrayVec::new(),
            cards: 0,
            kind: GameType::Normal,
        }
    }

    /// What these decisions were, in order.
    pub fn of(decisions: impl IntoIterator<Item = (Seat, Move)>) -> Watch {
        let mut watch = Watch::new();
        decisions.into_iter().for_each(|(by, action)| watch.see(by, action));
        watch
    }

    /// What a seat saw so far. In a position that was set up, that is nothing.
    pub fn of_history(history: History<'_, Doppelkopf>) -> Watch {
        Watch::of(history.iter().filter_map(|event| Some((event.by?, event.action?))))
    }

    /// Makes a move in this game, and sees it.
    pub(crate) fn play(&mut self, game: &mut Doppelkopf, action: Move) {
        if let Turn::Seat(seat) = game.turn() {
            self.see(seat, action);
        }
        game.play(action);
    }

    /// Answers the questions of this game to which there is one answer.
    pub(crate) fn skip_formalities(&mut self, game: &mut Doppelkopf) {
        while let Turn::Seat(seat) = game.turn()
            && let Some(only) = only_move(&game.view(seat))
        {
            self.play(game, only);
        }
    }

    /// The next decision of the game.
    #[inline]
    pub fn see(&mut self, by: Seat, action: Move) {
        match action {
            Move::Card(card) => self.see_card(by, card),
            Move::Solo(kind) => {
                self.kind = kind;
                // What was said before was an answer to a question about solos.
                self.said.clear();
            }
            Move::Yes => self.hear(by, None),
            Move::Announce(level) => self.hear(by, Some(level)),
            Move::No => {}
        }
    }

    /// A yes may have been the answer to a question about solos. That is known later: it is no announcement if a solo or a
    /// marriage comes of it.
    fn hear(&mut self, by: Seat, level: Option<Level>) {
        let said = HeardAnnouncement { by, level, cards: self.cards };
        if self.said.try_push(said).is_err() {
            debug_assert!(false, "more announcements than there are levels");
        }
    }

    #[inline]
    fn see_card(&mut self, by: Seat, card: Card) {
        let trick = usize::from(self.cards) / SEATS;
        if usize::from(self.cards) % SEATS == 0 {
            self.leaders |= 1 << (4 * trick + by.index());
            let is_trump = self.kind.suits().is_trump(card);
            self.leads |= 1 << (5 * trick + if is_trump { 4 } else { card.suit() as usize });
        }
        let all = self.fell.iter().fold(0, |all, fell| all | fell);
        let first = 1 << (2 * card.index());
        let slot = if all & first == 0 { first } else { first << 1 };
        self.fell[by.index()] |= slot;
        for (bit, plane) in self.fell_in.iter_mut().enumerate() {
            *plane |= slot * ((trick as u64 + 1) >> bit & 1);
        }
        self.current |= slot;
        self.cards += 1;
        if usize::from(self.cards) % SEATS == 0 {
            self.last = std::mem::take(&mut self.current);
        }
    }
}

impl Default for Watch {
    fn default() -> Watch {
        Watch::new()
    }
}
