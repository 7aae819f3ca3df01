/// Positions that wait for answers of one network, in the order of the games that ask.
#[derive(Clone, Default, Debug)]
pub(crate) struct Questions {
    pub(crate) bits: Vec<u64>,
    pub(crate) legal: Vec<u64>,
    pub(crate) answers: Vec<u8>,
}

impl Questions {
    /// Adds a position of this many words, with zeros, to be written into.
    #[inline]
    pub(crate) fn add(&mut self, words: usize, legal: u64) -> &mut [u64] {
        let start = self.bits.len();
        self.bits.resize(start + words, 0);
        self.legal.push(legal);
        &mut self.bits[start..]
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.legal.len()
    }

    pub(crate) fn clear(&mut self) {
        self.bits.clear();
        self.legal.clear();
        self.answers.clear();
    }
}
