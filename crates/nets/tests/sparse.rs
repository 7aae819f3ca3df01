//! Sparse networks against the general forward pass, their successors, and their way back.

use kontra_nets::sparse::{HIDDEN, HeadInput, OUTPUTS, SparseNetwork, SparseShape};
use kontra_nets::{Builder, Network, Precision, Weights};

/// Numbers between -1 and 1 that follow from a seed.
struct Numbers(u64);

impl Numbers {
    fn word(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn next(&mut self) -> f32 {
        self.word() as f32 / (1_u64 << 30) as f32 - 1.0
    }

    /// Different rows, in any order.
    fn rows(&mut self, inputs: usize, count: usize) -> Vec<u16> {
        let mut all: Vec<u16> = (0..inputs as u16).collect();
        for place in 0..count {
            let other = place + self.word() as usize % (inputs - place);
            all.swap(place, other);
        }
        all.truncate(count);
        all
    }
}

fn shape(width: usize) -> SparseShape {
    SparseShape { inputs: 150, width, heads: 3, outputs: 5 }
}

/// Any network: what lies behind the outputs that are used is zero, as in every network of a file.
fn network(width: usize) -> SparseNetwork {
    let (shape, mut numbers) = (shape(width), Numbers(width as u64));
    let weights: Vec<f32> = (0..shape.to_weights(&vec![0.0; shape.len()]).len())
        .map(|_| 0.2 * numbers.next())
        .collect();
    SparseNetwork::new(shape, shape.to_flat(&weights)).unwrap()
}

/// What the general forward pass says of these rows.
fn generally(network: &SparseNetwork, rows: &[u16], head: usize) -> Vec<f32> {
    let (shape, weights) = (network.shape(), network.shape().weights(network.numbers()).unwrap());
    let general = Network::new(&shape.graph(), &weights);
    let mut evaluator = general.evaluator();
    let mut input = vec![0.0; shape.inputs];
    rows.iter().for_each(|&row| input[usize::from(row)] += 1.0);
    evaluator.evaluate_dense(&[&input], 1);
    evaluator.output(&format!("head-{head}")).unwrap().to_vec()
}

fn close(a: &[f32], b: &[f32]) {
    assert_eq!(a.len(), b.len());
    for (x, y) in a.iter().zip(b) {
        assert!((x - y).abs() < 1e-4 * (1.0 + y.abs()), "{a:?} is not {b:?}");
    }
}

#[test]
fn a_head_says_what_the_general_forward_pass_says() {
    for width in SparseShape::WIDTHS {
        let (network, mut numbers) = (network(width), Numbers(7));
        for head in 0..3 {
            let mut rows = numbers.rows(150, 40);
            // Rows that count twice.
            rows.extend_from_within(..5);
            let found = network.trace(&rows, head).outputs;
            close(&found[..5], &generally(&network, &rows, head));
            assert_eq!(found[5..], [0.0; OUTPUTS - 5]);
        }
    }
}

#[test]
fn a_successor_is_what_was_added_and_taken_away() {
    for width in SparseShape::WIDTHS {
        let (network, mut numbers) = (network(width), Numbers(8));
        let all = numbers.rows(150, 60);
        let (before, plus, minus) = (&all[..40], &all[40..], &all[..15]);
        let mut sums = vec![0.0; width];
        network.sums(before, &mut sums);
        let input = HeadInput { sums: &sums, plus, minus, head: 1 };
        let expected = generally(&network, &all[15..], 1);
        close(&network.outputs(input)[..5], &expected);
        network.change(&mut sums, plus, minus);
        let changed = HeadInput { sums: &sums, plus: &[], minus: &[], head: 1 };
        close(&network.outputs(changed)[..5], &expected);
    }
}

#[test]
fn the_way_back_is_the_slope_of_the_way_there() {
    for width in SparseShape::WIDTHS {
        let (mut network, mut numbers) = (network(width), Numbers(9));
        let rows = numbers.rows(150, 30);
        let mut wanted = [0.0; OUTPUTS];
        wanted[..5].iter_mut().for_each(|x| *x = numbers.next());
        let mut gradient = vec![0.0; network.shape().len()];
        let trace = network.trace(&rows, 2);
        network.add_gradient(&rows, 2, &trace, &wanted, &mut gradient);
        let said = |network: &SparseNetwork| -> f32 {
            network.trace(&rows, 2).outputs.iter().zip(wanted).map(|(x, w)| x * w).sum()
        };
        let head = (width + 1) * HIDDEN + (HIDDEN + 1) * OUTPUTS;
        // Some rows that are set, a bias of the sums, and numbers of the head; nothing changes another head.
        let start = 151 * width;
        let mut places: Vec<usize> =
            rows.iter().take(4).map(|&row| usize::from(row) * width + width / 3).collect();
        places.extend([
            150 * width + 1,
            start + 2 * head,
            start + 2 * head + 40,
            start + 3 * head - 15,
        ]);
        places.extend((0..20).map(|_| start + 2 * head + numbers.word() as usize % head));
        for place in places {
            let kept = network.numbers()[place];
            let step = 2e-3;
            network.numbers_mut()[place] = kept + step;
            let more = said(&network);
            network.numbers_mut()[place] = kept - step;
            let slope = (more - said(&network)) / (2.0 * step);
            network.numbers_mut()[place] = kept;
            let found = gradient[place];
            assert!(
                (slope - found).abs() < 2e-2 * (1.0 + found.abs()),
                "{place}: {slope} is not {found}"
            );
        }
        assert!(gradient[start..start + 2 * head].iter().all(|&g| g == 0.0));
        assert!(gradient.iter().any(|&g| g != 0.0));
    }
}

#[test]
fn numbers_come_back_from_the_order_of_files() {
    for width in SparseShape::WIDTHS {
        let (network, shape) = (network(width), shape(width));
        assert_eq!(SparseShape::of_graph(&shape.graph()).unwrap(), shape);
        let weights = shape.weights(network.numbers()).unwrap();
        let file = weights.to_file(&shape.graph(), Precision::F32, &[]).unwrap();
        let (graph, read, _) = Weights::from_file(&file).unwrap();
        assert_eq!(graph, shape.graph());
        assert_eq!(shape.to_flat(read.parameters()), network.numbers());
    }
}

#[test]
fn other_networks_and_lists_of_other_lengths_are_refused() {
    let mut b = Builder::new();
    let bits = b.dense(1, 150);
    let x = b.linear(bits, 32);
    let graph = b.finish(&[("head-0", x)]);
    let why = SparseShape::of_graph(&graph).unwrap_err().to_string();
    assert_eq!(why, "weights: expected a sparse network, found one of another kind");
    let long = vec![0.0; shape(32).len() + 1];
    assert!(SparseNetwork::new(shape(32), long).is_none());
    let odd = SparseShape { width: 33, ..shape(32) };
    assert!(!odd.is_valid() && SparseNetwork::new(odd, vec![0.0; odd.len()]).is_none());
}
