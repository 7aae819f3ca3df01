use super::keys::KeysSeen;
use super::randomness::Bias;
use super::sight::Sight;
use super::walk::{Walk, explore};
use super::{moves, randomness, records};
use crate::{Recorded, Turn, choose};
use std::collections::BTreeSet;

/// This many games of a run are also tested for biased random play.
const GAMES_FOR_BIAS: u64 = 16;

/// Everything the vocabulary promises of any game, checked at every position of random games.
///
/// `Conformance::<Kuhn>::new(()).games(200).seed(1).run()` is the first test of a new game. It panics with what
/// is wrong and with the seed, the ply and the record of the game in which it was found.
#[derive(Clone, Debug)]
pub struct Conformance<G: Recorded> {
    rules: G::Rules,
    games: u64,
    seed: u64,
    draws: u32,
    zero_sum: bool,
    coarse_keys: bool,
}

impl<G: Recorded> Conformance<G> {
    /// A run of 100 games by these rules with seed 1.
    pub fn new(rules: G::Rules) -> Conformance<G> {
        let (zero_sum, coarse_keys) = (false, false);
        Conformance { rules, games: 100, seed: 1, draws: 1000, zero_sum, coarse_keys }
    }

    /// The number of random games.
    #[must_use]
    pub fn games(self, games: u64) -> Conformance<G> {
        Conformance { games, ..self }
    }

    /// The seed of everything random.
    #[must_use]
    pub fn seed(self, seed: u64) -> Conformance<G> {
        Conformance { seed, ..self }
    }

    /// How many random choices and how many playouts are drawn at each position that is tested for bias.
    #[must_use]
    pub fn draws(self, draws: u32) -> Conformance<G> {
        Conformance { draws, ..self }
    }

    /// The payoffs of a game must add up to 0.
    #[must_use]
    pub fn zero_sum(self) -> Conformance<G> {
        Conformance { zero_sum: true, ..self }
    }

    /// Different views of a seat may share a key: for games whose keys forget something on purpose.
    #[must_use]
    pub fn coarse_keys(self) -> Conformance<G> {
        Conformance { coarse_keys: true, ..self }
    }

    /// Plays the games and checks them; returns the number of positions that were checked.
    ///
    /// # Panics
    /// When the game breaks a promise.
    pub fn run(&self) -> u64 {
        records::check_rules::<G>(&self.rules, self.seed);
        let mut keys = KeysSeen::new(self.coarse_keys);
        let mut bias = Bias::new(self.draws, self.games.min(GAMES_FOR_BIAS));
        let check = |number| {
            explore(&self.rules, self.seed, number, |walk| {
                let states = self.check_game(walk, &mut keys);
                if number < GAMES_FOR_BIAS {
                    check_bias(walk, number, &states, &mut bias);
                }
                states.len() as u64
            })
        };
        (0..self.games).map(check).sum()
    }

    /// Checks every position of a game and returns them.
    fn check_game(&self, walk: &mut Walk<G>, keys: &mut KeysSeen<G::View>) -> Vec<G> {
        records::check_start::<G>(&walk.start);
        let mut texts = BTreeSet::new();
        let (mut states, mut sights) = (vec![], vec![]);
        loop {
            moves::check_choices(&walk.game);
            moves::check_views(&walk.game);
            moves::check_notation(&walk.game, &mut texts, &mut walk.rng);
            moves::check_play(&walk.game);
            randomness::check_legal(&walk.game, &mut walk.rng);
            let sight = Sight::of(&walk.game);
            sight.views.iter().for_each(|view| keys.check(view));
            states.push(walk.game.clone());
            sights.push(sight);
            if !walk.step() {
                break;
            }
        }
        self.check_sum(&walk.game);
        for (ply, (state, sight)) in states.iter().zip(&sights).enumerate() {
            sight.assert_same(&Sight::of(state), &format!("the state at ply {ply} stays as it is"));
        }
        records::check_record(walk, &sights);
        states
    }

    fn check_sum(&self, game: &G) {
        let sum: f64 = game.payoffs().as_slice().iter().sum();
        let right = !self.zero_sum || sum.abs() < 1e-9;
        assert!(right, "the payoffs add up to {sum}: {:?}", game.payoffs().as_slice());
    }
}

/// Tests one position for biased choices, and that one or the first for biased playouts.
fn check_bias<G: Recorded>(walk: &mut Walk<G>, number: u64, states: &[G], bias: &mut Bias) {
    let state = &states[choose::below(&mut walk.rng, states.len() as u32) as usize];
    if state.turn() != Turn::Over {
        bias.check_choices(state, &mut walk.rng);
    }
    let from = if number.is_multiple_of(2) { &states[0] } else { state };
    bias.check_playouts(from, &mut walk.rng);
}
