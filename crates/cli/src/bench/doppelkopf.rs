use super::doppelkopf_knowledge::{endgames, safe_playouts};
use super::{Benchmarks, POOL, Workload, deals, playouts, search};
use kontra_doppelkopf::{
    Deal, Doppelkopf, DoppelkopfView, Move, Question, Rules, SEATS, Start, Worlds, bare,
};
use kontra_game::{Game, Seat, StableHasher, Streams, Turn};
use kontra_search::mcts::{Ensemble, RulesOnly, SoIsmcts, TreeOptions};
use kontra_search::{Analysis, Budget, Limits, Search};
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;

/// Positions whose worlds are sampled, and how many worlds of each.
const POSITIONS: u64 = 64;
const WORLDS_EACH: u64 = 250;

const WORLD_ROWS: &[&str] = &["doppelkopf/world/1", "doppelkopf/world/4", "doppelkopf/world/8"];

impl Benchmarks for Doppelkopf {
    fn workloads() -> Vec<Workload> {
        vec![
            playouts::<Doppelkopf>(3_000),
            bare_play(8_000),
            deals::<Doppelkopf>(20_000),
            worlds(1),
            worlds(4),
            worlds(8),
            ensemble(),
            so_ismcts(),
            safe_playouts(1_000),
            endgames(POOL as u64 / 16, position),
        ]
    }

    const SLOWEST: &'static [(&'static str, &'static [&'static str])] =
        &[("doppelkopf/world", WORLD_ROWS)];

    const RATIOS: &'static [(&'static str, &'static str)] =
        &[("doppelkopf/playout", "doppelkopf/bare")];
}

/// The decision of the first player of a normal game about their first card.
fn opening() -> DoppelkopfView {
    let game = position(1, 0);
    game.view(game.public().asked().unwrap_or(Seat::wrapping(0, SEATS)))
}

/// Ten worlds with a tenth of the rollouts each.
fn ensemble() -> Workload {
    search("doppelkopf/ensemble-uct", "rollouts", 10_000, |rollouts, rng| {
        let worlds = NonZeroUsize::new(10).unwrap_or(NonZeroUsize::MIN);
        let budget = Budget::iterations(rollouts / 10);
        let mut search = Ensemble::new(TreeOptions::uct(4.0), worlds, budget, RulesOnly);
        values(search.search(&opening(), &Limits::none(), rng))
    })
}

/// One tree over information sets.
fn so_ismcts() -> Workload {
    search("doppelkopf/so-ismcts", "iterations", 50_000, |iterations, rng| {
        let mut search = SoIsmcts::new(4.0).with_budget(Budget::iterations(iterations));
        values(search.search(&opening(), &Limits::none(), rng))
    })
}

fn values(analysis: Analysis<Move>) -> Vec<(u64, f64)> {
    analysis.moves.iter().map(|entry| (entry.visits, entry.value)).collect()
}

fn bare_play(work: u64) -> Workload {
    let mut dealer = Streams::new(2012).deal(0);
    let deals: Vec<Deal> = (0..POOL).map(|_| Deal::random(&mut dealer)).collect();
    let run = move |work: u64| {
        let mut rng = Streams::new(2012).test(1);
        let mut checksum = StableHasher::default();
        for deal in deals.iter().cycle().take(work as usize) {
            checksum.write_u32(bare::play_cards(deal, &mut rng));
        }
        checksum.finish()
    };
    Workload { name: "doppelkopf/bare".to_owned(), unit: "games", work, run: Box::new(run) }
}

/// Uniform worlds as the player who leads to this trick of a normal game sees them, counting included.
fn worlds(trick: u64) -> Workload {
    let positions: Vec<Doppelkopf> = (0..POSITIONS).map(|number| position(trick, number)).collect();
    let run = move |work: u64| {
        let mut rng = Streams::new(2012).test(2);
        let mut checksum = StableHasher::default();
        for i in 0..work.div_ceil(WORLDS_EACH) {
            let game = &positions[(i % POSITIONS) as usize];
            let Turn::Seat(seat) = game.turn() else { continue };
            let worlds = Worlds::new(&game.view(seat));
            for _ in 0..WORLDS_EACH.min(work - i * WORLDS_EACH) {
                let world = worlds.sample(&mut rng);
                Seat::all(SEATS).for_each(|other| world.hand(other).hash(&mut checksum));
            }
        }
        checksum.finish()
    };
    let name = format!("doppelkopf/world/{trick}");
    Workload { name, unit: "worlds", work: POSITIONS * WORLDS_EACH, run: Box::new(run) }
}

/// A normal game with random cards, when this trick begins.
fn position(trick: u64, number: u64) -> Doppelkopf {
    let streams = Streams::new(2012);
    let mut rng = streams.test(100 + number);
    let start = Start::single(Rules::default(), Deal::random(&mut streams.deal(100 + number)));
    let mut game = Doppelkopf::new(&start);
    loop {
        let is_card = game.public().question() == Some(Question::Card);
        let begins = game.public().trick().next().is_none();
        if is_card && begins && game.public().tricks() as u64 + 1 == trick {
            return game;
        }
        match game.random_action(&mut rng) {
            Some(action) if is_card => game.play(action),
            Some(_) => game.play(Move::No),
            None => return game,
        }
    }
}
