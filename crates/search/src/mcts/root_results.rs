//! What one or several trees say about the moves at the root.

use super::options::Decision;
use super::sample::RewardSample;
use super::tree::{Edge, IterationCounts, ROOT, Tree};
use crate::{Analysis, MoveAnalysis};
use std::time::Duration;

/// How the results of several trees become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pooling {
    /// All visits count alike, whichever tree they come from.
    Visits,
    /// Every tree counts alike: the mean of its means. The highest is played, whatever the [`Decision`] of the trees
    /// (Sievers 2012, 5.2, version 1).
    Means,
    /// Every tree has one vote for the move it would play.
    Votes,
}

/// One move at the root.
#[derive(Clone, PartialEq, Debug)]
struct RootMove<A> {
    action: A,
    visits: u64,
    /// The sum of rewards and of their squares over all visits.
    rewards: Sum,
    /// The trees that have tried the move.
    trees: u64,
    /// The sum of their means and of the squares of these.
    means: Sum,
    votes: f64,
    prior: f64,
    /// How play is expected to continue, in the tree that has visited the move most often, and how often that was.
    line: Vec<A>,
    line_visits: u64,
}

/// Numbers with weights: the sum of the weights and of their squares, and of the numbers and of their squares.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Sum {
    weight: f64,
    weight_squares: f64,
    total: f64,
    squares: f64,
}

impl Sum {
    fn plus(self, other: Sum) -> Sum {
        Sum {
            weight: self.weight + other.weight,
            weight_squares: self.weight_squares + other.weight_squares,
            total: self.total + other.total,
            squares: self.squares + other.squares,
        }
    }

    /// The same with every weight this many times as large.
    fn times(self, factor: f64) -> Sum {
        Sum {
            weight: factor * self.weight,
            weight_squares: factor * factor * self.weight_squares,
            total: factor * self.total,
            squares: factor * self.squares,
        }
    }

    fn mean(&self) -> f64 {
        self.total / self.weight
    }

    /// The standard error of the mean. With different weights the numbers count like fewer of the same weight.
    fn error(&self) -> f64 {
        let count = if self.weight_squares == self.weight {
            self.weight
        } else {
            self.weight * self.weight / self.weight_squares
        };
        let mean = self.mean();
        ((self.squares / self.weight - mean * mean).max(0.0) / (count - 1.0)).sqrt()
    }
}

/// What a move got in one tree, or without one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tried {
    visits: u64,
    /// The sum of the weights of all visits, and of their squares.
    weight: f64,
    weight_squares: f64,
    /// The weighted sum of rewards, and their variance.
    total: f64,
    variance: f64,
}

impl Tried {
    /// Visits that count alike, the sum of their rewards, and its variance.
    pub(crate) fn new(visits: u64, total: f64, variance: f64) -> Tried {
        let weight = visits as f64;
        Tried { visits, weight, weight_squares: weight, total, variance }
    }

    /// Playouts in worlds that may have weights.
    pub(crate) fn of_sample(sample: &RewardSample) -> Tried {
        let &RewardSample { count: visits, weight, weight_squares, total, .. } = sample;
        Tried { visits, weight, weight_squares, total, variance: sample.variance() }
    }
}

/// An edge of a root, the variance of its rewards, and how play is expected to continue.
pub(crate) struct RootEdge<A> {
    pub(crate) edge: Edge<A>,
    pub(crate) variance: f64,
    pub(crate) line: Vec<A>,
}

/// The moves at the root with everything that was found out about them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RootResults<A> {
    moves: Vec<RootMove<A>>,
    tally: IterationCounts,
    nodes: u64,
    worlds: u64,
}

impl<A: Copy + PartialEq> RootResults<A> {
    pub(crate) fn new(legal: &[A]) -> RootResults<A> {
        let fresh = |&action| RootMove {
            action,
            visits: 0,
            rewards: Sum::default(),
            trees: 0,
            means: Sum::default(),
            votes: 0.0,
            prior: 1.0 / legal.len() as f64,
            line: vec![],
            line_visits: 0,
        };
        let moves = legal.iter().map(fresh).collect();
        RootResults { moves, tally: IterationCounts::default(), nodes: 0, worlds: 0 }
    }

    /// What one tree says, which has seen this many worlds and would decide like this.
    pub(crate) fn of_tree(
        legal: &[A],
        tree: &Tree<A>,
        worlds: u64,
        decision: Decision,
    ) -> RootResults<A> {
        let edges = (0..).zip(tree.edges(ROOT)).map(|(slot, edge)| {
            let (variance, line) = (tree.variance(slot), tree.line(slot));
            RootEdge { edge: *edge, variance, line }
        });
        RootResults::of_edges(legal, edges, decision).with(tree.tally, tree.len(), worlds)
    }

