//! A tiny game with decisions that the other does not see, to test what is known of the past.
//!
//! Each of two seats writes a number from 0 to 2 on a note and turns it over. Then seat 0 guesses the other number and
//! wins if it is right.

use super::broken::complains;
use super::*;
use crate::*;
use rand::Rng;
use serde_json::{Value, json};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
enum Fault {
    #[default]
    None,
    /// Everybody sees what is written.
    NotesAreSeen,
    /// A note is seen only if it has the highest number: the others are known not to have it.
    HighestIsSeen,
}

const FAULTS: [Fault; 3] = [Fault::None, Fault::NotesAreSeen, Fault::HighestIsSeen];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Act {
    Write(u8),
    Guess(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Notes {
    fault: Fault,
    notes: [Option<u8>; 2],
    guess: Option<u8>,
}

/// A number that the seat does not know.
const COVERED: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct NotesView {
    seat: Seat,
    game: Notes,
}

impl Game for Notes {
    type Action = Act;
    type View = NotesView;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match (self.notes, self.guess) {
            ([None, _], _) | ([_, Some(_)], None) => Turn::Seat(Seat::wrapping(0, 2)),
            ([_, None], _) => Turn::Seat(Seat::wrapping(1, 2)),
            _ => Turn::Over,
        }
    }

    fn actions(&self, out: &mut Actions<Act>) {
        match self.notes {
            [Some(_), Some(_)] if self.guess.is_some() => {}
            [Some(_), Some(_)] => out.extend((0..3).map(Act::Guess)),
            _ => out.extend((0..3).map(Act::Write)),
        }
    }

    fn play(&mut self, action: Act) {
        match action {
            Act::Guess(number) => self.guess = Some(number),
            Act::Write(number) => self.notes[usize::from(self.notes[0].is_some())] = Some(number),
        }
    }

    fn payoffs(&self) -> Payoffs {
        let won = if self.guess == self.notes[1] { 1.0 } else { -1.0 };
        Payoffs::new(&[won, -won])
    }

    fn view(&self, seat: Seat) -> NotesView {
        let mut game = *self;
        if let Some(note) = &mut game.notes[1 - seat.index()] {
            *note = COVERED;
        }
        NotesView { seat, game }
    }

    fn is_seen(&self, action: Act, _: Seat) -> bool {
        match (action, self.fault) {
            (Act::Guess(_), _) | (_, Fault::NotesAreSeen) => true,
            (Act::Write(number), Fault::HighestIsSeen) => number == 2,
            (Act::Write(_), Fault::None) => false,
        }
    }
}

impl View for NotesView {
    type Game = Notes;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn actions(&self, out: &mut Actions<Act>) {
        if self.turn() == Turn::Seat(self.seat) {
            self.game.actions(out);
        }
    }

    fn key(&self) -> InfoKey {
        let mut hasher = StableHasher::default();
        std::hash::Hash::hash(self, &mut hasher);
        InfoKey(std::hash::Hasher::finish(&hasher))
    }
}

impl Determinize for NotesView {
    fn determinize<R: Rng>(&self, rng: &mut R) -> Notes {
        let mut world = self.game;
        if let Some(note) = &mut world.notes[1 - self.seat.index()] {
            *note = choose::below(rng, 3) as u8;
        }
        world
    }
}

impl Notation for Notes {
    fn action_text(&self, action: Act) -> String {
        match action {
            Act::Write(number) => format!("write-{number}"),
            Act::Guess(number) => format!("guess-{number}"),
        }
    }
}

impl Recorded for Notes {
    const NAME: &'static str = "notes";
    type Rules = Fault;
    type Start = Fault;

    fn read_rules(reader: &Reader<'_>) -> Result<Fault, BadInput> {
        reader.object()?.finish()?;
        Ok(Fault::None)
    }

    fn write_rules(_: &Fault) -> Value {
        json!({})
    }

    fn deal(rules: &Fault, _: &mut DealRng) -> Fault {
        *rules
    }

    fn read_start(reader: &Reader<'_>) -> Result<Fault, BadInput> {
        let mut object = reader.object()?;
        let fault = object.field("fault")?.integer(0..=2)?;
        object.finish()?;
        Ok(FAULTS[fault as usize])
    }

    fn write_start(start: &Fault) -> Value {
        json!({ "fault": FAULTS.iter().position(|fault| fault == start) })
    }

    fn begin(start: &Fault) -> Notes {
        Notes { fault: *start, notes: [None; 2], guess: None }
    }
}

impl Rewind for Notes {
    fn rewind(start: &Fault, history: &[Act], world: &Notes, _: Seat) -> Past<Notes> {
        let mut history = history.to_vec();
        for (action, note) in history.iter_mut().zip(world.notes) {
            if let Some(number) = note {
                *action = Act::Write(number);
            }
        }
        Past { start: *start, history }
    }
}

impl Shown for Notes {
    fn show_rules(_: &NotesView) -> Value {
        json!({})
    }

    fn show(view: &NotesView) -> Value {
        let (seat, turn) = (view.seat().index(), show_turn(view.turn()));
        json!({ "seat": seat, "turn": turn, "notes": view.game.notes })
    }

    fn show_move(view: &NotesView, action: Act) -> String {
        view.game.action_text(action)
    }
}

#[test]
fn a_game_with_hidden_decisions_is_in_order() {
    let rules = Fault::None;
    Conformance::<Notes>::new(rules).games(30).zero_sum().run();
    worlds_are_consistent::<Notes>(&rules, 20, 3, 1, Depth::EveryView);
    shows_no_secrets::<Notes>(&rules, 20, 3, 1);
    past_shows_no_secrets::<Notes>(&rules, 20, 3, 1);
    assert_eq!(histories_show_no_secrets::<Notes>(&rules, 20, 3, 1), 20 * 4 * 2 * 3);
}

#[test]
fn a_secret_in_a_history_is_found() {
    for fault in [Fault::NotesAreSeen, Fault::HighestIsSeen] {
        complains("a secret is in the history of seat", || {
            histories_show_no_secrets::<Notes>(&fault, 20, 3, 1)
        });
        complains("a secret of the past is shown", || {
            past_shows_no_secrets::<Notes>(&fault, 20, 3, 1)
        });
    }
}

#[test]
fn a_hidden_decision_is_noticed_but_not_seen() {
    let [one, two] = [0, 1].map(|seat| Seat::wrapping(seat, 2));
    let actions = [Act::Write(2), Act::Write(1), Act::Guess(0)];
    let (log, _) = Log::<Notes>::replay(&Fault::None, &actions);
    let events = |seat| log.seen_by(seat).iter().map(|event| event.action).collect::<Vec<_>>();
    assert_eq!(events(one), [Some(actions[0]), None, Some(actions[2])]);
    assert_eq!(events(two), [None, Some(actions[1]), Some(actions[2])]);
    assert_eq!(log.seen_by(one).get(1), Some(Event { by: Some(two), action: None }));
    assert_eq!(log.seen_by(one).get(3), None);
    assert_ne!(log.seen_by(one), log.seen_by(two));
    let (other, _) = Log::<Notes>::replay(&Fault::None, &[actions[0], Act::Write(0), actions[2]]);
    assert_eq!(log.seen_by(one), other.seen_by(one));
    assert_ne!(log.seen_by(two), other.seen_by(two));
}

#[test]
fn a_past_that_is_not_known_is_no_empty_past() {
    let seat = Seat::wrapping(0, 2);
    let (unknown, log) = (History::<Notes>::unknown(seat), Log::<Notes>::new());
    assert!(unknown.is_empty() && !unknown.is_known());
    assert!(log.seen_by(seat).is_empty() && log.seen_by(seat).is_known());
    assert_ne!(unknown, log.seen_by(seat));
}

#[test]
fn a_player_that_reads_a_secret_in_its_history_is_found() {
    let by_history = |_: &NotesView, history: History<'_, Notes>| {
        let seen = history.iter().filter_map(|event| event.action);
        let others = seen.filter(|action| *action == Act::Write(2)).count();
        others as u8 % 3
    };
    let check = |fault| {
        equal_histories_give_equal_decisions::<Notes>(&fault, 20, 1, |view, history, _| {
            let number = by_history(view, history);
            let writes = view.game.notes[view.seat.index()].is_none();
            if writes { Act::Write(number) } else { Act::Guess(number) }
        })
    };
    assert_eq!(check(Fault::None), 20 * 3);
    complains("equal views and histories", || check(Fault::NotesAreSeen));
}
