//! Leduc poker (F. Southey and others, Bayes' bluff: opponent modelling in poker, 2005).
//!
//! Six cards, two of each rank; both seats pay one chip and get a card. A round of betting follows, then a
//! card is turned up for both, then a second round. A bet or raise is two chips in the first round, four in
//! the second, and there are at most two in each. Seat 0 begins both rounds. Who has the rank of the open
//! card wins, otherwise the higher card does; equal cards share the pot.

use crate::Card;
use crate::listed::Listed;
use kontra_game::{
    Actions, BadInput, Chances, DealRng, Deals, Determinize, Ending, Enumerate, Forfeit, Game,
    History, InfoKey, Notation, Past, Payoffs, Reader, Recorded, Rewind, Seat, Shown, Streams,
    Turn, View, WorldSampler, choose, show_turn,
};
use rand::Rng;
use serde_json::{Value, json};
use std::hash::Hash;

/// A decision in [`Leduc`] poker, or the card that is turned up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeducMove {
    /// Bet nothing for now.
    Check,
    /// Put in chips first.
    Bet,
    /// Give up the pot.
    Fold,
    /// Put in what the other seat has put in.
    Call,
    /// Call, and put in more.
    Raise,
    /// This card is turned up.
    Open(Card),
}

/// The chips of a bet in each round.
const CHIPS: [u8; 2] = [2, 4];

/// The most bets and raises in a round.
const MOST_RAISES: u8 = 2;

/// One round of betting. Together with its end, this is all that can be told about it: at most one check comes
/// first, then bets and raises follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Round {
    pub(crate) checked: bool,
    pub(crate) raises: u8,
    pub(crate) settled: bool,
}

impl Round {
    fn mover(self) -> Seat {
        Seat::wrapping(usize::from(self.checked) + usize::from(self.raises), 2)
    }

    fn actions(self, out: &mut Actions<LeducMove>) {
        if self.raises == 0 {
            return out.extend([LeducMove::Check, LeducMove::Bet]);
        }
        out.extend([LeducMove::Fold, LeducMove::Call]);
        if self.raises < MOST_RAISES {
            out.push(LeducMove::Raise);
        }
    }

    fn play(&mut self, action: LeducMove) {
        match action {
            LeducMove::Bet | LeducMove::Raise => self.raises += 1,
            LeducMove::Check if !self.checked => self.checked = true,
            LeducMove::Check | LeducMove::Call => self.settled = true,
            LeducMove::Fold | LeducMove::Open(_) => {}
        }
    }
}

/// How a round of betting ends at random: the round, and whether the seat to move has given up.
#[derive(Clone, Copy)]
struct RoundEnd {
    round: Round,
    folded: bool,
}

/// A uniform number below this says how a round ends: at most two decisions of two, one of three and again one of two follow.
const WAYS: usize = 24;

impl Round {
    /// The end of this round that a number below [`WAYS`] stands for. Its digits are the decisions, in the order of
    /// [`actions`](Round::actions).
    const fn end(mut self, mut number: usize) -> RoundEnd {
        while !self.settled {
            let choices = if self.raises == 0 || self.raises == MOST_RAISES { 2 } else { 3 };
            let choice = number % choices;
            number /= choices;
            match (self.raises, choice) {
                (0, 0) if self.checked => self.settled = true,
                (0, 0) => self.checked = true,
                (0, _) => self.raises = 1,
                (_, 0) => return RoundEnd { round: self, folded: true },
                (_, 1) => self.settled = true,
                (_, _) => self.raises += 1,
            }
        }
        RoundEnd { round: self, folded: false }
    }

    fn place(self) -> usize {
        usize::from(self.checked) + 2 * usize::from(self.raises)
    }
}

