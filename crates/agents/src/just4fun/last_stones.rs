use super::OpenCards;
use super::endgame::remembered;
use crate::Solvable;
use crate::exact_end::{Averages, DecideEnd};
use kontra_game::{Actions, Determinize, SearchRng, View, Weighted, WorldSampler};
use kontra_just4fun::{Action, Just4Fun, PlayerView};
use kontra_search::expectimax::{bytes_of_table, solver};
use kontra_search::{Analysis, Cost, Limits};
use std::num::NonZeroU64;

/// The last stones of Just 4 Fun between two players, decided by what each move is worth if all cards are open, on
/// average over imagined worlds.
///
/// In each world both players are taken to see the other's hand and the stack, which nobody does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastStones {
    /// With at most this many stones of both players left; 0: never.
    pub stones: u32,
    /// How many worlds are solved.
    pub worlds: NonZeroU64,
}

impl DecideEnd<Just4Fun> for LastStones {
    fn decide(
        &self,
        view: &PlayerView,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Option<Analysis<Action>> {
        let stones = view.table().stones();
        let left = |seat| u32::from(stones.left(seat));
        if self.stones == 0
            || view.table().seats() != 2
            || kontra_game::Seat::all(2).map(left).sum::<u32>() > self.stones
        {
            return None;
        }
        let mut legal = Actions::new();
        view.actions(&mut legal);
        if legal.len() < 2 {
            return None;
        }
        let (mut averages, mut nodes) = (Averages::new(&legal, limits), 0);
        let worlds = view.prepare();
        for _ in 0..self.worlds.get() {
            let Weighted { world, weight } = worlds.draw(rng);
            let guide = OpenCards::new(&world, view.seat());
            let left = world.left().ok()?;
            let analysis = solver(guide, remembered(left)).analyze_within(&world, limits);
            if averages.is_late() {
                // It was not solved to its end.
                return None;
            }
            averages.add(analysis.moves.iter().map(|entry| entry.value), weight);
            nodes += analysis.nodes;
        }
        averages.analysis(nodes, false)
    }

    fn cost(&self) -> Cost {
        // Worlds are solved one after the other.
        let LastStones { stones, worlds: _ } = *self;
        if stones == 0 { Cost::NOTHING } else { Cost::of_bytes(bytes_of_table(remembered(stones))) }
    }
}
