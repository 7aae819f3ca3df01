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

/// The logarithms of small numbers. They make up a good part of a search, and most nodes have few visits.
static LOGARITHMS: LazyLock<Vec<f64>> =
    LazyLock::new(|| (0..1024).map(|n| f64::from(n).ln()).collect());

impl Formula {
    /// The formula with this n, or with a n of each edge.
    #[inline]
    pub(crate) fn new(selection: Selection, n: u32) -> Formula {
        let mut formula = Formula { selection, shared: 0.0, logarithms: &LOGARITHMS };
        formula.shared = match selection {
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
