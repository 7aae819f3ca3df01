use super::encounter::Encounter;
use rustc_hash::FxHashMap;

/// All games in order, deal by deal. There are few different encounters, so a game is the number of one.
#[derive(Default)]
pub(super) struct EncounterList {
    kinds: Vec<Encounter>,
    numbers: FxHashMap<Encounter, u32>,
    games: Vec<u32>,
    /// How many games there were after each deal.
    ends: Vec<usize>,
}

impl EncounterList {
    pub(super) fn add(&mut self, encounter: Encounter) {
        let next = self.kinds.len() as u32;
        let number = *self.numbers.entry(encounter).or_insert_with_key(|encounter| {
            self.kinds.push(encounter.clone());
            next
        });
        self.games.push(number);
    }

    /// The games that follow are on another deal.
    pub(super) fn end_deal(&mut self) {
        if self.ends.last().copied().unwrap_or(0) < self.games.len() {
            self.ends.push(self.games.len());
        }
    }

    /// The same games with other numbers for the agents. The games of a deal come in an order that does not tell who was
    /// named first.
    pub(super) fn renumbered(self, numbers: &[usize]) -> EncounterList {
        let rename = |encounter: Encounter| encounter.renumbered(numbers);
        let renamed: Vec<Encounter> = self.kinds.into_iter().map(rename).collect();
        let mut order: Vec<usize> = (0..renamed.len()).collect();
        order.sort_by_key(|&kind| &renamed[kind]);
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &kind)| places[kind] = place as u32);
        let mut history = EncounterList {
            kinds: order.iter().map(|&kind| renamed[kind].clone()).collect(),
            numbers: FxHashMap::default(),
            games: self.games.iter().map(|&kind| places[kind as usize]).collect(),
            ends: self.ends,
        };
        let begins = std::iter::once(0).chain(history.ends.iter().copied());
        for (begin, &end) in begins.zip(&history.ends) {
            history.games[begin..end].sort_unstable();
        }
        history
    }

    /// The different encounters.
    pub(super) fn kinds(&self) -> &[Encounter] {
        &self.kinds
    }

    /// How often each of them came.
    pub(super) fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.kinds.len()];
        self.games.iter().for_each(|&kind| counts[kind as usize] += 1);
        counts
    }

    /// All games in order.
    pub(super) fn games(&self) -> impl Iterator<Item = &Encounter> {
        self.games.iter().map(|&kind| &self.kinds[kind as usize])
    }

    /// The games of each deal, by the numbers of their encounters.
    pub(super) fn deals(&self) -> impl Iterator<Item = &[u32]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.games[begin..end])
    }
}
