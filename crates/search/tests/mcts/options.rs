//! Every option changes what it says and nothing else.

use crate::toy::{Place, Toy};
use crate::{after, analyse, count};
use kontra_game::testkit::ChiSquare;
use kontra_game::{Recorded, SearchRng};
use kontra_search::mcts::{
    Count, Decision, Domain, Ensemble, Evaluator, HistoryOptions, Leaf, LeafParallel, Mcts,
    MoveChoice, Noise, Pooling, Puct, PuctOptions, Rollouts, RulesOnly, Selection, TreeOptions,
    TreeParallel,
};
use kontra_search::{Analysis, Budget, Limits};
use kontra_tiny::{Pig, PigMove, PigRules, TicTacToe};
use std::sync::{Arc, Mutex};

const BUDGET: Budget = Budget::iterations(600);

fn pig() -> Pig {
    after(Pig::begin(&PigRules { target: 20 }), "roll 6 roll 6")
}

fn search(options: TreeOptions) -> Analysis<PigMove> {
    analyse(&mut Mcts::new(options, BUDGET), &pig(), 1).timeless()
}

#[test]
fn the_decision_changes_the_chosen_move_only() {
    let moves = |decision| search(TreeOptions { decision, ..TreeOptions::uct(1.0) }).moves;
    let visits = moves(Decision::Visits);
    for decision in [Decision::Mean, Decision::VisitsAndMean, Decision::Secure(2.0)] {
        assert_eq!(moves(decision), visits, "{decision:?}");
    }
}

#[test]
fn options_that_have_no_effect_here_change_nothing() {
    let plain = search(TreeOptions::uct(1.0));
    let uct = TreeOptions::uct(1.0);
    // There are no suggestions; all moves have been tried; the threshold is reached at once.
    assert_eq!(search(TreeOptions { continuation: MoveChoice::Random, ..uct }), plain);
    assert_eq!(search(TreeOptions { visit_threshold: 0.0, ..uct }), plain);
    assert_eq!(search(TreeOptions { first_play: f64::MAX, ..uct }), plain);
}

#[test]
fn every_option_has_an_effect() {
    let uct = TreeOptions::uct(1.0);
    let plain = search(uct);
    let selection = |exploration, count| Selection::Uct { exploration, count };
    let history = |bias, guidance| Some(HistoryOptions { bias, guidance });
    for (name, options) in [
        ("exploration", TreeOptions { selection: selection(2.0, Count::Visits), ..uct }),
        ("iterations", TreeOptions { selection: selection(1.0, Count::Iterations), ..uct }),
        ("availability", TreeOptions { selection: selection(1.0, Count::Availability), ..uct }),
        (
            "PUCT",
            TreeOptions {
                selection: Selection::Puct { exploration: 1.0, count: Count::Visits },
                ..uct
            },
        ),
        ("first play", TreeOptions { first_play: 0.2, ..uct }),
        ("threshold", TreeOptions { visit_threshold: 2.0, ..uct }),
        ("expansion", TreeOptions { expansion: MoveChoice::First, ..uct }),
        ("continuation", TreeOptions { continuation: MoveChoice::First, ..uct }),
        ("to the end", TreeOptions { grow_to_the_end: true, ..uct }),
        ("identity", TreeOptions { identity: kontra_search::mcts::NodeIdentity::View, ..uct }),
        ("bias", TreeOptions { history: history(2.0, 0.0), ..uct }),
        ("guidance", TreeOptions { history: history(0.0, 0.5), ..uct }),
    ] {
        assert_ne!(search(options).moves, plain.moves, "{name}");
    }
}

#[test]
fn growing_to_the_end_does_not_change_what_playouts_are_worth() {
    // Both ways the first iteration of a move is a random game.
    let value = |grow_to_the_end| {
        let options = TreeOptions { grow_to_the_end, ..TreeOptions::uct(1.0) };
        let mut sum = 0.0;
        for seed in 0..2000 {
            let mut mcts = Mcts::new(options, Budget::iterations(2));
            sum += analyse(&mut mcts, &pig(), seed).moves[1].value;
        }
        sum / 2000.0
    };
    // Each is the mean of 2000 games that are won or lost: a standard error of at most 0.023.
    let difference = value(true) - value(false);
    assert!(difference.abs() < 0.1, "{difference}");
}

#[test]
fn parallel_searches_keep_no_history() {
    let board = TicTacToe::begin(&());
    let history = Some(HistoryOptions { bias: 1.0, guidance: 1.0 });
    let (plain, threads) = (TreeOptions::uct(1.0), count(1));
    let (budget, domain, playouts) = (BUDGET, RulesOnly, count(2));
    let leaf = |options| {
        let mut search = LeafParallel { options, budget, playouts, threads, domain };
        analyse::<TicTacToe>(&mut search, &board, 1).timeless()
    };
    let tree = |options| {
        let mut search = TreeParallel { options, budget, threads, virtual_loss: 1.0, domain };
        analyse::<TicTacToe>(&mut search, &board, 1).timeless()
    };
    assert_eq!(leaf(TreeOptions { history, ..plain }), leaf(plain));
    assert_eq!(tree(TreeOptions { history, ..plain }), tree(plain));
}

