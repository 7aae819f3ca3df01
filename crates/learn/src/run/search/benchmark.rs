use crate::Trouble;
use kontra_agents::just4fun::network::{BoardModel, PolicyPlayer};
use kontra_agents::{AgentSpec, Recipe, evaluating};
use kontra_arena::{Match, Seating};
use kontra_just4fun::{Just4Fun, Rules};
use std::num::NonZeroUsize;

/// Games of a network alone against a random and a cheating player, on duplicate deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Benchmark {
    /// Games against the random player.
    pub random: u64,
    /// Games against the cheating player.
    pub cheating: u64,
    /// The cheating player.
    pub cheat: String,
    /// The seed of the deals.
    pub seed: u64,
    /// Threads that play.
    pub threads: NonZeroUsize,
}

/// Shares of games that the network won; `None` where none were played.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Rates {
    /// Against the random player.
    pub random: Option<f64>,
    /// Against the cheating player.
    pub cheating: Option<f64>,
}

impl Benchmark {
    /// Plays the games. As in the thesis, the network draws its moves from its policy.
    pub fn play(&self, model: &BoardModel) -> Result<Rates, Trouble> {
        let rate = |games: u64, spec: &str| {
            if games == 0 { Ok(None) } else { self.against(model, spec, games).map(Some) }
        };
        let random = rate(self.random, "random-cards")?;
        Ok(Rates { random, cheating: rate(self.cheating, &self.cheat)? })
    }

    /// The share of games won against any agent, each deal from both seats.
    pub fn against(&self, model: &BoardModel, spec: &str, games: u64) -> Result<f64, Trouble> {
        let bad = |e: kontra_game::BadInput| Trouble(e.to_string());
        let (network, model) = (model.network().clone(), model.clone());
        let maker = evaluating(&network, move |rng| PolicyPlayer::new(&model, 1.0, rng));
        let spec: AgentSpec = spec.parse().map_err(bad)?;
        let agents = vec![
            Recipe::custom(AgentSpec::new("learner", []), maker),
            Recipe::new(&spec).map_err(bad)?,
        ];
        let deals = games.div_ceil(2);
        let contest =
            Match::<Just4Fun>::new(Rules::default(), agents, deals, Seating::All, self.seed);
        let table = contest.map_err(bad)?.on_threads(self.threads).play();
        let row = &table.agents[0];
        Ok(row.wins as f64 / row.games.max(1) as f64)
    }
}
