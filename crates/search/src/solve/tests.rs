//! The solver against plain minimax on random games with everything in them that can go wrong: many ways to
//! the same position, values that the past adds to, bounds that are tight or loose, sides in any order.

use crate::Limits;
use crate::solve::{Side, Solver, TwoSided, minimax};
use kontra_game::{Actions, SearchRng, Streams, choose};
use std::rc::Rc;

/// A random game on layers of nodes: every edge leads one layer on and adds its weight to the value.
struct Graph {
    nodes: Vec<Node>,
}

struct Node {
    side: Side,
    /// Where each move leads, and what it adds.
    edges: Vec<(usize, i32)>,
    /// The least and the most that can still be added.
    bounds: (i32, i32),
}

fn number(rng: &mut SearchRng, bound: u32) -> usize {
    choose::below(rng, bound) as usize
}

impl Graph {
    fn random(rng: &mut SearchRng) -> Graph {
        let (layers, width) = (2 + number(rng, 6), 1 + number(rng, 8));
        let weights = 1 + choose::below(rng, 12);
        let mut nodes: Vec<Node> = vec![];
        for layer in (0..layers).rev() {
            for _ in 0..width {
                let side = if number(rng, 2) == 0 { Side::First } else { Side::Second };
                let moves = if layer + 1 == layers { 0 } else { 1 + number(rng, 4) };
                let next_layer = (layers - 2).wrapping_sub(layer).wrapping_mul(width);
                let edges: Vec<(usize, i32)> = (0..moves)
                    .map(|_| {
                        let weight = number(rng, 2 * weights) as i32 - weights as i32;
                        (next_layer + number(rng, width as u32), weight)
                    })
                    .collect();
                let reach = |(to, weight): &(usize, i32)| {
                    let (low, high) = nodes[*to].bounds;
                    (low + weight, high + weight)
                };
                let low = edges.iter().map(|edge| reach(edge).0).min().unwrap_or(0);
                let high = edges.iter().map(|edge| reach(edge).1).max().unwrap_or(0);
                nodes.push(Node { side, edges, bounds: (low, high) });
            }
        }
        Graph { nodes }
    }
}

#[derive(Clone)]
struct Walker {
    graph: Rc<Graph>,
    at: usize,
    banked: i32,
    /// How loose the bounds are; `None`: there are none.
    slack: Option<i32>,
    has_keys: bool,
}

impl TwoSided for Walker {
    type Move = usize;

    fn side(&self) -> Option<Side> {
        let node = &self.graph.nodes[self.at];
        (!node.edges.is_empty()).then_some(node.side)
    }

    fn moves(&self, out: &mut Actions<usize>) {
        out.extend(0..self.graph.nodes[self.at].edges.len());
    }

    fn play(&mut self, action: usize) {
        let (to, weight) = self.graph.nodes[self.at].edges[action];
        self.at = to;
        self.banked += weight;
    }

    fn value(&self) -> i32 {
        self.banked
    }

    fn bounds(&self) -> (i32, i32) {
        let (low, high) = self.graph.nodes[self.at].bounds;
        self.slack
            .map_or((-9999, 9999), |slack| (self.banked + low - slack, self.banked + high + slack))
    }

    fn banked(&self) -> i32 {
        self.banked
    }

    fn key(&self) -> Option<u128> {
        self.has_keys.then_some(self.at as u128)
    }
}

#[test]
fn the_solver_agrees_with_minimax_on_random_games() {
    for number in 0..5000 {
        let rng = &mut Streams::new(4).test(number);
        let graph = Rc::new(Graph::random(rng));
        let at = graph.nodes.len() - 1;
        let mut solver = Solver::new(1 << 12);
        for slack in [None, Some(0), Some(5)] {
            for has_keys in [false, true] {
                let banked = choose::below(rng, 50) as i32 - 25;
                let game = Walker { graph: Rc::clone(&graph), at, banked, slack, has_keys };
                let value = minimax(&game);
                assert_eq!(solver.value(&game), value, "game {number}");
                assert_eq!(solver.value_near(&game, -7), value, "game {number}");
                assert!(solver.is_at_least(&game, value), "game {number}");
                assert!(!solver.is_at_least(&game, value + 1), "game {number}");
            }
        }
    }
}

#[test]
fn a_full_table_forgets_but_does_not_err() {
    /// Both sides write a number of 14 decimal digits in turn; the sum of the digits modulo 7 is its value.
    #[derive(Clone)]
    struct Digits(u64, u32);
    impl TwoSided for Digits {
        type Move = u64;
        fn side(&self) -> Option<Side> {
            (self.1 < 14).then_some(if self.1.is_multiple_of(2) {
                Side::First
            } else {
                Side::Second
            })
        }
        fn moves(&self, out: &mut Actions<u64>) {
            out.extend(0..3);
        }
        fn play(&mut self, action: u64) {
            *self = Digits(self.0 * 3 + action, self.1 + 1);
        }
        fn value(&self) -> i32 {
            (self.0 % 1009 % 97) as i32
        }
        fn bounds(&self) -> (i32, i32) {
            (0, 96)
        }
        fn key(&self) -> Option<u128> {
            Some(u128::from(self.0) << 8 | u128::from(self.1))
        }
    }
    let game = Digits(1, 2);
    assert_eq!(Solver::new(1).value(&game), minimax(&game));
}

/// This many moves are to come; each side wants or does not want its own to count.
#[derive(Clone)]
struct Long {
    left: u32,
    counted: i32,
}

impl TwoSided for Long {
    type Move = bool;

    fn side(&self) -> Option<Side> {
        let side = if self.left.is_multiple_of(2) { Side::First } else { Side::Second };
        (self.left > 0).then_some(side)
    }

    fn moves(&self, out: &mut Actions<bool>) {
        out.extend([true, false]);
    }

    fn play(&mut self, counts: bool) {
        self.left -= 1;
        self.counted += i32::from(counts);
    }

    fn value(&self) -> i32 {
        self.counted
    }
}

#[test]
fn a_question_that_would_take_for_ever_ends_with_its_limits() {
    let limits = Limits::none();
    let mut solver = Solver::new(1 << 10).within(&limits);
    assert_eq!(solver.value(&Long { left: 10, counted: 0 }), 5);
    assert!(!solver.is_stopped());
    limits.stop();
    solver.value(&Long { left: 90, counted: 0 });
    assert!(solver.is_stopped());
    // The same solver without the limits is right again: nothing wrong was remembered.
    let mut solver = solver.within(&Limits::none());
    assert_eq!(solver.value(&Long { left: 10, counted: 0 }), 5);
    assert!(!solver.is_stopped());
}
