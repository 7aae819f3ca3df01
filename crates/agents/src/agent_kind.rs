use crate::{AgentSpec, Maker, Manner, Param, Params, Playable, Player, Random, honest, kinds};
use kontra_game::{BadInput, Game, SearchRng, quote};
use kontra_search::Cost;
use std::fmt;

/// A kind of agent that can play a game: what the name at the front of a spec stands for.
pub struct AgentKind<G: Game> {
    /// The name in specs.
    pub name: &'static str,
    /// What it does, as one sentence for people.
    pub about: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// What it needs beyond memory and time.
    pub needs: Needs,
    /// Checks the parameters' values. Nothing large is made here: what a player may use is asked for first.
    pub make: fn(&Params<'_>) -> Result<Maker<G>, BadInput>,
}

/// What a kind of agent needs beyond memory and time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Nothing: anybody may name such an agent with any parameters.
    Nothing,
    /// Files or programs that its parameters name: only for people who may use this machine anyway.
    System,
    /// A file where one of these parameters is a path, and nothing where it is the name of something that comes with the
    /// program.
    Files(&'static [&'static str]),
}

/// Whether the value of a parameter names a file.
pub fn is_path(value: &str) -> bool {
    value.contains(['.', '/', '\\'])
}

impl<G: Game> AgentKind<G> {
    /// The spec with every default written out.
    pub fn default_spec(&self) -> AgentSpec {
        let params = self.params.iter().map(|param| (param.name, param.default.unwrap_or("...")));
        AgentSpec::new(self.name, params)
    }
}

/// The kinds of agents that need nothing but the rules.
pub fn common<G: Playable>() -> Vec<AgentKind<G>> {
    let random = AgentKind {
        name: "random",
        about: "Plays every legal move with the same probability.",
        params: &[],
        needs: Needs::Nothing,
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
        Recipe::of(spec, Needs::System)
    }

    /// The same for specs of strangers: no agent that reads files or starts programs is among them.
    pub fn confined(spec: &AgentSpec) -> Result<Recipe<G>, BadInput> {
        Recipe::of(spec, Needs::Nothing)
    }

    fn of(spec: &AgentSpec, allowed: Needs) -> Result<Recipe<G>, BadInput> {
        let kinds = kinds::<G>();
        let preset = G::PRESETS.iter().find(|preset| preset.name == spec.name());
        if let (Some(preset), None) = (preset, spec.params().next()) {
            // It keeps its own name in tables and records.
            let Recipe { make, .. } = Recipe::of(&preset.spec.parse()?, allowed)?;
            return Ok(Recipe { spec: spec.clone(), make });
        }
        let kind = kinds.iter().find(|kind| kind.name == spec.name()).ok_or_else(|| {
            let presets = G::PRESETS.iter().map(|preset| preset.name);
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name).chain(presets).collect();
            let expected = format!("an agent that plays {} ({})", G::NAME, names.join(", "));
            BadInput::expected(spec.place(), expected, quote(spec.name()))
                .did_you_mean(spec.name(), names)
        })?;
        let params = Params::new(spec, kind.params)?;
        let reads = match kind.needs {
            Needs::Nothing => false,
            Needs::System => true,
            Needs::Files(names) => names.iter().any(|name| is_path(params.text(name))),
        };
        if reads && allowed == Needs::Nothing {
            let found = "one that does";
            let expected = "an agent that reads no files and starts no programs";
            return Err(BadInput::expected(spec.place(), expected, found));
        }
        let make = (kind.make)(&params)?;
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

    /// What its players see.
    pub fn manner(&self) -> Manner {
        self.make.manner()
    }

    /// What a player may use, if no tree may have more than `nodes` nodes. Nothing is built to find that out.
    pub fn cost(&self, nodes: usize) -> Cost {
        self.make.cost(nodes)
    }

    /// A fresh player.
    pub fn player(&self, rng: SearchRng) -> Player<G> {
        self.make.player(rng)
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
                for kind in kinds::<G>() {
                    if kind.params.iter().all(|param| param.default.is_some()) {
                        Recipe::<G>::new(&kind.default_spec()).unwrap();
                    }
                }
            });
        }
    }
}
