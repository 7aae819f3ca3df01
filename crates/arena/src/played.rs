use kontra_agents::{Playable, Player, Recipe};
use kontra_game::{
    Actions, Game, MAX_SEATS, Moves, Payoffs, Record, Recorded, Seat, StableHasher, Streams, Turn,
    View,
};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::time::{Duration, Instant};

/// The time one seat took for its decisions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Thinking {
    /// How many decisions.
    pub decisions: u64,
    /// How long all of them took.
    pub time: Duration,
}

/// One finished game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Which arrangement of the agents it was, counted from 0.
    pub arrangement: usize,
    /// What it was worth to each seat.
    pub payoffs: Payoffs,
    /// How it ended.
    pub ending: Cow<'static, str>,
    /// A hash of the start and of every decision: equal games have equal hashes.
    pub identity: u64,
    /// How long each seat thought.
    pub thinking: [Thinking; MAX_SEATS],
    /// Every decision in a byte, if that was asked for.
    pub moves: Option<Moves>,
    /// The whole game as text, if it was asked for.
    pub record: Option<Record>,
}

/// What is kept of a game beyond its result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keep {
    /// Every decision in a byte.
    pub moves: bool,
    /// The whole game as text.
    pub record: bool,
}

/// The hash of a start and of the decisions that follow.
pub struct Identity(StableHasher);

impl Identity {
    /// A game that has just begun.
    pub fn new<G: Recorded>(start: &G::Start) -> Identity {
        let mut hasher = StableHasher::default();
        G::write_start(start).to_string().hash(&mut hasher);
        Identity(hasher)
    }

    /// A further decision.
    pub fn add<G: Game>(&mut self, action: G::Action) {
        action.hash(&mut self.0);
    }

    /// The hash of everything so far.
    pub fn finish(&self) -> u64 {
        self.0.finish()
    }
}

/// The table before the first decision.
pub(crate) struct Setting<'a, G: Playable> {
    pub(crate) streams: Streams,
    pub(crate) deal: u64,
    pub(crate) start: &'a G::Start,
    pub(crate) keep: Keep,
}

impl<G: Playable> Setting<'_, G> {
    /// Plays one game with a fresh agent on every seat.
    pub(crate) fn play(&self, arrangement: usize, seats: &[&Recipe<G>]) -> Played {
        let mut players: Vec<Player<G>> = Seat::all(seats.len())
            .zip(seats)
            .map(|(seat, recipe)| {
                recipe.player(self.streams.agent(self.deal, arrangement as u64, seat))
            })
            .collect();
        let mut chance = self.streams.chance(self.deal);
        let mut record = self.keep.record.then(|| {
            Record::new::<G>(seats.iter().map(|r| r.spec().to_string()).collect(), self.start)
        });
        let mut moves = self.keep.moves.then(Moves::default);
        let mut identity = Identity::new::<G>(self.start);
        let mut thinking = [Thinking::default(); MAX_SEATS];
        let mut game = G::begin(self.start);
        loop {
            let action = match game.turn() {
                Turn::Over => break,
                Turn::Chance => game.random_action(&mut chance).expect("chance has an outcome"),
                Turn::Seat(seat) => {
                    let before = Instant::now();
                    let action = players[seat.index()].decide(&game, seat);
                    thinking[seat.index()].time += before.elapsed();
                    thinking[seat.index()].decisions += 1;
                    assert_legal(&game.view(seat), action, seats[seat.index()]);
                    action
                }
            };
            identity.add::<G>(action);
            if let Some(moves) = &mut moves {
                moves.push(&game, action);
            }
            match &mut record {
                Some(record) => record.play(&mut game, action),
                None => game.play(action),
            }
        }
        Played {
            arrangement,
            payoffs: game.payoffs(),
            ending: game.ending().into(),
            identity: identity.finish(),
            thinking,
            moves,
            record,
        }
    }
}

/// An agent that breaks the rules is a mistake in the program: its match is worth nothing.
fn assert_legal<G: Playable>(view: &G::View, action: G::Action, recipe: &Recipe<G>) {
    let mut legal = Actions::new();
    view.actions(&mut legal);
    assert!(legal.contains(&action), "{} chose {action:?}, which is not legal", recipe.spec());
}
