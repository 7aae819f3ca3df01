use crate::policy::Pick;
use crate::subsets::{self, Held, Slots, Subsets};
use crate::{Action, Cards, Hand, Outcome, PlayerView, Public, Shuffler, Stack, moves, playout};
use kontra_game::{Actions, Chances, Game, MAX_SEATS, Payoffs, Seat, Turn};
use rand::Rng;

/// The full state of a game of Just 4 Fun: the table, every hand, the hidden order of the stack.
///
/// # Where chance comes in
///
/// A player chooses a *field*. Which cards are laid down for it is a chance turn with every different
/// combination equally likely, even if there is only one: whose decision comes next must not tell the others
/// what is in a hand. Under [`CardChoice::Player`](crate::CardChoice::Player) the move is the combination itself.
///
/// Drawing cards is *no* chance turn. The stack lies in a hidden order that is part of the state, and the order of
/// later stacks follows from the [`Shuffler`]. So every event of the game is seen by everybody, a search needs no
/// chance nodes for cards that only one player sees, games from one start have the same draws in the same order
/// (until the stack first runs out) and the same shuffles, and a record has the whole game in it.
///
/// # Who knows what
///
/// With two players, a player who counts cards knows the other's hand at the moment when the stack has run out:
/// the state remembers these cards until they are played ([`known`](Just4Fun::known)). With more players
/// counting shows only what the others hold together, and a seat remembers only what lies on the table.
#[derive(Clone, Copy, Debug)]
pub struct Just4Fun {
    pub(crate) table: Public,
    pub(crate) hands: [Held; MAX_SEATS],
    /// With two players, the cards of each seat that the other must know.
    pub(crate) known: [Cards; 2],
    pub(crate) stack: Stack,
    pub(crate) shuffler: Shuffler,
}

impl Just4Fun {
    /// The same position, in which the stacks after this one will come in another order.
    ///
    /// No look at the cards, however long, shows how they will be shuffled later.
    pub fn with_later_shuffles<R: rand::Rng>(&self, rng: &mut R) -> Just4Fun {
        Just4Fun { shuffler: Shuffler(rng.next_u64()), ..*self }
    }

    /// The same position with the same hands, in which every card is drawn in another order.
    pub fn with_another_stack<R: rand::Rng>(&self, rng: &mut R) -> Just4Fun {
        let stack = Stack::shuffled(self.stack.drawing_order().collect(), rng);
        Just4Fun { stack, ..self.with_later_shuffles(rng) }
    }

    /// What lies open on the table.
    #[inline]
    pub fn table(&self) -> &Public {
        &self.table
    }

    /// The hand of a seat.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Hand {
        Hand::new(self.hands[seat.index()])
    }

    /// The choices of cards that the mover has.
    #[inline]
    pub(crate) fn subsets(&self) -> Subsets {
        Subsets::new(self.hands[self.table.mover().index()])
    }

    /// The stack in its hidden order.
    pub fn stack(&self) -> &Stack {
        &self.stack
    }

    /// What the order of later stacks follows from.
    pub fn shuffler(&self) -> Shuffler {
        self.shuffler
    }

    /// The cards in the hand of `seat` that the other player knows, because they saw the stack run out and
    /// they were not played since. Always empty with more than two players.
    pub fn known(&self, seat: Seat) -> Cards {
        self.known.get(seat.index()).copied().unwrap_or_default()
    }

    /// The mover lays down cards for a stone, or, where there are none to lay down, replaces the hand.
    #[inline]
    pub(crate) fn take_turn(&mut self, pick: Option<Pick>) {
        if let Some(Pick { slots, field }) = pick {
            self.replace(slots);
            self.table.put_stone(field);
        } else {
            self.replace(0b1111);
            self.table.redraw();
        }
    }

    /// The mover's cards in these slots go to the used cards, and others come from the stack.
    #[inline]
    pub(crate) fn replace(&mut self, slots: Slots) {
        let own = self.table.mover().index();
        let cards = self.hands[own];
        self.table.used += subsets::cards(&cards, slots);
        if !self.known(self.table.mover()).is_empty() {
            self.forget(&cards, slots);
        }
        self.hands[own] = if self.stack.len() >= Hand::SIZE {
            self.stack.deal(cards, slots)
        } else {
            self.draw_one_by_one(cards, slots)
        };
    }

    /// Cards that are laid down are no longer known cards of the mover's hand.
    fn forget(&mut self, hand: &Held, slots: Slots) {
        if let Some(known) = self.known.get_mut(self.table.mover().index()) {
            let taken = |slot: &usize| slots >> slot & 1 != 0;
            (0..Hand::SIZE).filter(taken).for_each(|slot| known.forget(hand[slot]));
        }
    }

    /// Fills these slots from the stack, which may run out.
    #[cold]
    fn draw_one_by_one(&mut self, mut hand: Held, slots: Slots) -> Held {
        for slot in 0..Hand::SIZE {
            if slots >> slot & 1 != 0 {
                if self.stack.is_empty() {
                    let drawn = (1 << slot) - 1;
                    self.reshuffle(subsets::cards(&hand, !slots | drawn));
                }
                if let Some(card) = self.stack.draw() {
                    hand[slot] = card;
                }
            }
        }
        hand
    }

    /// The used cards become the stack while the mover, who holds only the cards in `hand`, is drawing.
    fn reshuffle(&mut self, hand: Cards) {
        self.stack = Stack::shuffled(self.table.used, &mut self.shuffler);
        self.table.used = Cards::NONE;
        if self.table.seats() == 2 {
            self.known = [0, 1].map(|seat| self.hands[seat].into_iter().collect());
            self.known[self.table.mover().index()] = hand;
        }
    }
}

