//! Who may sit at a table of the server, and how long it may think.

use crate::config::{Agents, Allowed};
use crate::game::MOST_NODES;
use crate::messages::agents::{
    CatalogAgent, CatalogGame, CatalogOption, CatalogParam, CatalogStrength,
};
use crate::messages::{Catalog, Words};
use crate::presentation::{Presentation, Strength};
use crate::programs::{self, LocalProgram};
use crate::refusal::Refusal;
use kontra_agents::{AgentKind, AgentSpec, GameId, Manner, Recipe, with_game};
use kontra_game::{BadInput, quote};
use kontra_search::Cost;
use std::sync::OnceLock;
use std::time::Duration;

/// What an agent may use for a decision. There is one thought on each thread, so this times the threads is what all
/// of them may use.
const MOST: Cost = Cost { bytes: 40 << 20, threads: 1, time: Some(Duration::from_secs(10)) };

/// An agent at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeatedAgent {
    pub(crate) spec: AgentSpec,
    /// The word it was asked for by.
    pub(crate) strength: Option<&'static str>,
    /// The time that it gives itself for a move, if it looks at a clock.
    pub(crate) clock: Option<Duration>,
}

impl SeatedAgent {
    /// An agent that may sit down.
    fn new(
        game: GameId,
        spec: AgentSpec,
        strength: Option<&'static str>,
    ) -> Result<SeatedAgent, BadInput> {
        let Cost { time, .. } = with_game!(game, G => check::<G>(&spec))?;
        Ok(SeatedAgent { spec, strength, clock: time.filter(|time| !time.is_zero()) })
    }

    fn of_program(name: &str) -> SeatedAgent {
        SeatedAgent { spec: programs::spec_of(name), strength: None, clock: None }
    }

    /// The name of the program that it is, where it is one.
    pub(crate) fn program(&self) -> Option<&str> {
        programs::name_in(&self.spec)
    }

    /// What it is called where nobody has given it a name.
    pub(crate) fn own_name(&self) -> &str {
        self.program().unwrap_or(self.spec.name())
    }
}

/// The agents that have a word for them.
pub(crate) fn strengths(game: GameId) -> [Strength; 3] {
    with_game!(game, G => G::STRENGTHS)
}

/// The strengths that have a word, from easy to strong: the word and the agent's spec. The terminal has the same ones.
pub fn strength_words(game: GameId) -> [(&'static str, &'static str); 3] {
    strengths(game).map(|strength| (strength.word, strength.spec))
}

/// The spec of the agent that gives hints.
pub fn analyst(game: GameId) -> &'static str {
    with_game!(game, G => G::ANALYST)
}

/// Reads what somebody asks for: a strength in words or, where that is allowed, a spec.
pub(crate) fn read(game: GameId, text: &str, allowed: Allowed<'_>) -> Result<SeatedAgent, Refusal> {
    if let Some(agent) = by_word(game, text)? {
        return Ok(agent);
    }
    if let Some(program) = allowed.program(text) {
        return Ok(SeatedAgent::of_program(program.name()));
    }
    if allowed.agents == Agents::Named {
        let words = strengths(game).map(|strength| strength.word);
        let names = allowed.programs.iter().map(LocalProgram::name);
        let words: Vec<&str> = words.into_iter().chain(names).collect();
        let words = words.join(", ");
        let expected = format!("one of {words}: this server has no agents by their specs");
        return Err(BadInput::expected("agent", expected, quote(text)).into());
    }
    let spec: AgentSpec = text.parse()?;
    match programs::name_in(&spec) {
        Some(name) => Ok(read_program(&spec, name, allowed)?),
        None => Ok(SeatedAgent::new(game, spec, None)?),
    }
}

/// A program by its spec: as records name it.
fn read_program(
    spec: &AgentSpec,
    name: &str,
    allowed: Allowed<'_>,
) -> Result<SeatedAgent, BadInput> {
    let known = allowed.program(name).filter(|program| *spec == programs::spec_of(program.name()));
    known.map(|program| SeatedAgent::of_program(program.name())).ok_or_else(|| {
        let expected = "a program that the server was started with (kontra serve --external)";
        BadInput::expected(format!("agent '{spec}'"), expected, quote(name))
    })
}

/// Refuses programs whose names are words for agents.
pub(crate) fn check_names(programs: &[LocalProgram]) -> Result<(), BadInput> {
    let words = GameId::ALL.into_iter().flat_map(strengths).map(|strength| strength.word);
    let words: Vec<&str> = words.chain([STRONGEST]).collect();
    match programs.iter().find(|program| words.contains(&program.name())) {
        Some(program) => Err(programs::taken(program.name())),
        None => Ok(()),
    }
}

