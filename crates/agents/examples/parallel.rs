//! What more threads bring, and what they cost: OnTop searched on one thread and on several, in turn. As many trees as threads
//! (`root`), or one tree for all of them (`tree`).
//!
//!     cargo run --release -p kontra-agents --example parallel -- root 400000 9 2
//!
//! On a machine that does other things too, look at the time of the processor: if two threads take no more of
//! it than one, they do not wait for each other, and what is missing on the clock was taken by somebody else.

use kontra_agents::ontop::OnTopPlayouts;
use kontra_game::{Game, Recorded, Streams, Turn};
use kontra_ontop::OnTop;
use kontra_search::mcts::{Mcts, TreeOptions, TreeParallel};
use kontra_search::{Budget, Limits};
use std::num::NonZeroUsize;
use std::time::Instant;

fn main() {
    let argument = |n: usize, usual: u64| {
        std::env::args().nth(n).and_then(|text| text.parse().ok()).unwrap_or(usual)
    };
    let one_tree = std::env::args().nth(1).is_some_and(|way| way == "tree");
    let (iterations, rounds) = (argument(2, 400_000), argument(3, 9).max(1));
    let most = argument(4, 2).max(2) as usize;
    let game = opening();
    let mut spent = [const { vec![] }; 2];
    for _ in 0..rounds {
        for (threads, spent) in [1, most].into_iter().zip(&mut spent) {
            spent.push(measure(&game, iterations, if one_tree { 1 } else { most }, threads));
        }
    }
    println!(
        "| threads | seconds, best | median | of the processor, median | page faults, median |"
    );
    println!("|---|---|---|---|---|");
    let [one, more] = spent.map(|spent| Summary::of(&spent));
    for (threads, Summary { best, median, processor, faults }) in [(1, &one), (most, &more)] {
        println!("| {threads} | {best:.3} | {median:.3} | {processor:.2} | {faults} |");
    }
    println!();
    println!("speed-up: best {:.2}, median {:.2}", one.best / more.best, one.median / more.median);
    println!("time of the processor: {:.2} times as much", more.processor / one.processor);
}

fn measure(game: &OnTop, iterations: u64, trees: usize, threads: usize) -> Spent {
    let [trees, threads] = [trees, threads].map(|number| NonZeroUsize::new(number).unwrap());
    let (options, domain) = (TreeOptions::uct(0.7), OnTopPlayouts::default());
    let budget = Budget::iterations(iterations);
    let rng = &mut Streams::new(2012).test(3);
    let (before, began) = (Spent::so_far(), Instant::now());
    let analysis = if trees.get() == 1 {
        TreeParallel { options, budget, threads, virtual_loss: 1.0, domain }.search_state(
            game,
            &Limits::none(),
            rng,
        )
    } else {
        Mcts { options, budget, trees, threads, domain }.search_state(game, &Limits::none(), rng)
    };
    assert_eq!(analysis.iterations, iterations);
    let (clock, after) = (began.elapsed().as_secs_f64(), Spent::so_far());
    let processor = after.processor - before.processor;
    Spent { clock, processor, faults: after.faults - before.faults }
}

/// What a search took: seconds on the clock and of the processor, and page faults.
#[derive(Clone, Copy)]
struct Spent {
    clock: f64,
    processor: f64,
    faults: u64,
}

impl Spent {
    /// What this process has used up so far; nothing where there is no /proc to ask.
    fn so_far() -> Spent {
        let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        // The fields after the name of the program, the third of all being the first of these.
        let fields: Vec<&str> = text.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let field = |n: usize| fields.get(n - 3).and_then(|f| f.parse::<u64>().ok()).unwrap_or(0);
        let processor = (field(14) + field(15)) as f64 / 100.0;
        Spent { clock: 0.0, processor, faults: field(10) }
    }
}

struct Summary {
    best: f64,
    median: f64,
    processor: f64,
    faults: u64,
}

impl Summary {
    fn of(spent: &[Spent]) -> Summary {
        let sorted = |of: fn(&Spent) -> f64| {
            let mut list: Vec<f64> = spent.iter().map(of).collect();
            list.sort_by(f64::total_cmp);
            list
        };
        let (clock, middle) = (sorted(|s| s.clock), spent.len() / 2);
        let processor = sorted(|s| s.processor)[middle];
        let faults = sorted(|s| s.faults as f64)[middle] as u64;
        Summary { best: clock[0], median: clock[middle], processor, faults }
    }
}

fn opening() -> OnTop {
    let streams = Streams::new(2012);
    let mut game = OnTop::begin(&OnTop::deal(&Default::default(), &mut streams.deal(0)));
    while game.turn() == Turn::Chance {
        let Some(action) = game.random_action(&mut streams.chance(0)) else { break };
        game.play(action);
    }
    game
}
