use super::Measure;
use crate::measured::Values;
use crate::{AgentGroup, AgentSeries, SeriesName};
use kontra_agents::{AgentSpec, Playable, Recipe};
use kontra_arena::{DealSums, Match, PlayedGame, Seating, seats_of};
use kontra_game::{BadInput, Reader};
use serde_json::{Map, Value};

/// A match, deal by deal.
pub(super) struct Games<G: Playable> {
    the_match: Match<G>,
    /// Agents that are the same, as lists of their numbers: each alone, and those that are several together.
    groups: Vec<(AgentGroup, Vec<usize>)>,
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
        let the_match = Match::new(rules, recipes, 1, seating.parse::<Seating>()?, seed)?;
        let group = |i: usize, with_equals| AgentGroup { first: i as u32 + 1, with_equals };
        let mut groups: Vec<(AgentGroup, Vec<usize>)> =
            (0..agents.len()).map(|i| (group(i, false), vec![i])).collect();
        for (i, agent) in agents.iter().enumerate() {
            let same: Vec<usize> = (0..agents.len()).filter(|&j| agents[j] == *agent).collect();
            if same.len() > 1 && same[0] == i {
                groups.push((group(i, true), same));
            }
        }
        Ok(Games { the_match, groups, timed })
    }
}

/// How often each ending occurs, in the order in which they were met first.
fn count_endings<'a>(games: impl Iterator<Item = &'a PlayedGame>) -> Vec<(String, f64)> {
    let mut counts: Vec<(String, f64)> = vec![];
    for game in games {
        let ending = kind(&game.ending);
        match counts.iter_mut().find(|(known, _)| *known == ending) {
            Some((_, number)) => *number += 1.0,
            None => counts.push((ending.to_owned(), 1.0)),
        }
    }
    counts
}

/// The endings of OnTop as its thesis counts them: with all tiles laid (type 1), or prematurely (type 2).
fn kind(ending: &str) -> &str {
    match ending {
        "blocked" | "last-tile" => "type-1",
        "stones" | "passive-stones" => "type-2",
        other => other,
    }
}

impl<G: Playable> Games<G> {
    /// What the games of a deal say about the agents of a group.
    fn put(&self, group: &(AgentGroup, Vec<usize>), games: &[PlayedGame], values: &mut Values) {
        let (group, agents) = group;
        let arrangements = self.the_match.arrangements();
        let chosen = |agent: usize| agents.contains(&agent);
        let sums = DealSums::of(games, arrangements, chosen);
        let mut put = |series, value| values.insert(SeriesName::Agents(*group, series), value);
        put(AgentSeries::Mean, sums.mean());
        put(AgentSeries::Win, sums.percent(sums.wins as f64));
        if arrangements[0].len() == 2 {
            let score = sums.wins as f64 + sums.draws as f64 / 2.0;
            put(AgentSeries::Score, sums.percent(score));
            let seats = seats_of(games, arrangements, chosen);
            let won = seats.filter(|(game, seat)| game.payoffs.as_slice()[*seat] > 0.0);
            for (ending, wins) in count_endings(won.map(|(game, _)| game)) {
                put(AgentSeries::WinBy(ending), sums.percent(wins));
            }
        }
        if self.timed {
            let ms = sums.effort.time.as_secs_f64() * 1000.0;
            put(AgentSeries::Ms, ms / sums.effort.decisions.max(1) as f64);
            put(AgentSeries::GameMs, ms / sums.games as f64);
        }
    }
}

impl<G: Playable> Measure for Games<G> {
    fn unit(&self, number: u64) -> Values {
        let games = self.the_match.play_deal(number, false);
        let mut values = Values::new();
        self.groups.iter().for_each(|group| self.put(group, &games, &mut values));
        for (ending, number) in count_endings(games.iter()) {
            let share = 100.0 * number / games.len() as f64;
            values.insert(SeriesName::Ending(ending), share);
        }
        values
    }
}
