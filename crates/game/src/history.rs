use crate::{Game, MAX_SEATS, Recorded, Seat, Turn};
use std::fmt;

/// Room for the decisions of a usual game: a log allocates once, and not again at every decision.
const USUAL_LENGTH: usize = 128;

/// Nobody's number: chance decided.
const CHANCE: u8 = MAX_SEATS as u8;

/// Whether `seat` sees what is about to be decided: a seat sees its own decisions, and [`Game::is_seen`] tells which
/// of the others.
#[inline]
pub fn sees<G: Game>(game: &G, seat: Seat, action: G::Action) -> bool {
    game.turn() == Turn::Seat(seat) || game.is_seen(action, seat)
}

/// One decision as a seat saw it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Event<A> {
    /// Who decided; `None`: chance.
    pub by: Option<Seat>,
    /// What was decided; `None` where the seat saw only that there was a decision.
    pub action: Option<A>,
}

/// One decision and who saw it, a bit for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry<A> {
    action: A,
    by: u8,
    seen_by: u8,
}

/// Every decision of a game in order, with those who saw it.
///
/// The table keeps it beside the state, which holds no history. It knows everything, so it stays with the one that holds
/// the game: an agent is given [`seen_by`](Log::seen_by).
pub struct Log<G: Game> {
    entries: Vec<Entry<G::Action>>,
}

impl<G: Game> Log<G> {
    /// The log of a game that has just begun.
    pub fn new() -> Log<G> {
        Log { entries: Vec::with_capacity(USUAL_LENGTH) }
    }

    /// The log of these decisions from `start`, and the state that they lead to.
    pub fn replay(start: &G::Start, actions: &[G::Action]) -> (Log<G>, G)
    where
        G: Recorded,
    {
        let (mut log, mut game) = (Log::new(), G::begin(start));
        for &action in actions {
            log.push(&game, action);
            game.play(action);
        }
        (log, game)
    }

    /// Writes down `action`, which is about to be played in `game`.
    #[inline]
    pub fn push(&mut self, game: &G, action: G::Action) {
        self.push_at(game.turn(), game, action);
    }

    /// The same, for somebody who has asked for the turn already.
    #[inline]
    pub fn push_at(&mut self, turn: Turn, game: &G, action: G::Action) {
        let (by, own) = match turn {
            Turn::Seat(seat) => (seat.index() as u8, 1 << seat.index()),
            Turn::Chance | Turn::Over => (CHANCE, 0),
        };
        // Where nothing is ever hidden, the compiler removes this loop and what follows from it.
        let mut hidden = 0;
        for seat in Seat::all(game.seats()) {
            if !game.is_seen(action, seat) {
                hidden |= 1 << seat.index();
            }
        }
        let seen_by = !hidden | own;
        self.entries.push(Entry { action, by, seen_by });
    }

    /// The number of decisions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was decided yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Forgets all decisions and keeps the memory, for the next game.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// What this seat saw.
    #[inline]
    pub fn seen_by(&self, seat: Seat) -> History<'_, G> {
        History { entries: Some(&self.entries), seat }
    }
}

impl<G: Game> Clone for Log<G> {
    fn clone(&self) -> Log<G> {
        Log { entries: self.entries.clone() }
    }
}

impl<G: Game> Default for Log<G> {
    fn default() -> Log<G> {
        Log::new()
    }
}

impl<G: Game> fmt::Debug for Log<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.entries).finish()
    }
}

/// What happened so far, as one seat saw it: the decisions of the record in the same order, where those that were
/// hidden from the seat have no action.
///
/// ```
/// use kontra_game::{Event, Game, History};
///
/// /// How often the seat itself has decided.
/// fn own_decisions<G: Game>(history: History<'_, G>) -> usize {
///     history.iter().filter(|event| event.by == Some(history.seat())).count()
/// }
/// ```
pub struct History<'a, G: Game> {
    /// `None`: nothing is known of the past.
    entries: Option<&'a [Entry<G::Action>]>,
    seat: Seat,
}

