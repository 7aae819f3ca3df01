use crate::{Agent, AgentSpec, Param, Params, Playable, Random};
use kontra_game::{BadInput, Game, SearchRng, quote};
use std::fmt;

/// Makes fresh agents, each from its own random numbers.
pub type Maker<G> = Box<dyn Fn(SearchRng) -> Box<dyn Agent<G>> + Send + Sync>;

/// A kind of agent that can play a game: what the name at the front of a spec stands for.
pub struct Kind<G: Game> {
    /// The name in specs.
    pub name: &'static str,
    /// What it does, as one sentence for people.
    pub about: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// Checks the parameters' values.
    pub make: fn(&Params<'_>) -> Result<Maker<G>, BadInput>,
}

impl<G: Game> Kind<G> {
    /// The spec with every default written out.
    pub fn default_spec(&self) -> AgentSpec {
        let params = self.params.iter().map(|param| (param.name, param.default.unwrap_or("...")));
        AgentSpec::new(self.name, params)
    }
}

/// The kinds of agents that play any game.
pub fn common<G: Game>() -> Vec<Kind<G>> {
    vec![Kind {
        name: "random",
        about: "Plays every legal move with the same probability.",
        params: &[],
        make: |_| Ok(Box::new(|rng| Box::new(Random::new(rng)))),
    }]
}

/// A spec that was checked for a game, and can make any number of fresh agents.
pub struct Recipe<G: Game> {
    spec: AgentSpec,
    make: Maker<G>,
}

impl<G: Playable> Recipe<G> {
    /// Checks the spec: the game must have such an agent, and its parameters must make sense.
    pub fn new(spec: &AgentSpec) -> Result<Recipe<G>, BadInput> {
        let kinds = G::agents();
        let kind = kinds.iter().find(|kind| kind.name == spec.name()).ok_or_else(|| {
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
            let expected = format!("an agent that plays {} ({})", G::NAME, names.join(", "));
            BadInput::expected(spec.place(), expected, quote(spec.name()))
        })?;
        let make = (kind.make)(&Params::new(spec, kind.params)?)?;
        Ok(Recipe { spec: spec.clone(), make })
    }
}

impl<G: Game> Recipe<G> {
    /// A recipe for agents that no spec can name, with a spec to call them by.
    pub fn custom(spec: AgentSpec, make: Maker<G>) -> Recipe<G> {
        Recipe { spec, make }
    }

    /// The spec of its agents.
    pub fn spec(&self) -> &AgentSpec {
        &self.spec
    }

    /// A fresh agent.
    pub fn agent(&self, rng: SearchRng) -> Box<dyn Agent<G>> {
        (self.make)(rng)
    }
}

impl<G: Game> fmt::Debug for Recipe<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipe({})", self.spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Doppelkopf;
    use crate::{GameId, with_game};

    fn complaint(spec: &str) -> String {
        let spec = spec.parse().unwrap();
        Recipe::<Doppelkopf>::new(&spec).unwrap_err().to_string()
    }

    #[test]
    fn an_unknown_agent_is_told_the_known_ones() {
        let text = complaint("clever");
        assert!(
            text.starts_with("agent 'clever': expected an agent that plays doppelkopf (random")
        );
        assert!(text.ends_with("found 'clever'"));
    }

    #[test]
    fn an_unknown_parameter_is_rejected() {
        assert_eq!(
            complaint("random(speed=3)"),
            "agent 'random(speed=3)': expected no parameters, found 'speed'"
        );
    }

    #[test]
    fn every_kind_of_every_game_can_be_built_from_its_defaults() {
        for id in GameId::ALL {
            with_game!(id, G => {
                for kind in G::agents() {
                    if kind.params.iter().all(|param| param.default.is_some()) {
                        Recipe::<G>::new(&kind.default_spec()).unwrap();
                    }
                }
            });
        }
    }
}