    /// What the edges of a root say, whose tree would decide like this.
    pub(crate) fn of_edges(
        legal: &[A],
        edges: impl Iterator<Item = RootEdge<A>>,
        decision: Decision,
    ) -> RootResults<A> {
        let mut roots = RootResults::new(legal);
        for RootEdge { edge, variance, line } in edges {
            roots.add(edge.action, Tried::new(edge.visits.into(), edge.total, variance));
            if let Some(entry) = roots.entry(edge.action) {
                entry.prior = edge.prior.into();
                entry.line = line;
            }
        }
        if let Some(chosen) = roots.decide(decision, Pooling::Visits, |_, _| true) {
            roots.moves[chosen].votes = 1.0;
        }
        roots
    }

    /// The same, with the iterations, nodes and worlds it took.
    pub(crate) fn with(self, tally: IterationCounts, nodes: usize, worlds: u64) -> RootResults<A> {
        RootResults { tally, nodes: nodes as u64, worlds, ..self }
    }

    /// Adds what a move got in one tree.
    pub(crate) fn add(&mut self, action: A, tried: Tried) {
        let Tried { visits, weight, weight_squares, total, variance } = tried;
        if let Some(entry) = self.entry(action).filter(|_| visits > 0) {
            // Worlds that all have the weight 0 say nothing, but the move was tried.
            let mean = if weight > 0.0 { total / weight } else { 0.0 };
            let squares = weight * (variance + mean * mean);
            entry.visits += visits;
            entry.rewards = entry.rewards.plus(Sum { weight, weight_squares, total, squares });
            entry.trees += 1;
            let mean = Sum { weight: 1.0, weight_squares: 1.0, total: mean, squares: mean * mean };
            entry.means = entry.means.plus(mean);
            entry.line_visits = visits;
        }
    }

    /// The same, with everything counting this many times: what was found out in a world of this weight.
    pub(crate) fn weighing(mut self, weight: f64) -> RootResults<A> {
        for entry in &mut self.moves {
            entry.rewards = entry.rewards.times(weight);
            entry.means = entry.means.times(weight);
            entry.votes *= weight;
        }
        self
    }

    /// Counts iterations without a tree, each in a world of its own.
    pub(crate) fn add_playouts(&mut self, playouts: u64) {
        self.tally.iterations += playouts;
        self.worlds += playouts;
    }

    fn entry(&mut self, action: A) -> Option<&mut RootMove<A>> {
        self.moves.iter_mut().find(|entry| entry.action == action)
    }

    /// Several results together; they are added up in their order.
    pub(crate) fn of_all(list: impl IntoIterator<Item = RootResults<A>>) -> Option<RootResults<A>> {
        list.into_iter().reduce(RootResults::plus)
    }

    fn plus(mut self, other: RootResults<A>) -> RootResults<A> {
        for theirs in other.moves {
            let Some(entry) = self.entry(theirs.action) else { continue };
            entry.visits += theirs.visits;
            entry.rewards = entry.rewards.plus(theirs.rewards);
            entry.trees += theirs.trees;
            entry.means = entry.means.plus(theirs.means);
            entry.votes += theirs.votes;
            if theirs.line_visits > entry.line_visits {
                (entry.line, entry.line_visits) = (theirs.line, theirs.line_visits);
            }
        }
        self.tally.add(other.tally);
        self.nodes += other.nodes;
        self.worlds += other.worlds;
        self
    }

    /// The move to play among those that were tried and are admitted; if none is, among those that were tried.
    fn decide(
        &self,
        decision: Decision,
        pool: Pooling,
        admits: impl Fn(A, f64) -> bool,
    ) -> Option<usize> {
        let score = |i: usize| {
            let entry = &self.moves[i];
            let (value, visits) = (entry.value(pool), entry.rewards.weight);
            match (pool, decision) {
                (Pooling::Votes, _) => [entry.votes, value],
                (Pooling::Visits, Decision::Visits) => [visits, value],
                (Pooling::Visits, Decision::Secure(caution)) => {
                    [value - caution / visits.sqrt(), visits]
                }
                // A move with both the most visits and the highest mean is the most visited of the highest mean.
                (Pooling::Visits, Decision::Mean | Decision::VisitsAndMean)
                | (Pooling::Means, _) => [value, visits],
            }
        };
        // The first of equals, as in the game's order.
        let best = |a: usize, b: usize| if score(b) > score(a) { b } else { a };
        let tried = || (0..self.moves.len()).filter(|&i| self.moves[i].visits > 0);
        let admitted = |i: &usize| admits(self.moves[*i].action, self.moves[*i].value(pool));
        tried().filter(admitted).reduce(best).or_else(|| tried().reduce(best))
    }

