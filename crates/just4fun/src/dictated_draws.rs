//! Imagined worlds could have come about: the test kit plays their past through.
//!
//! Draws are no moves: they follow from the hidden order of the stacks, so a past with other draws needs a game
//! whose draws can be dictated. That is [`DictatedDraws`].

use crate::subsets::Held;
use crate::{Action, Card, Cards, Combination, Just4Fun, PlayerView, Rules, Stack, Start};
use kontra_game::testkit::{Depth, histories_show_no_secrets, worlds_are_consistent};
use kontra_game::{
    Actions, BadInput, Chances, DealRng, Determinize, Game, InfoKey, Notation, Past, Payoffs,
    Reader, Recorded, Rewind, Seat, Turn, View,
};
use rand::Rng;
use serde_json::Value;
use std::sync::Arc;

/// The cards that are drawn in each turn, first turn first.
type Draws = Arc<Vec<Vec<Card>>>;

/// A game in which it can be dictated what is drawn.
#[derive(Clone, Debug)]
struct DictatedDraws {
    game: Just4Fun,
    draws: Option<Draws>,
    turns: usize,
    /// Stop before a turn in which the stack may run out.
    until_shuffle: bool,
}

impl DictatedDraws {
    /// The cards that an action puts on the used pile.
    fn laid_down(&self, action: Action) -> Option<Vec<Card>> {
        match action {
            Action::Field(_) => None,
            Action::Cards(cards) => Some(Combination::cards(cards).collect()),
            Action::Redraw => Some(self.game.hand(self.game.table.mover()).cards().to_vec()),
        }
    }

    /// The mover has drawn these cards and no others.
    fn swap_draws(&mut self, mover: Seat, kept: Cards, dictated: &[Card]) {
        let drawn: Cards = dictated.iter().copied().collect();
        let hand: Vec<Card> = (kept + drawn).iter().collect();
        let before: Cards = self.game.hands[mover.index()].into_iter().collect();
        let stack: Cards = self.game.stack.drawing_order().collect();
        let rest: Vec<Card> = (stack + before - kept - drawn).iter().collect();
        self.game.stack = Stack::new(&rest);
        self.game.hands[mover.index()] = Held::try_from(hand).expect("four cards");
    }
}

impl Game for DictatedDraws {
    type Action = Action;
    type View = RiggedView;

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn turn(&self) -> Turn {
        let may_run_out = self.game.table.stack_size() < crate::Hand::SIZE;
        if self.until_shuffle && may_run_out { Turn::Over } else { self.game.turn() }
    }

    fn actions(&self, out: &mut Actions<Action>) {
        if self.turn() != Turn::Over {
            self.game.actions(out);
        }
    }

    fn chances(&self, out: &mut Chances<Action>) {
        if self.turn() != Turn::Over {
            self.game.chances(out);
        }
    }

    fn play(&mut self, action: Action) {
        let (mover, laid_down) = (self.game.table.mover(), self.laid_down(action));
        let before: Cards = self.game.hand(mover).into();
        self.game.play(action);
        if let Some(laid_down) = laid_down {
            if let Some(draws) = self.draws.clone() {
                let kept = before - laid_down.into_iter().collect();
                self.swap_draws(mover, kept, &draws[self.turns]);
            }
            self.turns += 1;
        }
    }

    fn payoffs(&self) -> Payoffs {
        self.game.payoffs()
    }

    fn view(&self, seat: Seat) -> RiggedView {
        let (turn, turns) = (self.turn(), self.turns);
        RiggedView { view: self.game.view(seat), turn, turns, until_shuffle: self.until_shuffle }
    }
}

#[derive(Clone, PartialEq, Debug)]
struct RiggedView {
    view: PlayerView,
    turn: Turn,
    turns: usize,
    until_shuffle: bool,
}

impl View for RiggedView {
    type Game = DictatedDraws;

    fn seat(&self) -> Seat {
        self.view.seat()
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn actions(&self, out: &mut Actions<Action>) {
        if self.turn != Turn::Over {
            self.view.actions(out);
        }
    }

    fn key(&self) -> InfoKey {
        self.view.key()
    }
}

impl Determinize for RiggedView {
    fn determinize<R: Rng>(&self, rng: &mut R) -> DictatedDraws {
        let (game, turns) = (self.view.determinize(rng), self.turns);
        DictatedDraws { game, draws: None, turns, until_shuffle: self.until_shuffle }
    }
}

impl Notation for DictatedDraws {
    fn action_text(&self, action: Action) -> String {
        self.game.action_text(action)
    }
}

#[derive(Clone, PartialEq, Default, Debug)]
struct RiggedRules {
    rules: Rules,
    until_shuffle: bool,
}

#[derive(Clone, PartialEq, Debug)]
struct RiggedStart {
    start: Start,
    draws: Option<Draws>,
    until_shuffle: bool,
}

impl Recorded for DictatedDraws {
    const NAME: &'static str = "just4fun";

    type Rules = RiggedRules;
    type Start = RiggedStart;

    fn read_rules(reader: &Reader<'_>) -> Result<RiggedRules, BadInput> {
        Ok(RiggedRules { rules: Just4Fun::read_rules(reader)?, until_shuffle: false })
    }

    fn write_rules(rules: &RiggedRules) -> Value {
        Just4Fun::write_rules(&rules.rules)
    }

