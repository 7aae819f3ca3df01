use super::expect;
use super::tensors::{information, observation};
use super::walk::{Walk, explore};
use crate::{
    Actions, Encode, History, Log, Notation, Recorded, Seat, Turn, View, layout_table,
    observe_by_parts, tensor_layout,
};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::path::Path;

/// Every this many plies, also ids that are not legal are tried.
const EVERY: usize = 16;

/// This many views with their histories are kept to be compared with every later one.
const MOST_COMPARED: usize = 200;

/// Action ids and tensors of a game keep their promises at every position of random games; returns the number of
/// tensors that were checked.
///
/// Ids of legal moves are below the number of decisions, differ, are written as records write the move, and lead back
/// to it; all other ids lead nowhere. Tensors have finite numbers only, every entry is written, the observation is the same
/// part by part, and equal views with equal histories have equal ones.
///
/// # Panics
/// When a promise is broken.
pub fn encoding_is_in_order<G>(rules: &G::Rules, games: u64, seed: u64) -> u64
where
    G: Encode + Recorded,
{
    check_names::<G>();
    let mut met = Met::<G>::default();
    let mut check = |number| {
        explore(rules, seed, number, |walk: &mut Walk<G>| {
            let mut checked = 0;
            loop {
                check_chances(&walk.game);
                let (log, _) = Log::<G>::replay(&walk.start, &walk.history);
                for seat in Seat::all(walk.game.seats()) {
                    let view = walk.game.view(seat);
                    if let Err(bad) = G::fits(&view) {
                        panic!("a table of these rules is not encoded: {bad}");
                    }
                    check_ids(&walk.game, &view, walk.history.len().is_multiple_of(EVERY));
                    check_tensors::<G>(&view, log.seen_by(seat));
                    met.check(&view, log.clone(), &walk.history);
                    checked += 2;
                }
                if !walk.step() {
                    return checked;
                }
            }
        })
    };
    (0..games).map(&mut check).sum()
}

/// No two ids and no two ranges are called alike, and none has no name.
fn check_names<G: Encode>() {
    let mut names = BTreeSet::new();
    for id in 0..G::ACTIONS {
        let name = G::action_name(id);
        assert!(!name.is_empty() && !name.contains(char::is_whitespace), "id {id} is '{name}'");
        assert!(names.insert(name.clone()), "two ids are called '{name}'");
    }
    assert!(G::action_name(G::ACTIONS).is_empty(), "an id beyond the last has a name");
    let mut names = BTreeSet::new();
    for range in tensor_layout::<G>() {
        let part = range.part;
        assert!(names.insert(part.name), "two ranges are called '{}'", part.name);
        assert!(part.size > 0 && !part.meaning.is_empty(), "the range '{}' is empty", part.name);
    }
}

/// Outcomes of chance have ids of their own, and are called as they are written.
fn check_chances<G: Encode + Notation>(game: &G) {
    let mut ids = BTreeSet::new();
    if game.turn() == Turn::Chance {
        for action in game.choices() {
            check_name(game, action);
            assert!(ids.insert(G::action_id(action)), "two outcomes have one id: {action:?}");
        }
    }
}

fn check_name<G: Encode + Notation>(game: &G, action: G::Action) {
    let id = G::action_id(action);
    let again = G::action_id(action);
    assert!(id == again, "the id of {action:?} is {id}, asked again it is {again}");
    assert!(id < G::ACTIONS, "{action:?} has the id {id}, there are {}", G::ACTIONS);
    let (name, text) = (G::action_name(id), game.action_text(action));
    let right = name.split('/').any(|name| name == text);
    assert!(right, "{action:?} has the id {id}, which is '{name}', it is written '{text}'");
}

fn check_ids<G: Encode + Notation>(game: &G, view: &G::View, all: bool) {
    let mut legal = Actions::new();
    view.actions(&mut legal);
    let decisions = G::decisions(view);
    assert!(decisions <= G::ACTIONS, "{decisions} decisions among {} actions", G::ACTIONS);
    let mut mask = vec![true; decisions];
    let mut by_id = HashMap::new();
    for &action in &legal {
        check_name(game, action);
        let id = G::action_id(action);
        assert!(id < decisions, "the decision {action:?} has the id {id} of an outcome");
        assert!(by_id.insert(id, action).is_none(), "two moves have the id {id}: {legal:?}");
    }
    G::legal_mask(view, &mut mask);
    let ids = 0..=G::ACTIONS;
    for id in ids.filter(|id| all || by_id.contains_key(id)) {
        let (found, expected) = (G::action_of(id, view), by_id.get(&id).copied());
        assert!(found == expected, "the id {id} is {expected:?}, it leads to {found:?}");
        let masked = mask.get(id).copied().unwrap_or(false);
        assert!(masked == expected.is_some(), "the mask of {expected:?} is {masked}");
    }
}

