//! Kuhn poker (H. W. Kuhn, A simplified two-person poker, 1950).
//!
//! Three cards, one for each of two seats; both pay one chip. Seat 0 checks or bets one chip. After a check
//! seat 1 may check, which ends the game, or bet. Who faces a bet folds or calls. The higher card takes the pot.

use crate::Card;
use crate::listed::Listed;
use kontra_game::{
    Actions, BadInput, DealRng, Deals, Determinize, Ending, Enumerate, Forfeit, Game, History,
    InfoKey, Notation, Past, Payoffs, Reader, Recorded, Rewind, Seat, Shown, Streams, Turn, View,
    WorldSampler, choose, show_turn,
};
use rand::Rng;
use serde_json::{Value, json};
use std::hash::Hash;

pub(crate) const FIRST: Seat = Seat::wrapping(0, 2);
const SECOND: Seat = Seat::wrapping(1, 2);

/// A decision in [`Kuhn`] poker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KuhnMove {
    /// Bet nothing for now.
    Check,
    /// Put in one more chip.
    Bet,
    /// Give up the pot.
    Fold,
    /// Put in one more chip as well.
    Call,
}

/// How far the betting has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    Opening,
    Checked,
    Bet,
    CheckedBet,
    /// Over: this seat has given up.
    Folded(Seat),
    /// Over: both cards are on the table, for this many chips.
    Shown(u8),
}

/// Kuhn poker: the full state, with both cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kuhn {
    cards: [Card; 2],
    stage: Stage,
}

impl Stage {
    fn turn(self) -> Turn {
        match self {
            Stage::Opening | Stage::CheckedBet => Turn::Seat(FIRST),
            Stage::Checked | Stage::Bet => Turn::Seat(SECOND),
            Stage::Folded(_) | Stage::Shown(_) => Turn::Over,
        }
    }

    fn actions(self, out: &mut Actions<KuhnMove>) {
        match self {
            Stage::Opening | Stage::Checked => out.extend([KuhnMove::Check, KuhnMove::Bet]),
            Stage::Bet | Stage::CheckedBet => out.extend([KuhnMove::Fold, KuhnMove::Call]),
            Stage::Folded(_) | Stage::Shown(_) => {}
        }
    }
}

impl Game for Kuhn {
    type Action = KuhnMove;
    type View = KuhnView;
    const MOVES_ARE_PUBLIC: bool = true;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.stage.turn()
    }

    /// Check before bet, fold before call.
    fn actions(&self, out: &mut Actions<KuhnMove>) {
        self.stage.actions(out);
    }

    fn play(&mut self, action: KuhnMove) {
        self.stage = match (self.stage, action) {
            (Stage::Opening, KuhnMove::Check) => Stage::Checked,
            (Stage::Opening, KuhnMove::Bet) => Stage::Bet,
            (Stage::Checked, KuhnMove::Check) => Stage::Shown(1),
            (Stage::Checked, KuhnMove::Bet) => Stage::CheckedBet,
            (Stage::Bet | Stage::CheckedBet, KuhnMove::Call) => Stage::Shown(2),
            (Stage::Bet, KuhnMove::Fold) => Stage::Folded(SECOND),
            (Stage::CheckedBet, KuhnMove::Fold) => Stage::Folded(FIRST),
            (stage, action) => {
                debug_assert!(false, "{action:?} is not legal at {stage:?}");
                stage
            }
        };
    }

    fn payoffs(&self) -> Payoffs {
        let (chips, won) = match self.stage {
            Stage::Folded(seat) => (1, seat != FIRST),
            Stage::Shown(chips) => (chips, self.cards[0] > self.cards[1]),
            _ => (0, true),
        };
        let first = if won { f64::from(chips) } else { -f64::from(chips) };
        Payoffs::new(&[first, -first])
    }

    fn view(&self, seat: Seat) -> KuhnView {
        let other = self.cards[seat.after(1, 2).index()];
        let shown = matches!(self.stage, Stage::Shown(_)).then_some(other);
        KuhnView { seat, card: self.cards[seat.index()], shown, stage: self.stage }
    }

    /// Every decision has two possibilities, and there are three at most: three random bits decide the game.
    fn playout<R: Rng>(&mut self, rng: &mut R) {
        let ends = match self.stage {
            Stage::Opening => &ENDS[0],
            Stage::Checked => &ENDS[1],
            Stage::Bet => &ENDS[2],
            Stage::CheckedBet => &ENDS[3],
            Stage::Folded(_) | Stage::Shown(_) => return,
        };
        self.stage = ends[(rng.next_u32() >> 29) as usize];
    }
}

/// How the game ends from each stage that has a decision, for each value of three random bits: a table, because branches that
/// depend on random bits are slow.
const ENDS: [[Stage; 8]; 4] =
    [ends(Stage::Opening), ends(Stage::Checked), ends(Stage::Bet), ends(Stage::CheckedBet)];

const fn ends(from: Stage) -> [Stage; 8] {
    let mut ends = [from; 8];
    let mut bits = 0;
    while bits < 8 {
        let mut decision = 0;
        while decision < 3 {
            let bold = bits >> decision & 1 == 1;
            ends[bits] = match (ends[bits], bold) {
                (Stage::Opening, false) => Stage::Checked,
                (Stage::Opening, true) => Stage::Bet,
                (Stage::Checked, false) => Stage::Shown(1),
                (Stage::Checked, true) => Stage::CheckedBet,
                (Stage::Bet | Stage::CheckedBet, true) => Stage::Shown(2),
                (Stage::Bet, false) => Stage::Folded(SECOND),
                (Stage::CheckedBet, false) => Stage::Folded(FIRST),
                (over, _) => over,
            };
            decision += 1;
        }
        bits += 1;
    }
    ends
}

