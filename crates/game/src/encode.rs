use crate::{Actions, BadInput, Game, History, View};
use std::fmt::Write;

/// A named range of a tensor: this many numbers that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TensorPart {
    /// Its name, in one word.
    pub name: &'static str,
    /// How many numbers.
    pub size: usize,
    /// What they mean, in one sentence.
    pub meaning: &'static str,
}

impl TensorPart {
    /// A range with this name, size and meaning.
    pub const fn new(name: &'static str, size: usize, meaning: &'static str) -> TensorPart {
        TensorPart { name, size, meaning }
    }
}

/// How many numbers these parts have together.
pub const fn total(parts: &[TensorPart]) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < parts.len() {
        sum += parts[i].size;
        i += 1;
    }
    sum
}

/// A part of a tensor and where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The number of entries before it.
    pub offset: usize,
    /// Its name, size and meaning.
    pub part: TensorPart,
}

/// The ability to be read by networks: moves as numbers, and what a seat knows as a list of numbers.
///
/// **Actions.** Every action has a number that never changes: network outputs, files and other languages rely on it. The
/// decisions of the seats come first, outcomes of chance after them.
///
/// **Tensors.** The *observation* is made from a view. The *information state* is the observation, followed by what the
/// seat saw of the past. Both have a fixed layout, the same at every table of the game, and are relative to the seat:
/// where something belongs to seats, the first entry is the seat's own, then the next seat's in order of play. Places
/// for seats that are not at the table are zero.
///
/// The kit checks all of it; the book's chapter on numbers for networks has every layout.
pub trait Encode: Game {
    /// The number of different actions, outcomes of chance included.
    const ACTIONS: usize;

    /// The parts of the observation.
    const OBSERVATION: &'static [TensorPart];

    /// What the information state has after the observation: the past. Empty where the view already tells all that
    /// matters of it.
    const PAST: &'static [TensorPart];

    /// Whether different histories of a seat always have different information states. Otherwise the information
    /// state tells views apart, and the order in which things happened does not count.
    const RECALLS: bool;

    /// The number of an action.
    fn action_id(action: Self::Action) -> usize;

    /// How the action with this number is written, as in records. Two ways to write it are separated by `/`. Empty
    /// where no action has the number.
    fn action_name(id: usize) -> String;

    /// Decisions of the seats at this table have numbers below this one: the length of a mask of legal actions.
    fn decisions(view: &Self::View) -> usize;

