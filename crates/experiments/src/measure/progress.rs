use super::Measure;
use crate::SeriesName;
use crate::measured::Values;
use kontra_agents::games::OnTop;
use kontra_agents::{AgentSpec, Recipe};
use kontra_arena::{Match, PlayedGame, Seating};
use kontra_game::{BadInput, Game, Reader, Recorded, Seat};
use serde_json::json;

/// The first agent's lead, tile by tile, in the games it wins and in those it loses.
pub(super) struct ScoreProgress {
    the_match: Match<OnTop>,
}

impl ScoreProgress {
    pub(super) fn new(agents: &[String], seed: u64) -> Result<ScoreProgress, BadInput> {
        let recipes = agents.iter().map(|agent| Recipe::new(&agent.parse::<AgentSpec>()?));
        let recipes = recipes.collect::<Result<Vec<_>, BadInput>>()?;
        let rules = OnTop::read_rules(&Reader::new(&json!({ "colours": "drawn" }), "rules"))?;
        let the_match = Match::new(rules, recipes, 1, Seating::All, seed)?;
        Ok(ScoreProgress { the_match })
    }

    /// The lead after each tile, for the agent that was named first; `None` without a record.
    fn leads(&self, game: &PlayedGame) -> Option<(bool, Vec<f64>)> {
        let seats = &self.the_match.arrangements()[game.arrangement];
        let seat = seats.iter().position(|&agent| agent == 0)?;
        let replay = game.record.as_ref()?.replay::<OnTop>().ok()?;
        let (us, them) = (Seat::wrapping(seat, 2), Seat::wrapping(seat + 1, 2));
        let mut state = OnTop::begin(&replay.start);
        let mut leads = vec![];
        for action in replay.actions {
            let laid = state.tiles_laid();
            state.play(action);
            if state.tiles_laid() > laid {
                let score = |seat| f64::from(state.score(state.colour(seat)));
                leads.push(score(us) - score(them));
            }
        }
        Some((game.payoffs.as_slice()[seat] > 0.0, leads))
    }
}

impl Measure for ScoreProgress {
    fn unit(&self, number: u64) -> Values {
        let games = self.the_match.play_deal(number, true);
        let played: Vec<(bool, Vec<f64>)> =
            games.iter().filter_map(|game| self.leads(game)).collect();
        let mut values = Values::new();
        for outcome in [true, false] {
            let name = if outcome { SeriesName::LeadWhenWon } else { SeriesName::LeadWhenLost };
            let leads = || played.iter().filter(|(won, _)| *won == outcome).map(|(_, leads)| leads);
            let longest = leads().map(Vec::len).max().unwrap_or(0);
            for tile in 0..longest {
                let there: Vec<f64> =
                    leads().filter_map(|leads| leads.get(tile).copied()).collect();
                let mean = there.iter().sum::<f64>() / there.len() as f64;
                values.insert(name(tile as u32 + 1), mean);
            }
        }
        values
    }
}
