//! A batch plays the games that a match plays, on any number of threads, and refuses what is not legal.

use kontra_batch::{BatchShape, Buffers, GameBatch, Tensor};
use kontra_doppelkopf::Doppelkopf;
use kontra_game::{Encode, Log, Recorded, Seat, Streams, Turn, choose};
use kontra_just4fun::Just4Fun;
use kontra_ontop::OnTop;
use kontra_tiny::{Kuhn, Leduc, Pig, TicTacToe};
use std::num::NonZeroUsize;

const SEED: u64 = 7;

fn batch<G: Recorded + Encode>(games: usize, threads: usize, tensor: Tensor) -> GameBatch<G> {
    let threads = NonZeroUsize::new(threads).unwrap();
    GameBatch::new(G::Rules::default(), games, SEED, threads, tensor).unwrap()
}

/// A random legal action for every lane, by its mask.
fn random_actions(buffers: &Buffers, shape: BatchShape, rng: &mut impl rand::Rng) -> Vec<i32> {
    let lane = |mask: &[bool]| {
        let ids: Vec<usize> = (0..mask.len()).filter(|&id| mask[id]).collect();
        ids[choose::below(rng, ids.len() as u32) as usize] as i32
    };
    buffers.masks.chunks(shape.mask).map(lane).collect()
}

/// One lane played by hand: the same deals, the same chance.
struct ByHand<G: Recorded> {
    deal: u64,
    game: G,
    log: Log<G>,
    chance: kontra_game::DealRng,
}

impl<G: Recorded + Encode> ByHand<G> {
    fn begin(deal: u64) -> ByHand<G> {
        let streams = Streams::new(SEED);
        let game = G::begin(&G::deal(&G::Rules::default(), &mut streams.deal(deal)));
        let mut lane = ByHand { deal, game, log: Log::new(), chance: streams.chance(deal) };
        lane.pass();
        lane
    }

    fn pass(&mut self) {
        while self.game.turn() == Turn::Chance {
            let outcome = self.game.random_action(&mut self.chance).unwrap();
            self.log.push(&self.game, outcome);
            self.game.play(outcome);
        }
    }

    fn seat(&self) -> Seat {
        let Turn::Seat(seat) = self.game.turn() else { panic!("somebody's turn") };
        seat
    }

    fn step(&mut self, id: i32, lanes: u64) -> Option<Vec<f32>> {
        let action = G::action_of(id as usize, &self.game.view(self.seat())).unwrap();
        self.log.push(&self.game, action);
        self.game.play(action);
        self.pass();
        if self.game.turn() != Turn::Over {
            return None;
        }
        let payoffs = self.game.payoffs().as_slice().iter().map(|&payoff| payoff as f32).collect();
        *self = ByHand::begin(self.deal + lanes);
        Some(payoffs)
    }
}

/// Every array of every step is what the same games say when they are played one by one.
fn agrees<G: Recorded + Encode>(steps: usize) {
    const GAMES: usize = 5;
    let mut batch = batch::<G>(GAMES, 2, Tensor::Information);
    let shape = batch.shape();
    let mut buffers = Buffers::new(shape);
    batch.reset(&mut buffers.arrays());
    let mut lanes: Vec<ByHand<G>> = (0..GAMES as u64).map(ByHand::begin).collect();
    let (mut rng, mut ended) = (Streams::new(1).test(0), 0);
    for _ in 0..steps {
        let actions = random_actions(&buffers, shape, &mut rng);
        batch.step(&actions, &mut buffers.arrays()).unwrap();
        for (i, lane) in lanes.iter_mut().enumerate() {
            let payoffs = lane.step(actions[i], GAMES as u64);
            ended += usize::from(payoffs.is_some());
            assert_eq!(buffers.done[i], payoffs.is_some());
            let rewards = &buffers.rewards[i * shape.seats..][..shape.seats];
            assert_eq!(rewards, payoffs.unwrap_or_else(|| vec![0.0; shape.seats]));
            assert_eq!(buffers.seats[i] as usize, lane.seat().index());
            let view = lane.game.view(lane.seat());
            let (mut tensor, mut mask) = (vec![0.0; shape.tensor], vec![false; shape.mask]);
            G::information_tensor(&view, lane.log.seen_by(lane.seat()), &mut tensor);
            G::legal_mask(&view, &mut mask);
            assert_eq!(&buffers.observations[i * shape.tensor..][..shape.tensor], tensor);
            assert_eq!(&buffers.masks[i * shape.mask..][..shape.mask], mask);
        }
    }
    assert!(ended > GAMES, "games end and new ones begin: {ended}");
}

#[test]
fn a_batch_is_many_single_games() {
    agrees::<Doppelkopf>(250);
    agrees::<Just4Fun>(120);
    agrees::<OnTop>(80);
    agrees::<TicTacToe>(30);
    agrees::<Pig>(800);
    agrees::<Kuhn>(20);
    agrees::<Leduc>(30);
}

#[test]
fn threads_change_nothing() {
    let run = |threads| {
        let mut batch = batch::<Doppelkopf>(13, threads, Tensor::Observation);
        let mut buffers = Buffers::new(batch.shape());
        batch.reset(&mut buffers.arrays());
        let mut rng = Streams::new(2).test(0);
        for _ in 0..150 {
            let actions = random_actions(&buffers, batch.shape(), &mut rng);
            batch.step(&actions, &mut buffers.arrays()).unwrap();
        }
        buffers
    };
    let one = run(1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(5));
    assert_eq!(one, run(40));
}

#[test]
fn an_illegal_action_is_refused_and_nothing_is_played() {
    for threads in [1, 3] {
        let mut batch = batch::<TicTacToe>(6, threads, Tensor::Observation);
        let mut buffers = Buffers::new(batch.shape());
        batch.reset(&mut buffers.arrays());
        batch.step(&[0, 1, 2, 3, 4, 5], &mut buffers.arrays()).unwrap();
        let before = buffers.clone();
        for wrong in [0, -1, 9, i32::MAX] {
            let actions = [wrong, 2, 3, 4, 5, 6];
            let refused = batch.step(&actions, &mut buffers.arrays()).unwrap_err().to_string();
            assert_eq!(
                refused,
                format!("actions[0]: expected a legal action (1 2 3 4 5 6 7 8), found {wrong}")
            );
            batch.show(&mut buffers.arrays());
            assert_eq!(buffers, before);
        }
        let few = batch.step(&[1], &mut buffers.arrays()).unwrap_err().to_string();
        assert_eq!(few, "actions: expected a list of 6, found a list of 1");
    }
}

#[test]
fn a_batch_of_no_games_is_refused() {
    let none = GameBatch::<TicTacToe>::new((), 0, 1, NonZeroUsize::MIN, Tensor::Observation);
    assert_eq!(none.err().unwrap().to_string(), "games: expected at least one, found 0");
}