#[test]
fn leaf_parallelisation_needs_fewer_iterations() {
    // The mean of ten playouts varies less than one of them.
    let error = |playouts| {
        let search = LeafParallel {
            options: TreeOptions::uct(1.0),
            budget: Budget::iterations(400),
            playouts: count(playouts),
            threads: count(2),
            domain: RulesOnly,
        };
        search.search_state(&pig(), &Limits::none(), &mut crate::rng(1)).moves[0].error
    };
    assert!(error(10) < 0.75 * error(1), "{} {}", error(10), error(1));
}

#[test]
fn a_domain_may_forbid_moves_with_a_bad_mean() {
    /// Holding is admitted only with a mean above this.
    struct Strict(f64);
    impl Domain<Pig> for Strict {
        fn admits(&self, _: &<Pig as kontra_game::Game>::View, action: PigMove, mean: f64) -> bool {
            action == PigMove::Hold || mean > self.0
        }
    }
    let chosen = |limit| {
        let options = TreeOptions::uct(1.0);
        Mcts::with_domain(options, BUDGET, Strict(limit)).search_state(
            &pig(),
            &Limits::none(),
            &mut crate::rng(1),
        )
    };
    assert_eq!(chosen(-1.0).chosen, PigMove::Roll);
    assert_eq!(chosen(0.99).chosen, PigMove::Hold);
    assert_eq!(chosen(-1.0).moves, chosen(0.99).moves);
    let puct = |limit, temperature, gumbel, seed| {
        let options = PuctOptions { temperature, gumbel, ..PuctOptions::new(1.0) };
        let mut search = Puct::new(options, BUDGET, Rollouts(RulesOnly), Strict(limit));
        analyse::<Pig>(&mut search, &pig(), seed).chosen
    };
    for (temperature, gumbel) in [(0.0, None), (0.2, None), (0.0, Some(count(2)))] {
        // A move that is drawn is not always the same.
        assert!((0..5).any(|seed| puct(-1.0, temperature, gumbel, seed) == PigMove::Roll));
        assert!((0..5).all(|seed| puct(0.99, temperature, gumbel, seed) == PigMove::Hold));
    }
}

#[test]
fn a_pool_changes_values_and_choice_but_not_the_visits() {
    let visits = |pool| {
        let search = Ensemble::new(TreeOptions::uct(1.0), count(5), BUDGET, RulesOnly);
        let analysis = analyse::<Pig>(&mut Ensemble { pool, ..search }, &pig(), 1);
        analysis.moves.iter().map(|entry| entry.visits).collect::<Vec<_>>()
    };
    assert_eq!(visits(Pooling::Means), visits(Pooling::Votes));
    assert_eq!(visits(Pooling::Means), visits(Pooling::Visits));
}

/// Three moves that end the game, and one after which seat 1 must answer.
const ARMS: &[Place] = &[
    Place::Choice(0, &[('a', &[0], 1), ('b', &[0], 2), ('c', &[0], 3), ('d', &[0], 4)]),
    Place::End(&[1.0]),
    Place::End(&[0.9]),
    Place::End(&[0.8]),
    Place::Choice(1, &[('x', &[0], 5), ('y', &[0], 5)]),
    Place::End(&[0.7]),
];

fn puct(options: PuctOptions, seed: u64) -> Analysis<char> {
    let mut search = Puct::new(options, Budget::iterations(60), Rollouts(RulesOnly), RulesOnly);
    analyse::<Toy>(&mut search, &Toy::new(ARMS, 1), seed).timeless()
}

#[test]
fn temperature_draws_by_visits_and_changes_nothing_else() {
    let cold = puct(PuctOptions::new(2.0), 0);
    let visits: Vec<f64> = cold.moves.iter().map(|entry| entry.visits as f64).collect();
    for temperature in [1.0, 0.5] {
        let options = PuctOptions { temperature, ..PuctOptions::new(2.0) };
        let weights: Vec<f64> = visits.iter().map(|n| n.powf(1.0 / temperature)).collect();
        let total: f64 = weights.iter().sum();
        let mut bins: Vec<(f64, f64)> =
            weights.iter().map(|weight| (0.0, 4000.0 * weight / total)).collect();
        for seed in 0..4000 {
            let warm = puct(options, seed);
            assert_eq!(warm.moves, cold.moves);
            let chosen = warm.moves.iter().position(|entry| entry.action == warm.chosen).unwrap();
            bins[chosen].0 += 1.0;
            assert_eq!(warm.variation[0], warm.chosen);
        }
        assert!(ChiSquare::of_fit(&bins).p() > 0.001, "{temperature}: {bins:?}");
    }
    let freezing = PuctOptions { temperature: 1e-3, ..PuctOptions::new(2.0) };
    assert!((0..50).all(|seed| puct(freezing, seed).chosen == cold.chosen));
}

