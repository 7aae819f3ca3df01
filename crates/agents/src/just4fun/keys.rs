use kontra_game::{Game, MAX_SEATS, SearchRng, Seat, Turn};
use kontra_just4fun::{Just4Fun, KeyState, PlayerView};
use kontra_search::mcts::{Domain, Rewards, payoffs};

/// No knowledge of Just 4 Fun but what two situations must have in common to be one node of a tree, and as whom playouts are
/// judged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SituationKeys {
    /// What situations of one node have in common.
    pub state: KeyState,
    /// As whom the result of a playout is seen.
    pub value: PointOfView,
}

/// As whom the result of a playout is seen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum PointOfView {
    /// Every seat gets what it won: the right way.
    #[default]
    Mover,
    /// The player to move gets what the first colour won: the slip that brings the numbers of
    /// Gastegger 2024. Games that end within the tree are still judged rightly.
    FirstColour,
    /// Playouts are worth nothing to anybody.
    Nobody,
}

impl PointOfView {
    /// The words for them, in agents' specs.
    pub const WORDS: [(&'static str, PointOfView); 3] = [
        ("mover", PointOfView::Mover),
        ("first-colour", PointOfView::FirstColour),
        ("none", PointOfView::Nobody),
    ];
}

impl SituationKeys {
    /// Situations of one node have this in common; playouts are judged rightly.
    pub fn new(state: KeyState) -> SituationKeys {
        SituationKeys { state, value: PointOfView::Mover }
    }
}

impl Domain<Just4Fun> for SituationKeys {
    fn key(&self, view: &PlayerView) -> u64 {
        view.key_by(self.state).0
    }

    fn roll_out(&self, game: &mut Just4Fun, rng: &mut SearchRng) -> Rewards {
        let turn = game.turn();
        game.playout(rng);
        let rewards = payoffs(game);
        match (self.value, turn) {
            (PointOfView::Nobody, _) => [0.0; MAX_SEATS],
            (PointOfView::FirstColour, Turn::Seat(mover)) => {
                let mut turned = [0.0; MAX_SEATS];
                for (step, reward) in rewards.into_iter().enumerate().take(game.seats()) {
                    let seat = Seat::wrapping(mover.index() + step, game.seats());
                    turned[seat.index()] = reward;
                }
                turned
            }
            (PointOfView::Mover | PointOfView::FirstColour, _) => rewards,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::{Recorded, Streams};

    #[test]
    fn as_whom_a_playout_is_judged() {
        let streams = Streams::new(3);
        let mut game = Just4Fun::begin(&Just4Fun::deal(&Default::default(), &mut streams.deal(0)));
        let judged = |game: &Just4Fun, value, number| {
            let keys = SituationKeys { value, ..SituationKeys::default() };
            keys.roll_out(&mut game.clone(), &mut streams.test(number))
        };
        let mut turned = 0;
        for number in 0..40 {
            let right = judged(&game, PointOfView::Mover, number);
            let first = judged(&game, PointOfView::FirstColour, number);
            let Turn::Seat(mover) = game.turn() else { panic!("a seat decides") };
            assert_eq!(first[mover.index()], right[0]);
            assert_eq!(first[1 - mover.index()], right[1]);
            turned += usize::from(first != right);
            assert_eq!(judged(&game, PointOfView::Nobody, number), [0.0; MAX_SEATS]);
            if number == 20 {
                let rng = &mut streams.test(99);
                while game.turn() == Turn::Seat(mover) || game.turn() == Turn::Chance {
                    game.play(game.random_action(rng).unwrap());
                }
            }
        }
        assert!((10..20).contains(&turned), "only with the second colour to move: {turned}");
    }
}