    /// The analysis of all trees together.
    pub(crate) fn analyse(
        &self,
        decision: Decision,
        pool: Pooling,
        admits: impl Fn(A, f64) -> bool,
        elapsed: Duration,
    ) -> Analysis<A> {
        let chosen = &self.moves[self.decide(decision, pool, admits).unwrap_or(0)];
        let moves = self.moves.iter().map(|entry| MoveAnalysis {
            action: entry.action,
            visits: entry.visits,
            value: entry.value(pool),
            error: entry.error(pool),
            prior: entry.prior,
        });
        Analysis {
            chosen: chosen.action,
            moves: moves.collect(),
            iterations: self.tally.iterations,
            nodes: self.nodes,
            max_depth: self.tally.max_depth,
            mean_depth: self.tally.total_depth as f64 / self.tally.iterations.max(1) as f64,
            worlds: self.worlds,
            effective_worlds: self.worlds as f64,
            variation: chosen.line.clone(),
            elapsed,
        }
    }
}

impl<A> RootMove<A> {
    fn value(&self, pool: Pooling) -> f64 {
        match pool {
            Pooling::Visits | Pooling::Votes => self.rewards.mean(),
            Pooling::Means => self.means.mean(),
        }
    }

    /// The standard error of the value: over the trees where each counts alike, else over all visits.
    fn error(&self, pool: Pooling) -> f64 {
        match pool {
            Pooling::Means if self.trees > 1 => self.means.error(),
            _ if self.visits > 1 => self.rewards.error(),
            _ => f64::NAN,
        }
    }
}

