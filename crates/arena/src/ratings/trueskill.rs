use super::EncounterList;
use super::encounter::{Encounter, EncounterSide};
use skillratings::trueskill::{TrueSkillConfig, TrueSkillRating, trueskill, trueskill_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};
use std::cmp::Ordering;

/// Everybody's skill after a row of games, by the rules of TrueSkill (Herbrich, Minka and Graepel 2007).
pub(super) struct TrueSkill(Vec<TrueSkillRating>);

impl TrueSkill {
    /// Goes through the games one after the other. How often games end in a draw is taken from the games.
    pub(super) fn of(agents: usize, history: &EncounterList) -> TrueSkill {
        let draw_probability = draws(history);
        let config = TrueSkillConfig { draw_probability, ..TrueSkillConfig::new() };
        let mut skills = TrueSkill(vec![TrueSkillRating::new(); agents]);
        for encounter in history.games() {
            skills.play(encounter, &config);
        }
        skills
    }

    /// An agent's mean and uncertainty.
    pub(super) fn rating(&self, agent: usize) -> (f64, f64) {
        (self.0[agent].rating, self.0[agent].uncertainty)
    }

    fn play(&mut self, encounter: &Encounter, config: &TrueSkillConfig) {
        if let [one, two] = encounter.sides.as_slice()
            && let (Some(a), Some(b)) = (one.single(), two.single())
        {
            let outcome = match one.rank.cmp(&two.rank) {
                Ordering::Less => Outcomes::WIN,
                Ordering::Equal => Outcomes::DRAW,
                Ordering::Greater => Outcomes::LOSS,
            };
            (self.0[a], self.0[b]) = trueskill(&self.0[a], &self.0[b], &outcome, config);
        } else {
            self.play_many(&encounter.sides, config);
        }
    }

    /// More than two sides, or sides of several agents with their shares.
    ///
    /// TrueSkill puts the sides in a row by rank and compares neighbours. Where sides have the same rank, their order in the
    /// row is arbitrary but changes the result: each of them takes each of their places once, and the mean is taken.
    fn play_many(&mut self, sides: &[EncounterSide], config: &TrueSkillConfig) {
        let turns = turns(sides);
        let mut rated: Vec<(usize, TrueSkillRating)> =
            (0..turns).flat_map(|turn| self.rate(&turned(sides, turn), config)).collect();
        rated.sort_by_key(|&(agent, _)| agent);
        for same in rated.chunk_by(|one, two| one.0 == two.0) {
            let mean = |number: fn(&TrueSkillRating) -> f64| {
                same.iter().map(|(_, rating)| number(rating)).sum::<f64>() / same.len() as f64
            };
            self.0[same[0].0] = TrueSkillRating {
                rating: mean(|rating| rating.rating),
                uncertainty: mean(|rating| rating.uncertainty),
            };
        }
    }

    /// Everybody's new rating after a game, with the sides in this order.
    fn rate(
        &self,
        sides: &[&EncounterSide],
        config: &TrueSkillConfig,
    ) -> Vec<(usize, TrueSkillRating)> {
        let skills =
            |side: &&EncounterSide| side.agents().map(|(agent, _)| self.0[agent]).collect();
        let teams: Vec<Vec<TrueSkillRating>> = sides.iter().map(skills).collect();
        let ranked: Vec<(&[TrueSkillRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(sides)
            .map(|(team, side)| (team.as_slice(), MultiTeamOutcome::new(side.rank + 1)))
            .collect();
        let shares = |side: &&EncounterSide| side.agents().map(|(_, share)| share).collect();
        let shares: Vec<Vec<f64>> = sides.iter().map(shares).collect();
        let shares: Vec<&[f64]> = shares.iter().map(Vec::as_slice).collect();
        // It fails only if there are more or fewer shares than agents, or a share is not within 0 and 1.
        let rated =
            trueskill_multi_team(&ranked, config, Some(&shares)).expect("a share for each agent");
        let rated = sides.iter().zip(rated);
        rated.flat_map(|(side, team)| side.agents().map(|(agent, _)| agent).zip(team)).collect()
    }
}

/// How often the sides of the same rank are turned until each has had every place.
fn turns(sides: &[EncounterSide]) -> usize {
    let same = |one: &EncounterSide| sides.iter().filter(|two| two.rank == one.rank).count();
    // Ranks with 2 and with 3 sides do not come together: there are 4 sides at most.
    sides.iter().map(same).max().unwrap_or(1)
}

/// The sides, which are in the order of their ranks, with those of the same rank turned.
fn turned(sides: &[EncounterSide], turn: usize) -> Vec<&EncounterSide> {
    let mut sides: Vec<&EncounterSide> = sides.iter().collect();
    for same in sides.chunk_by_mut(|one, two| one.rank == two.rank) {
        let places = same.len();
        same.rotate_left(turn % places);
    }
    sides
}

/// The share of draws among all pairs of sides, kept away from the ends, where TrueSkill has no answer.
fn draws(history: &EncounterList) -> f64 {
    let (mut draws, mut pairs) = (0_u64, 0_u64);
    for Encounter { sides } in history.games() {
        for (i, one) in sides.iter().enumerate() {
            pairs += i as u64;
            draws += sides[..i].iter().filter(|two| two.rank == one.rank).count() as u64;
        }
    }
    (draws as f64 / pairs.max(1) as f64).clamp(1e-3, 0.9)
}
