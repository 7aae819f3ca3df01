use kontra_game::{DealRng, Encode, Log, Recorded, Seat, Streams, Turn};

/// What a batch writes as its observations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tensor {
    /// What the seat sees now.
    Observation,
    /// The same, followed by what the seat saw of the past.
    Information,
}

/// Where a batch's games come from.
pub(crate) struct Source<'a, G: Recorded> {
    pub(crate) rules: &'a G::Rules,
    pub(crate) streams: Streams,
    pub(crate) lanes: u64,
    pub(crate) tensor: Tensor,
}

/// One place in a batch: the game that is played there now.
pub(crate) struct GameLane<G: Recorded> {
    deal: u64,
    game: G,
    log: Log<G>,
    chance: DealRng,
}

/// The arrays of one lane.
pub(crate) struct Cells<'a> {
    pub(crate) observation: &'a mut [f32],
    pub(crate) mask: &'a mut [bool],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) done: &'a mut bool,
    pub(crate) seat: &'a mut i32,
}

impl<G: Recorded + Encode> GameLane<G> {
    /// The game of this deal, at its first decision.
    pub(crate) fn new(source: &Source<'_, G>, deal: u64) -> GameLane<G> {
        let (game, chance) = begin(source, deal);
        let mut lane = GameLane { deal, game, log: Log::new(), chance };
        lane.pass_chance(source.tensor);
        lane
    }

    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// The legal action with this id.
    #[inline]
    pub(crate) fn legal(&self, id: i32) -> Option<G::Action> {
        G::action_of(usize::try_from(id).ok()?, &self.game.view(self.mover()))
    }

    /// Plays a legal action, and goes on to the next decision, in the next game if this one is over.
    #[inline]
    pub(crate) fn step(
        &mut self,
        source: &Source<'_, G>,
        action: G::Action,
        cells: &mut Cells<'_>,
    ) {
        self.play(action, source.tensor);
        self.pass_chance(source.tensor);
        *cells.done = self.game.turn() == Turn::Over;
        if *cells.done {
            let payoffs = self.game.payoffs();
            cells.rewards.iter_mut().zip(payoffs.as_slice()).for_each(|(r, &p)| *r = p as f32);
            self.deal += source.lanes;
            (self.game, self.chance) = begin(source, self.deal);
            self.log.clear();
            self.pass_chance(source.tensor);
        } else {
            cells.rewards.fill(0.0);
        }
        self.show(source.tensor, cells);
    }

    /// Writes what the seat to move sees.
    #[inline]
    pub(crate) fn show(&self, tensor: Tensor, cells: &mut Cells<'_>) {
        let seat = self.mover();
        let view = self.game.view(seat);
        match tensor {
            Tensor::Observation => G::observation_tensor(&view, cells.observation),
            Tensor::Information => {
                G::information_tensor(&view, self.log.seen_by(seat), cells.observation);
            }
        }
        G::legal_mask(&view, cells.mask);
        *cells.seat = seat.index() as i32;
    }

    fn play(&mut self, action: G::Action, tensor: Tensor) {
        if tensor == Tensor::Information {
            self.log.push(&self.game, action);
        }
        self.game.play(action);
    }

    /// Plays what chance decides.
    fn pass_chance(&mut self, tensor: Tensor) {
        while self.game.turn() == Turn::Chance {
            let outcome = self.game.random_action(&mut self.chance);
            self.play(outcome.expect("chance has an outcome"), tensor);
        }
    }

    /// Whose turn it is. Between two steps it is always somebody's.
    fn mover(&self) -> Seat {
        match self.game.turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => unreachable!("a lane rests at decisions"),
        }
    }
}

fn begin<G: Recorded>(source: &Source<'_, G>, deal: u64) -> (G, DealRng) {
    let start = G::deal(source.rules, &mut source.streams.deal(deal));
    (G::begin(&start), source.streams.chance(deal))
}
