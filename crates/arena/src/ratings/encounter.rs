/// A game as ratings see it: sides, each made of agents, ranked by payoff.
///
/// - In a game of parties, as Doppelkopf is, a side is a party. Each agent counts with its share of the party's seats,
///   so that a soloist is not weaker than three opponents because they are three. An agent that sits in both
///   parties counts only with what it has more in one of them. Two parties of the same agents say nothing.
/// - Where everybody plays for themselves, a side is an agent, with the mean payoff of its seats.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Encounter {
    pub(super) sides: Vec<EncounterSide>,
}

/// One side of an encounter.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct EncounterSide {
    /// Agents, by number and in order, with their shares in sixths: a party has one, two or three seats.
    agents: Vec<(usize, u8)>,
    /// How many sides did better.
    pub(super) rank: usize,
}

impl EncounterSide {
    /// Agents with their shares.
    pub(super) fn agents(&self) -> impl Iterator<Item = (usize, f64)> {
        self.agents.iter().map(|&(agent, sixths)| (agent, f64::from(sixths) / 6.0))
    }

    /// The agent that is the whole side.
    pub(super) fn single(&self) -> Option<usize> {
        match self.agents[..] {
            [(agent, 6)] => Some(agent),
            _ => None,
        }
    }
}

impl Encounter {
    /// The same with other numbers for the agents, its sides by rank and then by agents: in an order that does not tell
    /// who was named first.
    pub(super) fn renumbered(mut self, numbers: &[usize]) -> Encounter {
        for side in &mut self.sides {
            side.agents.iter_mut().for_each(|(agent, _)| *agent = numbers[*agent]);
            side.agents.sort_unstable();
        }
        self.sides.sort_by(|a, b| (a.rank, &a.agents).cmp(&(b.rank, &b.agents)));
        self
    }

    /// What a game says about its players; `None` if that is nothing.
    pub(super) fn of(players: &[usize], payoffs: &[f64], in_parties: bool) -> Option<Encounter> {
        let sides = if in_parties { parties(players, payoffs) } else { singles(players, payoffs) };
        (sides.len() > 1).then_some(Encounter { sides })
    }
}

fn singles(players: &[usize], payoffs: &[f64]) -> Vec<EncounterSide> {
    let mean = |agent: usize| {
        let own = players.iter().zip(payoffs).filter(|&(&player, _)| player == agent);
        let (sum, count) =
            own.fold((0.0, 0.0), |(sum, count), (_, payoff)| (sum + payoff, count + 1.0));
        sum / count
    };
    let means: Vec<(usize, f64)> =
        distinct(players).into_iter().map(|agent| (agent, mean(agent))).collect();
    let rank = |own: f64| means.iter().filter(|&&(_, other)| other > own).count();
    means
        .iter()
        .map(|&(agent, own)| EncounterSide { agents: vec![(agent, 6)], rank: rank(own) })
        .collect()
}

fn parties(players: &[usize], payoffs: &[f64]) -> Vec<EncounterSide> {
    let low = payoffs.iter().copied().fold(f64::MAX, f64::min);
    let high = payoffs.iter().copied().fold(f64::MIN, f64::max);
    // Without a winner nobody can tell who played with whom.
    if low == high || payoffs.iter().any(|&payoff| payoff != low && payoff != high) {
        return vec![];
    }
    let sixths = |agent: usize, party: f64| {
        let seats = players.iter().zip(payoffs).filter(|&(_, &payoff)| payoff == party);
        let own = seats.clone().filter(|&(&player, _)| player == agent).count();
        6 * own as i32 / seats.count() as i32
    };
    let mut sides = [0, 1].map(|rank| EncounterSide { agents: vec![], rank });
    for agent in distinct(players) {
        let more = sixths(agent, high) - sixths(agent, low);
        if more != 0 {
            sides[usize::from(more < 0)].agents.push((agent, more.unsigned_abs() as u8));
        }
    }
    // What one side has more, the other has less: both are empty, or none.
    if sides[0].agents.is_empty() { vec![] } else { sides.into() }
}

fn distinct(players: &[usize]) -> Vec<usize> {
    let mut agents = players.to_vec();
    agents.sort_unstable();
    agents.dedup();
    agents
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sides as text: agents with their shares in sixths, the winner first.
    #[track_caller]
    fn check(players: &[usize], payoffs: &[f64], in_parties: bool, expected: &str) {
        let encounter = Encounter::of(players, payoffs, in_parties);
        let agent = |(agent, sixths): &(usize, u8)| format!("{agent}*{sixths}");
        let side = |side: &EncounterSide| {
            let agents: Vec<String> = side.agents.iter().map(agent).collect();
            format!("{} is {}", agents.join(" "), side.rank + 1)
        };
        let sides = encounter.map(|e| e.sides.iter().map(side).collect::<Vec<_>>().join(", "));
        assert_eq!(sides.as_deref().unwrap_or("nothing"), expected);
    }

    #[test]
    fn who_plays_alone_is_a_side() {
        check(&[0, 1], &[1.0, -1.0], false, "0*6 is 1, 1*6 is 2");
        check(&[2, 0, 1], &[-1.0, 2.0, -1.0], false, "0*6 is 1, 1*6 is 2, 2*6 is 2");
        check(&[0, 1, 0, 1], &[-1.0, 3.0, -1.0, -1.0], false, "0*6 is 2, 1*6 is 1");
        check(&[0, 0], &[1.0, -1.0], false, "nothing");
    }

    #[test]
    fn parties_are_sides() {
        check(&[0, 1, 2, 3], &[2.0, -2.0, 2.0, -2.0], true, "0*3 2*3 is 1, 1*3 3*3 is 2");
        check(&[0, 1, 0, 1], &[-2.0, 2.0, -2.0, 2.0], true, "1*6 is 1, 0*6 is 2");
    }

    #[test]
    fn two_parties_of_the_same_agents_say_nothing() {
        check(&[0, 1, 0, 1], &[2.0, 2.0, -2.0, -2.0], true, "nothing");
    }

    #[test]
    fn a_soloist_is_one_side_and_three_opponents_the_other() {
        check(&[0, 1, 2, 3], &[9.0, -3.0, -3.0, -3.0], true, "0*6 is 1, 1*2 2*2 3*2 is 2");
        // One of the opponents is the same agent: that third cancels out.
        check(&[0, 1, 0, 1], &[9.0, -3.0, -3.0, -3.0], true, "0*4 is 1, 1*4 is 2");
    }

    #[test]
    fn a_game_that_nobody_won_has_no_parties() {
        check(&[0, 1, 2, 3], &[0.0; 4], true, "nothing");
    }
}
