use crate::{Agent, AgentSpec, Param, Params, Playable, Player, Random};
use kontra_game::{BadInput, Game, SearchRng, quote};
use std::fmt;

/// Makes fresh players, each from its own random numbers.
pub type Maker<G> = Box<dyn Fn(SearchRng) -> Player<G> + Send + Sync>;

/// Makes players that see what their seat may know.
pub fn honest<G: Game, A: Agent<G> + 'static>(
    make: impl Fn(SearchRng) -> A + Send + Sync + 'static,
) -> Maker<G> {
    Box::new(move |rng| Player::Honest(Box::new(make(rng))))
}

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
pub fn common<G: Playable>() -> Vec<Kind<G>> {
    let random = Kind {
        name: "random",
        about: "Plays every legal move with the same probability.",
        params: &[],
        make: |_| Ok(honest(Random::new)),
    };
    vec![random, crate::external::kind()]
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
        let preset = G::PRESETS.iter().find(|preset| preset.name == spec.name());
        if let (Some(preset), None) = (preset, spec.params().next()) {
            // It keeps its own name in tables and records.
            let Recipe { make, .. } = Recipe::new(&preset.spec.parse()?)?;
            return Ok(Recipe { spec: spec.clone(), make });
        }
        let kind = kinds.iter().find(|kind| kind.name == spec.name()).ok_or_else(|| {
            let presets = G::PRESETS.iter().map(|preset| preset.name);
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name).chain(presets).collect();
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

    /// A fresh player.
    pub fn player(&self, rng: SearchRng) -> Player<G> {
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
    fn every_preset_can_be_built_and_takes_no_parameters() {
        for id in GameId::ALL {
            with_game!(id, G => for preset in G::PRESETS {
                let recipe = Recipe::<G>::new(&preset.name.parse().unwrap()).unwrap();
                assert_eq!(recipe.spec().to_string(), preset.name);
                let changed = format!("{}(iterations=1)", preset.name).parse().unwrap();
                assert!(Recipe::<G>::new(&changed).is_err());
            });
        }
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
