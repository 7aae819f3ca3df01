//! What ChanceProbCut saves and what it costs, on the ten test positions of OnTop at depth 3.
//!
//!     cargo run --release -p kontra-agents --example ontop_prob_cut

use kontra_agents::ontop::{OnTopGuide, TestPosition, test_positions};
use kontra_search::expectimax::{Algorithm, ProbCut, Settings, Star};

fn main() {
    let positions = test_positions();
    spread(&positions);
    let settings = Settings { keep_probes: true, ..Settings::new(Algorithm::Star2).depth(3) };
    let exact: Vec<(u64, Vec<f64>)> = positions.iter().map(|p| exact(p, settings)).collect();
    println!("| margin | nodes | saved | mean error of the value | moves that lose | they lose |");
    println!("|---|---|---|---|---|---|");
    let all: u64 = exact.iter().map(|(nodes, _)| nodes).sum();
    for margin in [40.0, 30.0, 20.0, 15.0, 10.0, 5.0] {
        let prob_cut = Some(ProbCut { plies: 3, reduction: 2, margin });
        let (mut nodes, mut error, mut losing, mut lost) = (0, 0.0, 0, 0.0);
        for (position, (_, values)) in positions.iter().zip(&exact) {
            let mut star = Star::new(OnTopGuide::default(), Settings { prob_cut, ..settings });
            let analysis = star.analyze(&position.game);
            let number = analysis.moves.iter().position(|entry| entry.action == analysis.chosen);
            let number = number.expect("the chosen move is one of the moves");
            let best = values.iter().fold(f64::NEG_INFINITY, |best, value| best.max(*value));
            nodes += analysis.nodes;
            error += (analysis.moves[number].value - best).abs() / positions.len() as f64;
            losing += u32::from(best - values[number] > 1e-9);
            lost += best - values[number];
        }
        let saved = 100.0 * (1.0 - nodes as f64 / all as f64);
        println!("| {margin} | {nodes} | {saved:.1} % | {error:.3} | {losing} | {lost:.2} |");
    }
}

/// The nodes of a search without it, and the exact value of every move.
fn exact(position: &TestPosition, settings: Settings) -> (u64, Vec<f64>) {
    let search = |settings| Star::new(OnTopGuide::default(), settings).analyze(&position.game);
    let every_move = Settings { every_move: true, ..settings };
    let values = search(every_move).moves.iter().map(|entry| entry.value).collect();
    (search(settings).nodes, values)
}

/// How far values at one depth are from those two decisions less deep.
fn spread(positions: &[TestPosition]) {
    for plies in [3, 4] {
        let mut differences = vec![];
        for position in positions {
            let values = |plies| {
                let settings = Settings { every_move: true, ..Settings::new(Algorithm::Star2) };
                let mut star = Star::new(OnTopGuide::default(), settings.plies(plies));
                star.analyze(&position.game).moves
            };
            let pairs = values(plies).into_iter().zip(values(plies - 2));
            differences.extend(pairs.map(|(deep, shallow)| deep.value - shallow.value));
        }
        let number = differences.len() as f64;
        let mean = differences.iter().sum::<f64>() / number;
        let squares: f64 = differences.iter().map(|d| (d - mean).powi(2)).sum();
        let deviation = (squares / number).sqrt();
        println!(
            "{plies} decisions less {}: mean {mean:.2}, standard deviation {deviation:.2}",
            plies - 2
        );
    }
}