impl PartialEq for Just4Fun {
    fn eq(&self, other: &Just4Fun) -> bool {
        let hands = |game: &Just4Fun| game.hands.map(Hand::new);
        hands(self) == hands(other)
            && self.table == other.table
            && self.known == other.known
            && self.stack == other.stack
            && self.shuffler == other.shuffler
    }
}

impl Eq for Just4Fun {}

impl Game for Just4Fun {
    type Action = Action;
    type View = PlayerView;

    #[inline]
    fn seats(&self) -> usize {
        self.table.seats()
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.table.turn()
    }

    /// Fields by number. When the player chooses the cards: combinations by field, then fewer cards first,
    /// then lower cards first. `redraw` where there is neither.
    fn actions(&self, out: &mut Actions<Action>) {
        if let Turn::Seat(seat) = self.turn() {
            moves::actions(&self.table, self.hand(seat), out);
        }
    }

    /// The combinations for the chosen field, with fewer cards first, then lower cards first.
    fn chances(&self, out: &mut Chances<Action>) {
        if let (Turn::Chance, Some(field)) = (self.turn(), self.table.chosen()) {
            moves::chances(self.subsets(), field, out);
        }
    }

    #[inline]
    fn play(&mut self, action: Action) {
        debug_assert!(self.is_possible(action), "{action} is not possible in {self:?}");
        match action {
            Action::Field(field) => self.table.choose(field),
            Action::Cards(cards) => {
                if let Some(slots) = self.subsets().slots_of(cards) {
                    self.take_turn(Some(Pick { slots, field: cards.field() }));
                }
            }
            Action::Redraw => self.take_turn(None),
        }
    }

    /// The winner has one stake of every other player: `[1, -1]`, `[2, -1, -1]`, `[3, -1, -1, -1]`.
    fn payoffs(&self) -> Payoffs {
        self.table.ending().unwrap_or(Outcome::Draw).payoffs(self.seats())
    }

    fn view(&self, seat: Seat) -> PlayerView {
        PlayerView::new(self, seat)
    }

    fn random_action<R: Rng>(&self, rng: &mut R) -> Option<Action> {
        playout::random_action(self, rng)
    }

    fn playout<R: Rng>(&mut self, rng: &mut R) {
        playout::play(self, rng);
    }
}

impl Just4Fun {
    /// Whether the action is a legal move or a possible outcome.
    fn is_possible(&self, action: Action) -> bool {
        let mut actions = Actions::new();
        self.actions(&mut actions);
        let mut chances = Chances::new();
        self.chances(&mut chances);
        actions
            .into_iter()
            .chain(chances.into_iter().map(|(action, _)| action))
            .any(|a| a == action)
    }
}