/// All ends of a round, by whether there was a check, and by the number of raises.
static ROUND_ENDS: [[RoundEnd; WAYS]; 6] = {
    let fresh = Round { checked: false, raises: 0, settled: false };
    let mut ends = [[RoundEnd { round: fresh, folded: false }; WAYS]; 6];
    let mut i = 0;
    while i < 6 * WAYS {
        let (place, number) = (i / WAYS, i % WAYS);
        let round = Round { checked: place % 2 == 1, raises: place as u8 / 2, settled: false };
        ends[place][number] = round.end(number);
        i += 1;
    }
    ends
};

/// What everybody knows: the open card and the betting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Public {
    pub(crate) open: Option<Card>,
    pub(crate) rounds: [Round; 2],
    pub(crate) folded: Option<Seat>,
}

impl Public {
    /// Which round it is, from 0.
    fn now(&self) -> usize {
        usize::from(self.rounds[0].settled)
    }

    fn turn(&self) -> Turn {
        match (self.folded, self.open) {
            (Some(_), _) => Turn::Over,
            (None, None) if self.rounds[0].settled => Turn::Chance,
            (None, Some(_)) if self.rounds[1].settled => Turn::Over,
            _ => Turn::Seat(self.rounds[self.now()].mover()),
        }
    }

    fn actions(&self, out: &mut Actions<LeducMove>) {
        if let Turn::Seat(_) = self.turn() {
            self.rounds[self.now()].actions(out);
        }
    }

    fn play(&mut self, action: LeducMove) {
        let now = self.now();
        match action {
            LeducMove::Open(card) => self.open = Some(card),
            LeducMove::Fold => self.folded = Some(self.rounds[now].mover()),
            other => self.rounds[now].play(other),
        }
    }

    /// The round as this number below [`WAYS`] says.
    fn bet_at_random(&mut self, number: u32) {
        let now = self.now();
        let end = ROUND_ENDS[self.rounds[now].place()][number as usize];
        self.rounds[now] = end.round;
        self.folded = end.folded.then(|| end.round.mover());
    }

    /// What the loser has put in. A seat that folds has not paid for the last raise.
    fn stake(&self) -> u8 {
        let raised: u8 =
            self.rounds.iter().zip(CHIPS).map(|(round, chips)| round.raises * chips).sum();
        let unpaid = if self.folded.is_some() { CHIPS[self.now()] } else { 0 };
        1 + raised - unpaid
    }

    fn cards_are_shown(&self) -> bool {
        self.turn() == Turn::Over && self.folded.is_none()
    }
}

/// Leduc poker: the full state, with both cards. Suits do not matter, so cards are ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leduc {
    cards: [Card; 2],
    table: Public,
}

impl Leduc {
    /// One of the four cards that are left.
    fn turned_up(&self, mut number: u32) -> Card {
        for card in [Card::Jack, Card::Queen] {
            let left = left(card, self.cards);
            if number < left {
                return card;
            }
            number -= left;
        }
        Card::King
    }
}

/// Decisions as they are listed: two before a bet, two or three after it.
const ORDER: [LeducMove; 5] =
    [LeducMove::Check, LeducMove::Bet, LeducMove::Fold, LeducMove::Call, LeducMove::Raise];

/// How many of the two cards of a rank are not among these.
fn left(card: Card, gone: impl IntoIterator<Item = Card>) -> u32 {
    2 - gone.into_iter().filter(|&other| other == card).count() as u32
}

impl Game for Leduc {
    type Action = LeducMove;
    type View = LeducView;
    const MOVES_ARE_PUBLIC: bool = true;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    /// Check before bet; fold before call before raise.
    fn actions(&self, out: &mut Actions<LeducMove>) {
        self.table.actions(out);
    }

    fn chances(&self, out: &mut Chances<LeducMove>) {
        if self.turn() == Turn::Chance {
            let cards = Card::ALL.map(|card| (LeducMove::Open(card), left(card, self.cards)));
            let possible = cards.into_iter().filter(|(_, left)| *left > 0);
            out.extend(possible.map(|(outcome, left)| (outcome, f64::from(left) / 4.0)));
        }
    }

    fn play(&mut self, action: LeducMove) {
        debug_assert!(self.choices().contains(&action), "{action:?} is not possible");
        self.table.play(action);
    }

