//! Boards of another outline, about which the network knows nothing.

use crate::ontop::OnTopPlayouts;
use kontra_search::Budget;
use kontra_search::mcts::{Decision, Mcts, TreeOptions};

/// Where there is no time that says how long to search.
const ITERATIONS: u64 = 5000;

/// Plain tree search, for as long as the champion has.
pub(super) fn fallback_search(budget: Budget) -> Mcts<OnTopPlayouts> {
    let options = TreeOptions { decision: Decision::Mean, ..TreeOptions::uct(0.7) };
    let iterations = if budget.time.is_some() { u64::MAX } else { ITERATIONS };
    Mcts::with_domain(options, Budget { iterations, ..budget }, OnTopPlayouts::default())
}
