use kontra_game::{Game, MAX_SEATS, SearchRng, Seat};
use kontra_ontop::OnTop;
use kontra_search::mcts::{Domain, Rewards, payoffs};

/// What a playout of OnTop is worth, and where it may stop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OnTopPlayouts {
    /// Whether the margin counts (the thesis's absolute evaluation), and not only who won (the relative one).
    pub margin: bool,
    /// Points that a tile is thought to bring at most: a playout stops when one side is further ahead than the remaining
    /// tiles could make up (dynamic simulation cut, Briesemeister 2009, 4.2.4.3). `None`: it is played to the end.
    pub cut: Option<f64>,
}

impl Default for OnTopPlayouts {
    /// Who won counts, and every playout goes to the end.
    fn default() -> Self {
        OnTopPlayouts { margin: false, cut: None }
    }
}

impl OnTopPlayouts {
    /// The side that is too far ahead to be caught, with the rewards of that.
    fn decided(&self, game: &OnTop, points_each: f64) -> Option<Rewards> {
        let seats = game.seats();
        let score = |seat: Seat| f64::from(game.score(game.colour(seat)));
        let mut scores: Vec<(f64, Seat)> =
            Seat::all(seats).map(|seat| (score(seat), seat)).collect();
        scores.sort_by(|a, b| b.0.total_cmp(&a.0));
        let lead = scores[0].0 - scores[1].0;
        let safe = lead > points_each * f64::from(game.tiles_left());
        safe.then(|| {
            let mut rewards = [-1.0 / (seats - 1) as f64; MAX_SEATS];
            for (rank, &(score, seat)) in scores.iter().enumerate() {
                let best_other = if rank == 0 { scores[1].0 } else { scores[0].0 };
                let won = if rank == 0 { 1.0 } else { rewards[seat.index()] };
                rewards[seat.index()] = if self.margin { score - best_other } else { won };
            }
            rewards
        })
    }
}

impl Domain<OnTop> for OnTopPlayouts {
    fn rewards(&self, game: &OnTop) -> Rewards {
        match game.outcome() {
            Some(outcome) if self.margin => {
                let mut rewards = [0.0; MAX_SEATS];
                for seat in Seat::all(game.seats()) {
                    rewards[seat.index()] = f64::from(outcome.margin(seat));
                }
                rewards
            }
            _ => payoffs(game),
        }
    }

    fn roll_out(&self, game: &mut OnTop, rng: &mut SearchRng) -> Rewards {
        if let Some(points_each) = self.cut {
            while let Some(action) = game.random_action(rng) {
                if let Some(rewards) = self.decided(game, points_each) {
                    return rewards;
                }
                game.play(action);
            }
        } else {
            game.playout(rng);
        }
        self.rewards(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::{Recorded, Streams};
    use kontra_search::mcts::RulesOnly;

    fn after_playout(seed: u64) -> OnTop {
        let streams = Streams::new(seed);
        let start = OnTop::deal(&Default::default(), &mut streams.deal(0));
        let mut game = OnTop::begin(&start);
        game.playout(&mut streams.test(0));
        game
    }

    #[test]
    fn the_relative_evaluation_is_the_payoff() {
        for seed in 0..50 {
            let game = after_playout(seed);
            assert_eq!(OnTopPlayouts::default().rewards(&game), RulesOnly.rewards(&game));
        }
    }

    #[test]
    fn the_absolute_evaluation_is_the_margin() {
        for seed in 0..50 {
            let game = after_playout(seed);
            let rewards = OnTopPlayouts { margin: true, cut: None }.rewards(&game);
            let score = |i| f64::from(game.score(game.colour(Seat::wrapping(i, 2))));
            assert_eq!(rewards[0], score(0) - score(1));
            assert_eq!(rewards[1], -rewards[0]);
        }
    }

    #[test]
    fn a_cut_that_never_applies_changes_nothing() {
        let streams = Streams::new(3);
        let game = OnTop::begin(&OnTop::deal(&Default::default(), &mut streams.deal(0)));
        for number in 0..50 {
            let result = |cut| {
                let playouts = OnTopPlayouts { margin: false, cut };
                playouts.roll_out(&mut game.clone(), &mut streams.test(number))
            };
            let slow = {
                let (mut game, mut rng) = (game, streams.test(number));
                while let Some(action) = game.random_action(&mut rng) {
                    game.play(action);
                }
                payoffs(&game)
            };
            assert_eq!(result(Some(1000.0)), slow);
        }
    }
}
