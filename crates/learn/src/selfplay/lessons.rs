use super::Learned;
use crate::AnswerNoise;
use kontra_game::{SearchRng, Seat};

/// How games are set up and played so that much can be learnt from them.
///
/// `fade` goes from 1 at the beginning of self-play to 0 at its end: exploration falls with it.
pub trait Lessons<G: Learned>: Sync {
    /// What is planned for one game.
    type Plan: Clone + Default + Send;

    /// A fresh game, and what is planned for it.
    fn begin(&self, fade: f32, rng: &mut SearchRng) -> (G, Self::Plan);

    /// A fresh game that is played roughly, and what is planned for it.
    fn begin_roughly(&self, rng: &mut SearchRng) -> (G, Self::Plan);

    /// An answer that is given whatever the network says, so that rare things happen.
    fn force(&self, game: &G, seat: Seat, plan: &mut Self::Plan, rng: &mut SearchRng)
    -> Option<u8>;

    /// Whether a decision becomes a sample: there are too many of some kinds.
    fn keeps(&self, game: &G, seat: Seat, answer: u8, rng: &mut SearchRng) -> bool;

    /// The move of a player by rules.
    fn by_rules(&self, game: &G, seat: Seat) -> G::Action;

    /// The move of a noisy player by rules, from whom a network learns before it plays itself.
    fn roughly(
        &self,
        game: &G,
        seat: Seat,
        plan: &mut Self::Plan,
        rng: &mut SearchRng,
    ) -> G::Action;

    /// How the network's answers leave the best one.
    fn noise(&self, fade: f32) -> AnswerNoise;

    /// The usual number of questions in a game: the first games begin at any of them.
    fn usual_length(&self) -> u32;
}
