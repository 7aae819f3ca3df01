use crate::arrays::{Arrays, BatchShape};
use crate::lane::{Cells, GameLane, Source, Tensor};
use kontra_game::{BadInput, Encode, Recorded, Seat, Streams, information_size, observation_size};
use std::num::NonZeroUsize;
use std::sync::{Barrier, Mutex, PoisonError};

/// Many games side by side.
pub struct GameBatch<G: Recorded + Encode> {
    rules: G::Rules,
    streams: Streams,
    threads: NonZeroUsize,
    tensor: Tensor,
    shape: BatchShape,
    lanes: Vec<GameLane<G>>,
}

/// The lanes of one thread, with the actions to be played in them and the arrays to be written.
struct Part<'a, G: Recorded> {
    first: usize,
    lanes: &'a mut [GameLane<G>],
    actions: &'a [i32],
    arrays: Arrays<'a>,
}

impl<G: Recorded + Encode> GameBatch<G> {
    /// This many games by these rules, all at their first decision; refused where the table cannot be encoded.
    pub fn new(
        rules: G::Rules,
        games: usize,
        seed: u64,
        threads: NonZeroUsize,
        tensor: Tensor,
    ) -> Result<GameBatch<G>, BadInput> {
        if games == 0 {
            return Err(BadInput::expected("games", "at least one", 0));
        }
        let streams = Streams::new(seed);
        let source = Source { rules: &rules, streams, lanes: games as u64, tensor };
        let lanes: Vec<GameLane<G>> =
            (0..games as u64).map(|deal| GameLane::new(&source, deal)).collect();
        let game = lanes[0].game();
        let view = game.view(Seat::wrapping(0, game.seats()));
        G::fits(&view)?;
        let shape = BatchShape {
            games,
            tensor: match tensor {
                Tensor::Observation => observation_size::<G>(),
                Tensor::Information => information_size::<G>(),
            },
            mask: G::decisions(&view),
            seats: game.seats(),
        };
        Ok(GameBatch { rules, streams, threads, tensor, shape, lanes })
    }

    /// How large the arrays are.
    pub fn shape(&self) -> BatchShape {
        self.shape
    }

    /// Begins every game again from its first deal.
    ///
    /// # Panics
    /// If an array does not have its size.
    pub fn reset(&mut self, arrays: &mut Arrays<'_>) {
        let source = self.source();
        let lanes = (0..source.lanes).map(|deal| GameLane::new(&source, deal)).collect();
        self.lanes = lanes;
        arrays.rewards.fill(0.0);
        arrays.done.fill(false);
        self.show(arrays);
    }

    /// Writes what every seat to move sees.
    ///
    /// # Panics
    /// If an array does not have its size.
    pub fn show(&mut self, arrays: &mut Arrays<'_>) {
        arrays.check(self.shape);
        let (tensor, shape) = (self.tensor, self.shape);
        let nothing = vec![0; self.lanes.len()];
        let parts = self.parts(&nothing, arrays.again());
        std::thread::scope(|scope| {
            let mut show = parts.into_iter().map(|mut part| {
                move || part.each(shape, |lane, _, cells| lane.show(tensor, cells))
            });
            let own = show.next();
            show.for_each(|part| drop(scope.spawn(part)));
            own.into_iter().for_each(|mut part| part());
        });
    }

