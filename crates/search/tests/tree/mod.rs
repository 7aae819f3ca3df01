//! Random trees as a game: any shape, any probabilities, any values, and states that are reached in several ways.
#![allow(unreachable_pub, reason = "a module of a test is public to nobody")]

use kontra_game::{Actions, Chances, Game, Open, Payoffs, SearchRng, Seat, Streams, Turn, choose};
use kontra_search::expectimax::{
    Bounds, Evaluate, MoveRatings, Order, Span, StateKeys, expectimax, hashed,
};
use rand::Rng;
use std::hash::{Hash, Hasher};

/// A tree, or rather a graph without loops: layers of nodes, each leading to the next or, in some trees, to any later
/// one, so that the same node comes at different depths.
#[derive(Debug)]
pub struct Tree {
    pub seed: u64,
    pub layers: u32,
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    turn: Turn,
    /// The result if the game is over here, otherwise what a search that ends here takes for it.
    value: f64,
    rating: f32,
    children: Vec<(u32, f64)>,
}

/// A place in a tree.
#[derive(Clone, Copy)]
pub struct Place {
    pub tree: &'static Tree,
    node: u32,
}

impl Tree {
    /// A random tree whose first node is somebody's turn. It lives as long as the process.
    pub fn random(seed: u64) -> &'static Tree {
        let mut rng = Streams::new(seed).test(0);
        let layers = 2 + below(&mut rng, 5);
        let regular = below(&mut rng, 3) == 0;
        let widest = 2 + below(&mut rng, 5);
        let whole_numbers = below(&mut rng, 2) == 0;
        let skipping = !regular && below(&mut rng, 3) == 0;
        let mut ends = vec![1];
        for depth in 0..=layers as usize {
            ends.push(ends[depth] + 1 + below(&mut rng, widest));
        }
        let mut nodes = vec![];
        for depth in 0..=layers {
            let layer = nodes.len() as u32..ends[depth as usize];
            let next = layer.end..ends[if skipping { layers as usize } else { depth as usize + 1 }];
            for _ in layer {
                let turn = match () {
                    () if depth == layers => Turn::Over,
                    () if regular && depth % 2 == 1 => Turn::Chance,
                    () if regular => seat(depth / 2),
                    () if depth == 0 => seat(below(&mut rng, 2)),
                    () => match below(&mut rng, 8) {
                        0 => Turn::Over,
                        1..=4 => Turn::Chance,
                        n => seat(n),
                    },
                };
                let value = if whole_numbers {
                    f64::from(below(&mut rng, 9)) - 4.0
                } else {
                    200.0 * choose::unit(&mut rng) - 100.0
                };
                let rating = choose::unit(&mut rng) as f32;
                let children = children(&mut rng, turn, next.clone());
                nodes.push(Node { turn, value, rating, children });
            }
        }
        Box::leak(Box::new(Tree { seed, layers, nodes }))
    }

    /// A tree made by hand: for each node whose turn it is there (the first seat's, if not chance's, and nobody's without
    /// children), its value, and the probabilities of its children, if it is a chance node.
    pub fn by_hand(layers: u32, nodes: &[(f64, &[u32], &[f64])]) -> &'static Tree {
        let node = |&(value, children, chances): &(f64, &[u32], &[f64])| {
            let turn = match () {
                () if children.is_empty() => Turn::Over,
                () if chances.is_empty() => seat(0),
                () => Turn::Chance,
            };
            let chances = chances.iter().copied().chain(std::iter::repeat(0.0));
            let children = children.iter().copied().zip(chances).collect();
            Node { turn, value, rating: 0.0, children }
        };
        let nodes = nodes.iter().map(node).collect();
        Box::leak(Box::new(Tree { seed: u64::MAX, layers, nodes }))
    }

    pub fn root(&'static self) -> Place {
        Place { tree: self, node: 0 }
    }

    /// The smallest and the largest value anywhere.
    fn extremes(&self) -> Span {
        self.nodes.iter().fold(Span::new(f64::INFINITY, f64::NEG_INFINITY), |span, node| {
            Span::new(span.low.min(node.value), span.high.max(node.value))
        })
    }
}

fn seat(number: u32) -> Turn {
    Turn::Seat(Seat::wrapping(number as usize, 2))
}

fn below(rng: &mut SearchRng, bound: u32) -> u32 {
    choose::below(rng, bound)
}