/// Reads what a table remembers of its agent. An agent that would use too much today is replaced by the strongest one
/// that has a word, so that the game can go on.
pub(crate) fn read_kept(game: GameId, text: &str) -> Result<SeatedAgent, Refusal> {
    if let Some(agent) = by_word(game, text)? {
        return Ok(agent);
    }
    let spec: AgentSpec = text.parse()?;
    if let Some(name) = programs::name_in(&spec) {
        // Whether the server still has it is asked when it is to move.
        return Ok(SeatedAgent::of_program(name));
    }
    let kept = SeatedAgent::new(game, spec, None);
    Ok(kept.or_else(|bad| {
        let [.., strong] = strengths(game);
        tracing::warn!(spec = text, reason = %bad, "an agent of a table is replaced");
        SeatedAgent::new(game, strong.spec.parse()?, Some(strong.word))
    })?)
}

/// The word for the strongest agent of a game.
const STRONGEST: &str = "strongest";

fn by_word(game: GameId, text: &str) -> Result<Option<SeatedAgent>, BadInput> {
    if text == STRONGEST {
        let spec = with_game!(game, G => G::STRONGEST).parse()?;
        return SeatedAgent::new(game, spec, Some(STRONGEST)).map(Some);
    }
    let found = strengths(game).into_iter().find(|strength| strength.word == text);
    let agent =
        |Strength { word, spec, .. }: Strength| SeatedAgent::new(game, spec.parse()?, Some(word));
    found.map(agent).transpose()
}

/// Refuses what this game does not know, what cheats, and what may use too much. Nothing of the agent is built.
fn check<G: Presentation>(spec: &AgentSpec) -> Result<Cost, BadInput> {
    let recipe = Recipe::<G>::confined(spec)?;
    let expected = |expected: String, found: String| {
        Err(BadInput::expected(format!("agent '{spec}'"), expected, found))
    };
    if recipe.manner() != Manner::Honest {
        return expected("an agent that sees what its seat may see".into(), "another one".into());
    }
    let cost @ Cost { bytes, threads, time } = recipe.cost(MOST_NODES);
    if threads > MOST.threads {
        let most = format!("at most {} thread on a server", MOST.threads);
        return expected(most, threads.to_string());
    }
    let megabytes = |bytes: u64| bytes.div_ceil(1 << 20);
    if bytes > MOST.bytes {
        let most = megabytes(MOST.bytes);
        let most = format!("at most {most} MB of memory for a decision on a server");
        return expected(most, format!("up to {} MB", megabytes(bytes)));
    }
    match (time, MOST.time) {
        (Some(time), Some(most)) if time > most => {
            let (most, time) = (most.as_secs(), time.as_secs_f64());
            expected(format!("at most {most} s for a decision on a server"), format!("{time} s"))
        }
        _ => Ok(cost),
    }
}

