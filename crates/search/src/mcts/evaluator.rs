use super::Plain;
use super::domain::{Domain, Rewards};
use kontra_game::{Actions, Game, MAX_SEATS, SearchRng, Seat};

/// A position that a search wants to know about.
#[derive(Clone, Debug)]
pub struct Leaf<G: Game> {
    /// The position, in the current world.
    pub game: G,
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
}

/// Something that judges positions without search: a network, or a playout.
///
/// The same leaves and random numbers must give the same judgement, or searches are not reproducible. A leaf holds a
/// full state: look only at what [`Leaf::seat`] sees of it, unless cheating is the point.
pub trait Evaluator<G: Game>: Send {
    /// Fills in value and priors of every leaf. There may be many at once: networks like that.
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut SearchRng);
}

/// Random playouts and equal priors (Gastegger 2024, 6.2: what `IsMctsRollouts` uses in place of a network).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rollouts<D = Plain>(pub D);

impl<G: Game, D: Domain<G>> Evaluator<G> for Rollouts<D> {
    fn evaluate(&mut self, leaves: &mut [Leaf<G>], rng: &mut SearchRng) {
        for leaf in leaves {
            let mut game = leaf.game.clone();
            leaf.value = self.0.roll_out(&mut game, rng);
            leaf.priors = vec![1.0; leaf.legal.len()];
        }
    }
}
