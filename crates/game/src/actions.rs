use arrayvec::ArrayVec;

/// Room for the legal moves of any position of any game (OnTop has at most 192).
pub const MAX_ACTIONS: usize = 256;

/// Room for the outcomes of any chance turn that is enumerated.
pub const MAX_CHANCES: usize = 64;

/// The legal moves of a position: a list on the stack, so that a playout never allocates.
pub type Actions<A> = ArrayVec<A, MAX_ACTIONS>;

/// The outcomes of a chance turn with their probabilities, which add up to 1.
pub type Chances<A> = ArrayVec<(A, f64), MAX_CHANCES>;