/// What there is to play, and against whom.
pub(crate) fn catalog(allowed: Allowed<'_>) -> Catalog<'_> {
    // Every kind is checked for this: once is enough.
    static GAMES: OnceLock<Vec<CatalogGame>> = OnceLock::new();
    let games = GAMES.get_or_init(|| {
        GameId::ALL.into_iter().map(|game| with_game!(game, G => entry::<G>())).collect()
    });
    let programs = allowed.programs.iter().map(LocalProgram::name).collect();
    Catalog { games, specs: allowed.agents == Agents::Any, programs }
}

/// Whether a kind of agent may be named by strangers, with its defaults at least.
fn may_sit_down<G: Presentation>(kind: &AgentKind<G>) -> bool {
    check::<G>(&kind.default_spec()).is_ok()
}

fn entry<G: Presentation>() -> CatalogGame {
    let strength = |Strength { word, spec, label, label_de }| CatalogStrength {
        strength: word,
        spec,
        words: Words::new(label, label_de),
    };
    let param = |param: &kontra_agents::Param| CatalogParam {
        name: param.name,
        default: param.default,
        about: param.about,
    };
    let option = |option: &kontra_game::RuleOption| CatalogOption {
        name: option.name,
        default: option.default,
        values: option.listed(),
        about: option.about,
    };
    let agent = |kind: AgentKind<G>| CatalogAgent {
        name: kind.name,
        about: kind.about,
        spec: kind.default_spec().to_string(),
        params: kind.params.iter().map(param).collect(),
    };
    let (seats_min, seats_max) = G::table_sizes().into_inner();
    CatalogGame {
        game: G::NAME,
        about: G::ABOUT,
        seats_min,
        seats_max,
        options: G::OPTIONS.iter().map(option).collect(),
        strengths: G::STRENGTHS.into_iter().map(strength).collect(),
        agents: kontra_agents::kinds::<G>().into_iter().filter(may_sit_down).map(agent).collect(),
        unit: G::UNIT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_agents::Player;
    use kontra_game::{History, Streams};

    const ANY: Allowed<'_> = Allowed { agents: Agents::Any, programs: &[] };
    const NAMED: Allowed<'_> = Allowed { agents: Agents::Named, programs: &[] };

    fn read(game: GameId, text: &str) -> Result<SeatedAgent, Refusal> {
        super::read(game, text, ANY)
    }

    fn complaint(game: GameId, text: &str) -> String {
        read(game, text).unwrap_err().message
    }

    #[test]
    fn every_strength_and_every_default_of_the_list_can_sit_down() {
        for game in GameId::ALL {
            for strength in strengths(game) {
                assert_eq!(read(game, strength.word).unwrap().strength, Some(strength.word));
                assert_eq!(read(game, strength.spec).unwrap().strength, None);
            }
            let catalog = with_game!(game, G => entry::<G>());
            assert!(catalog.agents.len() > 3, "{game}: {}", catalog.agents.len());
            for CatalogAgent { name, .. } in catalog.agents {
                read(game, name).unwrap_or_else(|refusal| panic!("{name}: {}", refusal.message));
            }
        }
    }

    #[test]
    fn where_agents_have_names_no_other_sits_down() {
        for game in GameId::ALL {
            for strength in strengths(game) {
                let agent = super::read(game, strength.word, NAMED).unwrap();
                assert_eq!(agent.strength, Some(strength.word));
                // Not even the same agent by its spec.
                assert!(super::read(game, strength.spec, NAMED).is_err());
            }
            // The strongest has a word too, also after a restart.
            let strongest = super::read(game, STRONGEST, NAMED).unwrap();
            assert_eq!(strongest.spec.to_string(), with_game!(game, G => G::STRONGEST));
            let kept = read_kept(game, STRONGEST).unwrap();
            assert_eq!((kept.spec, kept.strength), (strongest.spec, Some(STRONGEST)));
            let refusal = super::read(game, "random", NAMED).unwrap_err();
            assert!(refusal.message.contains("one of easy, medium, strong"), "{}", refusal.message);
        }
    }

    #[test]
    fn programs_sit_down_only_where_the_operator_names_them() {
        let game = GameId::Just4Fun;
        let programs = [LocalProgram::parse("mine=python3 mine.py").unwrap()];
        for agents in [Agents::Any, Agents::Named] {
            let allowed = Allowed { agents, programs: &programs };
            let agent = super::read(game, "mine", allowed).unwrap();
            assert_eq!((agent.program(), agent.own_name()), (Some("mine"), "mine"));
            let refusal = super::read(game, "yours", allowed).unwrap_err();
            assert!(refusal.message.contains("expected"), "{}", refusal.message);
        }
        let allowed = Allowed { agents: Agents::Any, programs: &programs };
        let by_spec = super::read(game, "program(name=mine)", allowed).unwrap();
        assert_eq!(by_spec.program(), Some("mine"));
        for (text, allowed) in [
            ("program(name=mine)", ANY),
            ("program(name=yours)", allowed),
            ("program(name=mine, cmd=sh)", allowed),
        ] {
            let refusal = super::read(game, text, allowed).unwrap_err();
            let expected = "expected a program that the server was started with (kontra serve \
                            --external), found";
            assert!(refusal.message.contains(expected), "{}", refusal.message);
        }
        // A table that was kept is not changed: the program may be there again after the next start.
        assert_eq!(read_kept(game, "program(name=mine)").unwrap(), by_spec);
        assert_eq!(catalog(allowed).programs, ["mine"]);
        assert!(catalog(ANY).programs.is_empty());
    }

    #[test]
    fn a_word_for_an_agent_is_no_name_of_a_program() {
        for (name, is_free) in [("mine", true), ("medium", false), ("strongest", false)] {
            let program = LocalProgram::parse(&format!("{name}=sh")).unwrap();
            assert_eq!(check_names(&[program]).is_ok(), is_free, "{name}");
        }
    }

    #[test]
    fn a_kept_agent_that_asks_for_too_much_is_replaced() {
        let ontop = GameId::OnTop;
        assert_eq!(read_kept(ontop, "mcts(ms=100)").unwrap().spec.to_string(), "mcts(ms=100)");
        for spec in ["expectimax(table=1000000)", "mcts(threads=64, trees=64)"] {
            assert_eq!(read_kept(ontop, spec).unwrap().strength, Some("strong"));
        }
        assert!(read_kept(ontop, "no spec at all").is_err());
    }

    #[test]
    fn the_analysts_are_agents_that_search() {
        fn searches<G: Presentation>(spec: &str) {
            let recipe = Recipe::<G>::new(&spec.parse().unwrap()).unwrap();
            let streams = Streams::new(1);
            let mut game = G::begin(&G::deal(&G::Rules::default(), &mut streams.deal(0)));
            let mut rng = streams.test(0);
            let seat = loop {
                match game.turn() {
                    kontra_game::Turn::Seat(seat) => break seat,
                    _ => game.play(game.random_action(&mut rng).unwrap()),
                }
            };
            let Player::Honest(mut agent) = recipe.player(rng) else { panic!("{spec} cheats") };
            assert!(agent.analyze(&game.view(seat), History::unknown(seat)).is_some(), "{spec}");
        }
        for game in GameId::ALL {
            with_game!(game, G => [Some(G::ANALYST), Some(G::REVIEWER), G::CHECKER].into_iter().flatten().for_each(searches::<G>));
        }
    }

    /// Every kind on the list answers at once, with a legal move, when it is stopped before it begins.
    #[test]
    fn a_search_that_is_stopped_moves_at_once() {
        fn stopped<G: Presentation>(spec: &str) {
            let streams = Streams::new(3);
            let start = G::deal(&G::Rules::default(), &mut streams.deal(0));
            let mut played = crate::game::TypedGame::<G>::new(start);
            let mut rng = streams.test(0);
            let limits = crate::game::limits();
            limits.stop();
            for _ in 0..12 {
                use crate::game::AnyGame;
                let moment = std::time::Duration::from_secs(3600);
                if let Some(thought) = played.thought(&spec.parse().unwrap(), streams, moment) {
                    let chosen = thought(&limits).unwrap();
                    // Whether it is legal is asked when it is played.
                    played.at(played.version()).unwrap().play_move(&chosen).unwrap();
                }
                // Short games end before.
                let Some(action) = played.game.random_action(&mut rng) else { break };
                played.play(action);
            }
        }
        for game in GameId::ALL {
            let catalog = with_game!(game, G => entry::<G>());
            for CatalogAgent { name, .. } in catalog.agents {
                with_game!(game, G => stopped::<G>(name));
            }
        }
    }

    #[test]
    fn cheats_and_the_greedy_are_refused() {
        let [doppelkopf, just4fun, ontop] = [GameId::Doppelkopf, GameId::Just4Fun, GameId::OnTop];
        for (game, spec, expected) in [
            (doppelkopf, "cheating-uct", "expected an agent that sees what its seat may see"),
            (just4fun, "gastegger2024-cheating-900", "expected an agent that sees what"),
            (doppelkopf, "external(cmd=sh)", "reads no files and starts no programs, found one"),
            (doppelkopf, "exec(program=sh)", "found 'exec'"),
            (doppelkopf, "Random", "expected the name of an agent"),
            (ontop, "expectimax(table=1000000)", "at most 40 MB of memory for a decision"),
            (ontop, "expectimax(table=1000000)", "found up to 32769 MB"),
            (ontop, "mcts(endgame=9)", "at most 40 MB of memory"),
            (doppelkopf, "ensemble-uct(worlds=100000)", "at most 40 MB of memory"),
            (just4fun, "so-ismcts(ms=10, worlds=1000000)", "at most 40 MB of memory"),
            (ontop, "briesemeister2009-mcts", "at most 1 thread on a server, found 2"),
            (ontop, "mcts(threads=64, trees=64)", "at most 1 thread on a server, found 64"),
            (ontop, "mcts(leaf=64)", "at most 1 thread on a server, found 2"),
            (ontop, "mcts(ms=99999)", "at most 10 s for a decision on a server, found 99.999 s"),
        ] {
            let found = complaint(game, spec);
            assert!(found.contains(expected), "{spec}: {found}");
        }
    }
}
