//! How a measurement is made, unit by unit.

mod games;
mod positions;
mod prediction;
mod progress;
mod random_play;
mod testset;

use crate::What;
use crate::measured::Values;
use games::Games;
use kontra_agents::{GameId, with_game};
use kontra_game::BadInput;
use positions::{Positions, Simulations};
pub(crate) use prediction::Trained;
use progress::ScoreProgress;
use random_play::{RandomJust4Fun, RandomOnTop, Reachability};
use testset::OnTestSet;

/// How many test positions of OnTop there are.
pub(crate) const POSITIONS: u64 = 10;

/// A measurement that was checked and can be made.
pub(crate) trait Measure: Send + Sync {
    /// What unit number `number` gives. It depends on nothing else, so units can be done anywhere and in any order.
    fn unit(&self, number: u64) -> Values;
}

/// Checks what is to be measured and makes it ready.
pub(crate) fn of(what: &What) -> Result<Box<dyn Measure>, BadInput> {
    Ok(match what {
        What::Match { game, rules, agents, seating, seed, timed } => {
            let id: GameId = game.parse()?;
            with_game!(id, G => Box::new(Games::<G>::new(rules, agents, seating, *seed, *timed)?))
        }
        What::Positions { agents, timed } => Box::new(Positions::new(agents, *timed)?),
        What::Simulations { agents } => Box::new(Simulations::new(agents)?),
        What::Progress { agents, seed } => Box::new(ScoreProgress::new(agents, *seed)?),
        What::RandomPlay { game, seed } => match game.parse()? {
            GameId::Just4Fun => Box::new(RandomJust4Fun { seed: *seed }),
            GameId::OnTop => Box::new(RandomOnTop { seed: *seed }),
            id => return Err(BadInput::expected("random-play", "just4fun or ontop", id)),
        },
        What::Reachability => Box::new(Reachability),
        What::Testset { agents, set, seed } => Box::new(OnTestSet::new(agents, set, *seed)?),
        What::Prediction { .. } => {
            let found = "a network to train, which kontra-train does";
            return Err(BadInput::expected("measure", "a measurement without training", found));
        }
    })
}
