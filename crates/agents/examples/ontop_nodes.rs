//! How many nodes the searches save on the ten test positions of OnTop, and how fast they are on one core: the
//! tables of the book's chapter on Expectimax.
//!
//!     cargo run --release -p kontra-agents --example ontop_nodes -- 3
//!
//! The number is the depth, 1 to 3; `3 all` adds the rows that take minutes.

use kontra_agents::ontop::{
    FeatureWeights, MoveOrder, OnTopGuide, TestPosition, ValueBounds, test_positions,
};
use kontra_search::expectimax::{Algorithm, ProbCut, Probing, Settings, Star};
use std::time::Instant;

const THESIS: ValueBounds = ValueBounds::PointsPerTile(4.0);

/// One row of the table.
struct Row {
    name: &'static str,
    order: Option<MoveOrder>,
    limits: ValueBounds,
    settings: Settings,
}

fn main() {
    let depth: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(2).clamp(1, 3);
    let positions = test_positions();
    println!(
        "| search, depth {depth} | bounds | moves by | mean | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | nodes | million nodes/s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    // With wide bounds Star1 visits more than a thousand million nodes at depth 3.
    let is_slow = |row: &Row| row.settings.algorithm == Algorithm::Star1 && row.limits != THESIS;
    let all = depth < 3 || std::env::args().nth(2).is_some_and(|word| word == "all");
    for row in rows().into_iter().filter(|row| all || !is_slow(row)) {
        measure(&row, depth, &positions);
    }
}

fn rows() -> Vec<Row> {
    let (share, gain) = (Some(MoveOrder::Share), Some(MoveOrder::Gain));
    let star25 = |probing| Algorithm::Star25 { factor: 2, probing };
    let plain = |name, algorithm, order: Option<MoveOrder>, limits| {
        let settings = Settings { ordering: order.is_some(), ..Settings::new(algorithm) };
        Row { name, order, limits, settings }
    };
    let mut rows = vec![
        plain("Star1", Algorithm::Star1, None, THESIS),
        plain("Star1", Algorithm::Star1, share, THESIS),
        plain("Star2", Algorithm::Star2, None, THESIS),
        plain("Star2", Algorithm::Star2, share, THESIS),
        plain("Star2.5, 2 probes", star25(Probing::Sequential), share, THESIS),
        plain("Star2.5, 2 cyclic", star25(Probing::Cyclic), share, THESIS),
        plain("Star1", Algorithm::Star1, share, ValueBounds::Wide),
        plain("Star1", Algorithm::Star1, share, ValueBounds::Reach),
        plain("Star2", Algorithm::Star2, share, ValueBounds::Wide),
        plain("Star2", Algorithm::Star2, share, ValueBounds::Reach),
        plain("Star2", Algorithm::Star2, gain, ValueBounds::Wide),
        plain("Star2", Algorithm::Star2, gain, ValueBounds::Reach),
        plain("Star2.5, 2 probes", star25(Probing::Sequential), gain, ValueBounds::Reach),
        plain("Star2.5, 2 cyclic", star25(Probing::Cyclic), gain, ValueBounds::Reach),
    ];
    let keeping = |algorithm| Settings { keep_probes: true, ..Settings::new(algorithm) };
    for (name, algorithm) in [
        ("Star2, probes kept", Algorithm::Star2),
        ("Star2.5, 2 probes kept", star25(Probing::Sequential)),
        ("Star2.5, 2 cyclic, kept", star25(Probing::Cyclic)),
        ("Star2.5, 4 probes kept", Algorithm::Star25 { factor: 4, probing: Probing::Sequential }),
    ] {
        rows.push(Row {
            name,
            order: gain,
            limits: ValueBounds::Reach,
            settings: keeping(algorithm),
        });
    }
    let full = Settings { table: 1 << 22, ..keeping(Algorithm::Star2) };
    let prob_cut = Some(ProbCut { plies: 3, reduction: 2, margin: 15.0 });
    for (name, settings) in [
        ("Star2, kept + table", full),
        ("the same + StarETC", Settings { etc: true, ..full }),
        ("Star2, kept + table + deepening", Settings { deepening: true, ..full }),
        ("the same + StarETC", Settings { deepening: true, etc: true, ..full }),
        ("the same + ChanceProbCut", Settings { deepening: true, etc: true, prob_cut, ..full }),
    ] {
        rows.push(Row { name, order: gain, limits: ValueBounds::Reach, settings });
    }
    rows
}

fn measure(row: &Row, depth: u32, positions: &[TestPosition]) {
    let guide =
        OnTopGuide::new(FeatureWeights::default(), row.order.unwrap_or_default(), row.limits);
    let mut star = Star::new(guide, row.settings.depth(depth));
    // Touches all memory before the clock starts.
    star.analyze(&positions[9].game);
    let (mut cells, mut sum, mut nodes) = (vec![], 0.0, 0);
    let began = Stopwatch::start();
    for position in positions {
        let visited = star.analyze(&position.game).nodes;
        let all = position.nodes[depth as usize - 1];
        let saved = 100.0 * (1.0 - visited as f64 / all as f64);
        cells.push(format!("{saved:.2}"));
        sum += saved;
        nodes += visited;
    }
    let seconds = began.seconds();
    // The system counts in ticks of some milliseconds.
    let speed = match seconds > 0.03 {
        true => format!("{:.1}", nodes as f64 / seconds / 1e6),
        false => "-".to_owned(),
    };
    let order = row.order.map_or("rules", |order| match order {
        MoveOrder::Share => "share",
        MoveOrder::Gain => "gain",
    });
    let limits = match row.limits {
        ValueBounds::Wide => "wide".to_owned(),
        ValueBounds::Reach => "reach".to_owned(),
        ValueBounds::PointsPerTile(points) => format!("{points} points a tile"),
    };
    let mean = sum / positions.len() as f64;
    println!(
        "| {} | {limits} | {order} | {mean:.2} | {} | {nodes} | {speed} |",
        row.name,
        cells.join(" | "),
    );
}

/// Time on the processor where the system tells it, so that other work does not count; time on the clock elsewhere.
struct Stopwatch {
    began: Instant,
    on_processor: Option<f64>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { began: Instant::now(), on_processor: on_processor() }
    }

    fn seconds(&self) -> f64 {
        match (self.on_processor, on_processor()) {
            (Some(before), Some(now)) => now - before,
            _ => self.began.elapsed().as_secs_f64(),
        }
    }
}

/// The seconds this thread has run.
fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}
