use super::{Benchmarks, Workload, playouts, search};
use kontra_agents::just4fun::SituationKeys;
use kontra_game::{Game, Recorded, Streams, Turn};
use kontra_just4fun::{Just4Fun, KeyState};
use kontra_search::mcts::{Count, IsMcts, NodeIdentity, Selection, TreeOptions};
use kontra_search::{Budget, Limits, Search};
use std::num::NonZeroUsize;

impl Benchmarks for Just4Fun {
    fn workloads() -> Vec<Workload> {
        vec![playouts::<Just4Fun>(20_000), so_ismcts(900)]
    }
}

/// The first decision of a game, three worlds.
fn so_ismcts(work: u64) -> Workload {
    search("just4fun/so-ismcts", "iterations", work, |iterations, rng| {
        let streams = Streams::new(2012);
        let game = Just4Fun::begin(&Just4Fun::deal(&Default::default(), &mut streams.deal(0)));
        let Turn::Seat(seat) = game.turn() else { return vec![] };
        let selection = Selection::Uct { exploration: 0.7, count: Count::Availability };
        let options =
            TreeOptions { selection, identity: NodeIdentity::View, ..TreeOptions::uct(0.7) };
        let mut search = IsMcts {
            worlds: NonZeroUsize::new(3),
            ..IsMcts::with_options(
                options,
                Budget::iterations(iterations),
                SituationKeys::new(KeyState::BoardHand),
            )
        };
        let analysis = search.search(&game.view(seat), &Limits::none(), rng);
        analysis.moves.iter().map(|entry| (entry.visits, entry.value)).collect()
    })
}