    fn deal(rules: &RiggedRules, rng: &mut DealRng) -> RiggedStart {
        let start = Just4Fun::deal(&rules.rules, rng);
        RiggedStart { start, draws: None, until_shuffle: rules.until_shuffle }
    }

    fn read_start(reader: &Reader<'_>) -> Result<RiggedStart, BadInput> {
        Ok(RiggedStart { start: Start::read(reader)?, draws: None, until_shuffle: false })
    }

    fn write_start(start: &RiggedStart) -> Value {
        start.start.write()
    }

    fn begin(start: &RiggedStart) -> DictatedDraws {
        let (game, draws) = (start.start.game(), start.draws.clone());
        DictatedDraws { game, draws, turns: 0, until_shuffle: start.until_shuffle }
    }
}

/// What happened in one turn, as everybody saw it, and what the mover really drew.
struct Event {
    mover: Seat,
    laid_down: Cards,
    /// Cards of the mover that were known before and are still in the hand.
    still_known: Cards,
    /// Known cards after the stack ran out in this turn: they were all drawn before, or in this turn before that.
    known_at_shuffle: Option<Cards>,
    hand_before: Cards,
    drawn: Cards,
}

impl Rewind for DictatedDraws {
    fn rewind(
        start: &RiggedStart,
        history: &[Action],
        world: &DictatedDraws,
        seat: Seat,
    ) -> Past<DictatedDraws> {
        let mut hands = world.game.hands.map(|hand| hand.into_iter().collect::<Cards>());
        let mut draws = vec![];
        for event in events(start, history).into_iter().rev() {
            let hand = &mut hands[event.mover.index()];
            if event.mover == seat {
                *hand = event.hand_before;
                draws.push(event.drawn.iter().collect());
            } else {
                let drawn = imagined_draw(&event, *hand);
                *hand = *hand - drawn + event.laid_down;
                draws.push(drawn.iter().collect());
            }
        }
        draws.reverse();
        let mut setup = start.start.setup().clone();
        for (hand, cards) in setup.hands.iter_mut().zip(hands) {
            let cards: Vec<Card> = cards.iter().collect();
            *hand = crate::Hand::new(Held::try_from(cards).expect("four cards"));
        }
        let dealt = setup.hands.iter().fold(Cards::NONE, |sum, &hand| sum + hand.into());
        setup.stack = (Cards::DECK - dealt).iter().collect();
        let start = Start::new(setup).expect("a deal");
        let draws = Some(Arc::new(draws));
        Past::new(RiggedStart { start, draws, until_shuffle: world.until_shuffle }, history)
    }
}

/// Cards that may have come into this hand in this turn.
fn imagined_draw(event: &Event, hand_after: Cards) -> Cards {
    let size = event.laid_down.len();
    let Some(known) = event.known_at_shuffle else {
        return (hand_after - event.still_known).iter().take(size).collect();
    };
    // What is not known came from the new stack, as much as is missing from the old one.
    let new = hand_after - known;
    let old = (known - event.still_known).iter().take(size - new.len());
    old.collect::<Cards>() + new
}

fn events(start: &RiggedStart, history: &[Action]) -> Vec<Event> {
    let mut game = DictatedDraws::begin(start);
    let mut events = vec![];
    for &action in history {
        let mover = game.game.table.mover();
        let (hand_before, size) = (game.game.hand(mover).into(), game.game.stack.len());
        let mut still_known = game.game.known(mover);
        let laid_down = game.laid_down(action);
        game.play(action);
        if let Some(cards) = laid_down {
            cards.iter().for_each(|&card| still_known.forget(card));
            let ran_out = cards.len() > size && game.seats() == 2;
            let laid_down: Cards = cards.into_iter().collect();
            let drawn = Cards::from(game.game.hand(mover)) - (hand_before - laid_down);
            let known_at_shuffle = ran_out.then(|| game.game.known(mover));
            events.push(Event {
                mover,
                laid_down,
                still_known,
                known_at_shuffle,
                hand_before,
                drawn,
            });
        }
    }
    events
}

/// How many games: as the environment says, or this many.
fn games(usual: u64) -> u64 {
    kontra_game::testkit::games(usual)
}

#[test]
fn worlds_of_two_players_fit_everything_they_have_ever_seen() {
    for (_, cards) in crate::CardChoice::WORDS {
        let rules = Rules { cards, ..Rules::default() };
        let rules = RiggedRules { rules, until_shuffle: false };
        assert!(
            worlds_are_consistent::<DictatedDraws>(&rules, games(10), 1, 1, Depth::EveryView) > 0
        );
        assert!(histories_show_no_secrets::<DictatedDraws>(&rules, games(3), 1, 1) > 0);
    }
}

#[test]
fn worlds_of_more_players_fit_everything_they_have_seen_until_the_stack_runs_out() {
    for players in [crate::Players::Three, crate::Players::Four] {
        let rules = Rules { players, ..Rules::default() };
        let rules = RiggedRules { rules, until_shuffle: true };
        assert!(
            worlds_are_consistent::<DictatedDraws>(&rules, games(10), 1, 2, Depth::EveryView) > 0
        );
    }
}

#[test]
fn worlds_of_more_players_look_right_at_any_time() {
    for players in [crate::Players::Three, crate::Players::Four] {
        let rules = Rules { players, ..Rules::default() };
        let rules = RiggedRules { rules, until_shuffle: false };
        assert!(
            worlds_are_consistent::<DictatedDraws>(&rules, games(10), 1, 3, Depth::Present) > 0
        );
    }
}
