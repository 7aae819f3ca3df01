//! The way down a tree, the same for all searches: only how an edge is chosen differs.

use super::domain::Domain;
use super::growing::Growing;
use super::options::NodeIdentity;
use super::path::PathStep;
use super::tree::{EdgeSlot, NodeId, ROOT};
use kontra_game::{Game, SearchRng, Seat, Turn};

/// Whether every iteration begins in the same world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WorldSource {
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
    ) -> Option<EdgeSlot>;
}

/// Where a way down ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DescentEnd {
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
    (domain, identity): (&D, NodeIdentity),
    chooser: &mut impl Chooser<G, T>,
    game: &mut G,
    path: &mut Vec<PathStep>,
    rng: &mut SearchRng,
) -> DescentEnd {
    path.clear();
    let by_view = identity == NodeIdentity::View;
    loop {
        let seat = match game.turn() {
            Turn::Over => return DescentEnd::Over,
            Turn::Seat(_) if chooser.has_left() => return DescentEnd::Left,
            Turn::Seat(seat) => Some(seat),
            Turn::Chance => None,
        };
        let node = match (path.last(), seat) {
            (None, _) => ROOT,
            (Some(_), Some(seat)) if by_view => tree.information_set(domain.key(&game.view(seat))),
            (Some(step), _) => {
                let &PathStep { node, slot, .. } = step;
                // Chance leads from one information set to another and needs no node of its own.
                if by_view { node } else { tree.follow(node, slot) }
            }
        };
        let action = match seat {
            Some(seat) => {
                let Some(slot) = chooser.choose(tree, node, game, seat, rng) else {
                    return DescentEnd::At(node, seat);
                };
                path.push(PathStep { node, slot, seat: Some(seat) });
                tree.action(node, slot)
            }
            None => {
                let Some(outcome) = game.random_action(rng) else { return DescentEnd::Over };
                if !by_view {
                    let slot = tree.outcome(node, outcome);
                    path.push(PathStep { node, slot, seat: None });
                }
                outcome
            }
        };
        game.play(action);
    }
}
