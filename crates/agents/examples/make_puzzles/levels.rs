//! How often players of different strength find an answer.

use kontra_agents::{Player, Recipe};
use kontra_doppelkopf::{Doppelkopf, DoppelkopfView, Move};
use kontra_game::{History, Streams, View};

/// How often each level is asked.
const TRIES: u64 = 4;

pub(crate) struct Levels {
    recipes: Vec<Recipe<Doppelkopf>>,
    streams: Streams,
    asked: u64,
}

impl Levels {
    pub(crate) fn new(streams: Streams) -> Levels {
        let recipe = |name: &str| Recipe::new(&name.parse().expect("a spec")).expect("an agent");
        let recipes = ["random", "beginner", "club", "expert"].map(recipe).into();
        Levels { recipes, streams, asked: 0 }
    }

    /// The share of answers that are not among the right ones, each level counting the same.
    pub(crate) fn failing(
        &mut self,
        view: &DoppelkopfView,
        history: History<'_, Doppelkopf>,
        right: &[Move],
    ) -> f64 {
        let mut failed = 0;
        for recipe in &self.recipes {
            for _ in 0..TRIES {
                self.asked += 1;
                let rng = self.streams.agent(0, self.asked, view.seat());
                let Player::Honest(mut agent) = recipe.player(rng) else { continue };
                failed += u64::from(!right.contains(&agent.choose(view, history)));
            }
        }
        failed as f64 / (TRIES * self.recipes.len() as u64) as f64
    }
}
