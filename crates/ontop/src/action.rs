use crate::{Placement, TileKind};

/// One decision: of chance, which tile is drawn, or of a player, where it goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// A tile of this kind is drawn.
    Draw(TileKind),
    /// The tile that was drawn is laid here.
    Place(Placement),
}
