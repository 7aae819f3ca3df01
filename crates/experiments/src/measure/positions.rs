use super::Measure;
use crate::measured::Values;
use crate::{SearchSeries, SeriesName};
use kontra_agents::games::OnTop;
use kontra_agents::ontop::{TestPosition, test_positions};
use kontra_agents::{AgentSpec, Playable, Player, Recipe};
use kontra_game::{BadInput, Game, History, Seat, Streams};
use kontra_ontop::Action;
use kontra_search::Analysis;
use std::time::Duration;

/// Nodes of a search on the ten test positions, and perhaps its time.
pub(super) struct Positions {
    search: Recipe<OnTop>,
    /// What it is compared with; `None`: Expectimax, whose nodes are known.
    other: Option<Recipe<OnTop>>,
    depth: usize,
    timed: bool,
    positions: Vec<TestPosition>,
}

/// The agents of a measurement on positions.
fn recipes(agents: &[String]) -> Result<Vec<Recipe<OnTop>>, BadInput> {
    agents.iter().map(|agent| Recipe::new(&agent.parse::<AgentSpec>()?)).collect()
}

/// How deep a search goes: as its spec says, or as it usually does.
fn depth(spec: &AgentSpec) -> Option<String> {
    let kinds = OnTop::agents();
    let kind = kinds.iter().find(|kind| kind.name == spec.name())?;
    let usual = kind.params.iter().find(|param| param.name == "depth")?.default;
    spec.param("depth").or(usual).map(str::to_owned)
}

/// What the agent thinks of the position, with the least time of `tries` tries.
fn analyze(
    recipe: &Recipe<OnTop>,
    position: &TestPosition,
    tries: u32,
) -> Option<(Analysis<Action>, Duration)> {
    let seat = position.game.mover();
    let view = position.game.view(seat);
    let mut best: Option<(Analysis<Action>, Duration)> = None;
    for number in 0..tries {
        let rng = Streams::new(2009).agent(u64::from(position.number), 0, Seat::wrapping(0, 2));
        let Player::Honest(mut agent) = recipe.player(rng) else { return None };
        let analysis = agent.analyze(&view, History::unknown(seat))?;
        let time = analysis.elapsed;
        if number == 0 || best.as_ref().is_some_and(|(_, least)| time < *least) {
            best = Some((analysis, time));
        }
    }
    best
}

impl Positions {
    pub(super) fn new(agents: &[String], timed: bool) -> Result<Positions, BadInput> {
        let mut recipes = recipes(agents)?;
        if recipes.is_empty() || recipes.len() > 2 {
            return Err(BadInput::expected("agents", "one or two searches", recipes.len()));
        }
        let other = if recipes.len() == 2 { recipes.pop() } else { None };
        let search = recipes.remove(0);
        let depth = depth(search.spec()).and_then(|depth| depth.parse().ok());
        let depth = depth.filter(|depth| (1..=3).contains(depth)).ok_or_else(|| {
            BadInput::expected("agents", "a search with a depth from 1 to 3", search.spec())
        })?;
        let positions = test_positions();
        if analyze(&search, &positions[9], 1).is_none() {
            return Err(BadInput::expected("agents", "an agent that searches", search.spec()));
        }
        Ok(Positions { search, other, depth, timed, positions })
    }
}

impl Measure for Positions {
    fn unit(&self, number: u64) -> Values {
        let position = &self.positions[number as usize];
        let tries = if self.timed { 5 } else { 1 };
        let mut values = Values::new();
        let Some((analysis, time)) = analyze(&self.search, position, tries) else { return values };
        let other = self.other.as_ref().and_then(|other| analyze(other, position, tries));
        let nodes = analysis.nodes as f64;
        let others =
            other.as_ref().map_or(position.nodes[self.depth - 1], |(other, _)| other.nodes);
        let others = others as f64;
        let mut put = |series: SearchSeries, value: f64| {
            values.insert(SeriesName::Search(None, series), value);
            values.insert(SeriesName::Search(Some(position.number), series), value);
        };
        put(SearchSeries::Nodes, nodes);
        put(SearchSeries::All, others);
        put(SearchSeries::Fewer, others - nodes);
        put(SearchSeries::Saved, 100.0 * (1.0 - nodes / others));
        if let (true, Some((_, longer))) = (self.timed, other) {
            let (time, longer) = (time.as_secs_f64(), longer.as_secs_f64());
            put(SearchSeries::TimeSaved, 100.0 * (1.0 - time / longer));
        }
        values
    }
}

/// Simulations of one search in its time, compared with those of another.
pub(super) struct Simulations {
    search: Recipe<OnTop>,
    other: Recipe<OnTop>,
    positions: Vec<TestPosition>,
}

impl Simulations {
    pub(super) fn new(agents: &[String]) -> Result<Simulations, BadInput> {
        let recipes = recipes(agents)?;
        let number = recipes.len();
        let [search, other] = <[Recipe<OnTop>; 2]>::try_from(recipes)
            .map_err(|_| BadInput::expected("agents", "two searches", number))?;
        Ok(Simulations { search, other, positions: test_positions() })
    }
}

/// A leaf with several playouts is one iteration with as many simulations.
fn simulations(recipe: &Recipe<OnTop>, position: &TestPosition) -> Option<f64> {
    let playouts = recipe.spec().param("leaf").and_then(|n| n.parse().ok()).unwrap_or(1.0);
    let (analysis, _) = analyze(recipe, position, 1)?;
    Some(analysis.iterations as f64 * playouts)
}

impl Measure for Simulations {
    fn unit(&self, number: u64) -> Values {
        let position = &self.positions[number as usize];
        let counts = (simulations(&self.search, position), simulations(&self.other, position));
        let (Some(search), Some(other)) = counts else { return Values::new() };
        let gain = 100.0 * (search / other - 1.0);
        let positions = [None, Some(position.number)];
        positions.map(|at| (SeriesName::Search(at, SearchSeries::Gain), gain)).into()
    }
}
