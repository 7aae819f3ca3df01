//! A table as it lies in a store.

/// A table that was put away, or that is to be kept.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct StoredTable {
    pub(crate) id: String,
    pub(crate) game: String,
    /// JSON; what it says is the table's business.
    pub(crate) settings: String,
    pub(crate) listed: bool,
    pub(crate) number: u32,
    pub(crate) seed: u64,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    pub(crate) over: bool,
    pub(crate) worth: Worth,
}

/// What a table is worth to those who may come back to it. Where room is needed, tables of less worth go first, and
/// among equals the one that was not used for the longest time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Worth {
    /// No person has made a move, or only agents sit there.
    Unused = 0,
    /// People have moved who gave no name, and finished nothing.
    Anonymous = 1,
    /// People have moved, and finished nothing.
    Unfinished = 2,
    /// People have finished a game.
    Finished = 3,
}
