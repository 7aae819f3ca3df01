//! Same seed, same analysis, to the bit, on any number of threads.

use crate::{after, analyse, count, information_set_searches};
use kontra_game::{Game, Recorded, SearchRng, choose};
use kontra_search::mcts::{
    Count, Decision, Domain, Ensemble, Flat, HistoryOptions, IsMcts, LeafParallel, Mcts,
    MoveChoice, NodeIdentity, Noise, PlainMcts, Pooling, Puct, PuctOptions, Rewards, Rollouts,
    RulesOnly, Selection, TreeOptions, TreeParallel,
};
use kontra_search::{Budget, Search};
use kontra_tiny::{Card, Leduc, Pig, PigRules, TicTacToe};

const BUDGET: Budget = Budget::iterations(400);

/// The analysis is the same on 1, 2 and 8 threads, and when asked again; and not the same with another seed.
#[track_caller]
fn check<G: Game, S: Search<G::View> + 'static>(game: &G, search: impl Fn(usize) -> S) {
    let run = |threads, seed| analyse(&mut search(threads), game, seed).timeless();
    let expected = run(1, 1);
    assert!(expected.iterations > 0);
    for threads in [1, 2, 8] {
        assert_eq!(run(threads, 1), expected, "{threads} threads");
    }
    assert_ne!(run(1, 2), expected, "another seed");
}

fn leduc() -> Leduc {
    after(Leduc::begin(&[Card::Queen, Card::King]), "check bet")
}

fn pig() -> Pig {
    after(Pig::begin(&PigRules { target: 20 }), "roll 5")
}

#[test]
fn root_parallelisation() {
    for trees in [1, 3, 8] {
        let mcts = |threads| Mcts {
            trees: count(trees),
            threads: count(threads),
            ..Mcts::new(TreeOptions::uct(1.0), BUDGET)
        };
        check(&pig(), mcts);
        check(&TicTacToe::begin(&()), mcts);
        let plain = |threads| PlainMcts {
            trees: count(trees),
            threads: count(threads),
            ..PlainMcts::new(1.0, BUDGET)
        };
        check(&pig(), plain);
        check(&TicTacToe::begin(&()), plain);
    }
}

#[test]
fn every_option_of_a_tree() {
    let uct = TreeOptions::uct(1.0);
    let history = Some(HistoryOptions { bias: 0.5, guidance: 0.3 });
    for options in [
        TreeOptions { grow_to_the_end: true, ..uct },
        TreeOptions { identity: NodeIdentity::View, ..uct },
        TreeOptions { history, ..uct },
        TreeOptions { visit_threshold: 1.0, first_play: 0.5, ..uct },
        TreeOptions { expansion: MoveChoice::First, continuation: MoveChoice::Suggested, ..uct },
    ] {
        check(&pig(), |threads| Mcts {
            trees: count(4),
            threads: count(threads),
            ..Mcts::new(options, BUDGET)
        });
    }
}

#[test]
fn ensembles() {
    for pool in [Pooling::Means, Pooling::Visits, Pooling::Votes] {
        check(&leduc(), |threads| Ensemble {
            pool,
            threads: count(threads),
            ..Ensemble::new(TreeOptions::uct(2.0), count(7), BUDGET, RulesOnly)
        });
    }
}

#[test]
fn trees_over_information_sets() {
    for (_, search) in information_set_searches(2.0, BUDGET) {
        for (trees, worlds) in [(1, None), (5, None), (5, Some(count(10)))] {
            let pool = Pooling::Means;
            check(&leduc(), |threads| IsMcts {
                trees: count(trees),
                threads: count(threads),
                worlds,
                pool,
                ..search.clone()
            });
        }
    }
}

#[test]
fn flat_search() {
    let flat = |threads| Flat { threads: count(threads), ..Flat::new(BUDGET, RulesOnly) };
    check(&leduc(), flat);
    check(&TicTacToe::begin(&()), flat);
}

#[test]
fn leaf_parallelisation() {
    /// Rewards that are rounded differently in another order, from playouts that take their time.
    struct Uneven;
    impl Domain<Pig> for Uneven {
        fn roll_out(&self, _: &mut Pig, rng: &mut SearchRng) -> Rewards {
            let spin = choose::below(rng, 200_000);
            (0..spin).for_each(|i| {
                std::hint::black_box(i);
            });
            [(); 4].map(|()| choose::unit(rng))
        }
    }
    check(&pig(), |threads| LeafParallel {
        options: TreeOptions::uct(1.0),
        budget: Budget::iterations(100),
        playouts: count(7),
        threads: count(threads),
        domain: Uneven,
    });
}

#[test]
fn puct() {
    let options = PuctOptions {
        count: Count::Availability,
        noise: Some(Noise { alpha: 0.3, fraction: 0.25 }),
        temperature: 1.0,
        ..PuctOptions::new(2.0)
    };
    for batch in [1, 4] {
        for gumbel in [None, Some(count(2))] {
            let options = PuctOptions { batch: count(batch), gumbel, ..options };
            // It has no threads: an evaluator may.
            check(&leduc(), |_| Puct::new(options, BUDGET, Rollouts(RulesOnly), RulesOnly));
        }
    }
}

/// Every option that changes how a tree grows.
fn all_options() -> Vec<TreeOptions> {
    let uct = TreeOptions::uct(1.0);
    let by = |selection| TreeOptions { selection, ..uct };
    let counts = [Count::Visits, Count::Availability, Count::Iterations];
    let mut list: Vec<TreeOptions> = counts
        .into_iter()
        .flat_map(|count| {
            let exploration = 1.0;
            [Selection::Uct { exploration, count }, Selection::Puct { exploration, count }]
        })
        .map(by)
        .collect();
    list.extend([
        TreeOptions { first_play: 0.3, ..uct },
        TreeOptions { visit_threshold: 2.0, ..uct },
        TreeOptions { grow_to_the_end: true, ..uct },
        TreeOptions { identity: NodeIdentity::View, ..uct },
        TreeOptions { expansion: MoveChoice::First, continuation: MoveChoice::First, ..uct },
        TreeOptions { decision: Decision::Mean, ..uct },
    ]);
    list
}

#[test]
fn tree_parallelisation_on_one_thread_is_one_tree() {
    for options in all_options() {
        for budget in [BUDGET, Budget { nodes: 300, ..BUDGET }] {
            let parallel = |threads| {
                let threads = count(threads);
                TreeParallel { options, budget, threads, virtual_loss: 0.7, domain: RulesOnly }
            };
            let one = analyse(&mut parallel(1), &pig(), 1).timeless();
            assert_eq!(one, analyse(&mut parallel(1), &pig(), 1).timeless());
            assert_eq!(one, analyse(&mut Mcts::new(options, budget), &pig(), 1).timeless());
            // On more threads it is another one each time, but nothing is lost.
            let many = analyse(&mut parallel(4), &pig(), 1);
            let visits: u64 = many.moves.iter().map(|entry| entry.visits).sum();
            assert_eq!(many.iterations, visits, "{options:?}");
            if budget == BUDGET {
                assert_eq!(visits, BUDGET.iterations, "{options:?}");
            }
        }
    }
}