/// An analysis where there is nothing to think about.
///
/// # Panics
/// When there is nothing to decide.
pub(crate) fn only_move<A: Copy + PartialEq>(legal: &[A]) -> Option<Analysis<A>> {
    assert!(!legal.is_empty(), "there is nothing to decide: it is not this seat's turn");
    (legal.len() == 1).then(|| {
        let roots = RootResults::new(legal);
        roots.analyse(Decision::Visits, Pooling::Visits, |_, _| true, Duration::ZERO)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree with these visits and totals for the moves a, b, c, ...
    fn tree(moves: &[(u32, f64)]) -> Tree<char> {
        let mut tree = Tree::new();
        for (&(visits, total), action) in moves.iter().zip('a'..) {
            let slot = tree.add_edge(ROOT, action);
            let edge = tree.edge_mut(ROOT, slot);
            (edge.visits, edge.total) = (visits, total);
        }
        tree
    }

    fn roots(moves: &[(u32, f64)], decision: Decision) -> RootResults<char> {
        let legal: Vec<char> = ('a'..).take(moves.len()).collect();
        RootResults::of_tree(&legal, &tree(moves), 1, decision)
    }

    #[track_caller]
    fn check(moves: &[(u32, f64)], decision: Decision, expected: char) {
        let roots = roots(moves, decision);
        let analysis = roots.analyse(decision, Pooling::Visits, |_, _| true, Duration::ZERO);
        assert_eq!(analysis.chosen, expected, "{decision:?}");
    }

    #[test]
    fn each_rule_decides_for_what_it_says() {
        // Means: 0.5, 0.6, 0.9.
        let moves = [(100, 50.0), (90, 54.0), (4, 3.6)];
        check(&moves, Decision::Visits, 'a');
        check(&moves, Decision::Mean, 'c');
        check(&moves, Decision::VisitsAndMean, 'c');
        // 0.5 - 0.1, 0.6 - 0.105, 0.9 - 0.5.
        check(&moves, Decision::Secure(1.0), 'b');
        check(&moves, Decision::Secure(0.0), 'c');
    }

    #[test]
    fn the_move_with_both_the_most_visits_and_the_highest_mean_wins() {
        check(&[(10, 5.0), (30, 15.0), (20, 2.0)], Decision::VisitsAndMean, 'b');
    }

    #[test]
    fn ties_go_to_the_mean_or_the_visits_and_then_to_the_first() {
        check(&[(10, 1.0), (10, 2.0), (10, 2.0)], Decision::Visits, 'b');
        check(&[(10, 5.0), (20, 10.0), (20, 10.0)], Decision::Mean, 'b');
        check(&[(10, 5.0), (10, 5.0)], Decision::Secure(1.0), 'a');
    }

    #[test]
    fn a_move_that_was_not_tried_is_not_played() {
        check(&[(0, 0.0), (1, -9.0)], Decision::Mean, 'b');
        check(&[(0, 0.0), (0, 0.0)], Decision::Visits, 'a');
    }

    #[test]
    fn what_is_not_admitted_is_not_played_unless_nothing_is() {
        let roots = roots(&[(10, 5.0), (20, -3.0)], Decision::Visits);
        let chosen = |admits: fn(char, f64) -> bool| {
            roots.analyse(Decision::Visits, Pooling::Visits, admits, Duration::ZERO).chosen
        };
        assert_eq!(chosen(|_, _| true), 'b');
        assert_eq!(chosen(|_, mean| mean >= 0.0), 'a');
        assert_eq!(chosen(|_, _| false), 'b');
    }

    #[test]
    fn trees_are_pooled_by_visits_means_or_votes() {
        // Means of a: 0.2, 0.9, 0.1; of b: 0.5, 0.5, 0.3.
        let trees = [[(10, 2.0), (10, 5.0)], [(10, 9.0), (2, 1.0)], [(10, 1.0), (10, 3.0)]];
        let all = RootResults::of_all(trees.map(|moves| roots(&moves, Decision::Mean))).unwrap();
        let analysis = |pool| all.analyse(Decision::Mean, pool, |_, _| true, Duration::ZERO);
        let values = |pool| analysis(pool).moves.iter().map(|m| m.value).collect::<Vec<_>>();
        assert_eq!(values(Pooling::Visits), [12.0 / 30.0, 9.0 / 22.0]);
        assert_eq!(values(Pooling::Means), [(0.2 + 0.9 + 0.1) / 3.0, (0.5 + 0.5 + 0.3) / 3.0]);
        assert_eq!(analysis(Pooling::Visits).chosen, 'b');
        assert_eq!(analysis(Pooling::Means).chosen, 'b');
        assert_eq!(analysis(Pooling::Votes).chosen, 'b');
        assert_eq!([all.moves[0].votes, all.moves[1].votes], [1.0, 2.0]);
        assert_eq!(analysis(Pooling::Visits).worlds, 3);
    }

    #[test]
    fn errors_are_those_of_the_text_books() {
        let mut roots = RootResults::new(&['a', 'b']);
        // 1, 2, 3, 4: variance 1.25; the standard error is √(1.25 / 3).
        roots.add('a', Tried::new(4, 10.0, 1.25));
        roots.add('b', Tried::new(1, 1.0, 0.0));
        let other = roots.clone();
        let error = |roots: &RootResults<char>, i: usize, pool| roots.moves[i].error(pool);
        assert!((error(&roots, 0, Pooling::Visits) - (1.25_f64 / 3.0).sqrt()).abs() < 1e-12);
        assert!(error(&roots, 1, Pooling::Visits).is_nan());
        let both = roots.plus(other);
        assert_eq!(error(&both, 0, Pooling::Means), 0.0, "both trees agree");
    }

    #[test]
    fn a_tree_of_weight_2_counts_like_two() {
        let trees = [[(10, 2.0), (10, 5.0)], [(10, 9.0), (2, 1.0)]];
        let [one, other] = trees.map(|moves| roots(&moves, Decision::Mean));
        let twice = RootResults::of_all([one.clone(), other.clone(), other.clone()]).unwrap();
        let heavy = RootResults::of_all([one, other.weighing(2.0)]).unwrap();
        for pool in [Pooling::Visits, Pooling::Means, Pooling::Votes] {
            let analysis = |roots: &RootResults<char>| {
                let analysis = roots.analyse(Decision::Mean, pool, |_, _| true, Duration::ZERO);
                (analysis.chosen, Vec::from_iter(analysis.moves.iter().map(|m| m.value)))
            };
            assert_eq!(analysis(&twice), analysis(&heavy), "{pool:?}");
        }
        assert_eq!(heavy.moves[0].visits, 20, "visits are counted, not weighed");
        // (0.2 + 2 · 0.9) / 3, and an error of more than for three trees, less than for one.
        assert!(heavy.moves[0].error(Pooling::Means) > twice.moves[0].error(Pooling::Means));
    }

    #[test]
    fn the_line_is_that_of_the_chosen_move() {
        let mut tree = tree(&[(5, 0.0), (4, 4.0)]);
        let below = tree.follow(ROOT, 1);
        let slot = tree.add_edge(below, 'x');
        tree.edge_mut(below, slot).visits = 3;
        let roots = RootResults::of_tree(&['a', 'b'], &tree, 0, Decision::Mean);
        let line = |decision| {
            roots.analyse(decision, Pooling::Visits, |_, _| true, Duration::ZERO).variation
        };
        assert_eq!(line(Decision::Mean), ['b', 'x']);
        assert_eq!(line(Decision::Visits), ['a']);
    }

    #[test]
    #[should_panic(expected = "it is not this seat's turn")]
    fn without_a_move_there_is_nothing_to_decide() {
        only_move::<char>(&[]);
    }
}
