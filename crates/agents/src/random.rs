use crate::Agent;
use kontra_game::{Actions, Game, History, SearchRng, View, choose};

/// Every legal move is equally likely.
#[derive(Debug)]
pub struct Random {
    rng: SearchRng,
}

impl Random {
    /// A player who draws from these random numbers.
    pub fn new(rng: SearchRng) -> Random {
        Random { rng }
    }
}

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, view: &G::View, _: History<'_, G>) -> G::Action {
        let mut actions = Actions::new();
        view.actions(&mut actions);
        actions[choose::below(&mut self.rng, actions.len() as u32) as usize]
    }
}
