//! What is measured for every game.

use super::{POOL, Workload, search};
use kontra_agents::{AgentSpec, Playable, Player, Recipe};
use kontra_game::{Determinize, History, Seat, StableHasher, Streams, Turn, WorldSampler};
use std::hash::Hasher;

/// Positions whose worlds are sampled, and how many of each in a row: a search asks for many of one view.
const EACH: usize = 250;

/// A position in the middle of random games in which a seat is to move.
fn positions<G: Playable>(many: usize) -> Vec<(G, Seat)> {
    let (rules, streams) = (G::Rules::default(), Streams::new(2012));
    let mut positions = vec![];
    for number in 0.. {
        let start = G::deal(&rules, &mut streams.deal(number));
        let mut rng = streams.test(number);
        let mut length = 0;
        let mut game = G::begin(&start);
        while let Some(action) = game.random_action(&mut rng) {
            game.play(action);
            length += 1;
        }
        // The first decision in the second half of the same game.
        let (mut rng, mut game, mut ply) = (streams.test(number), G::begin(&start), 0);
        while let Some(action) = game.random_action(&mut rng) {
            match game.turn() {
                Turn::Seat(seat) if 2 * ply >= length => {
                    positions.push((game, seat));
                    break;
                }
                _ => game.play(action),
            }
            ply += 1;
        }
        if positions.len() == many {
            break;
        }
    }
    positions
}

/// Worlds imagined in the middle of games, prepared once for each view as searches do.
pub(super) fn worlds<G: Playable>(work: u64) -> Workload {
    let positions = positions::<G>(POOL / 16);
    let run = move |work: u64| {
        let mut rng = Streams::new(2012).test(1);
        let mut checksum = StableHasher::default();
        let mut left = work as usize;
        for (game, seat) in positions.iter().cycle() {
            let view = game.view(*seat);
            let prepared = view.prepare();
            for _ in 0..left.min(EACH) {
                std::hint::black_box(prepared.draw(&mut rng));
            }
            // The last world of each view, by what the next seat would see of it.
            let next = Seat::wrapping(seat.index() + 1, game.seats());
            checksum.write_u64(kontra_game::View::key(&prepared.draw(&mut rng).world.view(next)).0);
            left -= left.min(EACH);
            if left == 0 {
                break;
            }
        }
        checksum.finish()
    };
    Workload { name: format!("{}/world", G::NAME), unit: "worlds", work, run: Box::new(run) }
}

/// A search of one position in the middle of a game.
pub(super) fn so_ismcts<G: Playable>(work: u64) -> Workload {
    let position = positions::<G>(1).pop();
    let name = format!("{}/so-ismcts", G::NAME);
    search(&name, "iterations", work, move |iterations, rng| {
        let Some((game, seat)) = &position else { return vec![] };
        let spec = format!("so-ismcts(iterations={iterations})").parse::<AgentSpec>();
        let Some(Ok(recipe)) = spec.ok().map(|spec| Recipe::<G>::new(&spec)) else { return vec![] };
        let Player::Honest(mut agent) = recipe.player(rng.clone()) else { return vec![] };
        let analysis = agent.analyze(&game.view(*seat), History::unknown(*seat));
        let values = |entry: &kontra_search::MoveAnalysis<G::Action>| (entry.visits, entry.value);
        analysis.map_or_else(Vec::new, |analysis| analysis.moves.iter().map(values).collect())
    })
}
