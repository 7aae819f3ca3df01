//! What values are possible.

use super::OnTopGuide;
use kontra_ontop::OnTop;
use kontra_search::expectimax::Span;

/// The bounds on values that pruning relies on.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum Limits {
    /// What no position of the game can exceed.
    #[default]
    Wide,
    /// So many points for each tile that will be laid, computed before each search (Briesemeister 2009, section
    /// 5.2.4). They do not hold.
    PointsPerTile(f64),
}

impl Limits {
    pub(super) fn are_certain(self) -> bool {
        !matches!(self, Limits::PointsPerTile(_))
    }
}

impl OnTopGuide {
    pub(super) fn limits_of_search(&self, root: &OnTop, plies: u32) -> Span {
        match self.limits {
            Limits::PointsPerTile(points) => {
                let here = self.settled(root);
                let change = self.weights.points * points * f64::from(plies);
                Span::new(here - change, here + change)
            }
            Limits::Wide => Span::new(-700.0, 700.0),
        }
    }

    #[inline]
    pub(super) fn limits_at(&self, _: &OnTop, _: u32) -> Span {
        self.window
    }
}
