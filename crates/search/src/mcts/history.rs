use super::domain::Rewards;
use kontra_game::{Actions, Game, SearchRng, Seat, Turn, choose};
use rustc_hash::FxHashMap;

/// What games were worth to a seat in which it played a move, wherever and whenever that was.
#[derive(Clone, Debug)]
pub(crate) struct MoveHistory<A> {
    /// The sum of rewards and the number of games.
    sums: FxHashMap<(Seat, A), (f64, f64)>,
    /// The moves of the current game.
    played: Vec<(Seat, A)>,
}

impl<A> Default for MoveHistory<A> {
    fn default() -> Self {
        MoveHistory { sums: FxHashMap::default(), played: vec![] }
    }
}

impl<A: Copy + Eq + std::hash::Hash> MoveHistory<A> {
    /// A move of the current game.
    pub(crate) fn note(&mut self, seat: Seat, action: A) {
        self.played.push((seat, action));
    }

    /// The current game is over.
    pub(crate) fn learn(&mut self, rewards: &Rewards) {
        for (seat, action) in self.played.drain(..) {
            let (sum, games) = self.sums.entry((seat, action)).or_default();
            *sum += rewards[seat.index()];
            *games += 1.0;
        }
    }

    /// The mean reward of games with this move.
    pub(crate) fn mean(&self, seat: Seat, action: A) -> Option<f64> {
        self.sums.get(&(seat, action)).map(|(sum, games)| sum / games)
    }

    /// Plays to the end; with probability `guidance` the move with the best history, else any.
    pub(crate) fn play_out<G: Game<Action = A>>(
        &mut self,
        game: &mut G,
        guidance: f64,
        rng: &mut SearchRng,
    ) {
        while let Some(mut action) = game.random_action(rng) {
            if let Turn::Seat(seat) = game.turn() {
                if guidance > 0.0 && choose::unit(rng) < guidance {
                    action = self.best(game, seat).unwrap_or(action);
                }
                self.note(seat, action);
            }
            game.play(action);
        }
    }

    /// The legal move with the best history, the first of equals; `None` where none has any.
    fn best<G: Game<Action = A>>(&self, game: &G, seat: Seat) -> Option<A> {
        let mut legal = Actions::new();
        game.actions(&mut legal);
        let known = legal.iter().filter_map(|&action| Some((action, self.mean(seat, action)?)));
        known.rev().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(action, _)| action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_judged_by_the_games_it_was_played_in() {
        let seat = Seat::wrapping(1, 2);
        let mut history = MoveHistory::default();
        for (action, reward) in [('a', 1.0), ('a', 0.0), ('b', -1.0)] {
            history.note(seat, action);
            history.learn(&[9.0, reward, 0.0, 0.0]);
        }
        assert_eq!(history.mean(seat, 'a'), Some(0.5));
        assert_eq!(history.mean(seat, 'b'), Some(-1.0));
        assert_eq!(history.mean(Seat::wrapping(0, 2), 'a'), None);
    }
}
