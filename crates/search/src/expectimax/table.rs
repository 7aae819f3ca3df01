use super::Span;

/// What earlier visits found out about states: the spans of their values and their best moves.
///
/// Each bucket has a place for the deepest search and one for the latest.
pub(crate) struct Table {
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
pub(crate) struct Known {
    /// The value at the depth that was asked for.
    pub(crate) span: Span,
    /// The best move at some depth, by its number in the game's order.
    pub(crate) best: Option<u8>,
}

impl Known {
    pub(crate) const NOTHING: Known = Known { span: Span::ALL, best: None };
}

/// Stands for no best move.
const NO_MOVE: u16 = u16::MAX;

impl Entry {
    const EMPTY: Entry = Entry { key: 0, span: Span::ALL, search: 0, plies: 0, best: NO_MOVE };
}

impl Table {
    /// A table with at least so many entries; with none it forgets everything.
    pub(crate) fn new(entries: usize) -> Table {
        let buckets = if entries == 0 { 0 } else { entries.div_ceil(2).next_power_of_two() };
        Table { buckets: vec![Bucket([Entry::EMPTY; 2]); buckets], search: 0 }
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

    /// What is known about the state with this key, searched so many decisions deep.
    #[inline]
    pub(crate) fn look_up(&self, key: u64, plies: u32) -> Known {
        let Some(Bucket(entries)) = self.buckets.get(self.place(key)) else {
            return Known::NOTHING;
        };
        let mut known = Known::NOTHING;
        for entry in entries {
            if entry.key == key && entry.search == self.search {
                if entry.best != NO_MOVE {
                    known.best = Some(entry.best as u8);
                }
                if entry.plies == short(plies) {
                    return Known { span: entry.span, ..known };
                }
            }
        }
        known
    }

    /// Writes down what was found out.
    #[inline]
    pub(crate) fn store(&mut self, key: u64, plies: u32, span: Span, best: Option<u8>) {
        let (place, search, plies) = (self.place(key), self.search, short(plies));
        let Some(Bucket([deep, late])) = self.buckets.get_mut(place) else { return };
        let best = best.map_or(NO_MOVE, u16::from);
        let entry = Entry { key, span, search, plies, best };
        let keeps_deep = deep.search == search && deep.plies > plies;
        *(if keeps_deep { late } else { deep }) = entry;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        // The keys are mixed well: any bits will do.
        key as usize & self.buckets.len().wrapping_sub(1)
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

    fn span(table: &Table, key: u64, plies: u32) -> Span {
        table.look_up(key, plies).span
    }

    #[test]
    fn a_value_counts_only_for_its_depth_but_a_move_for_every_depth() {
        let mut table = Table::new(64);
        table.forget();
        table.store(7, 3, Span::exact(1.5), Some(4));
        assert_eq!(span(&table, 7, 3), Span::exact(1.5));
        assert_eq!(span(&table, 7, 2), Span::ALL);
        assert_eq!(table.look_up(7, 2).best, Some(4));
        assert_eq!(span(&table, 8, 3), Span::ALL);
    }

    #[test]
    fn the_deepest_entry_of_a_bucket_stays() {
        let mut table = Table::new(1);
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
        let mut table = Table::new(64);
        table.forget();
        table.store(1, 5, Span::exact(1.0), None);
        table.forget();
        assert_eq!(span(&table, 1, 5), Span::ALL);
    }

    #[test]
    fn a_table_without_entries_forgets_everything() {
        let mut table = Table::new(0);
        table.store(1, 5, Span::exact(1.0), None);
        assert_eq!(span(&table, 1, 5), Span::ALL);
        assert!(!table.is_used());
    }

    #[test]
    fn a_bucket_is_one_line_of_cache() {
        assert_eq!(size_of::<Bucket>(), 64);
    }
}
