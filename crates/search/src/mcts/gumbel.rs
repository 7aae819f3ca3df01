//! Gumbel root selection by sequential halving (Danihelka et al. 2022, algorithm 2).

use super::noise::gumbel;
use super::tree::{ROOT, Tree};
use kontra_game::SearchRng;

/// A few moves drawn without replacement, then visited equally often and halved by what was found, until two are left.
pub(crate) struct Halving<A> {
    /// The drawn moves, each with its Gumbel number plus the logarithm of its prior.
    drawn: Vec<(A, f64)>,
    iterations: u64,
    /// How many moves are still considered.
    considered: usize,
    /// How many visits each of them has.
    level: u32,
    /// How many of them have got their next visit.
    ahead: usize,
    /// How many visits each of them gets before the next halving, the current one included.
    rounds: u64,
    has_halved: bool,
}

/// A visit weighs this much more than the Gumbel number from the start: `c_visit` in the paper, where `c_scale` is 1.
const VISITS: f64 = 50.0;

impl<A: Copy + PartialEq> Halving<A> {
    /// Draws at most this many moves by the priors at the root.
    pub(crate) fn new(
        tree: &Tree<A>,
        most: usize,
        iterations: u64,
        rng: &mut SearchRng,
    ) -> Halving<A> {
        let score = |prior: f32, rng: &mut SearchRng| gumbel(rng) + f64::from(prior.max(1e-9)).ln();
        let mut drawn: Vec<(A, f64)> =
            tree.edges(ROOT).iter().map(|edge| (edge.action, score(edge.prior, rng))).collect();
        drawn.sort_by(|a, b| b.1.total_cmp(&a.1));
        drawn.truncate(most);
        let considered = drawn.len();
        let (level, ahead, rounds, has_halved) = (0, 0, 0, false);
        let mut halving =
            Halving { drawn, iterations, considered, level, ahead, rounds, has_halved };
        halving.rounds = halving.rounds_of_phase();
        halving
    }

    /// The iterations are divided evenly among the phases, and in a phase among the moves.
    fn rounds_of_phase(&self) -> u64 {
        let phases = u64::from(self.drawn.len().max(2).next_power_of_two().ilog2());
        (self.iterations / (phases * self.considered.max(1) as u64)).max(1)
    }

    /// The move to visit next. Among those that are due, better ones come first: so the best half is visited again.
    pub(crate) fn next(&mut self, tree: &Tree<A>, range: (f64, f64)) -> Option<A> {
        let due = self.best(tree, range, |_, visits| visits == self.level);
        self.has_halved = false;
        self.ahead += 1;
        if self.ahead >= self.considered {
            self.ahead = 0;
            self.level += 1;
            self.rounds -= 1;
            if self.rounds == 0 {
                self.considered = (self.considered / 2).max(2).min(self.drawn.len());
                self.rounds = self.rounds_of_phase();
                self.has_halved = true;
            }
        }
        due
    }

    /// Whether the next move is chosen by all that was found out so far, so that no evaluation may be pending.
    pub(crate) fn has_halved(&self) -> bool {
        self.has_halved
    }

    /// The best of the most visited moves.
    pub(crate) fn decide(
        &self,
        tree: &Tree<A>,
        range: (f64, f64),
        admits: impl Fn(A) -> bool,
    ) -> Option<A> {
        let admitted = self.drawn.iter().filter(|(action, _)| admits(*action));
        let most = admitted.map(|&(action, _)| visits(tree, action)).max()?;
        self.best(tree, range, |action, visits| visits == most && admits(action))
    }

    /// The best move that fits, by itself and its visits.
    fn best(&self, tree: &Tree<A>, range: (f64, f64), fits: impl Fn(A, u32) -> bool) -> Option<A> {
        let scores = self.scores(tree, range);
        let fitting = scores.filter(|&(action, _)| fits(action, visits(tree, action)));
        fitting.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(action, _)| action)
    }

    /// The moves with Gumbel number, prior and what was found out since. `range` is the lowest and the highest
    /// reward there was: values are scaled by it, because rewards may be of any size.
    fn scores(&self, tree: &Tree<A>, (low, high): (f64, f64)) -> impl Iterator<Item = (A, f64)> {
        let most = self.drawn.iter().map(|&(action, _)| visits(tree, action)).max().unwrap_or(0);
        let weight = if high > low { (VISITS + f64::from(most)) / (high - low) } else { 0.0 };
        self.drawn.iter().map(move |&(action, score)| {
            let edge = tree.find(ROOT, action).map(|slot| tree.edge(ROOT, slot));
            let value = edge.filter(|edge| edge.visits > 0).map_or(0.0, |edge| edge.mean() - low);
            (action, score + weight * value)
        })
    }
}

