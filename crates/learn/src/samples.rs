/// Decisions with what became of them, in parallel lists: what a value network learns from.
///
/// A position is `words` words of bits. Beside the value of the answer that was given, a network may learn `flags`: facts that
/// are known after the game (who held a card, who reached 121), one bit each, where `known` says which of them count.
#[derive(Clone, PartialEq, Debug)]
pub struct Samples {
    /// Words of 64 bits in a position.
    pub words: usize,
    /// Words of 64 bits of flags; 0 without flags.
    pub flag_words: usize,
    /// Positions, one after the other.
    pub bits: Vec<u64>,
    /// The answer that was given.
    pub answers: Vec<u8>,
    /// What the game was worth to the player, in the network's unit.
    pub targets: Vec<f32>,
    /// What turned out to be so.
    pub flags: Vec<u64>,
    /// Which of the flags count.
    pub known: Vec<u64>,
    /// How many samples later the same player's next one of the same game lies; 0 behind the last one.
    pub next: Vec<u8>,
}

impl Samples {
    /// None yet.
    pub fn new(words: usize, flag_words: usize) -> Samples {
        let (bits, flags, known) = (vec![], vec![], vec![]);
        let (answers, targets, next) = (vec![], vec![], vec![]);
        Samples { words, flag_words, bits, answers, targets, flags, known, next }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Whether every sample's next one is among them.
    pub fn are_whole(&self) -> bool {
        let mut places = self.next.iter().enumerate();
        places.all(|(place, next)| place + usize::from(*next) < self.len())
    }

    /// Adds further samples of the same shape.
    pub fn append(&mut self, other: &Samples) {
        self.bits.extend(&other.bits);
        self.answers.extend(&other.answers);
        self.targets.extend(&other.targets);
        self.flags.extend(&other.flags);
        self.known.extend(&other.known);
        self.next.extend(&other.next);
    }

    /// Removes all and keeps the memory.
    pub fn clear(&mut self) {
        self.bits.clear();
        self.answers.clear();
        self.targets.clear();
        self.flags.clear();
        self.known.clear();
        self.next.clear();
    }
}
