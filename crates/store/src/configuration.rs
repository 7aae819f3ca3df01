use kontra_agents::Playable;
use kontra_arena::{Match, Seating, Sprt};
use kontra_game::quote;
use serde_json::{Map, Value};

/// The version of Kontra that plays and writes: agents may play differently in another one.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Everything that a match's table depends on.
#[derive(Clone, PartialEq, Debug)]
pub struct Configuration {
    /// The game's name.
    pub game: String,
    /// The rules, every one spelt out.
    pub rules: Value,
    /// The agents' specs in their canonical form.
    pub agents: Vec<String>,
    /// The seating rule.
    pub seating: Seating,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How many deals are played.
    pub deals: u64,
    /// The sequential test that may end it.
    pub sprt: Option<Sprt>,
    /// The version of Kontra that plays, such as `0.1.0`; of a match that was begun by a program that knows its commit,
    /// with the commit, such as `0.1.0+3f2a1b9c0d12`.
    pub program: String,
}

impl Configuration {
    /// The configuration of a match that this program plays.
    pub fn of<G: Playable>(the_match: &Match<G>) -> Configuration {
        Configuration {
            game: G::NAME.to_owned(),
            rules: G::write_rules(the_match.rules()),
            agents: the_match.agents().iter().map(|agent| agent.spec().to_string()).collect(),
            seating: the_match.seating(),
            seed: the_match.seed(),
            deals: the_match.deals(),
            sprt: the_match.sprt(),
            program: VERSION.to_owned(),
        }
    }

    /// The same, with the commit of the program that plays.
    pub(crate) fn at(mut self, commit: Option<&str>) -> Configuration {
        self.program.extend(commit.into_iter().flat_map(|commit| ["+", commit]));
        self
    }

    /// Whether both are the same match, but perhaps for when it ends and for who plays it.
    pub(crate) fn same_games(&self, other: &Configuration) -> bool {
        let Configuration { game, rules, agents, seating, seed, .. } = self;
        (game, rules, agents, seating, seed)
            == (&other.game, &other.rules, &other.agents, &other.seating, &other.seed)
    }

    /// What is different in `now`, one part of a sentence for each field.
    pub(crate) fn changes(&self, now: &Configuration) -> Vec<String> {
        let mut changes = vec![];
        let mut compare = |field: &str, was: String, is: String| {
            if was != is {
                changes.push(format!("{field} was {was} and is {is}"));
            }
        };
        compare("game", self.game.clone(), now.game.clone());
        for (field, was, is) in rules(&self.rules, &now.rules) {
            compare(&format!("rule {field}"), was, is);
        }
        for (field, was, is) in agents(&self.agents, &now.agents) {
            compare(&field, was, is);
        }
        compare("seating", self.seating.name().to_owned(), now.seating.name().to_owned());
        compare("seed", self.seed.to_string(), now.seed.to_string());
        compare("deals", self.deals.to_string(), now.deals.to_string());
        compare("sequential test", test(self.sprt), test(now.sprt));
        // Not every commit changes how agents play; a version may.
        compare("version of kontra", version(&self.program), version(&now.program));
        changes
    }
}

/// Without the commit.
fn version(program: &str) -> String {
    program.split('+').next().unwrap_or(program).to_owned()
}

fn test(sprt: Option<Sprt>) -> String {
    sprt.map_or("none".to_owned(), |Sprt { claim, alpha, beta }| {
        let [h0, h1] = claim.means();
        format!("{h0},{h1} (errors {alpha} and {beta})")
    })
}

/// Every rule on either side.
fn rules(was: &Value, is: &Value) -> Vec<(String, String, String)> {
    let empty = Map::new();
    let (was, is) = (was.as_object().unwrap_or(&empty), is.as_object().unwrap_or(&empty));
    let keys = was.keys().chain(is.keys().filter(|key| !was.contains_key(*key)));
    let text = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    keys.map(|key| (key.clone(), text(was.get(key)), text(is.get(key)))).collect()
}

/// Each agent by its number, or all of them if there are more or fewer.
fn agents(was: &[String], is: &[String]) -> Vec<(String, String, String)> {
    if was.len() != is.len() {
        let list = |agents: &[String]| format!("{} ({})", agents.len(), agents.join(", "));
        return vec![("number of agents".to_owned(), list(was), list(is))];
    }
    let pairs = was.iter().zip(is).enumerate();
    pairs.map(|(i, (was, is))| (format!("agent {}", i + 1), quote(was), quote(is))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn configuration() -> Configuration {
        Configuration {
            game: "doppelkopf".to_owned(),
            rules: json!({ "announcing": "step" }),
            agents: vec!["beginner".to_owned(), "random".to_owned()],
            seating: Seating::All,
            seed: 1,
            deals: 100,
            sprt: None,
            program: "0.1.0".to_owned(),
        }
    }

    #[track_caller]
    fn check(change: impl FnOnce(&mut Configuration), expected: &str) {
        let mut now = configuration();
        change(&mut now);
        assert_eq!(configuration().changes(&now).join(", "), expected);
    }

    #[test]
    fn every_field_that_changed_is_named() {
        check(|_| {}, "");
        check(|now| now.seed = 2, "seed was 1 and is 2");
        check(|now| now.deals = 50, "deals was 100 and is 50");
        check(|now| now.seating = Seating::Fixed, "seating was all and is fixed");
        check(|now| now.game = "ontop".to_owned(), "game was doppelkopf and is ontop");
        check(
            |now| now.rules = json!({ "announcing": "choose" }),
            "rule announcing was \"step\" and is \"choose\"",
        );
        let sprt = Sprt { claim: "0,0.5".parse().unwrap(), alpha: 0.05, beta: 0.1 };
        check(
            |now| now.sprt = Some(sprt),
            "sequential test was none and is 0,0.5 (errors 0.05 and 0.1)",
        );
        check(|now| now.agents[1] = "x".to_owned(), "agent 2 was 'random' and is 'x'");
        check(
            |now| now.agents.truncate(1),
            "number of agents was 2 (beginner, random) and is 1 (beginner)",
        );
        check(|now| now.program = "0.2.0".to_owned(), "version of kontra was 0.1.0 and is 0.2.0");
        check(|now| now.program = "0.1.0+3f2a1b9".to_owned(), "");
        check(|now| (now.seed, now.deals) = (7, 8), "seed was 1 and is 7, deals was 100 and is 8");
    }
}
