use super::model::{BoardModel, Judge};
use kontra_game::{MAX_SEATS, SearchRng, Seat};
use kontra_just4fun::{Action, Field, Fields, Just4Fun, PlayerView};
use kontra_search::mcts::{Evaluator, Leaf};

/// Judges the leaves of a tree by a network: all leaves that are asked about at once are one batch.
#[derive(Debug)]
pub struct Leaves {
    model: BoardModel,
    judge: Judge,
    views: Vec<PlayerView>,
}

impl Leaves {
    /// Leaves that this network judges.
    pub fn new(model: &BoardModel) -> Leaves {
        Leaves { model: model.clone(), judge: model.judge(), views: vec![] }
    }

    /// Fills in value and priors of every leaf.
    pub fn judge<'a>(&mut self, leaves: impl Iterator<Item = &'a mut Leaf<Just4Fun>>) {
        let leaves: Vec<_> = leaves.collect();
        self.views.clear();
        self.views.extend(leaves.iter().map(|leaf| leaf.view()));
        self.judge.judge(&self.views);
        for (n, (leaf, view)) in leaves.into_iter().zip(&self.views).enumerate() {
            leaf.value = rewards(self.judge.value(n), leaf.seat, view.table().seats());
            let [_, shares] = self.judge.policy(n, view, fields(&leaf.legal));
            leaf.priors = priors(&shares, &leaf.legal);
        }
    }
}

/// A copy shares the weights and has memory of its own.
impl Clone for Leaves {
    fn clone(&self) -> Leaves {
        Leaves::new(&self.model)
    }
}

impl Evaluator<Just4Fun> for Leaves {
    fn evaluate(&mut self, leaves: &mut [Leaf<Just4Fun>], _: &mut SearchRng) {
        self.judge(leaves.iter_mut());
    }

    fn bytes(&self, leaves: usize) -> u64 {
        let views = size_of::<PlayerView>() + 4 * (Field::COUNT * self.model.planes().len() + 256);
        (self.model.network().evaluator_bytes(leaves) + 2 * leaves * views) as u64
    }
}

/// The fields of these moves.
pub fn fields(legal: &[Action]) -> Fields {
    legal.iter().filter_map(|action| field(*action)).collect()
}

fn field(action: Action) -> Option<Field> {
    match action {
        Action::Field(field) => Some(field),
        Action::Cards(cards) => Some(cards.field()),
        Action::Redraw => None,
    }
}

/// What each move gets of its field's share: where players choose their cards, all combinations for a field get the same.
pub(super) fn priors(shares: &[f32; Field::COUNT], legal: &[Action]) -> Vec<f32> {
    let mut ways = [0.0_f32; Field::COUNT];
    legal.iter().filter_map(|a| field(*a)).for_each(|field| ways[field.index()] += 1.0);
    let share = |action: &Action| match field(*action) {
        Some(field) => shares[field.index()] / ways[field.index()],
        None => 1.0,
    };
    legal.iter().map(share).collect()
}

/// What a value means for every seat: it is the mover's chance to win, scaled from −1 to 1, and the winner has one stake of
/// every other player.
pub(super) fn rewards(value: f32, mover: Seat, seats: usize) -> [f64; MAX_SEATS] {
    let (chance, others) = (f64::midpoint(f64::from(value), 1.0), seats as f64 - 1.0);
    let own = chance * (others + 1.0) - 1.0;
    let mut rewards = [0.0; MAX_SEATS];
    for seat in Seat::all(seats) {
        rewards[seat.index()] = if seat == mover { own } else { -own / others };
    }
    rewards
}
