//! The way down a tree, the same for all searches: only how an edge is chosen differs.

use super::domain::Domain;
use super::growing::Growing;
use super::options::Identity;
use super::path::Step;
use super::tree::{NodeId, ROOT, Slot};
use kontra_game::{Game, SearchRng, Seat, Turn};

/// Whether every iteration begins in the same world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Worlds {
    /// The same.
    One,
    /// Another one each time: the moves of a node are not always legal.
    Many,
}

/// What chooses the edges of one way down.
pub(crate) trait Chooser<G: Game, T> {
    /// Whether the way ends at the next decision of a seat, before that is looked up in the tree.
    fn has_left(&self) -> bool;

    /// The edge to follow from a node, where this seat is to move; `None`: the way ends here.
    fn choose(
        &mut self,
        tree: &mut T,
        node: NodeId,
        game: &G,
        seat: Seat,
        rng: &mut SearchRng,
    ) -> Option<Slot>;
}

/// Where a way down ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The game is over.
    Over,
    /// This seat is to move in a position that has no node yet.
    Left,
    /// This seat is to move at this node, where there is nothing to follow.
    At(NodeId, Seat),
}

/// Plays down the tree, and notes the way as steps of `path`.
#[inline(always)]
pub(crate) fn descend<G: Game, D: Domain<G>, T: Growing<G::Action>>(
    tree: &mut T,
    (domain, identity): (&D, Identity),
    chooser: &mut impl Chooser<G, T>,
    game: &mut G,
    path: &mut Vec<Step>,
    rng: &mut SearchRng,
) -> End {
    path.clear();
    let by_view = identity == Identity::View;
    loop {
        let seat = match game.turn() {
            Turn::Over => return End::Over,
            Turn::Seat(_) if chooser.has_left() => return End::Left,
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
        };
        let node = match (path.last(), seat) {
            (None, _) => ROOT,
            (Some(_), Some(seat)) if by_view => tree.information_set(domain.key(&game.view(seat))),
            (Some(step), _) => {
                let &Step { node, slot, .. } = step;
                // Chance leads from one information set to another and needs no node of its own.
                if by_view { node } else { tree.follow(node, slot) }
            }
        };
        let action = match seat {
            Some(seat) => {
                let Some(slot) = chooser.choose(tree, node, game, seat, rng) else {
                    return End::At(node, seat);
                };
                path.push(Step { node, slot, seat: Some(seat) });
                tree.action(node, slot)
            }
            None => {
                let Some(outcome) = game.random_action(rng) else { return End::Over };
                if !by_view {
                    let slot = tree.outcome(node, outcome);
                    path.push(Step { node, slot, seat: None });
                }
                outcome
            }
        };
        game.play(action);
    }
}
