use crate::{
    Actions, Chances, Payoffs, SearchRng, Seat, StableHasher, Weighted, WorldSampler, choose,
};
use rand::Rng;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// Whose decision comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This seat chooses one of [`Game::actions`].
    Seat(Seat),
    /// Chance chooses one of [`Game::chances`].
    Chance,
    /// Nobody: [`Game::payoffs`] has the result.
    Over,
}

/// The full state of a game, with everything in it, hidden cards too.
///
/// A state is small and holds no history: history lives in the [`Record`](crate::Record) and in the
/// [`Log`](crate::Log). It is changed in place by [`play`](Game::play). Agents never see it: they are given a
/// [`View`] and a [`History`](crate::History).
pub trait Game: Clone + Send + Sync + 'static {
    /// One decision, of a seat or of chance.
    type Action: Copy + Eq + Hash + Debug + Send + Sync;
    /// What one seat may know of the state.
    type View: View<Game = Self>;

    /// Whether everybody can tell the legal moves of the seat to move, because they depend on nothing hidden, as in poker. Searches
    /// need not list them again in every world then.
    const MOVES_ARE_PUBLIC: bool = false;

    /// The number of seats at this table, 2 to 4 (1 in solitary games such as a bandit).
    fn seats(&self) -> usize;

    /// Whose decision comes next. Everybody at the table knows this: it must not depend on hidden facts.
    fn turn(&self) -> Turn;

    /// Appends the legal moves of the seat to move, in the order that the game documents.
    /// Nothing is appended at a chance turn or when the game is over.
    fn actions(&self, out: &mut Actions<Self::Action>);

    /// Appends the outcomes of a chance turn with their probabilities.
    /// Games without chance turns keep this default.
    fn chances(&self, _out: &mut Chances<Self::Action>) {}

    /// Plays a legal move or a possible outcome. Legality is a debug assertion: readers of input check first.
    fn play(&mut self, action: Self::Action);

    /// The result for each seat, once the game is over.
    fn payoffs(&self) -> Payoffs;

    /// What `seat` knows now.
    fn view(&self, seat: Seat) -> Self::View;

    /// Whether `seat` sees what another seat, or chance, is about to decide. Everybody notices that there is a decision,
    /// and a seat always sees its own (see [`sees`](crate::sees)).
    ///
    /// By default everybody sees every decision, of chance too: right for games in which nothing but the start is
    /// hidden. Passing cards face down, for instance, is seen by nobody else. The answer must not depend on what is
    /// hidden.
    #[inline]
    fn is_seen(&self, _action: Self::Action, _seat: Seat) -> bool {
        true
    }

    /// A legal move, or an outcome by its probability, chosen at random. `None` when the game is over.
    ///
    /// Games may answer faster than by listing; the distribution must stay the same.
    fn random_action<R: Rng>(&self, rng: &mut R) -> Option<Self::Action> {
        listed_action(self, rng)
    }

    /// Plays random moves until the game is over.
    fn playout<R: Rng>(&mut self, rng: &mut R) {
        while let Some(action) = self.random_action(rng) {
            self.play(action);
        }
    }
}

/// A legal move, or an outcome by its probability, chosen from the list of all: the plain way, which a game's
/// own [`Game::random_action`] must agree with.
pub(crate) fn listed_action<G: Game, R: Rng>(game: &G, rng: &mut R) -> Option<G::Action> {
    match game.turn() {
        Turn::Seat(_) => {
            let mut actions = Actions::new();
            game.actions(&mut actions);
            Some(actions[choose::below(rng, actions.len() as u32) as usize])
        }
        Turn::Chance => {
            let mut chances = Chances::new();
            game.chances(&mut chances);
            choose::weighted(rng, &chances)
        }
        Turn::Over => None,
    }
}

/// What one seat may know: its own cards and everything that happened in the open.
///
/// Two states that look the same to a seat give equal views. Whatever an agent does is a function of
/// its view, its budget and its random numbers, so it cannot cheat by accident.
pub trait View: Clone + PartialEq + Debug + Send + Sync {
    /// The game this is a view of.
    type Game: Game<View = Self>;

    /// Whose view this is.
    fn seat(&self) -> Seat;

    /// Whose decision comes next.
    fn turn(&self) -> Turn;

    /// Appends this seat's legal moves, in the game's order; nothing when it is not this seat's turn.
    fn actions(&self, out: &mut Actions<<Self::Game as Game>::Action>);

    /// The identity of the information set. Equal views have equal keys.
    fn key(&self) -> InfoKey;
}

/// The ability to imagine the hidden part of a state.
pub trait Determinize: View {
    /// A full state that this seat cannot tell from the true one, every possible deal being equally likely.
    fn determinize<R: Rng>(&self, rng: &mut R) -> Self::Game;

    /// The worlds of this view, to be drawn from often: whatever can be prepared once for many of them is prepared
    /// here. Every possible deal is equally likely, and every world has the weight 1.
    ///
    /// By default nothing is prepared.
    fn prepare(&self) -> impl WorldSampler<Self::Game> {
        Unprepared(self)
    }
}

/// Each world is determinized on its own.
struct Unprepared<'a, V>(&'a V);

impl<V: Determinize> WorldSampler<V::Game> for Unprepared<'_, V> {
    fn draw(&self, rng: &mut SearchRng) -> Weighted<V::Game> {
        Weighted::one(self.0.determinize(rng))
    }
}

/// The identity of an information set, as a hash that is the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InfoKey(pub u64);

impl InfoKey {
    /// The key of whatever these values say.
    pub fn of(known: &impl Hash) -> InfoKey {
        let mut hasher = StableHasher::default();
        known.hash(&mut hasher);
        InfoKey(hasher.finish())
    }
}
