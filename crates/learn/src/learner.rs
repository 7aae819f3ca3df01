use crate::Samples;
use kontra_nets::{Graph, Weights};
use thiserror::Error;

/// What a learner is made of. The graph has one input of bits, and the outputs `values` and, where there are flags, `flags`.
///
/// `values` has one column for each answer and a last one that all answers share: the value of answer `a` is column `a` plus
/// the last column. `flags` has a column for each flag, before the logistic function.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnerSetup {
    /// The network.
    pub graph: Graph,
    /// Words of 64 bits in a position.
    pub words: usize,
    /// Answers, at most 64.
    pub answers: usize,
    /// Flags; 0 for none.
    pub flags: usize,
    /// How much the flags count beside the value: the loss is the mean over samples of
    /// `(value − target)² + flag_weight × mean over known flags of the cross-entropy`.
    pub flag_weight: f32,
    /// Samples in a step.
    pub batch: usize,
    /// Samples that are remembered.
    pub ring: usize,
    /// Positions in a question, at most.
    pub ask: usize,
    /// Groups whose questions can be under way at the same time.
    pub groups: usize,
    /// Players with weights of their own beside the one that learns (older networks as opponents).
    pub others: usize,
    /// AdamW: decay of the first and second moment, and of the weights.
    pub betas: [f32; 2],
    /// Weight decay.
    pub decay: f32,
    /// How much of the average of the weights is kept in a step; 0 for no average.
    pub average: f32,
    /// The seed of the first weights, of the batches, and of dropout.
    pub seed: u64,
    /// A second network that takes the luck of the cards out of what the first one learns.
    pub critic: Option<CriticSetup>,
}

/// A critic: a network that also sees what is hidden from the seat that decides, and learns what the game will be worth.
///
/// What a game turns out to be worth is mostly the luck of hidden cards, which no answer can change. The critic knows them. With
/// it, the column of an answer learns by how much the game turned out better than the critic expected, and the column that all
/// answers share learns what the game was worth. Their sum is the value of the answer, as without a critic: the critic's value
/// depends on the position and not on the answer, so on average it changes all answers by the same amount.
#[derive(Clone, PartialEq, Debug)]
pub struct CriticSetup {
    /// What is trained: the operations of the network that plays, then those of the critic. Its second input of bits is what is
    /// hidden, and its output `critic` one value.
    pub graph: Graph,
    /// The critic by itself, with the same inputs and weights.
    pub alone: Graph,
    /// How much the column of the answer counts beside the column that all answers share.
    pub weight: f32,
    /// In place of the end of the game, the critic's value of a later decision of the same player says how things turned out: with this chance it
    /// is not the next decision but a later one, and so on. With 1 it is always the end of the game. The critic sees what an answer led to
    /// long before the game ends, with less luck in it, but it may be wrong.
    pub ahead: f32,
}

/// How far ahead a sample of a batch is looked at: the place of a later sample of the same player, and whether the game ended before.
pub fn look_ahead(
    next: impl Fn(usize) -> u8,
    capacity: usize,
    place: usize,
    mut further: impl FnMut(u32) -> bool,
) -> (usize, bool) {
    let mut place = place;
    for decision in 0..64 {
        match next(place) {
            0 => return (place, true),
            distance => place = (place + usize::from(distance)) % capacity,
        }
        if !further(decision) {
            return (place, false);
        }
    }
    (place, false)
}

/// How answers leave the best one, for each answer by its number.
///
/// With the chance `random` of the lowest legal answer, a legal answer is drawn with equal chances. Otherwise the answer with the highest value is
/// taken, after a Gumbel number times `temperature` was added to each.
#[derive(Clone, PartialEq, Debug)]
pub struct AnswerNoise {
    /// In the unit of the values.
    pub temperature: [f32; 64],
    /// A chance.
    pub random: [f32; 64],
}

impl AnswerNoise {
    /// Always the best answer.
    pub const NONE: AnswerNoise = AnswerNoise { temperature: [0.0; 64], random: [0.0; 64] };
}

/// Means over the steps since the last look.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Losses {
    /// The squared error of values.
    pub value: f32,
    /// The squared error of the critic; 0 without one.
    pub critic: f32,
    /// The mean cross-entropy of flags.
    pub flags: f32,
    /// The variance of targets.
    pub variance: f32,
    /// The steps.
    pub steps: u64,
}

/// Everything that training depends on, apart from the ring: a learner with the same state and the same samples does the same.
/// The lists are those of [`LearnerSetup::training_graph`].
#[derive(Clone, PartialEq, Debug)]
pub struct LearnerState {
    /// The weights.
    pub weights: Weights,
    /// Their average; the weights themselves where none is kept.
    pub average: Weights,
    /// The optimizer's lists, each as long as the parameters.
    pub moments: Vec<Vec<f32>>,
    /// Steps made.
    pub step: u64,
}

impl LearnerState {
    /// These weights, and nothing learnt yet.
    pub fn fresh(weights: Weights) -> LearnerState {
        let zeros = vec![0.0; weights.parameters().len()];
        LearnerState {
            average: weights.clone(),
            weights,
            moments: vec![zeros.clone(), zeros],
            step: 0,
        }
    }
}

/// Why a learner cannot do what it was asked: one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Trouble(pub String);

/// A network on a device that answers, remembers and learns.
///
/// The same calls give the same answers and weights, bit by bit, on the same device.
pub trait Learner {
    /// Begins to answer positions for `group`: `bits` are the positions, `legal` the legal answers of each as bits. Player 0
    /// is the one that learns, with the weights of the last [`refresh`](Learner::refresh). Random numbers follow from `seed` and the position's place.
    fn ask(
        &mut self,
        player: usize,
        group: usize,
        bits: &[u64],
        legal: &[u64],
        noise: &AnswerNoise,
        seed: u64,
    ) -> Result<(), Trouble>;

    /// Waits for the answers of `group`, one for each position.
    fn answers(&mut self, group: usize, out: &mut [u8]) -> Result<(), Trouble>;

    /// The outputs `values` (answers + 1 columns) and `flags` of positions, by player 0, without noise: for evaluation.
    fn evaluate(
        &mut self,
        bits: &[u64],
        values: &mut Vec<f32>,
        flags: &mut Vec<f32>,
    ) -> Result<(), Trouble>;

    /// Adds samples to the ring; the oldest are forgotten.
    fn remember(&mut self, samples: &Samples) -> Result<(), Trouble>;

    /// Forgets all samples.
    fn forget(&mut self);

    /// Makes `steps` steps on samples drawn from the ring with replacement; none while the ring is empty.
    fn train(&mut self, steps: usize, rate: f32) -> Result<(), Trouble>;

    /// Player 0 plays with the present weights from now on (`averaged`: with their average).
    fn refresh(&mut self, averaged: bool) -> Result<(), Trouble>;

    /// Gives another player its weights.
    fn seat(&mut self, player: usize, weights: &Weights) -> Result<(), Trouble>;

    /// Losses since the last call.
    fn losses(&mut self) -> Result<Losses, Trouble>;

    /// What a checkpoint keeps: a critic's numbers too.
    fn state(&mut self) -> Result<LearnerState, Trouble>;

    /// Continues from a checkpoint.
    fn restore(&mut self, state: &LearnerState) -> Result<(), Trouble>;
}