fn children(rng: &mut SearchRng, turn: Turn, next: std::ops::Range<u32>) -> Vec<(u32, f64)> {
    if turn == Turn::Over {
        return vec![];
    }
    let most = if turn == Turn::Chance { 5 } else { 4 };
    let number = 1 + below(rng, most) as usize;
    let even = below(rng, 3) == 0;
    let weights: Vec<f64> =
        (0..number).map(|_| if even { 1.0 } else { (6.0 * choose::unit(rng)).exp() }).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|w| (next.start + below(rng, next.len() as u32), w / sum)).collect()
}

impl Place {
    /// All moves or outcomes.
    pub fn choices(&self) -> std::ops::Range<u8> {
        0..self.at().children.len() as u8
    }

    fn at(&self) -> &'static Node {
        &self.tree.nodes[self.node as usize]
    }
}

impl Game for Place {
    type Action = u8;
    type View = Open<Place>;

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.at().turn
    }

    fn actions(&self, out: &mut Actions<u8>) {
        if let Turn::Seat(_) = self.turn() {
            out.extend(0..self.at().children.len() as u8);
        }
    }

    fn chances(&self, out: &mut Chances<u8>) {
        if self.turn() == Turn::Chance {
            out.extend(self.at().children.iter().zip(0..).map(|(&(_, p), i)| (i, p)));
        }
    }

    fn play(&mut self, action: u8) {
        self.node = self.at().children[usize::from(action)].0;
    }

    fn payoffs(&self) -> Payoffs {
        Payoffs::new(&[self.at().value, -self.at().value])
    }

    fn view(&self, seat: Seat) -> Open<Place> {
        Open::new(*self, seat)
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        (self.tree.seed, self.node) == (other.tree.seed, other.node)
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.node);
    }
}

impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "node {} of tree {}", self.node, self.tree.seed)
    }
}

/// Knows the values of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Knowing {
    pub bounds: Kind,
    pub longest: bool,
    extremes: Span,
}

/// What is said about the values that cannot be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// Nothing.
    None,
    /// The smallest and the largest value of the tree, and a little more.
    Loose,
    /// The smallest and the largest value of the tree.
    Static,
    /// The smallest and the largest value after each chance node.
    Tight,
    /// Something wrong.
    Wrong,
    /// Something wrong, and known to be no more than a guess.
    Guessed,
}

impl Kind {
    pub const TRUE: [Kind; 4] = [Kind::None, Kind::Loose, Kind::Static, Kind::Tight];
}

impl Knowing {
    pub fn new(tree: &Tree, bounds: Kind, longest: bool) -> Knowing {
        Knowing { bounds, longest, extremes: tree.extremes() }
    }
}

impl Evaluate<Place> for Knowing {
    fn evaluate(&self, state: &Place) -> f64 {
        state.at().value
    }

    fn longest(&self, state: &Place) -> u32 {
        // A node's number is no smaller than its layer's.
        if self.longest { state.tree.layers } else { u32::MAX }
    }
}

impl Bounds<Place> for Knowing {
    fn bounds(&self, state: &Place, plies: u32) -> Span {
        let Span { low, high } = self.extremes;
        match self.bounds {
            Kind::None => Span::ALL,
            Kind::Loose => Span::new(low - 1.5, high + 0.5),
            Kind::Static => self.extremes,
            Kind::Tight => {
                let values = state
                    .at()
                    .children
                    .iter()
                    .map(|&(node, _)| expectimax(self, &Place { node, ..*state }, plies).value);
                values.fold(Span::new(high, low), |span, value| {
                    Span::new(span.low.min(value), span.high.max(value))
                })
            }
            Kind::Wrong | Kind::Guessed => {
                let (middle, tenth) = (f64::midpoint(low, high), (high - low) / 10.0);
                Span::new(middle - tenth, middle + tenth)
            }
        }
    }

    fn certain(&self) -> bool {
        self.bounds != Kind::Guessed
    }
}

impl Order<Place> for Knowing {
    fn rate(&self, state: &Place, _: &[u8], ratings: &mut MoveRatings) {
        let children = &state.at().children;
        ratings.extend(children.iter().map(|&(node, _)| state.tree.nodes[node as usize].rating));
    }
}

impl StateKeys<Place> for Knowing {
    fn key(&self, state: &Place) -> u64 {
        hashed(state)
    }
}

/// One of the things in a list.
pub fn one_of<T: Copy>(rng: &mut impl Rng, list: &[T]) -> T {
    list[choose::below(rng, list.len() as u32) as usize]
}
