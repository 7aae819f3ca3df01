use crate::Budget;

/// How much of the tree is searched. All of them find the same value if the bounds hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Algorithm {
    /// Everything (Briesemeister 2009, listings 4.1 and 4.2).
    Expectimax,
    /// Outcomes of chance are left out when no value of theirs could matter (section 4.1.4.2).
    Star1,
    /// First one move after each outcome is searched: that may be enough (section 4.1.4.3).
    Star2,
    /// First several moves after each outcome are searched (section 4.1.4.4).
    Star25 {
        /// The probing factor: how many moves.
        factor: u32,
        /// In which order.
        probing: Probing,
    },
}

/// The order in which Star2.5 probes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Probing {
    /// All moves after the first outcome, then all after the second, and so on.
    Sequential,
    /// The first move after each outcome, then the second after each, and so on.
    Cyclic,
}

impl Algorithm {
    /// How many moves are probed after each outcome, and whether all at once.
    pub(crate) const fn probes(self) -> (u32, Probing) {
        match self {
            Algorithm::Expectimax | Algorithm::Star1 => (0, Probing::Sequential),
            Algorithm::Star2 => (1, Probing::Sequential),
            Algorithm::Star25 { factor, probing } => (factor, probing),
        }
    }
}

/// ChanceProbCut (Schadd, Winands and Uiterwijk 2009): an outcome's value is guessed from a shallower search, give
/// or take a margin, and the chance node is left if that would do. It errs now and then.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProbCut {
    /// The fewest decisions to go at a chance node where it is tried.
    pub plies: u32,
    /// How many decisions fewer the shallow search sees; an even number compares like with like.
    pub reduction: u32,
    /// How far the two values may be apart: a few standard deviations.
    pub margin: f64,
}

/// How to search. The fields can be set one by one:
///
/// ```
/// use kontra_search::expectimax::{Algorithm, Settings};
/// let settings = Settings { table: 1 << 16, ..Settings::new(Algorithm::Star2).depth(3) };
/// assert_eq!(settings.budget.iterations, 4);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much of the tree is searched.
    pub algorithm: Algorithm,
    /// The depth in decisions (`iterations`), and the time.
    pub budget: Budget,
    /// The search ends after visiting this many nodes: an anytime budget that is the same every time.
    pub visits: u64,
    /// Whether every smaller depth is searched before. Without it there is no answer before the end.
    pub deepening: bool,
    /// Whether the guide's order of moves is used, rather than the order of the game.
    pub ordering: bool,
    /// The number of entries of the table of transpositions, rounded up to a power of two; 0 for none.
    pub table: usize,
    /// Whether moves that were probed are not searched again where their value is known well enough. The
    /// thesis searches them again.
    pub keep_probes: bool,
    /// StarETC: whether the table is asked about all outcomes before one is searched.
    pub etc: bool,
    /// Whether, and how, ChanceProbCut is used. Off unless asked for: it is not exact.
    pub prob_cut: Option<ProbCut>,
    /// Whether every move at the root gets its exact value, rather than only the best one.
    pub every_move: bool,
}

impl Settings {
    /// The algorithm as in the thesis, without anything added, to a depth of one chance event, with the guide's order of moves.
    pub const fn new(algorithm: Algorithm) -> Settings {
        Settings {
            algorithm,
            budget: Budget::iterations(2),
            visits: u64::MAX,
            deepening: false,
            ordering: true,
            table: 0,
            keep_probes: false,
            etc: false,
            prob_cut: None,
            every_move: false,
        }
    }

    /// To a depth of `plies` decisions.
    #[must_use]
    pub const fn plies(mut self, plies: u32) -> Settings {
        self.budget.iterations = plies as u64;
        self
    }

    /// To a depth as the thesis counts it: this many chance events followed by a last layer of moves.
    #[must_use]
    pub const fn depth(self, chance_events: u32) -> Settings {
        self.plies(chance_events + 1)
    }

    /// As deep as the time allows.
    #[must_use]
    pub const fn time(mut self, time: std::time::Duration) -> Settings {
        self.budget = Budget::time(time);
        self.deepening = true;
        self
    }
}
