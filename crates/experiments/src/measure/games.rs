use super::Measure;
use crate::series::Values;
use kontra_agents::{AgentSpec, Playable, Recipe};
use kontra_arena::{Match, Played, Seating};
use kontra_game::{BadInput, Reader};
use serde_json::{Map, Value};

/// A match, deal by deal.
pub(super) struct Games<G: Playable> {
    contest: Match<G>,
    /// Agents that are the same, as lists of their numbers: each alone, and those that are several together.
    groups: Vec<(String, Vec<usize>)>,
    timed: bool,
}

impl<G: Playable> Games<G> {
    pub(super) fn new(
        rules: &Map<String, Value>,
        agents: &[String],
        seating: &str,
        seed: u64,
        timed: bool,
    ) -> Result<Games<G>, BadInput> {
        let value = Value::Object(rules.clone());
        let rules =
            G::read_rules(&Reader::new(&value, "")).map_err(|bad| bad.within("run, rules"))?;
        let recipes = agents.iter().map(|agent| Recipe::new(&agent.parse::<AgentSpec>()?));
        let recipes = recipes.collect::<Result<Vec<_>, BadInput>>()?;
        // The number of deals is the caller's business.
        let contest = Match::new(rules, recipes, 1, seating.parse::<Seating>()?, seed)?;
        let mut groups: Vec<(String, Vec<usize>)> =
            (0..agents.len()).map(|i| (format!("P{}", i + 1), vec![i])).collect();
        for (i, agent) in agents.iter().enumerate() {
            let same: Vec<usize> = (0..agents.len()).filter(|&j| agents[j] == *agent).collect();
            if same.len() > 1 && same[0] == i {
                groups.push((format!("P{}+", i + 1), same));
            }
        }
        Ok(Games { contest, groups, timed })
    }
}

/// What is added up about the agents of a group.
#[derive(Default)]
struct Sums {
    games: f64,
    payoff: f64,
    wins: f64,
    draws: f64,
    ms: f64,
    decisions: f64,
    won_by: Vec<(String, f64)>,
}

impl Sums {
    fn add(&mut self, game: &Played, seat: usize) {
        let payoff = game.payoffs.as_slice()[seat];
        self.games += 1.0;
        self.payoff += payoff;
        self.draws += f64::from(u8::from(payoff == 0.0));
        self.ms += game.thinking[seat].time.as_secs_f64() * 1000.0;
        self.decisions += game.thinking[seat].decisions as f64;
        if payoff > 0.0 {
            self.wins += 1.0;
            count(&mut self.won_by, &game.ending);
        }
    }
}

fn count(counts: &mut Vec<(String, f64)>, name: &str) {
    let name = kind(name);
    match counts.iter_mut().find(|(known, _)| *known == name) {
        Some((_, number)) => *number += 1.0,
        None => counts.push((name.to_owned(), 1.0)),
    }
}

/// The endings of OnTop as its thesis counts them: with all tiles laid (type 1), or prematurely (type 2).
fn kind(ending: &str) -> &str {
    match ending {
        "blocked" | "last-tile" => "type-1",
        "stones" | "passive-stones" => "type-2",
        other => other,
    }
}

impl<G: Playable> Measure for Games<G> {
    fn unit(&self, number: u64) -> Values {
        let games = self.contest.play_deal(number, false);
        let mut values = Values::new();
        let is_duel = self.contest.arrangements()[0].len() == 2;
        for (name, agents) in &self.groups {
            let mut sums = Sums::default();
            for game in &games {
                let seats = self.contest.arrangements()[game.arrangement].iter().enumerate();
                for (seat, _) in seats.filter(|(_, agent)| agents.contains(agent)) {
                    sums.add(game, seat);
                }
            }
            let percent = |number: f64| 100.0 * number / sums.games;
            let mut put = |series: String, value| values.insert(format!("{name}.{series}"), value);
            put("mean".to_owned(), sums.payoff / sums.games);
            put("win".to_owned(), percent(sums.wins));
            if is_duel {
                put("score".to_owned(), percent(sums.wins + sums.draws / 2.0));
                for (ending, wins) in &sums.won_by {
                    put(format!("win:{ending}"), percent(*wins));
                }
            }
            if self.timed {
                put("ms".to_owned(), sums.ms / sums.decisions.max(1.0));
                put("game-ms".to_owned(), sums.ms / sums.games);
            }
        }
        let mut endings = vec![];
        games.iter().for_each(|game| count(&mut endings, &game.ending));
        for (ending, number) in endings {
            values.insert(format!("ending:{ending}"), 100.0 * number / games.len() as f64);
        }
        values
    }
}
