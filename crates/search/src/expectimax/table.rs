use super::Span;

/// What earlier visits found out about states: the spans of their values and their best moves.
///
/// Each bucket has a place for the deepest search and one for the latest.
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    search: u32,
}

/// Two entries fill one line of the processor's cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    span: Span,
    /// Which search wrote it, 0 for none: entries of earlier searches do not count.
    search: u32,
    plies: u16,
    best: u16,
}

/// What a table knows about a state.
#[derive(Clone, Copy)]
pub(crate) struct KnownSpan {
    /// The value at the depth that was asked for.
    pub(crate) span: Span,
    /// The best move at some depth, by its number in the game's order.
    pub(crate) best: Option<u8>,
}

/// Stands for no best move.
const NO_MOVE: u16 = u16::MAX;

/// How many buckets hold this many entries; `None`: more than there are numbers.
fn buckets(entries: usize) -> Option<usize> {
    if entries == 0 { Some(0) } else { entries.div_ceil(2).checked_next_power_of_two() }
}

/// The memory of a table of transpositions for this many entries, in bytes.
pub fn bytes_of_table(entries: usize) -> u64 {
    let bytes = buckets(entries).and_then(|buckets| buckets.checked_mul(size_of::<Bucket>()));
    bytes.map_or(u64::MAX, |bytes| bytes as u64)
}

impl Entry {
    const EMPTY: Entry = Entry { key: 0, span: Span::ALL, search: 0, plies: 0, best: NO_MOVE };
}

impl TranspositionTable {
    /// A table with at least this many entries; with none it forgets everything.
    pub(crate) fn new(entries: usize) -> TranspositionTable {
        let buckets = buckets(entries).expect("a table that fits into memory");
        TranspositionTable { buckets: vec![Bucket([Entry::EMPTY; 2]); buckets], search: 0 }
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        self.search = match self.search.checked_add(1) {
            Some(next) => next,
            None => {
                self.buckets.fill(Bucket([Entry::EMPTY; 2]));
                1
            }
        };
    }

    pub(crate) fn is_used(&self) -> bool {
        !self.buckets.is_empty()
    }

    /// What is known about the state with this key, searched this many decisions deep. If nothing is, a best move may
    /// be known from one decision less.
    #[inline]
    pub(crate) fn look_up(&self, key: u64, plies: u32) -> KnownSpan {
        let best = |entry: &Entry| (entry.best != NO_MOVE).then_some(entry.best as u8);
        match self.find(key, short(plies)) {
            Some(entry) => KnownSpan { span: entry.span, best: best(entry) },
            None => {
                let shallower = self.find(key, short(plies).saturating_sub(1));
                KnownSpan { span: Span::ALL, best: shallower.and_then(best) }
            }
        }
    }

    /// The same without a best move.
    #[inline]
    pub(crate) fn look_up_value(&self, key: u64, plies: u32) -> Span {
        self.find(key, short(plies)).map_or(Span::ALL, |entry| entry.span)
    }

    #[inline]
    fn find(&self, key: u64, plies: u16) -> Option<&Entry> {
        let Bucket(entries) = self.buckets.get(self.place(key, plies))?;
        let wanted = |entry: &&Entry| {
            entry.key == key && entry.plies == plies && entry.search == self.search
        };
        entries.iter().find(wanted)
    }

    /// Writes down what was found out.
    #[inline]
    pub(crate) fn store(&mut self, key: u64, plies: u32, span: Span, best: Option<u8>) {
        let (search, plies) = (self.search, short(plies));
        let place = self.place(key, plies);
        let Some(Bucket([deep, late])) = self.buckets.get_mut(place) else { return };
        let best = best.map_or(NO_MOVE, u16::from);
        let entry = Entry { key, span, search, plies, best };
        let keeps_deep = deep.search == search && deep.plies > plies;
        *(if keeps_deep { late } else { deep }) = entry;
    }

    /// Every depth of a state has its own place: in some games the same state comes back again and again.
    #[inline]
    fn place(&self, key: u64, plies: u16) -> usize {
        let mixed = key ^ u64::from(plies).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed as usize & self.buckets.len().wrapping_sub(1)
    }
}

/// Depths beyond any use are all the same.
#[inline]
fn short(plies: u32) -> u16 {
    plies.min(u32::from(u16::MAX)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(table: &TranspositionTable, key: u64, plies: u32) -> Span {
        table.look_up(key, plies).span
    }

    #[test]
    fn a_value_counts_only_for_its_depth_but_a_move_for_the_next_depth_too() {
        let mut table = TranspositionTable::new(64);
        table.forget();
        table.store(7, 3, Span::exact(1.5), Some(4));
        assert_eq!(span(&table, 7, 3), Span::exact(1.5));
        assert_eq!(span(&table, 7, 4), Span::ALL);
        assert_eq!(table.look_up(7, 4).best, Some(4));
        assert_eq!(table.look_up_value(7, 3), Span::exact(1.5));
        assert_eq!(span(&table, 8, 3), Span::ALL);
    }

    #[test]
    fn the_deepest_entry_of_a_bucket_stays() {
        let mut table = TranspositionTable::new(1);
        table.forget();
        table.store(1, 5, Span::exact(1.0), None);
        table.store(2, 4, Span::exact(2.0), None);
        table.store(3, 4, Span::exact(3.0), None);
        assert_eq!(span(&table, 1, 5), Span::exact(1.0));
        assert_eq!(span(&table, 2, 4), Span::ALL);
        assert_eq!(span(&table, 3, 4), Span::exact(3.0));
    }

    #[test]
    fn a_new_search_knows_nothing_of_the_last() {
        let mut table = TranspositionTable::new(64);
        table.forget();
        table.store(1, 5, Span::exact(1.0), None);
        table.forget();
        assert_eq!(span(&table, 1, 5), Span::ALL);
    }

    #[test]
    fn a_table_without_entries_forgets_everything() {
        let mut table = TranspositionTable::new(0);
        table.store(1, 5, Span::exact(1.0), None);
        assert_eq!(span(&table, 1, 5), Span::ALL);
        assert!(!table.is_used());
    }

    #[test]
    fn what_a_table_takes_is_known_before() {
        for entries in [0, 1, 2, 3, 1000, 1 << 16] {
            let table = TranspositionTable::new(entries);
            let bytes = size_of::<Bucket>() * table.buckets.len();
            assert_eq!(bytes_of_table(entries), bytes as u64);
        }
        assert_eq!(bytes_of_table(usize::MAX), u64::MAX);
    }

    #[test]
    fn a_bucket_is_one_line_of_cache() {
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
