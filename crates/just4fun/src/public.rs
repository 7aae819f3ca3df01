use crate::{Board, CardChoice, Cards, Field, Fields, Hand, Outcome, Place, Stones};
use kontra_game::{Seat, Turn};

/// After this many hands replaced in a row, without a stone in between, the game is counted as it stands.
///
/// With four players it can happen that a player with stones left has no open field at all, or that
/// the cards for it are all in the hands of players who have finished: without an end by decree such a game
/// would never end. No random game has ever come near it.
pub const MOST_REDRAWS: u8 = 100;

/// Everything that lies open on the table: all players know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    board: Board,
    /// Tells boards apart in hashes.
    fingerprint: u64,
    seats: u8,
    cards: CardChoice,
    stones: Stones,
    pub(crate) used: Cards,
    mover: Seat,
    chosen: Option<Field>,
    redraws: u8,
    ending: Option<Outcome>,
}

impl Public {
    /// The table with these stones, when `mover` is to move.
    pub(crate) fn new(
        board: Board,
        cards: CardChoice,
        stones: Stones,
        seats: usize,
        mover: Seat,
    ) -> Public {
        Public {
            board,
            fingerprint: board.fingerprint(),
            seats: seats as u8,
            cards,
            stones,
            used: Cards::NONE,
            mover,
            chosen: None,
            redraws: 0,
            ending: None,
        }
    }

    /// The table with these cards laid down.
    pub(crate) fn with_used(self, used: Cards) -> Public {
        Public { used, ..self }
    }

    /// The table after this many hands were replaced in a row.
    pub(crate) fn with_redraws(self, redraws: u8) -> Public {
        Public { redraws, ..self }
    }

    /// The number of players, 2 to 4.
    #[inline]
    pub fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// Which field lies where.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who decides which cards are laid down.
    #[inline]
    pub fn card_choice(&self) -> CardChoice {
        self.cards
    }

    /// The stones on the board.
    #[inline]
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// The cards that were laid down since the last shuffle.
    pub fn used(&self) -> Cards {
        self.used
    }

    /// The number of cards in the stack: the rest of the deck.
    pub fn stack_size(&self) -> usize {
        Cards::DECK_SIZE - self.used.len() - self.seats() * Hand::SIZE
    }

    /// Whose stone comes next; after the end, who put the last one.
    #[inline]
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The field the mover has chosen, while chance says with which cards.
    #[inline]
    pub fn chosen(&self) -> Option<Field> {
        self.chosen
    }

    /// How many hands were replaced in a row, without a stone in between.
    pub fn redraws(&self) -> u8 {
        self.redraws
    }

    /// How the game ended, once it is over.
    #[inline]
    pub fn ending(&self) -> Option<Outcome> {
        self.ending
    }

    /// Whose decision comes next.
    #[inline]
    pub fn turn(&self) -> Turn {
        if self.ending.is_some() {
            Turn::Over
        } else if self.chosen.is_some() {
            Turn::Chance
        } else {
            Turn::Seat(self.mover)
        }
    }

    /// The fields within reach of this hand that are open to the player whose turn it is.
    #[inline]
    pub fn playable(&self, hand: Hand) -> Fields {
        hand.reach() & self.stones.open(self.mover)
    }

    /// The four places in a line that won the game.
    pub fn winning_line(&self) -> Option<[Place; 4]> {
        match self.ending? {
            Outcome::Pattern(seat) => self.stones.held(seat).line(),
            Outcome::Points(_) | Outcome::HighestField(_) | Outcome::Draw => None,
        }
    }

    /// The mover says where the stone will go.
    #[inline]
    pub(crate) fn choose(&mut self, field: Field) {
        self.chosen = Some(field);
    }

    /// The mover puts a stone on the field, and the turn passes on.
    #[inline]
    pub(crate) fn put_stone(&mut self, field: Field) {
        self.chosen = None;
        self.redraws = 0;
        self.stones.put(self.mover, field, self.board.place(field), self.seats());
        if self.stones.held(self.mover).has_line() {
            self.ending = Some(Outcome::Pattern(self.mover));
        } else {
            self.pass();
        }
    }

    /// The mover has replaced the hand, and the turn passes on.
    pub(crate) fn redraw(&mut self) {
        self.redraws += 1;
        if self.redraws == MOST_REDRAWS { self.count() } else { self.pass() }
    }

    /// The next player with stones left is to move; when there is none, the game is over.
    #[inline]
    pub(crate) fn pass(&mut self) {
        let mut next = self.mover.index();
        for _ in 0..self.seats {
            next = if next + 1 == self.seats() { 0 } else { next + 1 };
            if let Some(seat) = Seat::new(next)
                && self.stones.left(seat) > 0
            {
                self.mover = seat;
                return;
            }
        }
        self.count();
    }

    fn count(&mut self) {
        self.ending = Some(Outcome::by_counting(&self.stones, &self.board, self.seats()));
    }

    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}
