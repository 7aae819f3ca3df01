//! The Monte Carlo searches against games whose answers are known.
//!
//! With `KONTRA_FULL` in the environment the tests take ten times as many iterations.

mod budgets;
mod fusion;
mod honest;
mod options;
mod pig;
mod poker;
mod reproducible;
mod reuse;
mod tic_tac_toe;
#[allow(dead_code, reason = "the tests inside the crate need more of it")]
#[path = "../../src/mcts/tests/toy.rs"]
mod toy;
mod weights;

use kontra_game::{Game, Notation, SearchRng, Seat, Streams, Turn};
use kontra_search::mcts::{Count, IsMcts, NodeIdentity, RulesOnly, Selection, TreeOptions};
use kontra_search::{Analysis, Budget, Limits, Search};
use std::num::NonZeroUsize;

fn rng(number: u64) -> SearchRng {
    Streams::new(2009).test(number)
}

fn count(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("at least one")
}

/// Any search of a game.
type AnySearch<G> = Box<dyn Search<<G as Game>::View>>;

/// This many iterations, or ten times as many where there is time.
fn iterations(number: u64) -> Budget {
    let factor = kontra_game::testkit::size(1, 10);
    Budget::iterations(number * factor)
}

/// The state after these moves.
fn after<G: Notation>(mut game: G, moves: &str) -> G {
    for text in moves.split_whitespace() {
        let action = game.parse_action(text).expect("a legal move");
        game.play(action);
    }
    game
}

fn mover<G: Game>(game: &G) -> Seat {
    match game.turn() {
        Turn::Seat(seat) => seat,
        turn => panic!("no seat is to move: {turn:?}"),
    }
}

/// What a search says about the state, as the seat to move sees it.
fn analyse<G: Game>(
    search: &mut dyn Search<G::View>,
    game: &G,
    number: u64,
) -> Analysis<G::Action> {
    search.search(&game.view(mover(game)), &Limits::none(), &mut rng(number))
}

/// UCT with this constant and n, and nodes told apart like this.
fn uct(exploration: f64, count: Count, identity: NodeIdentity) -> TreeOptions {
    let selection = Selection::Uct { exploration, count };
    TreeOptions { selection, identity, ..TreeOptions::uct(exploration) }
}

/// The three searches with a tree over information sets.
fn information_set_searches(exploration: f64, budget: Budget) -> [(&'static str, IsMcts); 3] {
    [
        ("single-UCT", Count::Visits, NodeIdentity::History),
        ("SO-ISMCTS", Count::Availability, NodeIdentity::History),
        ("MO-ISMCTS", Count::Availability, NodeIdentity::View),
    ]
    .map(|(name, count, identity)| {
        (name, IsMcts::with_options(uct(exploration, count, identity), budget, RulesOnly))
    })
}