    fn payoffs(&self) -> Payoffs {
        let strength = self.cards.map(|card| (Some(card) == self.table.open, card));
        let winner = match self.table.folded {
            Some(seat) => Some(seat.after(1, 2).index()),
            None if strength[0] == strength[1] => None,
            None => Some(usize::from(strength[0] < strength[1])),
        };
        let stake = f64::from(self.table.stake());
        Payoffs::new(&match winner {
            Some(0) => [stake, -stake],
            Some(_) => [-stake, stake],
            None => [0.0; 2],
        })
    }

    fn view(&self, seat: Seat) -> LeducView {
        let other = self.cards[seat.after(1, 2).index()];
        let shown = self.table.cards_are_shown().then_some(other);
        LeducView { seat, card: self.cards[seat.index()], shown, table: self.table }
    }

    /// Draws what a list of all possibilities would give, without the list.
    fn random_action<R: Rng>(&self, rng: &mut R) -> Option<LeducMove> {
        match self.turn() {
            Turn::Over => None,
            Turn::Seat(_) => {
                let round = self.table.rounds[self.table.now()];
                let choices = if round.raises == 1 { 3 } else { 2 };
                let first = if round.raises == 0 { 0 } else { 2 };
                Some(ORDER[first + choose::below(rng, choices) as usize])
            }
            // A quarter of the interval for each of the four cards that are left.
            Turn::Chance => {
                let quarter = (4.0 * choose::unit(rng)) as u32;
                Some(LeducMove::Open(self.turned_up(quarter)))
            }
        }
    }

    /// One random word says how both rounds end, and which card is turned up.
    fn playout<R: Rng>(&mut self, rng: &mut R) {
        if self.turn() == Turn::Over {
            return;
        }
        let [first, card, second] = choose::below_each(rng, [WAYS as u32, 4, WAYS as u32]);
        if !self.table.rounds[0].settled {
            self.table.bet_at_random(first);
        }
        if self.table.folded.is_none() {
            if self.table.open.is_none() {
                self.table.open = Some(self.turned_up(card));
            }
            self.table.bet_at_random(second);
        }
    }
}

/// What one seat sees of [`Leduc`] poker: its own card, the open card, the betting, and at the end perhaps
/// the other card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeducView {
    seat: Seat,
    pub(crate) card: Card,
    pub(crate) shown: Option<Card>,
    pub(crate) table: Public,
}

impl LeducView {
    /// The seat's own card.
    pub fn card(&self) -> Card {
        self.card
    }

    /// The card that was turned up for both.
    pub fn open(&self) -> Option<Card> {
        self.table.open
    }

    /// How many cards of each rank the other seat may hold.
    fn unseen(&self) -> [(Card, u32); 3] {
        Card::ALL.map(|card| match self.shown {
            Some(shown) => (card, u32::from(card == shown)),
            None => (card, left(card, [self.card].into_iter().chain(self.table.open))),
        })
    }

    fn world(&self, other: Card) -> Leduc {
        let mut cards = [other; 2];
        cards[self.seat.index()] = self.card;
        Leduc { cards, table: self.table }
    }
}

impl View for LeducView {
    type Game = Leduc;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn actions(&self, out: &mut Actions<LeducMove>) {
        if self.turn() == Turn::Seat(self.seat) {
            self.table.actions(out);
        }
    }

    fn key(&self) -> InfoKey {
        InfoKey::of(self)
    }
}

impl Determinize for LeducView {
    fn determinize<R: Rng>(&self, rng: &mut R) -> Leduc {
        let mut drawn = choose::below(rng, self.unseen().map(|(_, left)| left).iter().sum());
        for (card, left) in self.unseen() {
            if drawn < left {
                return self.world(card);
            }
            drawn -= left;
        }
        unreachable!("one of the unseen cards is drawn")
    }

    fn prepare(&self) -> impl WorldSampler<Leduc> {
        let each = |(card, left)| std::iter::repeat_n(self.world(card), left as usize);
        Listed(self.unseen().into_iter().flat_map(each).collect())
    }
}

