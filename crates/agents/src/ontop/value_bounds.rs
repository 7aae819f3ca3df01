/// The bounds on values that pruning relies on.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum ValueBounds {
    /// What no position of the game can exceed: the same everywhere.
    Wide,
    /// What the circles that are open can still bring, computed at every chance node.
    #[default]
    Reach,
    /// This many points for each tile that will be laid, computed before each search (Briesemeister 2009, section
    /// 5.2.4, `APT`). Now and then a tile brings more: these do not always hold.
    PointsPerTile(f64),
}

impl ValueBounds {
    /// Whether the bounds always hold.
    pub const fn are_certain(self) -> bool {
        !matches!(self, ValueBounds::PointsPerTile(_))
    }
}