fn visits<A: Copy + PartialEq>(tree: &Tree<A>, action: A) -> u32 {
    tree.find(ROOT, action).map_or(0, |slot| tree.edge(ROOT, slot).visits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Streams;

    const RANGE: (f64, f64) = (-1.0, 1.0);

    /// A root with this many equally likely moves.
    fn tree(moves: u32) -> Tree<u32> {
        let mut tree = Tree::new();
        for action in 0..moves {
            let slot = tree.add_edge(ROOT, action);
            tree.edge_mut(ROOT, slot).prior = 1.0 / moves as f32;
        }
        tree
    }

    /// Runs a whole search in which a move is worth what `value` says; returns the visits, most first.
    fn visits_of(moves: u32, most: usize, iterations: u64, value: fn(u32) -> f64) -> Vec<u32> {
        let mut tree = tree(moves);
        let mut rng = Streams::new(1).test(0);
        let mut halving = Halving::new(&tree, most, iterations, &mut rng);
        for _ in 0..iterations {
            let action = halving.next(&tree, RANGE).unwrap();
            let edge = tree.edge_mut(ROOT, action);
            edge.visits += 1;
            edge.total += value(action);
        }
        let mut visits: Vec<u32> = tree.edges(ROOT).iter().map(|edge| edge.visits).collect();
        visits.sort_by(|a, b| b.cmp(a));
        visits.retain(|&visits| visits > 0);
        visits
    }

    #[test]
    fn each_phase_gets_the_same_share_of_the_iterations() {
        // As in the authors' program: 16 = 4 · 2 + 2 · 4; 24 = 8 · 1 + 4 · 2 + 2 · 4; 64 = 16 · 1 + 8 · 2 + 4 · 4 + 2 · 8.
        assert_eq!(visits_of(20, 4, 16, |_| 0.0), [6, 6, 2, 2]);
        assert_eq!(visits_of(20, 8, 24, |_| 0.0), [7, 7, 3, 3, 1, 1, 1, 1]);
        let sixteen = [15, 15, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1];
        assert_eq!(visits_of(20, 16, 64, |_| 0.0), sixteen);
    }

    #[test]
    fn all_iterations_are_used_however_they_divide() {
        for (most, iterations) in [(1, 7), (2, 9), (3, 10), (5, 33), (16, 5), (16, 100)] {
            let visits = visits_of(16, most, iterations, |_| 0.0);
            assert_eq!(u64::from(visits.iter().sum::<u32>()), iterations);
            assert!(visits.len() <= most, "{visits:?}");
        }
    }

    #[test]
    fn a_better_move_stays_and_is_chosen() {
        let mut tree = tree(8);
        let mut rng = Streams::new(2).test(0);
        let mut halving = Halving::new(&tree, 8, 48, &mut rng);
        for _ in 0..48 {
            let action = halving.next(&tree, RANGE).unwrap();
            let edge = tree.edge_mut(ROOT, action);
            edge.visits += 1;
            edge.total += if action == 5 { 0.9 } else { -0.9 };
        }
        assert_eq!(halving.decide(&tree, RANGE, |_| true), Some(5));
        assert_ne!(halving.decide(&tree, RANGE, |action| action != 5), Some(5));
        assert_eq!(halving.decide(&tree, RANGE, |_| false), None);
    }

    #[test]
    fn moves_are_drawn_by_their_priors() {
        let mut tree = tree(4);
        tree.edges_mut(ROOT).iter_mut().for_each(|edge| edge.prior = 0.1);
        tree.edge_mut(ROOT, 3).prior = 0.7;
        let mut rng = Streams::new(3).test(0);
        let drawn = (0..2000).map(|_| Halving::new(&tree, 1, 9, &mut rng).drawn[0].0);
        let often = drawn.filter(|&action| action == 3).count();
        // 0.7 of 2000, with a standard deviation of 20.
        assert!((1340..1460).contains(&often), "{often}");
    }
}
