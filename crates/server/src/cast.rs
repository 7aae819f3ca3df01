//! Who may sit at a table of the server, and how long it may think.

use crate::face::{Face, Strength};
use crate::refusal::Refusal;
use kontra_agents::{AgentSpec, GameId, Player, Recipe, with_game};
use kontra_game::{BadInput, Streams};
use serde_json::{Value, json};

/// The kinds of agents that whoever opens a page may name. Others may read files or start programs, so a new kind
/// is not on this list until somebody has looked at it.
const KINDS: &[&str] = &[
    "random",
    "random-cards",
    "beginner",
    "flat",
    "mcts",
    "expectimax",
    "star1",
    "star2",
    "star25",
    "ismcts",
    "so-ismcts",
    "ensemble-uct",
    "single-uct",
];

/// The most that a spec may ask for, by parameter.
const MOST: &[(&str, f64)] = &[
    ("threads", 1.0),
    ("trees", 16.0),
    ("worlds", 1000.0),
    ("iterations", 1_000_000.0),
    ("ms", 10_000.0),
    // A solution of one world is not interrupted: it must be short.
    ("endgame", 5.0),
    ("solved", 1000.0),
];

/// Nodes in one tree, as a limit on memory: about a hundred bytes each.
pub(crate) const MOST_NODES: usize = 1_000_000;

/// An agent at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cast {
    pub(crate) spec: AgentSpec,
    /// The word it was asked for by.
    pub(crate) strength: Option<&'static str>,
}

/// The agents that have a word for them.
pub(crate) fn strengths(game: GameId) -> [Strength; 3] {
    with_game!(game, G => G::STRENGTHS)
}

/// Reads a strength in words or a spec.
pub(crate) fn read(game: GameId, text: &str) -> Result<Cast, Refusal> {
    if let Some(strength) = strengths(game).into_iter().find(|strength| strength.word == text) {
        return Ok(Cast { spec: strength.spec.parse()?, strength: Some(strength.word) });
    }
    let spec: AgentSpec = text.parse()?;
    check(game, &spec)?;
    Ok(Cast { spec, strength: None })
}

/// Refuses what this game does not know, what cheats, and what asks for too much.
fn check(game: GameId, spec: &AgentSpec) -> Result<(), BadInput> {
    let place = format!("agent '{spec}'");
    let preset = with_game!(game, G => preset::<G>(spec));
    let meant = preset.as_ref().unwrap_or(spec);
    if !KINDS.contains(&meant.name()) {
        let expected = format!("easy, medium, strong or one of {}", KINDS.join(", "));
        return Err(BadInput::expected(place, expected, format!("'{}'", meant.name())));
    }
    for (name, value) in meant.params() {
        let most = MOST.iter().find(|(limited, _)| *limited == name);
        if let (Some(&(_, most)), Ok(value)) = (most, value.parse::<f64>())
            // Not a number is too much as well.
            && (value > most || value.is_nan())
        {
            let expected = format!("at most {most} for {name} on a server");
            return Err(BadInput::expected(place, expected, value));
        }
    }
    with_game!(game, G => honest::<G>(spec, place))
}

fn preset<G: Face>(spec: &AgentSpec) -> Option<AgentSpec> {
    let preset = G::PRESETS.iter().find(|preset| preset.name == spec.name());
    preset.and_then(|preset| preset.spec.parse().ok())
}

fn honest<G: Face>(spec: &AgentSpec, place: String) -> Result<(), BadInput> {
    let rng = Streams::new(0).test(0);
    match Recipe::<G>::new(spec)?.player(rng) {
        Player::Honest(_) => Ok(()),
        Player::Cheating(_) => {
            Err(BadInput::expected(place, "an agent that does not cheat", "one that does"))
        }
        Player::Guest(_) => {
            let found = "a program of its own";
            Err(BadInput::expected(place, "an agent that is part of Kontra", found))
        }
    }
}