impl Enumerate for LeducView {
    /// A world's weight is the number of cards of the rank that the other seat may hold.
    fn worlds(&self) -> Vec<(Leduc, f64)> {
        let possible = self.unseen().into_iter().filter(|(_, left)| *left > 0);
        possible.map(|(card, left)| (self.world(card), f64::from(left))).collect()
    }
}

impl Notation for Leduc {
    fn action_text(&self, action: LeducMove) -> String {
        let text = match action {
            LeducMove::Check => "check",
            LeducMove::Bet => "bet",
            LeducMove::Fold => "fold",
            LeducMove::Call => "call",
            LeducMove::Raise => "raise",
            LeducMove::Open(card) => card.letter(),
        };
        text.to_owned()
    }
}

impl Recorded for Leduc {
    const NAME: &'static str = "leduc-poker";
    const ABOUT: &'static str = "A small poker: six cards, an open card, two rounds of betting.";
    type Rules = ();
    /// The card of each seat.
    type Start = [Card; 2];

    fn read_rules(reader: &Reader<'_>) -> Result<(), BadInput> {
        reader.object()?.finish()
    }

    fn write_rules((): &()) -> Value {
        json!({})
    }

    fn deal((): &(), rng: &mut DealRng) -> [Card; 2] {
        let mut deck = [Card::ALL, Card::ALL].concat();
        choose::shuffle(rng, &mut deck);
        [deck[0], deck[1]]
    }

    fn read_start(reader: &Reader<'_>) -> Result<[Card; 2], BadInput> {
        let mut object = reader.object()?;
        let [one, two] = object.field("cards")?.list_of()?;
        object.finish()?;
        Ok([Card::read(&one)?, Card::read(&two)?])
    }

    fn write_start(start: &[Card; 2]) -> Value {
        json!({ "cards": start.map(Card::letter) })
    }

    fn begin(start: &[Card; 2]) -> Leduc {
        Leduc { cards: *start, table: Public::default() }
    }
}

impl Rewind for Leduc {
    fn rewind(_: &[Card; 2], history: &[LeducMove], world: &Leduc, _: Seat) -> Past<Leduc> {
        // The open card is seen by all, so the same outcomes of chance lead to the world.
        Past::new(world.cards, history)
    }
}

impl Deals for Leduc {
    fn deals((): &()) -> Vec<([Card; 2], f64)> {
        let pairs = Card::ALL.into_iter().flat_map(|one| Card::ALL.map(|two| [one, two]));
        // Two cards of the first rank, then those of the second rank that are left, out of 6 · 5.
        let probability = |[one, two]: [Card; 2]| f64::from(2 * left(two, [one])) / 30.0;
        pairs.map(|cards| (cards, probability(cards))).collect()
    }
}

impl Shown for Leduc {
    const OPEN_FIELDS: &'static [&'static str] =
        &["turn", "open_card", "rounds", "folded", "stake"];

    fn imagined_past(view: &LeducView, history: History<'_, Leduc>) -> Option<Past<Leduc>> {
        let world = view.determinize(&mut Streams::new(view.key().0).test(0));
        Some(Past { start: world.cards, history: history.actions()? })
    }

    fn show(view: &LeducView) -> Value {
        let rounds = view.table.rounds.map(
            |round| json!({ "checked": round.checked, "raises": round.raises, "settled": round.settled }),
        );
        json!({
            "seat": view.seat.index(),
            "turn": show_turn(view.turn()),
            "card": view.card.letter(),
            "open_card": view.table.open.map(Card::letter),
            "rounds": rounds,
            "folded": view.table.folded.map(Seat::index),
            "stake": view.table.stake(),
            "other_card": view.shown.map(Card::letter),
        })
    }
}

impl Ending for Leduc {
    fn ending(&self) -> &'static str {
        if self.table.folded.is_some() { "fold" } else { "showdown" }
    }
}

impl Forfeit for Leduc {}
