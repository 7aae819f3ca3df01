use crate::{PlayedGame, SeatEffort};

/// The games of a deal as some agents played them, added up: what every statistic about agents is made of.
///
/// An agent with two seats at a table plays two games there: everything is counted by seat.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct DealSums {
    /// How many games, by seat.
    pub games: u64,
    /// The sum of their payoffs.
    pub payoff: f64,
    /// Games with a payoff above 0.
    pub wins: u64,
    /// Games with a payoff of 0.
    pub draws: u64,
    /// Games with a payoff below 0.
    pub losses: u64,
    /// What went into the decisions.
    pub effort: SeatEffort,
}

impl DealSums {
    /// Adds up the games of a deal, for the agents that are chosen by their number.
    pub fn of(
        games: &[PlayedGame],
        arrangements: &[Vec<usize>],
        chosen: impl Fn(usize) -> bool,
    ) -> DealSums {
        let mut sums = DealSums::default();
        seats_of(games, arrangements, chosen).for_each(|(game, seat)| sums.add(game, seat));
        sums
    }

    fn add(&mut self, game: &PlayedGame, seat: usize) {
        let payoff = game.payoffs.as_slice()[seat];
        self.games += 1;
        self.payoff += payoff;
        let outcome = match payoff {
            p if p > 0.0 => &mut self.wins,
            p if p < 0.0 => &mut self.losses,
            _ => &mut self.draws,
        };
        *outcome += 1;
        self.effort.add(&game.thinking[seat]);
    }

    /// Adds what was played elsewhere on the same deal.
    pub(crate) fn merge(&mut self, other: &DealSums) {
        self.games += other.games;
        self.payoff += other.payoff;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.effort.add(&other.effort);
    }

    /// The mean payoff of a game.
    pub fn mean(&self) -> f64 {
        self.payoff / self.games as f64
    }

    /// This number of games in per cent.
    pub fn percent(&self, games: f64) -> f64 {
        100.0 * games / self.games as f64
    }
}

/// The games of a deal with each seat that one of the chosen agents had in them.
pub fn seats_of<'a>(
    games: &'a [PlayedGame],
    arrangements: &'a [Vec<usize>],
    chosen: impl Fn(usize) -> bool + 'a,
) -> impl Iterator<Item = (&'a PlayedGame, usize)> + 'a {
    let all = games.iter().flat_map(|game| {
        let agents = arrangements[game.arrangement].iter().enumerate();
        agents.map(move |(seat, &agent)| (game, seat, agent))
    });
    all.filter(move |&(_, _, agent)| chosen(agent)).map(|(game, seat, _)| (game, seat))
}