/// What there is to play, and against whom.
pub(crate) fn catalog() -> Value {
    let games: Vec<Value> =
        GameId::ALL.into_iter().map(|game| with_game!(game, G => entry::<G>())).collect();
    json!({ "games": games })
}

fn entry<G: Face>() -> Value {
    let strengths = G::STRENGTHS.map(|Strength { word, spec, label, label_de }| {
        json!({ "strength": word, "spec": spec, "label": label, "label_de": label_de })
    });
    let param = |param: &kontra_agents::Param| json!({ "name": param.name, "default": param.default, "about": param.about });
    let agents = G::agents().into_iter().filter(|kind| KINDS.contains(&kind.name)).map(|kind| {
        json!({
            "name": kind.name,
            "about": kind.about,
            "spec": kind.default_spec().to_string(),
            "params": kind.params.iter().map(param).collect::<Vec<_>>(),
        })
    });
    json!({
        "game": G::NAME,
        "about": G::ABOUT,
        "seats_min": G::SEATS.start(),
        "seats_max": G::SEATS.end(),
        "options": G::OPTIONS.iter().map(param).collect::<Vec<_>>(),
        "strengths": strengths,
        "agents": agents.collect::<Vec<_>>(),
        "unit": G::UNIT,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            for agent in catalog["agents"].as_array().unwrap() {
                let name = agent["name"].as_str().unwrap();
                read(game, name).unwrap_or_else(|refusal| panic!("{name}: {}", refusal.message));
            }
        }
    }

    #[test]
    fn the_analysts_are_agents_that_search() {
        fn searches<G: Face>(spec: &str) {
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
            assert!(agent.analyze(&game.view(seat)).is_some(), "{spec}");
        }
        for game in GameId::ALL {
            with_game!(game, G => [G::ANALYST, G::REVIEWER].map(searches::<G>));
        }
    }

    /// Every kind on the list answers at once, with a legal move, when it is stopped before it begins.
    #[test]
    fn whoever_is_stopped_moves_at_once() {
        fn stopped<G: Face>(spec: &str) {
            let streams = Streams::new(3);
            let start = G::deal(&G::Rules::default(), &mut streams.deal(0));
            let mut course = crate::course::Course::<G>::new(start);
            let mut rng = streams.test(0);
            let limits = crate::played::limits();
            limits.stop();
            for _ in 0..12 {
                use crate::played::Played;
                let moment = std::time::Duration::from_secs(3600);
                if let Some(thought) = course.thought(&spec.parse().unwrap(), streams, moment) {
                    let chosen = thought(&limits);
                    assert!(course.game.parse_action(&chosen).is_some(), "{spec}: {chosen}");
                }
                let action = course.game.random_action(&mut rng).unwrap();
                crate::course::Course::play(&mut course, action);
            }
        }
        for game in GameId::ALL {
            let catalog = with_game!(game, G => entry::<G>());
            for agent in catalog["agents"].as_array().unwrap() {
                let name = agent["name"].as_str().unwrap();
                with_game!(game, G => stopped::<G>(name));
            }
        }
    }

    #[test]
    fn cheats_and_the_greedy_are_refused() {
        let [doppelkopf, just4fun, ontop] = GameId::ALL;
        assert!(complaint(doppelkopf, "cheating-uct").contains("found 'cheating-uct'"));
        assert!(complaint(just4fun, "gastegger2024-cheating-900").contains("found 'cheating'"));
        assert!(complaint(ontop, "briesemeister2009-mcts").contains("at most 1 for threads"));
        assert!(complaint(ontop, "mcts(ms=99999999)").contains("at most 10000 for ms"));
        assert!(complaint(ontop, "mcts(threads=64)").contains("at most 1 for threads"));
        assert!(complaint(doppelkopf, "so-ismcts(trees=200)").contains("at most 16 for trees"));
        assert!(complaint(doppelkopf, "so-ismcts(endgame=8)").contains("at most 5 for endgame"));
        assert!(complaint(doppelkopf, "exec(program=sh)").contains("found 'exec'"));
        assert!(complaint(doppelkopf, "Random").contains("expected the name of an agent"));
    }
}
