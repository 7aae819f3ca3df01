//! Many short lists that grow, side by side in one vector.

/// Room for lists. A list that outgrows its block moves to a larger one, and the next list of the old size gets
/// the old block: little is lost, however the lists grow.
///
/// A list is named by where it begins and how long it is; its owner keeps both.
#[derive(Clone, Debug)]
pub(crate) struct Blocks<T> {
    items: Vec<T>,
    /// Where blocks begin that nobody uses, by the class of their size.
    free: Vec<Vec<u32>>,
}

impl<T: Copy> Blocks<T> {
    pub(crate) const fn new() -> Blocks<T> {
        Blocks { items: vec![], free: vec![] }
    }

    /// The list of `len` items that begins at `first`.
    #[inline]
    pub(crate) fn list(&self, first: u32, len: u32) -> &[T] {
        &self.items[first as usize..(first + len) as usize]
    }

    #[inline]
    pub(crate) fn list_mut(&mut self, first: u32, len: u32) -> &mut [T] {
        &mut self.items[first as usize..(first + len) as usize]
    }

    /// The item in this place of the list that begins at `first`. The list must be that long.
    #[inline]
    pub(crate) fn item(&self, first: u32, place: u32) -> &T {
        &self.items[(first + place) as usize]
    }

    #[inline]
    pub(crate) fn item_mut(&mut self, first: u32, place: u32) -> &mut T {
        &mut self.items[(first + place) as usize]
    }

    /// Adds an item at the end of a list; returns where the list begins from now on.
    pub(crate) fn push(&mut self, first: u32, len: u32, item: T) -> u32 {
        let first = if is_size(len) { self.move_list(first, len, item) } else { first };
        self.items[(first + len) as usize] = item;
        first
    }

    /// Moves a list to a block of the next size.
    fn move_list(&mut self, first: u32, len: u32, filler: T) -> u32 {
        let size = next_size(len);
        let start = match self.free.get_mut(class(size)).and_then(Vec::pop) {
            Some(start) => start,
            None => self.new_block(size, filler),
        };
        if len > 0 {
            self.items.copy_within(first as usize..(first + len) as usize, start as usize);
            let class = class(len);
            if self.free.len() <= class {
                self.free.resize(class + 1, vec![]);
            }
            self.free[class].push(first);
        }
        start
    }

    fn new_block(&mut self, size: u32, filler: T) -> u32 {
        let start = self.items.len();
        make_room(&mut self.items, size as usize);
        self.items.resize(start + size as usize, filler);
        start as u32
    }

    /// The memory that is taken.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        let free: usize = self.free.iter().map(|list| list.capacity() * size_of::<u32>()).sum();
        self.items.capacity() * size_of::<T>() + free
    }
}

/// Lets a vector grow by an eighth and not, as it would, to twice its size: trees are large.
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 8));
    }
}

/// Blocks have these sizes: 1, 2, 3, 4, 6, 8, 12, 16, 24, ... A list that is as long as one of them is full.
fn is_size(len: u32) -> bool {
    len == 0 || matches!(len >> len.trailing_zeros(), 1 | 3)
}

/// The size after this one.
fn next_size(size: u32) -> u32 {
    match size {
        0..3 => size + 1,
        _ if size.is_power_of_two() => size + size / 2,
        _ => size + size / 3,
    }
}

/// The number of a size among all sizes.
fn class(size: u32) -> usize {
    let twos = size.trailing_zeros() as usize;
    match size >> twos {
        1 => (2 * twos).saturating_sub(1),
        _ => 2 * twos + 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_each_other_and_have_numbers() {
        let mut sizes = vec![1];
        while sizes.len() < 12 {
            sizes.push(next_size(sizes[sizes.len() - 1]));
        }
        assert_eq!(sizes, [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]);
        assert_eq!(
            sizes.iter().map(|&size| class(size)).collect::<Vec<_>>(),
            Vec::from_iter(0..12)
        );
        assert_eq!((0..=64).filter(|&len| is_size(len)).collect::<Vec<_>>()[1..], sizes);
    }

    #[test]
    fn lists_keep_their_items_however_they_grow() {
        let mut blocks = Blocks::new();
        let mut lists = [(0, 0); 5];
        for round in 0..100_u32 {
            for (number, (first, len)) in lists.iter_mut().enumerate() {
                if round % (number as u32 + 1) == 0 {
                    *first = blocks.push(*first, *len, (number, *len));
                    *len += 1;
                }
            }
        }
        for (number, (first, len)) in lists.into_iter().enumerate() {
            let expected: Vec<_> = (0..len).map(|i| (number, i)).collect();
            assert_eq!(blocks.list(first, len), expected);
        }
    }

    #[test]
    fn a_block_that_was_left_is_used_again() {
        let mut blocks = Blocks::new();
        let one = blocks.push(0, 0, 'a');
        assert_ne!(blocks.push(one, 1, 'b'), one);
        assert_eq!(blocks.push(0, 0, 'c'), one);
    }
}
