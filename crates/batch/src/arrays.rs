/// How large the arrays of a batch are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchShape {
    /// How many games.
    pub games: usize,
    /// Numbers in one tensor.
    pub tensor: usize,
    /// Entries in one mask: action ids of decisions are below this.
    pub mask: usize,
    /// Seats at a table.
    pub seats: usize,
}

/// Where a batch writes: one array after the other, game by game.
#[derive(Debug)]
pub struct Arrays<'a> {
    /// What the seat to move sees: `games` times `tensor` numbers.
    pub observations: &'a mut [f32],
    /// Which action ids are legal: `games` times `mask` entries.
    pub masks: &'a mut [bool],
    /// What the game was worth to each seat, if the step has ended it, and otherwise 0: `games` times `seats` numbers.
    pub rewards: &'a mut [f32],
    /// Whether the step has ended the game.
    pub done: &'a mut [bool],
    /// Whose turn it is now.
    pub seats: &'a mut [i32],
}

impl Arrays<'_> {
    /// # Panics
    /// If an array has another length.
    pub(crate) fn check(&self, shape: BatchShape) {
        let BatchShape { games, tensor, mask, seats } = shape;
        let found = [
            self.observations.len(),
            self.masks.len(),
            self.rewards.len(),
            self.done.len(),
            self.seats.len(),
        ];
        let expected = [games * tensor, games * mask, games * seats, games, games];
        assert!(found == expected, "arrays of {expected:?}, found {found:?}");
    }

    /// The arrays of this many games at the front, and those of the others.
    pub(crate) fn split(self, games: usize, shape: BatchShape) -> (Self, Self) {
        let (observations, later_observations) =
            self.observations.split_at_mut(games * shape.tensor);
        let (masks, later_masks) = self.masks.split_at_mut(games * shape.mask);
        let (rewards, later_rewards) = self.rewards.split_at_mut(games * shape.seats);
        let (done, later_done) = self.done.split_at_mut(games);
        let (seats, later_seats) = self.seats.split_at_mut(games);
        let later = Arrays {
            observations: later_observations,
            masks: later_masks,
            rewards: later_rewards,
            done: later_done,
            seats: later_seats,
        };
        (Arrays { observations, masks, rewards, done, seats }, later)
    }

    /// The same arrays for a while.
    pub(crate) fn again(&mut self) -> Arrays<'_> {
        Arrays {
            observations: self.observations,
            masks: self.masks,
            rewards: self.rewards,
            done: self.done,
            seats: self.seats,
        }
    }
}

/// Arrays of the right sizes, for callers who have none of their own.
#[derive(Clone, PartialEq, Debug)]
pub struct Buffers {
    /// See [`Arrays::observations`].
    pub observations: Vec<f32>,
    /// See [`Arrays::masks`].
    pub masks: Vec<bool>,
    /// See [`Arrays::rewards`].
    pub rewards: Vec<f32>,
    /// See [`Arrays::done`].
    pub done: Vec<bool>,
    /// See [`Arrays::seats`].
    pub seats: Vec<i32>,
}

impl Buffers {
    /// Arrays for a batch of this shape, all zero.
    pub fn new(shape: BatchShape) -> Buffers {
        let BatchShape { games, tensor, mask, seats } = shape;
        Buffers {
            observations: vec![0.0; games * tensor],
            masks: vec![false; games * mask],
            rewards: vec![0.0; games * seats],
            done: vec![false; games],
            seats: vec![0; games],
        }
    }

    /// The arrays, to be written.
    pub fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            done: &mut self.done,
            seats: &mut self.seats,
        }
    }
}
