//! What a move is worth beyond its mean because it was tried little.

use super::options::{Count, Selection};
use super::tree::Edge;
use std::sync::LazyLock;

/// The selection formula at one node.
#[derive(Clone, Copy)]
pub(crate) struct Formula {
    selection: Selection,
    /// ln n, or √n, where n is the same for all edges.
    shared: f64,
    logarithms: &'static [f64],
}

/// The logarithms of numbers below this are kept. They make up a good part of a search. A node walks along this list as it is visited,
/// so that little of it is in use at a time.
const KNOWN: u32 = 1 << 15;

static LOGARITHMS: LazyLock<Vec<f64>> =
    LazyLock::new(|| (0..KNOWN).map(|n| f64::from(n).ln()).collect());

/// The parts of the UCT formula that depend on nothing but a number of visits.
#[derive(Clone, Copy)]
pub(crate) struct Shares {
    /// √(ln n), of the node.
    pub(crate) root_of_logarithm: f64,
    /// 1/√n, of the move.
    pub(crate) width: f64,
}

static SHARES: LazyLock<Vec<Shares>> = LazyLock::new(|| (0..KNOWN).map(computed_shares).collect());

fn computed_shares(n: u32) -> Shares {
    let n = f64::from(n.max(1));
    Shares { root_of_logarithm: n.ln().sqrt(), width: 1.0 / n.sqrt() }
}

/// The parts of the UCT formula by the number of visits.
#[derive(Clone, Copy)]
pub(crate) struct SharesOfVisits(&'static [Shares]);

impl SharesOfVisits {
    pub(crate) fn new() -> SharesOfVisits {
        SharesOfVisits(&SHARES)
    }

    /// The parts after this many visits.
    #[inline]
    pub(crate) fn of(self, n: u32) -> Shares {
        self.0.get(n as usize).copied().unwrap_or_else(|| computed_shares(n))
    }
}

impl Formula {
    /// The formula with this n, or with a n of each edge.
    #[inline]
    pub(crate) fn new(selection: Selection, n: u32) -> Formula {
        let mut formula = Formula { selection, shared: 0.0, logarithms: &LOGARITHMS };
        formula.shared = match selection {
            // Each edge has its own.
            Selection::Uct { count: Count::Availability, .. }
            | Selection::Puct { count: Count::Availability, .. } => 0.0,
            Selection::Uct { .. } => formula.ln(n),
            Selection::Puct { .. } => f64::from(n.max(1)).sqrt(),
        };
        formula
    }

    /// ln n; 0 for 0, which happens before the first visit.
    #[inline]
    fn ln(&self, n: u32) -> f64 {
        let n = n.max(1);
        self.logarithms.get(n as usize).copied().unwrap_or_else(|| f64::from(n).ln())
    }

    /// What [`bonus`](Formula::bonus) gives, from tables: the same up to rounding. Only for UCT.
    #[inline]
    pub(crate) fn tabulated_bonus<A>(&self, table: SharesOfVisits, n: u32, edge: &Edge<A>) -> f64 {
        let Selection::Uct { exploration, count } = self.selection else {
            return self.bonus(edge);
        };
        let n = if count == Count::Availability { edge.available } else { n };
        exploration * table.of(n).root_of_logarithm * table.of(edge.visits).width
    }

    #[inline]
    pub(crate) fn bonus<A>(&self, edge: &Edge<A>) -> f64 {
        match self.selection {
            Selection::Uct { exploration, count } => {
                let ln = match count {
                    Count::Availability => self.ln(edge.available),
                    Count::Visits | Count::Iterations => self.shared,
                };
                exploration * (ln / f64::from(edge.visits)).sqrt()
            }
            Selection::Puct { exploration, count } => {
                let root = match count {
                    Count::Availability => f64::from(edge.available).sqrt(),
                    Count::Visits | Count::Iterations => self.shared,
                };
                exploration * f64::from(edge.prior) * root / f64::from(1 + edge.visits)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_change_nothing_but_the_rounding() {
        let table = SharesOfVisits::new();
        for count in [Count::Visits, Count::Availability, Count::Iterations] {
            for (n, visits) in
                [(1, 1), (2, 1), (900, 7), (KNOWN - 1, 40), (KNOWN, KNOWN), (1 << 20, 3)]
            {
                let formula = Formula::new(Selection::Uct { exploration: 0.7, count }, n);
                let mut edge = Edge::new('a');
                (edge.visits, edge.available) = (visits, n);
                let (plain, fast) =
                    (formula.bonus(&edge), formula.tabulated_bonus(table, n, &edge));
                assert!(
                    (plain - fast).abs() <= 1e-14 * plain,
                    "{count:?} {n} {visits}: {plain} {fast}"
                );
            }
        }
    }
}
