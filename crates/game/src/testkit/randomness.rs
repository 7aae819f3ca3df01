use super::chi_square::{ChiSquare, SIGNIFICANCE};
use crate::game::listed_action;
use crate::{Actions, Chances, Game, SearchRng, Turn};
use std::collections::BTreeMap;

/// A few random choices of the game's own are all possible ones.
pub(super) fn check_legal<G: Game>(game: &G, rng: &mut SearchRng) {
    let chances = probabilities(game);
    for _ in 0..4 {
        match game.random_action(rng) {
            Some(action) => {
                let possible = chances.iter().any(|(other, _)| *other == action);
                assert!(possible, "the random choice {action:?} is not possible");
            }
            None => assert!(game.turn() == Turn::Over, "there is no random choice"),
        }
    }
}

/// Whether random play is biased, at single positions and over all positions together.
pub(super) struct Bias {
    draws: u32,
    limit: f64,
    choices: ChiSquare,
    playouts: ChiSquare,
}

impl Bias {
    /// Draws this often at each of this many positions.
    pub(super) fn new(draws: u32, positions: u64) -> Bias {
        // Four tests for each position: each has its share of the chance to fail without a cause.
        let limit = SIGNIFICANCE / (4 * positions) as f64;
        Bias { draws, limit, choices: ChiSquare::default(), playouts: ChiSquare::default() }
    }

    /// Random choices come up as often as they should.
    pub(super) fn check_choices<G: Game>(&mut self, game: &G, rng: &mut SearchRng) {
        let chances = probabilities(game);
        let mut counts = vec![0.0; chances.len()];
        for _ in 0..self.draws {
            let action = game.random_action(rng);
            let place = chances.iter().position(|(other, _)| Some(*other) == action);
            match place {
                Some(place) => counts[place] += 1.0,
                None => panic!("the random choice {action:?} is not possible"),
            }
        }
        let expected = chances.iter().map(|(_, share)| share * f64::from(self.draws));
        let bins: Vec<(f64, f64)> = counts.into_iter().zip(expected).collect();
        let fit = ChiSquare::of_fit(&bins);
        self.choices += fit;
        let p = fit.p().min(self.choices.p());
        let list: Vec<_> = chances.iter().map(|(action, _)| action).zip(&bins).collect();
        assert!(p >= self.limit, "random choices are biased (p = {p:e}), last {list:?}");
    }

    /// The game's own playout ends as often with each result as one listed choice after the other does.
    pub(super) fn check_playouts<G: Game>(&mut self, game: &G, rng: &mut SearchRng) {
        let mut results: BTreeMap<Vec<u64>, (f64, f64)> = BTreeMap::new();
        for _ in 0..self.draws {
            let (mut own, mut plain) = (game.clone(), game.clone());
            own.playout(rng);
            assert!(own.turn() == Turn::Over, "a playout stops before the game is over");
            while let Some(action) = listed_action(&plain, rng) {
                plain.play(action);
            }
            results.entry(result(&own)).or_default().0 += 1.0;
            results.entry(result(&plain)).or_default().1 += 1.0;
        }
        let bins: Vec<(f64, f64)> = results.into_values().collect();
        let samples = ChiSquare::of_samples(&bins);
        self.playouts += samples;
        let p = samples.p().min(self.playouts.p());
        let right = p >= self.limit;
        assert!(right, "playouts have other results than plain play (p = {p:e}), last {bins:?}");
    }
}

fn result<G: Game>(game: &G) -> Vec<u64> {
    game.payoffs().as_slice().iter().map(|payoff| payoff.to_bits()).collect()
}

/// All choices with their probability in random play; empty when the game is over.
fn probabilities<G: Game>(game: &G) -> Vec<(G::Action, f64)> {
    let (mut actions, mut chances) = (Actions::new(), Chances::new());
    game.actions(&mut actions);
    game.chances(&mut chances);
    let share = 1.0 / actions.len() as f64;
    actions.into_iter().map(|action| (action, share)).chain(chances).collect()
}
