use kontra_game::{MAX_SEATS, SearchRng, choose};

/// Who decides for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decider {
    /// The network that learns.
    Learner,
    /// Another network, by its number from 1 on.
    Other(u8),
    /// Rules of thumb.
    Rules,
    /// An agent, in evaluations.
    Agent,
}

/// With whom the network plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Company {
    /// The share of games in which seats are given to rules of thumb.
    pub rules: f32,
    /// The share of games in which seats are given to another network.
    pub networks: f32,
    /// How many other networks there are.
    pub others: usize,
}

impl Company {
    /// Nobody but the network itself.
    pub const NONE: Company = Company { rules: 0.0, networks: 0.0, others: 0 };

    /// The players of a game with this many seats. One at least is the network.
    pub(super) fn seat(&self, seats: usize, rng: &mut SearchRng) -> [Decider; MAX_SEATS] {
        let mut players = [Decider::Learner; MAX_SEATS];
        let draw = choose::unit(rng) as f32;
        let other = if draw < self.rules {
            Decider::Rules
        } else if draw < self.rules + self.networks && self.others > 0 {
            Decider::Other(1 + choose::below(rng, self.others as u32) as u8)
        } else {
            return players;
        };
        let mask = choose::below(rng, (1 << seats) - 1);
        for (seat, player) in players.iter_mut().take(seats).enumerate() {
            if mask >> seat & 1 == 1 {
                *player = other;
            }
        }
        players
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;

    #[test]
    fn the_network_always_has_a_seat_and_others_their_share() {
        let rng = &mut Streams::new(1).test(0);
        let company = Company { rules: 0.2, networks: 0.3, others: 2 };
        let mut games = [0; 4];
        for _ in 0..10_000 {
            let players = company.seat(4, rng);
            assert!(players.contains(&Decider::Learner));
            let other = players.iter().find(|player| **player != Decider::Learner);
            games[match other {
                None => 0,
                Some(Decider::Rules) => 1,
                Some(Decider::Other(1)) => 2,
                _ => 3,
            }] += 1;
        }
        // One of the 15 ways to share the seats leaves all to the network.
        let expected = [0.5 + 0.5 / 15.0, 0.2, 0.15, 0.15].map(|x: f64| x * 10_000.0);
        for (found, expected) in games.into_iter().zip(expected) {
            assert!((f64::from(found) - expected).abs() < 300.0, "{games:?}");
        }
    }
}
