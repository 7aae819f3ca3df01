use crate::Agent;
use kontra_game::{Game, Seat};

/// Something that sees all cards, for baselines. It is given a game, so nobody cheats unawares.
pub trait Cheat<G: Game>: Send {
    /// One of the legal moves of the seat to move.
    fn choose(&mut self, game: &G) -> G::Action;
}

/// Whoever sits on a seat: an agent that is shown its view, or a cheat that is shown everything.
pub enum Player<G: Game> {
    /// Sees what its seat may know.
    Honest(Box<dyn Agent<G>>),
    /// Sees everything.
    Cheating(Box<dyn Cheat<G>>),
}

impl<G: Game> Player<G> {
    /// The move of the player on this seat, whose turn it is.
    pub fn decide(&mut self, game: &G, seat: Seat) -> G::Action {
        match self {
            Player::Honest(agent) => agent.choose(&game.view(seat)),
            Player::Cheating(cheat) => cheat.choose(game),
        }
    }
}
