//! Programs of the person who runs the server, as agents at its tables.
//!
//! They are named when the server is started, and nobody can name another one: a request has the name only. Each is an
//! external agent, in a process of its own: it gets a seat's view, and nothing that it does holds up a table for longer than
//! [`MOST_START`] and the time for a thought.

use kontra_agents::games::Doppelkopf;
use kontra_agents::{AgentSpec, Failure, GameId, Playable, Player, Recipe, kinds, with_game};
use kontra_game::{BadInput, SearchRng, quote};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;

/// The name of a spec that stands for a program: `program(name=mine)`.
const KIND: &str = "program";

/// How long a program may take to start.
const MOST_START: Duration = Duration::from_secs(30);

/// A program that fails this often in a row is not asked again in that game.
pub(crate) const MOST_FAILURES: u32 = 3;

/// This many questions wait for answers of programs at the same time, at all tables together.
const MOST_ASKED: usize = 8;

/// The longest name of a program.
const LONGEST_NAME: usize = 32;

/// A program that may sit at tables, because the person who started the server said so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalProgram {
    name: String,
    command: String,
}

impl LocalProgram {
    /// Reads a name and a command, as in `mine=python3 my_agent.py`.
    pub fn parse(text: &str) -> Result<LocalProgram, BadInput> {
        let expected = |expected: &str, found: String| {
            Err(BadInput::expected("--external", expected.to_owned(), found))
        };
        let Some((name, command)) = text.split_once('=') else {
            return expected("a name and a command, as in 'mine=python3 my_agent.py'", quote(text));
        };
        let named = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.len() <= LONGEST_NAME
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if !named {
            let words = "a name of at most 32 lower-case letters, digits and hyphens";
            return expected(words, quote(name));
        }
        if name == KIND || GameId::ALL.into_iter().any(|game| is_agent(game, name)) {
            return Err(taken(name));
        }
        let program = LocalProgram { name: name.to_owned(), command: command.to_owned() };
        // The command is the same in every game.
        Recipe::<Doppelkopf>::new(&program.spec(Duration::from_secs(1)))
            .map_err(|bad| BadInput { place: format!("--external {name}"), ..bad })?;
        Ok(program)
    }

    /// The name by which people ask for it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The external agent that it is.
    fn spec(&self, thinking: Duration) -> AgentSpec {
        let [start, seconds] = [MOST_START, thinking].map(|time| time.as_secs_f64().to_string());
        let (cmd, start, seconds) = (self.command.as_str(), start.as_str(), seconds.as_str());
        AgentSpec::new("external", [("cmd", cmd), ("start", start), ("seconds", seconds)])
    }
}

/// The complaint about a name that somebody else has.
pub(crate) fn taken(name: &str) -> BadInput {
    BadInput::expected("--external", "a name that no agent has", quote(name))
}

fn is_agent(game: GameId, name: &str) -> bool {
    with_game!(game, G => {
        let presets = G::PRESETS.iter().map(|preset| preset.name);
        kinds::<G>().iter().map(|kind| kind.name).chain(presets).any(|known| known == name)
    })
}

/// The spec of a program at a table.
pub(crate) fn spec_of(name: &str) -> AgentSpec {
    AgentSpec::new(KIND, [("name", name)])
}

/// The name of the program that a spec stands for.
pub(crate) fn name_in(spec: &AgentSpec) -> Option<&str> {
    spec.param("name").filter(|_| spec.name() == KIND)
}

/// Recipes of any game, by the name of the program and of the game.
type Recipes = FxHashMap<(String, &'static str), Arc<dyn Any + Send + Sync>>;

/// The programs of a server, with the processes that wait for their next question.
pub(crate) struct Programs {
    /// A caller takes one of these before it asks a program: so that few processes of each run.
    pub(crate) turns: Semaphore,
    by_name: FxHashMap<String, AgentSpec>,
    recipes: Mutex<Recipes>,
}

impl Programs {
    pub(crate) fn new(programs: &[LocalProgram], thinking: Duration) -> Programs {
        let by_name = |program: &LocalProgram| (program.name.clone(), program.spec(thinking));
        Programs {
            turns: Semaphore::new(MOST_ASKED),
            by_name: programs.iter().map(by_name).collect(),
            recipes: Mutex::default(),
        }
    }

    /// A program on a seat, for one decision.
    pub(crate) fn player<G: Playable>(
        &self,
        name: &str,
        rng: SearchRng,
    ) -> Result<Player<G>, Failure> {
        let missing = || Failure("is no program that this server was started with".to_owned());
        let spec = self.by_name.get(name).ok_or_else(missing)?;
        let mut recipes = self.recipes.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (name.to_owned(), G::NAME);
        if let Some(recipe) = recipes.get(&key).and_then(|known| known.downcast_ref::<Recipe<G>>())
        {
            return Ok(recipe.player(rng));
        }
        let recipe = Recipe::<G>::new(spec).map_err(|bad| Failure(bad.to_string()))?;
        let player = recipe.player(rng);
        recipes.insert(key, Arc::new(recipe));
        Ok(player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> String {
        LocalProgram::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_program_has_a_name_of_its_own_and_a_command() {
        let program = LocalProgram::parse("my-net=python3 'my agent.py' --level=3").unwrap();
        assert_eq!(program.name(), "my-net");
        assert_eq!(program.command, "python3 'my agent.py' --level=3");
        assert_eq!(name_in(&spec_of("my-net")), Some("my-net"));
        assert_eq!(name_in(&"mcts(ms=10)".parse().unwrap()), None);
    }

    #[test]
    fn what_makes_no_sense_gets_a_sentence() {
        assert_eq!(
            complaint("python3 my.py"),
            "--external: expected a name and a command, as in 'mine=python3 my_agent.py', found \
             'python3 my.py'"
        );
        for name in ["", "Mine", "my agent", "-x", "9", &"a".repeat(33)] {
            let found = complaint(&format!("{name}=sh"));
            assert!(found.contains("expected a name of at most 32 lower-case letters"), "{found}");
        }
        for name in ["random", "mcts", "external", "beginner", "program"] {
            let found = complaint(&format!("{name}=sh"));
            assert!(found.contains("expected a name that no agent has"), "{found}");
        }
        assert!(complaint("mine=").contains("--external mine: expected a program"));
        assert!(complaint("mine=a 'b").ends_with("found a quote without its end"));
    }
}