    /// Writes the parts of the observation in their order.
    fn observe(view: &Self::View, parts: &mut Parts<'_>);

    /// Writes the parts of the past in their order.
    fn remember(_view: &Self::View, _history: History<'_, Self>, _parts: &mut Parts<'_>) {}

    /// Whether this table can be encoded. Everything can, but for tables that are data themselves.
    fn fits(_view: &Self::View) -> Result<(), BadInput> {
        Ok(())
    }

    /// The legal action with this number; `None` if there is none.
    fn action_of(id: usize, view: &Self::View) -> Option<Self::Action> {
        let mut actions = Actions::new();
        view.actions(&mut actions);
        actions.into_iter().find(|&action| Self::action_id(action) == id)
    }

    /// Sets the entries of the seat's legal actions, and clears all others.
    ///
    /// # Panics
    /// If `mask` has no room for [`decisions`](Encode::decisions).
    fn legal_mask(view: &Self::View, mask: &mut [bool]) {
        mask.fill(false);
        let mut actions = Actions::new();
        view.actions(&mut actions);
        actions.into_iter().for_each(|action| mask[Self::action_id(action)] = true);
    }

    /// Writes the observation. A game may do this in a faster way than part by part; the kit compares both.
    ///
    /// # Panics
    /// If `out` does not have the length of [`observation_size`].
    fn observation_tensor(view: &Self::View, out: &mut [f32]) {
        observe_by_parts::<Self>(view, out);
    }

    /// Writes the information state. The past is zero where the history is not known.
    ///
    /// # Panics
    /// If `out` does not have the length of [`information_size`].
    fn information_tensor(view: &Self::View, history: History<'_, Self>, out: &mut [f32]) {
        let (now, past) = out.split_at_mut(observation_size::<Self>());
        Self::observation_tensor(view, now);
        let mut parts = Parts::new(Self::PAST, past);
        if history.is_known() {
            Self::remember(view, history, &mut parts);
            parts.finish();
        }
    }
}

/// Writes the observation part by part, as [`Encode::observe`] says.
///
/// # Panics
/// If `out` does not have the length of [`observation_size`].
pub fn observe_by_parts<G: Encode>(view: &G::View, out: &mut [f32]) {
    let mut parts = Parts::new(G::OBSERVATION, out);
    G::observe(view, &mut parts);
    parts.finish();
}

/// The length of the observation.
pub const fn observation_size<G: Encode>() -> usize {
    total(G::OBSERVATION)
}

/// The length of the information state.
pub const fn information_size<G: Encode>() -> usize {
    total(G::OBSERVATION) + total(G::PAST)
}

/// Every range of the information state in order. Those of the observation come first, with the same offsets.
pub fn tensor_layout<G: Encode>() -> impl Iterator<Item = Range> {
    let mut offset = 0;
    G::OBSERVATION.iter().chain(G::PAST).map(move |&part| {
        let range = Range { offset, part };
        offset += part.size;
        range
    })
}

/// The sizes in a sentence and the layout as a table, in Markdown: what the book has.
pub fn layout_table<G: Encode>() -> String {
    let (observation, information) = (observation_size::<G>(), information_size::<G>());
    let mut text = format!(
        "{} action ids; an observation of {observation} numbers, an information state of {information}.\n\n",
        G::ACTIONS
    );
    text.push_str("| offset | size | name | meaning |\n|---:|---:|---|---|\n");
    for Range { offset, part } in tensor_layout::<G>() {
        if offset == observation {
            text.push_str("| | | | **the past, in the information state only** |\n");
        }
        let TensorPart { name, size, meaning } = part;
        let _ = writeln!(text, "| {offset} | {size} | `{name}` | {meaning} |");
    }
    text
}

/// The parts of a tensor that is being written, one after the other.
#[derive(Debug)]
pub struct Parts<'a> {
    parts: &'static [TensorPart],
    rest: &'a mut [f32],
}

impl<'a> Parts<'a> {
    /// A tensor with these parts, all zero.
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn new(parts: &'static [TensorPart], out: &'a mut [f32]) -> Parts<'a> {
        assert!(out.len() == total(parts), "a tensor of {}, found {}", total(parts), out.len());
        out.fill(0.0);
        Parts { parts, rest: out }
    }

    /// The numbers of the next part, which has this name. They are zero.
    ///
    /// # Panics
    /// If another part comes next: a mistake in the program. Names are compared where debug assertions are on, as in all
    /// tests, and not where thousands of games are observed at each step.
    #[inline]
    pub fn next(&mut self, name: &str) -> &'a mut [f32] {
        let Some((part, parts)) = self.parts.split_first() else { panic!("no part for {name}") };
        debug_assert!(part.name == name, "the part {} comes before {name}", part.name);
        let (numbers, rest) = std::mem::take(&mut self.rest).split_at_mut(part.size);
        (self.parts, self.rest) = (parts, rest);
        numbers
    }

    /// Sets the next part, which has a single number.
    #[inline]
    pub fn number(&mut self, name: &str, number: f32) {
        self.next(name)[0] = number;
    }

    /// Sets the next part, which has a single number, to 0 or 1.
    #[inline]
    pub fn flag(&mut self, name: &str, flag: bool) {
        self.number(name, f32::from(flag));
    }

    /// Sets the entries of the set bits in the next part.
    #[inline]
    pub fn bits(&mut self, name: &str, mut bits: u64) {
        let numbers = self.next(name);
        while bits != 0 {
            numbers[bits.trailing_zeros() as usize] = 1.0;
            bits &= bits - 1;
        }
    }

    /// Sets the entry with this number in the next part; none where there is no number.
    #[inline]
    pub fn one_hot(&mut self, name: &str, index: Option<usize>) {
        let numbers = self.next(name);
        if let Some(index) = index {
            numbers[index] = 1.0;
        }
    }

    /// Fills the next part from its first entry on.
    pub fn fill(&mut self, name: &str, numbers: impl IntoIterator<Item = f32>) {
        self.next(name).iter_mut().zip(numbers).for_each(|(entry, number)| *entry = number);
    }

    /// All parts were written.
    fn finish(self) {
        assert!(self.parts.is_empty(), "the part {} is not written", self.parts[0].name);
    }
}