/// What one seat sees of [`Kuhn`] poker: its own card, the betting, and at the end perhaps the other card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KuhnView {
    pub(crate) seat: Seat,
    pub(crate) card: Card,
    pub(crate) shown: Option<Card>,
    pub(crate) stage: Stage,
}

impl KuhnView {
    /// The seat's own card.
    pub fn card(&self) -> Card {
        self.card
    }
}

impl View for KuhnView {
    type Game = Kuhn;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.stage.turn()
    }

    fn actions(&self, out: &mut Actions<KuhnMove>) {
        if self.turn() == Turn::Seat(self.seat) {
            self.stage.actions(out);
        }
    }

    fn key(&self) -> InfoKey {
        InfoKey::of(self)
    }
}

impl KuhnView {
    /// The cards the other seat may have.
    fn others(&self) -> impl Iterator<Item = Card> {
        let possible = move |card: &Card| match self.shown {
            Some(shown) => *card == shown,
            None => *card != self.card,
        };
        Card::ALL.into_iter().filter(possible)
    }

    fn world(&self, other: Card) -> Kuhn {
        let cards = if self.seat == FIRST { [self.card, other] } else { [other, self.card] };
        Kuhn { cards, stage: self.stage }
    }
}

impl Determinize for KuhnView {
    fn determinize<R: Rng>(&self, rng: &mut R) -> Kuhn {
        let chosen = choose::below(rng, self.others().count() as u32);
        self.world(self.others().nth(chosen as usize).expect("one of the others"))
    }

    fn prepare(&self) -> impl WorldSampler<Kuhn> {
        Listed(self.others().map(|other| self.world(other)).collect())
    }
}

impl Enumerate for KuhnView {
    fn worlds(&self) -> Vec<(Kuhn, f64)> {
        self.others().map(|other| (self.world(other), 1.0)).collect()
    }
}

impl Notation for Kuhn {
    fn action_text(&self, action: KuhnMove) -> String {
        let text = match action {
            KuhnMove::Check => "check",
            KuhnMove::Bet => "bet",
            KuhnMove::Fold => "fold",
            KuhnMove::Call => "call",
        };
        text.to_owned()
    }
}

impl Recorded for Kuhn {
    const NAME: &'static str = "kuhn-poker";
    const ABOUT: &'static str = "The smallest poker: three cards, two players, one bet.";
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
        let mut deck = Card::ALL;
        choose::shuffle(rng, &mut deck);
        [deck[0], deck[1]]
    }

    fn read_start(reader: &Reader<'_>) -> Result<[Card; 2], BadInput> {
        let mut object = reader.object()?;
        let cards = object.field("cards")?;
        let [one, two] = cards.list_of()?;
        let start = [Card::read(&one)?, Card::read(&two)?];
        object.finish()?;
        if start[0] == start[1] {
            let found = format!("'{}' twice", start[0].letter());
            return Err(BadInput::expected(cards.place(), "two different cards", found));
        }
        Ok(start)
    }

    fn write_start(start: &[Card; 2]) -> Value {
        json!({ "cards": start.map(Card::letter) })
    }

    fn begin(start: &[Card; 2]) -> Kuhn {
        Kuhn { cards: *start, stage: Stage::Opening }
    }
}

impl Rewind for Kuhn {
    fn rewind(_: &[Card; 2], history: &[KuhnMove], world: &Kuhn, _: Seat) -> Past<Kuhn> {
        // All that is hidden was dealt at the start; all decisions were made in the open.
        Past::new(world.cards, history)
    }
}

impl Deals for Kuhn {
    fn deals((): &()) -> Vec<([Card; 2], f64)> {
        let pairs = Card::ALL.into_iter().flat_map(|one| Card::ALL.map(|two| [one, two]));
        pairs.filter(|[one, two]| one != two).map(|cards| (cards, 1.0 / 6.0)).collect()
    }
}

impl Shown for Kuhn {
    const OPEN_FIELDS: &'static [&'static str] = &["turn", "stage"];

    fn imagined_past(view: &KuhnView, history: History<'_, Kuhn>) -> Option<Past<Kuhn>> {
        let world = view.determinize(&mut Streams::new(view.key().0).test(0));
        Some(Past { start: world.cards, history: history.actions()? })
    }

    fn show(view: &KuhnView) -> Value {
        let stage = match view.stage {
            Stage::Opening => "opening",
            Stage::Checked => "checked",
            Stage::Bet => "bet",
            Stage::CheckedBet => "checked, then bet",
            Stage::Folded(_) => "folded",
            Stage::Shown(_) => "cards are shown",
        };
        json!({
            "seat": view.seat.index(),
            "turn": show_turn(view.turn()),
            "card": view.card.letter(),
            "stage": stage,
            "other_card": view.shown.map(Card::letter),
        })
    }
}

impl Ending for Kuhn {
    fn ending(&self) -> &'static str {
        if matches!(self.stage, Stage::Folded(_)) { "fold" } else { "showdown" }
    }
}

impl Forfeit for Kuhn {}
