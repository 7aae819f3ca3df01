/// How a tree search chooses, grows and decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeOptions {
    /// How a move is chosen in the tree.
    pub selection: Selection,
    /// Whether the logarithms and roots of UCT come from tables. That is the same formula up to rounding, and faster in games whose
    /// rules cost next to nothing. (Rounding decides between moves that are worth the same, so searches with and without tables
    /// may play different games.)
    pub tabulated: bool,
    /// First-play urgency: what a move is worth that was never tried; infinity: all are tried first.
    pub first_play: f64,
    /// Below this many visits, as a share of the number of legal moves, a node's moves are chosen at random
    /// (Briesemeister 2009, 4.2.3).
    pub visit_threshold: f64,
    /// How an untried move is chosen where an iteration leaves the tree.
    pub expansion: MoveChoice,
    /// How all further moves of the iteration are chosen. [`MoveChoice::Random`] leaves playouts to
    /// [`Domain::roll_out`](super::Domain::roll_out), which may know better.
    pub continuation: MoveChoice,
    /// Whether every position of an iteration joins the tree, and not only the first new one.
    pub grow_to_the_end: bool,
    /// What makes two positions the same node.
    pub identity: NodeIdentity,
    /// Whether and how the fate of a move elsewhere counts; `None`: it does not.
    pub history: Option<HistoryOptions>,
    /// How the move to play is chosen in the end. Ties go to the higher mean or to more visits, then to the first
    /// move in the game's order.
    pub decision: Decision,
}

impl TreeOptions {
    /// UCT with this exploration constant, one new node for each iteration, random playouts.
    pub const fn uct(exploration: f64) -> TreeOptions {
        TreeOptions {
            selection: Selection::Uct { exploration, count: Count::Visits },
            tabulated: false,
            first_play: f64::INFINITY,
            visit_threshold: 0.0,
            expansion: MoveChoice::Random,
            continuation: MoveChoice::Random,
            grow_to_the_end: false,
            identity: NodeIdentity::History,
            history: None,
            decision: Decision::Visits,
        }
    }
}

/// What makes two positions the same node of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeIdentity {
    /// The same decisions and the same outcomes of chance led there: one tree as the searching seat sees it (single
    /// observer). Where worlds differ, this is right for games in which everybody sees every move.
    History,
    /// They look the same to the seat to move, by [`Domain::key`](super::Domain::key): every seat has its own
    /// information sets (multiple observers), and different ways to the same one meet.
    View,
}

/// How the history of a move guides the search: what games were worth in which it was played, wherever that
/// was (Briesemeister 2009, 4.2.4.2).
///
/// The moves of playouts count as well, so the search plays them itself: [`Domain::roll_out`](super::Domain::roll_out)
/// is not asked, only [`Domain::rewards`](super::Domain::rewards).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HistoryOptions {
    /// Progressive bias: this times the move's history, divided by its visits + 1, is added to its value in the tree.
    pub bias: f64,
    /// How often a playout plays the move with the best history and not any move, from 0 to 1.
    pub guidance: f64,
}

/// A formula for choosing a move in the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selection {
    /// mean + exploration · √(ln n / visits), where n is what `count` says
    Uct {
        /// The weight of what was tried little.
        exploration: f64,
        /// What n counts.
        count: Count,
    },
    /// mean + exploration · prior · √n / (1 + visits), where all legal moves have the same prior. For other
    /// priors there is a search of its own, [`Puct`](super::Puct).
    Puct {
        /// The weight of what was tried little.
        exploration: f64,
        /// What n counts.
        count: Count,
    },
}

/// What the n in a selection formula counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Visits of the node: the usual formula.
    Visits,
    /// How often the move was available since it was first tried: for information sets (Cowling et al. 2012).
    Availability,
    /// Iterations of the whole tree: the 'wrong' formula of Sievers 2012, 5.2. At the root it is the usual one.
    Iterations,
}

/// How a move is chosen about which the tree knows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveChoice {
    /// The first in the game's order.
    First,
    /// Any, each being equally likely.
    Random,
    /// The one that the domain suggests; any, where it has no opinion.
    Suggested,
}

/// How the move to play is chosen in the end.
///
/// The names in quotes are those of Briesemeister 2009, 4.2.4.1; others call the most visited child robust and the
/// best one max.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Decision {
    /// The most visits ('max child').
    Visits,
    /// The highest mean ('robust child').
    Mean,
    /// The move with both the most visits and the highest mean ('robust-max child'); without one, the highest mean.
    /// This is [`Mean`](Decision::Mean) by another name.
    VisitsAndMean,
    /// The highest mean minus this many times 1/√visits ('secure child').
    Secure(f64),
}
