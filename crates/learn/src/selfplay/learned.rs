use kontra_game::{Game, Seat};

/// A game that a network can play: positions as bits, answers by number.
///
/// Bits must follow from what the seat may know. A watch remembers what happened in the open where a view does not.
pub trait Learned: Game {
    /// What is remembered of the past.
    type Watch: Clone + Default + Send;

    /// Words of 64 bits in a position.
    const WORDS: usize;
    /// Answers, at most 64.
    const ANSWERS: usize;
    /// Facts about hidden things and the end, which a network may learn beside values.
    const FLAGS: usize;
    /// How many of the facts, the first ones, tell what is hidden from a seat at a decision: what a critic sees.
    const HIDDEN: usize;
    /// The payoff that makes one unit of a network's values.
    const UNIT: f32;

    /// The legal answers of the seat to move, as bits.
    fn legal(&self, seat: Seat) -> u64;

    /// Writes the position as the seat to move knows it.
    fn encode(&self, seat: Seat, watch: &Self::Watch, bits: &mut [u64]);

    /// The move that a legal answer stands for; `None` where it is not legal.
    fn action(&self, seat: Seat, answer: u8) -> Option<Self::Action>;

    /// The answer that stands for a legal move.
    fn answer(&self, seat: Seat, action: Self::Action) -> Option<u8>;

    /// Remembers a decision.
    fn see(watch: &mut Self::Watch, seat: Seat, action: Self::Action);

    /// Adds the flags that are so at a decision.
    fn flags_now(&self, seat: Seat, flags: &mut [u64]);

    /// Adds the flags that are so at the end, which is now.
    fn flags_at_end(&self, seat: Seat, flags: &mut [u64]);

    /// Which flags can be learnt from a position.
    fn known_flags(bits: &[u64], known: &mut [u64]);
}