#[test]
fn a_discount_makes_late_rewards_smaller() {
    let value = |discount, action| {
        let analysis = puct(PuctOptions { discount, ..PuctOptions::new(2.0) }, 1);
        analysis.of(action).unwrap().value
    };
    assert!((value(1.0, 'a') - 1.0).abs() < 1e-12 && (value(1.0, 'd') - 0.7).abs() < 1e-12);
    assert!((value(0.5, 'a') - 0.5).abs() < 1e-12);
    assert!((value(0.5, 'b') - 0.45).abs() < 1e-12);
    // First the position after d is evaluated, one decision away; later the end is two away.
    let late = value(0.5, 'd');
    assert!(late > 0.7 * 0.25 && late < 0.7 * 0.5, "{late}");
}

#[test]
fn every_option_of_puct_has_an_effect() {
    let plain = PuctOptions::new(1.0);
    let noise = Some(Noise { alpha: 0.3, fraction: 0.5 });
    for (name, options) in [
        ("exploration", PuctOptions { exploration: 3.0, ..plain }),
        ("availability", PuctOptions { count: Count::Availability, ..plain }),
        ("iterations", PuctOptions { count: Count::Iterations, ..plain }),
        ("discount", PuctOptions { discount: 0.9, ..plain }),
        ("noise", PuctOptions { noise, ..plain }),
        ("Gumbel", PuctOptions { gumbel: Some(count(2)), ..plain }),
        ("batch", PuctOptions { batch: count(4), ..plain }),
    ] {
        let moves = |options| {
            let mut search = Puct::new(options, BUDGET, Rollouts(RulesOnly), RulesOnly);
            analyse::<Pig>(&mut search, &pig(), 1).moves
        };
        assert_ne!(moves(options), moves(plain), "{name}");
    }
    let moves = |batch, virtual_loss| {
        let options = PuctOptions { batch: count(batch), virtual_loss, ..plain };
        let mut search = Puct::new(options, BUDGET, Rollouts(RulesOnly), RulesOnly);
        analyse::<TicTacToe>(&mut search, &TicTacToe::begin(&()), 1).moves
    };
    assert_eq!(moves(1, 0.0), moves(1, 7.0), "one leaf at a time never waits");
    assert_ne!(moves(4, 0.0), moves(4, 7.0));
}

#[test]
fn gumbel_selection_visits_as_many_moves_as_it_says() {
    let board = TicTacToe::begin(&());
    for most in [1, 2, 4, 9, 20] {
        let options = PuctOptions { gumbel: Some(count(most)), ..PuctOptions::new(1.0) };
        let mut search = Puct::new(options, Budget::iterations(72), Rollouts(RulesOnly), RulesOnly);
        let analysis = analyse::<TicTacToe>(&mut search, &board, 1);
        let visited = analysis.moves.iter().filter(|entry| entry.visits > 0);
        assert_eq!(visited.count(), most.min(9));
        let most_visits = analysis.moves.iter().map(|entry| entry.visits).max().unwrap();
        assert_eq!(analysis.of(analysis.chosen).unwrap().visits, most_visits);
    }
}

/// Notes how many leaves come at once.
struct Counting(Arc<Mutex<Vec<usize>>>);

impl Evaluator<TicTacToe> for Counting {
    fn evaluate(&mut self, leaves: &mut [Leaf<TicTacToe>], rng: &mut SearchRng) {
        self.0.lock().unwrap().push(leaves.len());
        Rollouts(RulesOnly).evaluate(leaves, rng);
    }

    fn bytes(&self, _: usize) -> u64 {
        0
    }
}

#[test]
fn leaves_are_evaluated_in_batches() {
    let sizes = |batch, gumbel| {
        let noted = Arc::new(Mutex::new(vec![]));
        let options = PuctOptions { batch: count(batch), gumbel, ..PuctOptions::new(1.0) };
        let evaluator = Counting(noted.clone());
        let mut search = Puct::new(options, Budget::iterations(50), evaluator, RulesOnly);
        analyse::<TicTacToe>(&mut search, &TicTacToe::begin(&()), 1);
        drop(search);
        Arc::into_inner(noted).unwrap().into_inner().unwrap()
    };
    // The root comes first, alone. No game ends within a few moves, so every iteration has a leaf.
    assert_eq!(sizes(1, None), [1; 51]);
    assert_eq!(sizes(8, None), [1, 8, 8, 8, 8, 8, 8, 2]);
    // With four moves: 4 · 6 visits, then a halving, then 2 · 12, another, and the rest.
    assert_eq!(sizes(8, Some(count(4))), [1, 8, 8, 8, 8, 8, 8, 2]);
    assert_eq!(sizes(16, Some(count(4))), [1, 16, 8, 16, 8, 2]);
}
