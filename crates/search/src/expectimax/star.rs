use super::table::TranspositionTable;
use super::{Guide, NodeCounts, Settings, Span, Window};
use crate::{Clock, Limits};
use kontra_game::{Game, Turn};
use std::marker::PhantomData;

/// Expectimax and its pruned relatives: Star1, Star2 and Star2.5, with or without a table of transpositions.
///
/// Values are those of the guide's first side throughout. A decision of the second side is searched
/// with everything turned round, so that every decision maximises (negamax form).
pub struct Star<G: Game, K> {
    pub(super) guide: K,
    pub(super) settings: Settings,
    pub(super) table: TranspositionTable,
    pub(super) counts: NodeCounts,
    /// Decisions from the root to the end of the longest line.
    pub(super) root_plies: u32,
    pub(super) clock: Clock,
    /// The number of nodes at which to look at the clock again.
    pub(super) next_look: u64,
    /// Whether there is an answer already. Before that, a search looks at nobody's time but that of its limits.
    pub(super) answered: bool,
    /// Out of time: whatever is returned from here on means nothing.
    pub(super) stopped: bool,
    game: PhantomData<fn() -> G>,
}

/// This many nodes are visited between two looks at the clock.
const BETWEEN_LOOKS: u64 = 2048;

impl<G: Game, K: Guide<G>> Star<G, K> {
    /// A search with this guide.
    pub fn new(guide: K, settings: Settings) -> Star<G, K> {
        Star {
            guide,
            settings,
            table: TranspositionTable::new(settings.table),
            counts: NodeCounts::default(),
            root_plies: 0,
            clock: settings.budget.start(&Limits::none()),
            next_look: u64::MAX,
            answered: false,
            stopped: false,
            game: PhantomData,
        }
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What the last search did.
    pub fn counts(&self) -> &NodeCounts {
        &self.counts
    }

    /// What `state` is worth to the first side, `plies` decisions deep, no matter whose turn it is.
    ///
    /// Neither time nor the number of visits is limited.
    pub fn value(&mut self, state: &G, plies: u32) -> f64 {
        self.begin(state, plies, &Limits::none());
        self.next_look = u64::MAX;
        self.search(state, plies, Window::OPEN).low
    }

    /// Forgets the last search.
    pub(super) fn begin(&mut self, root: &G, plies: u32, limits: &Limits) {
        self.guide.prepare(root, plies);
        self.table.forget();
        self.counts = NodeCounts::default();
        self.root_plies = plies;
        self.clock = self.settings.budget.start(limits);
        (self.answered, self.stopped) = (false, false);
        self.look_again();
    }

    /// The value of a state: exact if it lies in the window, otherwise a bound on the right side of it.
    pub(super) fn search(&mut self, state: &G, plies: u32, window: Window) -> Span {
        if self.stopped {
            return Span::ALL;
        }
        match state.turn() {
            Turn::Over => self.leaf(state, plies),
            Turn::Seat(_) | Turn::Chance if plies == 0 => {
                self.counts.judged += 1;
                self.leaf(state, plies)
            }
            Turn::Chance => self.chance(state, plies, window),
            Turn::Seat(seat) => self.decision(state, self.guide.side(state, seat), plies, window),
        }
    }

    #[inline]
    fn leaf(&mut self, state: &G, plies: u32) -> Span {
        self.counts.leaves += 1;
        self.counts.leaf_plies += u64::from(self.root_plies.saturating_sub(plies));
        Span::exact(self.guide.evaluate(state))
    }

    /// The depth that counts: a game that is over sooner has the same value at every greater depth.
    #[inline]
    pub(super) fn useful(&self, state: &G, plies: u32) -> u32 {
        plies.min(self.guide.longest(state))
    }

    /// Stops the search when the budget is used up.
    #[inline]
    pub(super) fn watch(&mut self) {
        if self.counts.nodes() >= self.next_look {
            self.stopped = self.is_spent();
            self.look_again();
        }
    }

    /// Whether the budget is used up, or somebody wants an answer now.
    pub(super) fn is_spent(&self) -> bool {
        if !self.answered {
            return self.clock.is_interrupted();
        }
        self.counts.nodes() >= self.settings.visits || self.clock.is_late()
    }

    pub(super) fn look_again(&mut self) {
        let visits = if self.answered { self.settings.visits } else { u64::MAX };
        self.next_look = (self.counts.nodes() + BETWEEN_LOOKS).min(visits);
    }
}
