use kontra_agents::{Effort, Failure, Playable, Player, Recipe};
use kontra_game::{
    Actions, Game, Log, MAX_SEATS, Moves, Payoffs, Record, Recorded, Seat, StableHasher, Streams,
    Turn, View,
};
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::time::{Duration, Instant};

/// What one seat put into its decisions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SeatEffort {
    /// How many decisions.
    pub decisions: u64,
    /// How long all of them took.
    pub time: Duration,
    /// How much it searched, where that is known.
    pub effort: Effort,
}

impl SeatEffort {
    /// Adds another effort.
    pub fn add(&mut self, other: &SeatEffort) {
        self.decisions += other.decisions;
        self.time += other.time;
        self.effort.iterations += other.effort.iterations;
        self.effort.nodes += other.effort.nodes;
    }
}

/// One finished game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// Which arrangement of the agents it was, counted from 0.
    pub arrangement: usize,
    /// What it was worth to each seat.
    pub payoffs: Payoffs,
    /// How it ended.
    pub ending: Cow<'static, str>,
    /// A hash of what everybody saw before the first decision and of every decision: equal games have equal hashes.
    pub identity: u64,
    /// What each seat put into its decisions.
    pub thinking: [SeatEffort; MAX_SEATS],
    /// Who broke the game off, if somebody did.
    pub forfeit: Option<Forfeited>,
    /// Every decision in a byte, if that was asked for.
    pub moves: Option<Moves>,
    /// The whole game as text, if it was asked for. A game that was broken off has no result there.
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

/// The hash of what everybody sees before the first decision, and of the decisions that follow.
#[derive(Clone, Debug)]
pub struct GameIdentity(StableHasher);

impl GameIdentity {
    /// A game that has just begun.
    pub fn new<G: Recorded>(start: &G::Start) -> GameIdentity {
        let mut hasher = StableHasher::default();
        // What everybody sees before the first decision: much faster to hash than the text of the start.
        let game = G::begin(start);
        Seat::all(game.seats()).for_each(|seat| game.view(seat).key().hash(&mut hasher));
        GameIdentity(hasher)
    }

    /// A further decision.
    #[inline]
    pub fn add<G: Game>(&mut self, action: G::Action) {
        action.hash(&mut self.0);
    }

    /// The hash of everything so far.
    pub fn finish(&self) -> u64 {
        self.0.finish()
    }
}

/// Who broke a game off, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forfeited {
    /// The seat that broke it off.
    pub seat: Seat,
    /// Why.
    pub why: Failure,
}

/// How a game ends that was broken off.
pub const FORFEIT: &str = "forfeit";

/// The table before the first decision.
pub(crate) struct TableSetting<'a, G: Playable> {
    pub(crate) streams: Streams,
    pub(crate) deal: u64,
    pub(crate) start: &'a G::Start,
    /// A hash of what everybody sees before the first decision.
    pub(crate) identity: &'a GameIdentity,
    pub(crate) keep: Keep,
}

/// A game on its way.
struct Running<'a, G: Playable> {
    setting: &'a TableSetting<'a, G>,
    seats: &'a [&'a Recipe<G>],
    players: Vec<Player<G>>,
    game: G,
    log: Log<G>,
    moves: Option<Moves>,
    record: Option<Record>,
    identity: GameIdentity,
    thinking: [SeatEffort; MAX_SEATS],
}

impl<G: Playable> TableSetting<'_, G> {
    /// Plays one game with a fresh agent on every seat.
    pub(crate) fn play_game(&self, arrangement: usize, seats: &[&Recipe<G>]) -> PlayedGame {
        let player = |(seat, recipe): (Seat, &&Recipe<G>)| {
            recipe.player(self.streams.agent(self.deal, arrangement as u64, seat))
        };
        let names = || seats.iter().map(|recipe| recipe.spec().to_string()).collect();
        let mut running = Running {
            setting: self,
            seats,
            players: Seat::all(seats.len()).zip(seats).map(player).collect(),
            game: G::begin(self.start),
            log: Log::new(),
            moves: self.keep.moves.then(Moves::default),
            record: self.keep.record.then(|| Record::new::<G>(names(), self.start)),
            identity: self.identity.clone(),
            thinking: [SeatEffort::default(); MAX_SEATS],
        };
        let forfeit = running.play_to_the_end().err();
        running.end(arrangement, forfeit)
    }
}

impl<G: Playable> Running<'_, G> {
    /// Plays until the game is over or somebody breaks it off.
    fn play_to_the_end(&mut self) -> Result<(), Forfeited> {
        for (seat, player) in Seat::all(self.players.len()).zip(&mut self.players) {
            player.begin(&self.game, seat).map_err(|why| Forfeited { seat, why })?;
        }
        let mut chance = self.setting.streams.chance(self.setting.deal);
        loop {
            let turn = self.game.turn();
            let action = match turn {
                Turn::Over => return Ok(()),
                Turn::Chance => {
                    self.game.random_action(&mut chance).expect("chance has an outcome")
                }
                Turn::Seat(seat) => self.decide(seat)?,
            };
            self.advance(turn, action);
        }
    }

    fn decide(&mut self, seat: Seat) -> Result<G::Action, Forfeited> {
        let before = Instant::now();
        let view = self.game.view(seat);
        let decision = self.players[seat.index()].decide_from(&self.game, &view, &self.log);
        let thinking = &mut self.thinking[seat.index()];
        thinking.time += before.elapsed();
        thinking.decisions += 1;
        let action = decision.map_err(|why| Forfeited { seat, why })?;
        assert_legal(&view, action, self.seats[seat.index()]);
        Ok(action)
    }

    fn advance(&mut self, turn: Turn, action: G::Action) {
        for (seat, player) in Seat::all(self.players.len()).zip(&mut self.players) {
            player.see(&self.game, action, seat);
        }
        self.log.push_at(turn, &self.game, action);
        self.identity.add::<G>(action);
        if let Some(moves) = &mut self.moves {
            moves.push(&self.game, action);
        }
        match &mut self.record {
            Some(record) => record.play(&mut self.game, action),
            None => self.game.play(action),
        }
    }

    fn end(mut self, arrangement: usize, forfeit: Option<Forfeited>) -> PlayedGame {
        let breaker = forfeit.as_ref().map(|forfeit| forfeit.seat);
        let (payoffs, ending) = match breaker {
            None => (self.game.payoffs(), self.game.ending()),
            Some(seat) => (self.game.forfeit(seat), FORFEIT),
        };
        for (player, thinking) in self.players.iter_mut().zip(&mut self.thinking) {
            thinking.effort = player.effort();
            player.end(&payoffs, breaker);
        }
        PlayedGame {
            arrangement,
            payoffs,
            ending: ending.into(),
            identity: self.identity.finish(),
            thinking: self.thinking,
            forfeit,
            moves: self.moves,
            record: self.record,
        }
    }
}

/// An agent that breaks the rules is a mistake in the program: its match is worth nothing.
fn assert_legal<G: Playable>(view: &G::View, action: G::Action, recipe: &Recipe<G>) {
    let mut legal = Actions::new();
    view.actions(&mut legal);
    assert!(legal.contains(&action), "{} chose {action:?}, which is not legal", recipe.spec());
}