fn check_tensors<G: Encode>(view: &G::View, history: History<'_, G>) {
    let whole = information::<G>(view, history);
    if let Some(at) = whole.iter().position(|number| !number.is_finite()) {
        let range = tensor_layout::<G>().take_while(|range| range.offset <= at).last();
        let name = range.map_or("", |range| range.part.name);
        panic!("entry {at} ({name}) is {}", whole[at]);
    }
    let now = observation::<G>(view);
    check_plain::<G>(view, &now);
    assert!(whole[..now.len()] == now, "the information state does not begin with the observation");
    let unknown = information::<G>(view, History::unknown(view.seat()));
    let silent = unknown[now.len()..].iter().all(|&number| number == 0.0);
    assert!(silent && unknown[..now.len()] == now, "an unknown past is not zero");
    assert!(information::<G>(view, history) == whole, "a tensor changes when written again");
}

/// A game that writes its observation in a faster way writes the same as part by part.
fn check_plain<G: Encode>(view: &G::View, found: &[f32]) {
    let mut plain = vec![f32::NAN; found.len()];
    observe_by_parts::<G>(view, &mut plain);
    for range in tensor_layout::<G>().take_while(|range| range.offset < found.len()) {
        let (name, at) = (range.part.name, range.offset..range.offset + range.part.size);
        let (found, plain) = (&found[at.clone()], &plain[at]);
        assert!(
            found == plain,
            "the range '{name}' is {plain:?} by parts, at once it is {found:?}"
        );
    }
}

/// Positions of all games of a run, with their tensors.
struct Met<G: Encode> {
    positions: Vec<(G::View, Log<G>, Vec<f32>)>,
}

impl<G: Encode> Default for Met<G> {
    fn default() -> Met<G> {
        Met { positions: vec![] }
    }
}

impl<G: Encode> Met<G> {
    /// Equal views with equal histories have equal tensors. Only short histories are ever met twice.
    fn check(&mut self, view: &G::View, log: Log<G>, history: &[G::Action]) {
        let (seat, tensor) = (view.seat(), information::<G>(view, log.seen_by(view.seat())));
        let seen = log.seen_by(seat);
        let twin = |(other, past, _): &&(G::View, Log<G>, Vec<f32>)| {
            other == view && past.seen_by(seat) == seen
        };
        if let Some((_, _, other)) = self.positions.iter().find(twin) {
            assert!(*other == tensor, "equal views and histories have different tensors: {view:?}");
        } else if self.positions.len() < MOST_COMPARED && history.len() < 8 {
            self.positions.push((view.clone(), log, tensor));
        }
    }
}

/// Every id is called what the file says; rewritten with `UPDATE_EXPECT=1`, which gives up every network and file
/// that knows the old ids.
///
/// # Panics
/// With the first line that differs.
pub fn check_action_ids<G: Encode>(path: impl AsRef<Path>) {
    expect::expect(path.as_ref(), &action_ids::<G>(), expect::updating());
}

/// The text of such a file: a line for each id.
pub(super) fn action_ids<G: Encode>() -> String {
    (0..G::ACTIONS).fold(String::new(), |mut text, id| {
        let _ = writeln!(text, "{id} {}", G::action_name(id));
        text
    })
}

/// The book's chapter at `path` has the layout of this game between `<!-- layout: NAME -->` and `<!-- end -->`;
/// rewritten with `UPDATE_EXPECT=1`.
///
/// # Panics
/// When the book has another layout, or no place for it.
pub fn check_layout<G: Encode + Recorded>(path: impl AsRef<Path>) {
    let path = path.as_ref();
    let book = expect::read(path);
    let found = with_layout(&book, G::NAME, &layout_table::<G>());
    let Some(found) = found else { panic!("{} has no layout of {}", path.display(), G::NAME) };
    expect::expect(path, &found, expect::updating());
}

/// The text with this table in its place; `None` if there is no place.
pub(super) fn with_layout(book: &str, game: &str, table: &str) -> Option<String> {
    let begin = format!("<!-- layout: {game} -->\n");
    let (before, rest) = book.split_once(&begin)?;
    let (_, after) = rest.split_once("<!-- end -->")?;
    Some(format!("{before}{begin}\n{table}\n<!-- end -->{after}"))
}