impl<'a, G: Game> History<'a, G> {
    /// The history in a position that was set up, and whose past is not known.
    pub fn unknown(seat: Seat) -> History<'a, G> {
        History { entries: None, seat }
    }

    /// Whose history this is.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// Whether it goes back to the start. It does in every game that is played; an analysis of a position that was
    /// set up knows nothing of the past.
    pub fn is_known(self) -> bool {
        self.entries.is_some()
    }

    /// The number of decisions.
    pub fn len(self) -> usize {
        self.entries().len()
    }

    /// Whether there was no decision so far, or none is known.
    pub fn is_empty(self) -> bool {
        self.entries().is_empty()
    }

    /// The decision with this number, counted from 0.
    #[inline]
    pub fn get(self, number: usize) -> Option<Event<G::Action>> {
        self.entries().get(number).map(|entry| self.event(entry))
    }

    /// The decisions from the first to the last. It can be walked from either end.
    pub fn iter(
        self,
    ) -> impl DoubleEndedIterator<Item = Event<G::Action>> + ExactSizeIterator + use<'a, G> {
        self.entries().iter().map(move |entry| self.event(entry))
    }

    /// Every decision from the first to the last; `None` where one was hidden or the past is not known.
    pub fn actions(self) -> Option<Vec<G::Action>> {
        let entries = self.entries?;
        entries.iter().map(|entry| self.event(entry).action).collect()
    }

    /// The same history with memory of its own, for those who must keep it while the game goes on.
    pub fn to_seen(self) -> SeenHistory<G> {
        SeenHistory { entries: self.entries.map(<[_]>::to_vec), seat: self.seat }
    }

    fn entries(self) -> &'a [Entry<G::Action>] {
        self.entries.unwrap_or(&[])
    }

    #[inline]
    fn event(self, entry: &Entry<G::Action>) -> Event<G::Action> {
        let seen = entry.seen_by >> self.seat.index() & 1 == 1;
        let by = (entry.by != CHANCE).then(|| Seat::wrapping(usize::from(entry.by), MAX_SEATS));
        Event { by, action: seen.then_some(entry.action) }
    }
}

/// A [`History`] that owns what it tells.
pub struct SeenHistory<G: Game> {
    entries: Option<Vec<Entry<G::Action>>>,
    seat: Seat,
}

impl<G: Game> SeenHistory<G> {
    /// What a seat saw that has seen everything: who decided (`None`: chance), and what.
    pub fn of_all(
        seat: Seat,
        events: impl IntoIterator<Item = (Option<Seat>, G::Action)>,
    ) -> SeenHistory<G> {
        let entry = |(by, action): (Option<Seat>, G::Action)| {
            let by = by.map_or(CHANCE, |by| by.index() as u8);
            Entry { action, by, seen_by: u8::MAX }
        };
        SeenHistory { entries: Some(events.into_iter().map(entry).collect()), seat }
    }

    /// What the seat saw.
    pub fn history(&self) -> History<'_, G> {
        History { entries: self.entries.as_deref(), seat: self.seat }
    }
}

impl<G: Game> Clone for SeenHistory<G> {
    fn clone(&self) -> SeenHistory<G> {
        SeenHistory { entries: self.entries.clone(), seat: self.seat }
    }
}

impl<G: Game> fmt::Debug for SeenHistory<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.history().fmt(f)
    }
}

impl<G: Game> Clone for History<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for History<'_, G> {}

/// Equal where the seat is the same and saw the same; what it did not see does not count.
impl<G: Game> PartialEq for History<'_, G> {
    fn eq(&self, other: &Self) -> bool {
        let known = |history: &Self| (history.seat, history.is_known(), history.len());
        known(self) == known(other) && self.iter().eq(other.iter())
    }
}

impl<G: Game> Eq for History<'_, G> {}

impl<G: Game> fmt::Debug for History<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
