//! How a game looks on a page: what a seat sees, what it may do, what happened, and what it was worth, as JSON.
//!
//! Everything that is sent while a game goes on is made from a *view* or from what lies open. [`Presentation::open`] is for
//! finished games and for tables without people.

mod doppelkopf;
mod generic;
mod just4fun;
mod ontop;

use crate::messages::{
    Choice, Event, EventDetails, Hands, Reason, Sheet, Story, Unit, ViewDetails, Words,
};
use kontra_agents::Playable;
use kontra_game::{History, Seat, Streams};

/// A game that can be shown on a page.
///
/// Everything has a default that is made of view and notation; the page's `js/generic.js` draws that.
pub(crate) trait Presentation: Playable {
    /// What the value of a move in an analysis means.
    const UNIT: Unit = Unit::Score;
    /// Whom a person can play against without knowing what a spec is, from easy to strong.
    const STRENGTHS: [Strength; 3] = generic::STRENGTHS;
    /// The strongest agent that thinks no longer than a person likes to wait: who plays the cards of a finished game again.
    const STRONGEST: &'static str = Self::STRENGTHS[2].spec;
    /// The agent that analyses positions for people.
    const ANALYST: &'static str = "so-ismcts(ms=600)";
    /// The agent that reviews games: the same result every time.
    const REVIEWER: &'static str = "so-ismcts(iterations=5000)";
    /// A stronger and slower agent, which has the last word on what the reviewer holds for a loss.
    const CHECKER: Option<&'static str> = None;

    /// What a seat sees beside what [`Shown::show`] tells every program: what a page needs to draw it well.
    fn view_details(_view: &Self::View) -> ViewDetails {
        ViewDetails::Plain {}
    }

    /// The fields of [`Shown::show`] that are the same for every seat: all that a watcher is shown of it.
    const OPEN: &'static [&'static str] = Self::OPEN_FIELDS;

    /// What a watcher sees beside the [open](Presentation::OPEN) fields.
    fn open_details(&self) -> ViewDetails {
        ViewDetails::Plain {}
    }

    /// What is hidden while the game goes on: the hands, by seat. By default what each seat is shown beyond the open fields.
    fn hands(&self) -> Hands {
        generic::hands(self)
    }

    /// What the seat may do now; nothing when it is not its turn.
    fn offers(view: &Self::View) -> Vec<Choice> {
        generic::offers::<Self>(view)
    }

    /// What a move did, beyond its name: only what everybody saw.
    fn event_details(_before: &Self, _action: Self::Action, _after: &Self) -> EventDetails {
        EventDetails::Plain {}
    }

    /// What a player would remember of the events so far.
    fn story<'a>(_events: impl DoubleEndedIterator<Item = &'a Event> + Clone) -> Story {
        Story::Plain {}
    }

    /// A move in words, as everybody at the table may read it.
    fn words(&self, action: Self::Action) -> Words {
        Words::same(self.action_text(action))
    }

    /// A move of the seat whose view this is, in words.
    fn own_words(view: &Self::View, action: Self::Action) -> Words {
        Words::same(Self::show_move(view, action))
    }

    /// How a finished game is scored, line by line.
    fn sheet(&self) -> Sheet {
        Sheet::Plain {}
    }

    /// The start of the next game at the same table, given how the last one started and ended.
    fn follow(start: Self::Start, _last: &Self::Start, _ended: &Self) -> Self::Start {
        start
    }

    /// The same cards as the first game of a tournament; `None` where the game has no tournaments.
    fn compete(_start: Self::Start, _games: u16) -> Option<Self::Start> {
        None
    }

    /// Where this game stands in a tournament.
    fn duty(&self) -> Option<Duty> {
        None
    }

    /// How long people want to look at the table before this move of an agent is made, as a part of the table's pace; none
    /// where nobody notices the move.
    fn beats(_view: &Self::View, _action: Self::Action) -> f64 {
        1.0
    }

    /// The answer that a person need not be asked for, unless they want to be asked always.
    fn unasked(_view: &Self::View) -> Option<Self::Action> {
        None
    }

    /// Who would think again about what they planned to do, after this move.
    fn surprise(_before: &Self, _action: Self::Action, _after: &Self) -> Surprise {
        Surprise::Others
    }

    /// The share of an agent's time that the question is worth.
    fn share(_view: &Self::View) -> f64 {
        1.0
    }

    /// The answers that lead to the decision of `seat` that really matters, if all that is asked before is denied;
    /// none where the decision at hand is that one. They depend only on what `seat` knows.
    fn before_what_matters(&self, _seat: Seat) -> Vec<Self::Action> {
        vec![]
    }

    /// Whether a move promises something that the game is lost by if it is not kept: an announcement.
    fn is_promise(_view: &Self::View, _action: Self::Action) -> bool {
        false
    }

    /// A loss below this, in the unit of the page, is no mistake: the reviewer cannot tell such values apart.
    const LEAST_MISTAKE: f64 = 0.0;

    /// The probability to win after each of these moves, in games where a value is something else. Empty where
    /// nothing can say so.
    fn win_chances(
        _view: &Self::View,
        _history: History<'_, Self>,
        _actions: &[Self::Action],
        _streams: Streams,
    ) -> Vec<f64> {
        vec![]
    }

    /// What lay behind a decision that could have been better.
    fn reasons(
        _view: &Self::View,
        _history: History<'_, Self>,
        _played: Self::Action,
        _best: Self::Action,
    ) -> Vec<Reason> {
        vec![]
    }

    /// An analysis's value in the unit of the page.
    fn value(_view: &Self::View, value: f64) -> f64 {
        value
    }
}

/// Where a game stands in a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Duty {
    /// Games that are left, this one included.
    pub(crate) games_left: u16,
    /// The seats that owed a solo when this game began.
    pub(crate) open_solos: Vec<usize>,
}

impl Duty {
    /// Whether no game follows.
    pub(crate) fn is_last(&self) -> bool {
        self.games_left <= 1
    }
}

/// Who is surprised by a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surprise {
    Nobody,
    /// Everybody but the person who made it.
    Others,
    Everybody,
}

/// An agent by a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Strength {
    /// `easy`, `medium` or `strong`.
    pub(crate) word: &'static str,
    pub(crate) spec: &'static str,
    pub(crate) label: &'static str,
    pub(crate) label_de: &'static str,
}

/// Three agents under the usual words, from easy to strong.
const fn strengths(specs: [&'static str; 3]) -> [Strength; 3] {
    let [easy, medium, strong] = specs;
    [
        Strength { word: "easy", spec: easy, label: "Beginner", label_de: "Anfänger" },
        Strength { word: "medium", spec: medium, label: "Regular", label_de: "Stammgast" },
        Strength { word: "strong", spec: strong, label: "Strong", label_de: "Stark" },
    ]
}

macro_rules! generic_presentations {
    ([] $($Name:ident = $Game:path;)*) => {
        $(generic_presentation!($Name);)*
    };
}

/// Games with a face of their own, and all others.
macro_rules! generic_presentation {
    (Doppelkopf) => {};
    (Just4Fun) => {};
    (OnTop) => {};
    ($Name:ident) => {
        impl Presentation for kontra_agents::games::$Name {}
    };
}
kontra_agents::each_game!([generic_presentations]);
