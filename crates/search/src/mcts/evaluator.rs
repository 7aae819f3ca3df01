use super::RulesOnly;
use super::domain::{Domain, Rewards};
use kontra_game::{Actions, Game, MAX_ACTIONS, MAX_SEATS, SearchRng, Seat};

/// A position that a search wants to know about.
#[derive(Clone, Debug)]
pub struct Leaf<G: Game> {
    /// The position in the current world, for playouts only.
    pub(super) game: G,
    /// Who is to move.
    pub seat: Seat,
    /// The legal moves.
    pub legal: Actions<G::Action>,
    /// To be filled in: what the position is worth to each seat.
    pub value: Rewards,
    /// To be filled in: how likely each legal move is thought to be good, in their order. They need not add up to 1.
    pub priors: Vec<f32>,
}

impl<G: Game> Leaf<G> {
    /// A position in which a seat is to move, with nothing filled in.
    pub fn new(game: G, seat: Seat) -> Leaf<G> {
        let mut legal = Actions::new();
        game.actions(&mut legal);
        Leaf { game, seat, legal, value: [0.0; MAX_SEATS], priors: vec![] }
    }

    /// What the seat to move knows. There is no way from here to what it does not know.
    pub fn view(&self) -> G::View {
        self.game.view(self.seat)
    }
}

/// Something that judges positions without search: a network, or a playout.
///
/// The same leaves and random numbers must give the same judgement, or searches are not reproducible. It is given what
/// the seat to move knows ([`Leaf::view`]). Only [`Rollouts`] see more: they play on in the imagined world.
pub trait Evaluator<G: Game>: Send {
    /// Fills in value and priors of every leaf. Called with whole batches, for networks.
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut SearchRng);

    /// The memory of the evaluator's own that this many leaves at once take, at most.
    fn bytes(&self, leaves: usize) -> u64;
}

/// Random playouts and equal priors (Gastegger 2024, 6.2: what `IsMctsRollouts` uses in place of a network).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rollouts<D = RulesOnly>(pub D);

impl<G: Game, D: Domain<G>> Evaluator<G> for Rollouts<D> {
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut SearchRng) {
        for leaf in leaves {
            let mut game = leaf.game.clone();
            leaf.value = self.0.roll_out(&mut game, rng);
            leaf.priors = vec![1.0; leaf.legal.len()];
        }
    }

    fn bytes(&self, leaves: usize) -> u64 {
        (leaves as u64).saturating_mul(MAX_ACTIONS as u64 * size_of::<f32>() as u64)
    }
}