    /// Plays one action in every game. If one of them is not legal, nothing is played anywhere.
    ///
    /// # Panics
    /// If an array does not have its size.
    pub fn step(&mut self, actions: &[i32], arrays: &mut Arrays<'_>) -> Result<(), BadInput> {
        arrays.check(self.shape);
        if actions.len() != self.lanes.len() {
            let expected = format!("a list of {}", self.lanes.len());
            let found = format!("a list of {}", actions.len());
            return Err(BadInput::expected("actions", expected, found));
        }
        let GameBatch { rules, streams, shape, tensor, .. } = self;
        let (rules, shape) = (rules.clone(), *shape);
        let source =
            Source { rules: &rules, streams: *streams, lanes: shape.games as u64, tensor: *tensor };
        let parts = self.parts(actions, arrays.again());
        // Every thread looks at all of its actions before the first one is played anywhere.
        let (checked, wrong) = (Barrier::new(parts.len()), Mutex::new(None::<usize>));
        let run = |mut part: Part<'_, G>| {
            let legal = part.check();
            if let Err(lane) = legal {
                let mut wrong = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                *wrong = Some(wrong.map_or(lane, |other| other.min(lane)));
            }
            checked.wait();
            let Ok(legal) = legal else { return };
            if wrong.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                return;
            }
            part.each(shape, |lane, number, cells| lane.step(&source, legal[number], cells));
        };
        std::thread::scope(|scope| {
            let mut parts = parts.into_iter();
            let (own, run) = (parts.next(), &run);
            parts.for_each(|part| drop(scope.spawn(move || run(part))));
            own.into_iter().for_each(run);
        });
        match wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some(lane) => Err(self.refused(lane, actions[lane])),
        }
    }

    fn source(&self) -> Source<'_, G> {
        let lanes = self.shape.games as u64;
        Source { rules: &self.rules, streams: self.streams, lanes, tensor: self.tensor }
    }

    /// The lanes and arrays of every thread.
    fn parts<'a>(&'a mut self, actions: &'a [i32], mut arrays: Arrays<'a>) -> Vec<Part<'a, G>> {
        let size = self.lanes.len().div_ceil(self.threads.get());
        let mut parts = vec![];
        for (number, lanes) in self.lanes.chunks_mut(size).enumerate() {
            let (own, others) = arrays.split(lanes.len(), self.shape);
            let (first, games) = (number * size, lanes.len());
            parts.push(Part { first, lanes, actions: &actions[first..first + games], arrays: own });
            arrays = others;
        }
        parts
    }

    fn refused(&self, lane: usize, action: i32) -> BadInput {
        let mut mask = vec![false; self.shape.mask];
        let game = self.lanes[lane].game();
        if let kontra_game::Turn::Seat(seat) = game.turn() {
            G::legal_mask(&game.view(seat), &mut mask);
        }
        let legal = mask.iter().enumerate().filter(|(_, legal)| **legal);
        let legal: Vec<String> = legal.map(|(id, _)| id.to_string()).collect();
        let expected = format!("a legal action ({})", legal.join(" "));
        BadInput::expected(format!("actions[{lane}]"), expected, action)
    }
}

impl<G: Recorded + Encode> Part<'_, G> {
    /// The legal actions that are to be played, or the first lane whose action is not legal.
    fn check(&self) -> Result<Vec<G::Action>, usize> {
        let lanes = self.lanes.iter().zip(self.actions).enumerate();
        lanes.map(|(number, (lane, &id))| lane.legal(id).ok_or(self.first + number)).collect()
    }

    /// Does something with every lane and its arrays.
    fn each(
        &mut self,
        shape: BatchShape,
        mut work: impl FnMut(&mut GameLane<G>, usize, &mut Cells<'_>),
    ) {
        let arrays = &mut self.arrays;
        let observations = arrays.observations.chunks_exact_mut(shape.tensor);
        let masks = arrays.masks.chunks_exact_mut(shape.mask);
        let rewards = arrays.rewards.chunks_exact_mut(shape.seats);
        let rest = arrays.done.iter_mut().zip(arrays.seats.iter_mut());
        let cells = observations.zip(masks).zip(rewards).zip(rest);
        for (number, (lane, cell)) in self.lanes.iter_mut().zip(cells).enumerate() {
            let (((observation, mask), rewards), (done, seat)) = cell;
            work(lane, number, &mut Cells { observation, mask, rewards, done, seat });
        }
    }
}
