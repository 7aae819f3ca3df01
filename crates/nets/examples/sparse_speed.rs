//! How fast a sparse network values successors of a position, and how fast it learns.
//!
//! `cargo run --release -p kontra-nets --example sparse_speed`

use kontra_nets::sparse::{HeadInput, SparseNetwork, SparseShape};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    for width in SparseShape::WIDTHS {
        let shape = SparseShape { inputs: 5000, width, heads: 16, outputs: 12 };
        let numbers = (0..shape.len()).map(|i| (i * 7919 % 2001) as f32 / 10_000.0 - 0.1).collect();
        let Some(network) = SparseNetwork::new(shape, numbers) else { continue };
        let rows = |from: usize, count: usize| -> Vec<u16> {
            (0..count).map(|i| ((from + i * 613) % 5000) as u16).collect()
        };
        let all = rows(0, 300);
        let mut sums = vec![0.0; width];
        network.sums(&all, &mut sums);
        let changes: Vec<(Vec<u16>, Vec<u16>)> =
            (0..200).map(|n| (rows(n * 31, 25), rows(n * 17, 25))).collect();
        let (begin, rounds) = (Instant::now(), 2000);
        for _ in 0..rounds {
            for (plus, minus) in &changes {
                let input = HeadInput { sums: &sums, plus, minus, head: 3 };
                black_box(network.outputs(black_box(input)));
            }
        }
        let count = f64::from(rounds) * changes.len() as f64;
        let successor = begin.elapsed().as_secs_f64() * 1e9 / count;
        let mut gradient = vec![0.0; shape.len()];
        let begin = Instant::now();
        for _ in 0..20_000 {
            let trace = network.trace(black_box(&all), 3);
            network.add_gradient(&all, 3, &trace, &trace.outputs, &mut gradient);
        }
        let lesson = begin.elapsed().as_secs_f64() * 1e9 / 20_000.0;
        println!(
            "width {width}: {successor:.0} ns for a successor with 50 changes, {lesson:.0} ns for a lesson with 300 bits"
        );
    }
}
