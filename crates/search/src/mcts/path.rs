//! The decisions of one iteration, and what they get for it.

use super::domain::Rewards;
use super::tree::{EdgeSlot, NodeId, Tree};
use kontra_game::Seat;

/// One step down the tree, to be rewarded at the end of the iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PathStep {
    pub(crate) node: NodeId,
    /// Which of the node's edges.
    pub(crate) slot: EdgeSlot,
    /// Who decided; `None`: chance.
    pub(crate) seat: Option<Seat>,
}

impl<A: Copy + PartialEq> Tree<A> {
    /// Counts a path as lost until its reward is known, so that others try something else meanwhile.
    pub(crate) fn hold(&mut self, path: &[PathStep], loss: f64) {
        for step in path {
            self.count_visit(step.node, step.slot).total -= loss;
        }
    }

    /// Takes back what [`hold`](Tree::hold) counted.
    pub(crate) fn release(&mut self, path: &[PathStep], loss: f64) {
        for step in path {
            *self.visits_mut(step.node) -= 1;
            let edge = self.edge_mut(step.node, step.slot);
            edge.visits -= 1;
            edge.total += loss;
        }
    }

    /// Rewards every decision of an iteration. A reward is worth `discount` times as much one decision earlier.
    pub(crate) fn reward(&mut self, path: &[PathStep], rewards: &Rewards, discount: f64) {
        let (mut weight, mut depth) = (1.0, 0);
        for &PathStep { node, slot, seat } in path.iter().rev() {
            let edge = self.count_visit(node, slot);
            if let Some(seat) = seat {
                weight *= discount;
                edge.total += weight * rewards[seat.index()];
                depth += 1;
            }
        }
        if let Some(&PathStep { slot, seat: Some(seat), .. }) = path.first() {
            self.add_sample(slot, weight * rewards[seat.index()]);
        }
        self.tally.iterations += 1;
        self.tally.max_depth = self.tally.max_depth.max(depth);
        self.tally.total_depth += u64::from(depth);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::{ROOT, Tree};
    use super::*;

    /// Two decisions with an outcome of chance between them.
    fn path(tree: &mut Tree<char>) -> Vec<PathStep> {
        let seats = [Seat::new(1), None, Seat::new(0)];
        let mut node = ROOT;
        let step = |(action, seat)| {
            let slot = tree.find_or_add(node, action);
            let step = PathStep { node, slot, seat };
            node = tree.follow(node, slot);
            step
        };
        ['a', 'b', 'c'].into_iter().zip(seats).map(step).collect()
    }

    fn totals(tree: &Tree<char>, path: &[PathStep]) -> Vec<(u32, f64)> {
        let edge = |step: &PathStep| tree.edge(step.node, step.slot);
        path.iter().map(|step| (edge(step).visits, edge(step).total)).collect()
    }

    #[test]
    fn every_seat_gets_its_own_reward_less_the_discount() {
        let mut tree = Tree::new();
        let path = path(&mut tree);
        tree.reward(&path, &[8.0, -4.0, 0.0, 0.0], 0.5);
        assert_eq!(totals(&tree, &path), [(1, -1.0), (1, 0.0), (1, 4.0)]);
        assert_eq!(tree.visits(ROOT), 1);
        assert_eq!(
            (tree.tally.max_depth, tree.tally.total_depth),
            (2, 2),
            "chance does not decide"
        );
    }

    #[test]
    fn a_loss_is_held_and_released() {
        let mut tree = Tree::new();
        let path = path(&mut tree);
        tree.reward(&path, &[1.0; 4], 1.0);
        let before = totals(&tree, &path);
        tree.hold(&path, 3.0);
        assert_eq!(totals(&tree, &path)[0], (2, -2.0));
        assert_eq!(tree.visits(ROOT), 2);
        tree.release(&path, 3.0);
        assert_eq!(totals(&tree, &path), before);
        assert_eq!(tree.visits(ROOT), 1);
    }
}
