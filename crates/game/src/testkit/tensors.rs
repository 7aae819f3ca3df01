use super::walk::{Walk, explore};
use crate::{
    Determinize, Encode, Game, History, Log, Past, Recorded, Rewind, Seat, StableHasher, View,
    information_size, observation_size, tensor_layout,
};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The observation; every entry that is not written is no number.
pub(super) fn observation<G: Encode>(view: &G::View) -> Vec<f32> {
    let mut out = vec![f32::NAN; observation_size::<G>()];
    G::observation_tensor(view, &mut out);
    out
}

/// The information state; every entry that is not written is no number.
pub(super) fn information<G: Encode>(view: &G::View, history: History<'_, G>) -> Vec<f32> {
    let mut out = vec![f32::NAN; information_size::<G>()];
    G::information_tensor(view, history, &mut out);
    out
}

/// A seat's tensors are the same in every world it cannot tell from the true one; returns how many worlds were
/// compared.
///
/// At every position of `games` random games every seat imagines `samples` worlds. Both tensors are made from its view
/// in that world and its history in the past of that world.
///
/// # Panics
/// With the range in which a secret is.
pub fn tensors_show_no_secrets<G>(rules: &G::Rules, games: u64, samples: u64, seed: u64) -> u64
where
    G: Encode + Rewind,
    G::View: Determinize,
{
    let check = |number| {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            let mut checked = 0;
            loop {
                checked += check_secrets(walk, samples);
                if !walk.step() {
                    return checked;
                }
            }
        })
    };
    (0..games).map(check).sum()
}

fn check_secrets<G>(walk: &mut Walk<G>, samples: u64) -> u64
where
    G: Encode + Rewind,
    G::View: Determinize,
{
    let (log, _) = Log::<G>::replay(&walk.start, &walk.history);
    for seat in Seat::all(walk.game.seats()) {
        let view = walk.game.view(seat);
        let expected = information::<G>(&view, log.seen_by(seat));
        for _ in 0..samples {
            let world = view.determinize(&mut walk.rng);
            let past = G::rewind(&walk.start, &walk.history, &world, seat);
            let (log, _) = Log::<G>::replay(&past.start, &past.history);
            let found = information::<G>(&world.view(seat), log.seen_by(seat));
            for range in tensor_layout::<G>() {
                let (name, at) = (range.part.name, range.offset..range.offset + range.part.size);
                let same = expected[at.clone()] == found[at];
                assert!(same, "a secret is in the range '{name}' of seat {seat}");
            }
        }
    }
    walk.game.seats() as u64 * samples
}

/// Different information sets have different information states, over every game that continues one of these pasts,
/// for this many decisions; returns the number of information sets.
///
/// An information set is a view, with its history where the game promises to recall it ([`Encode::RECALLS`]). All lines of
/// play are tried, of the seats and of chance, so this is for small games, or for the first decisions of others.
///
/// # Panics
/// When two information sets of a seat have one tensor, or one information set has two.
pub fn information_states_differ<G>(pasts: &[Past<G>], plies: usize) -> usize
where
    G: Encode + Recorded,
{
    let mut sets = Sets::<G> { by_tensor: HashMap::new(), by_set: HashMap::new() };
    for past in pasts {
        let (log, game) = Log::replay(&past.start, &past.history);
        explore_lines(&game, &log, plies, &mut |game, log| sets.check(game, log));
    }
    sets.by_set.values().map(Vec::len).sum()
}

fn explore_lines<G: Encode + Recorded>(
    game: &G,
    log: &Log<G>,
    plies: usize,
    look: &mut impl FnMut(&G, &Log<G>),
) {
    look(game, log);
    if plies > 0 {
        for action in game.choices() {
            let (mut next, mut log) = (game.clone(), log.clone());
            log.push(&next, action);
            next.play(action);
            explore_lines(&next, &log, plies - 1, look);
        }
    }
}

/// What a seat knows: its view, and the history where it counts; and its tensor, of which two hashes are kept.
struct Known<G: Game> {
    view: G::View,
    log: Option<Rc<Log<G>>>,
    tensor: [u64; 2],
}

impl<G: Encode> Known<G> {
    fn is_same(&self, other: &Known<G>) -> bool {
        self.view == other.view && self.history() == other.history()
    }

    fn history(&self) -> Option<History<'_, G>> {
        self.log.as_ref().map(|log| log.seen_by(self.view.seat()))
    }
}

/// All information sets so far, by their tensors and by their own hashes.
struct Sets<G: Game> {
    by_tensor: HashMap<(Seat, [u64; 2]), (u64, usize)>,
    by_set: HashMap<u64, Vec<Known<G>>>,
}

impl<G: Encode> Sets<G> {
    fn check(&mut self, game: &G, log: &Log<G>) {
        let kept = G::RECALLS.then(|| Rc::new(log.clone()));
        for seat in Seat::all(game.seats()) {
            let (view, history) = (game.view(seat), log.seen_by(seat));
            let numbers = information::<G>(&view, history);
            let tensor = [1, 2].map(|salt| hash(salt, &numbers));
            let own = set_hash::<G>(&view, history);
            let place = self.place(Known { view, log: kept.clone(), tensor }, own);
            let first = *self.by_tensor.entry((seat, tensor)).or_insert(place);
            let [one, two] = [first, place].map(|(hash, number)| &self.by_set[&hash][number]);
            assert!(
                first == place,
                "two information sets of seat {seat} have one tensor\n  {:?}\n  {:?}\n  {:?}\n  {:?}",
                one.view,
                one.history(),
                two.view,
                two.history(),
            );
        }
    }

    /// Where this information set is kept; it is added when it is new.
    fn place(&mut self, known: Known<G>, hash: u64) -> (u64, usize) {
        let alike = self.by_set.entry(hash).or_default();
        let number = alike.iter().position(|other| other.is_same(&known));
        if let Some(number) = number {
            let same = alike[number].tensor == known.tensor;
            assert!(same, "one information set has two tensors: {:?}", known.view);
            return (hash, number);
        }
        alike.push(known);
        (hash, alike.len() - 1)
    }
}

fn hash(salt: u64, tensor: &[f32]) -> u64 {
    let mut hasher = StableHasher::default();
    hasher.write_u64(salt);
    tensor.iter().for_each(|number| hasher.write_u32(number.to_bits()));
    hasher.finish()
}

/// Equal information sets have equal hashes.
fn set_hash<G: Encode>(view: &G::View, history: History<'_, G>) -> u64 {
    let mut hasher = StableHasher::default();
    (view.seat(), view.key()).hash(&mut hasher);
    if G::RECALLS {
        history.iter().for_each(|event| event.hash(&mut hasher));
    }
    hasher.finish()
}
