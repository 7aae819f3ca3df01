//! What one or several trees say about the moves at the root.

use super::descent::Grower;
use super::domain::Domain;
use super::options::Decision;
use super::tree::ROOT;
use crate::{Analysis, MoveAnalysis};
use kontra_game::{Actions, Game, Seat};
use std::time::Duration;

/// How the results of several trees become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pool {
    /// All visits count alike, whichever tree they come from.
    Visits,
    /// Every tree counts alike: the mean of its means (Sievers 2012, 5.2, version 1).
    Means,
    /// Every tree has one vote for the move it would play.
    Votes,
}

/// One move at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
struct RootMove<A> {
    action: A,
    visits: u64,
    total: f64,
    squares: f64,
    /// The sum of each tree's mean, and how many trees have tried the move.
    means: f64,
    trees: u64,
    votes: u64,
    prior: f64,
}

/// The moves at the root with everything that was found out about them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Roots<A> {
    moves: Vec<RootMove<A>>,
    pub(crate) iterations: u64,
    pub(crate) nodes: u64,
    pub(crate) worlds: u64,
    max_depth: u32,
    total_depth: u64,
    variation: Vec<A>,
}

impl<A: Copy + PartialEq> Roots<A> {
    pub(crate) fn new(legal: &[A]) -> Roots<A> {
        let prior = 1.0 / legal.len() as f64;
        let fresh = |&action| RootMove {
            action,
            visits: 0,
            total: 0.0,
            squares: 0.0,
            means: 0.0,
            trees: 0,
            votes: 0,
            prior,
        };
        Roots {
            moves: legal.iter().map(fresh).collect(),
            iterations: 0,
            nodes: 0,
            worlds: 0,
            max_depth: 0,
            total_depth: 0,
            variation: vec![],
        }
    }

    /// Adds what a move got in one tree.
    pub(crate) fn add(&mut self, action: A, visits: u64, total: f64, squares: f64) {
        if let Some(entry) = self.moves.iter_mut().find(|entry| entry.action == action) {
            entry.visits += visits;
            entry.total += total;
            entry.squares += squares;
            if visits > 0 {
                entry.means += total / visits as f64;
                entry.trees += 1;
            }
        }
    }

    pub(crate) fn set_prior(&mut self, action: A, prior: f64) {
        if let Some(entry) = self.moves.iter_mut().find(|entry| entry.action == action) {
            entry.prior = prior;
        }
    }

    pub(crate) fn set_depth(&mut self, max: u32, total: u64) {
        self.max_depth = max;
        self.total_depth = total;
    }

    /// Adds a whole tree.
    pub(crate) fn add_tree<G, D>(&mut self, grower: &Grower<'_, G, D>, decision: Decision)
    where
        G: Game<Action = A>,
        D: Domain<G>,
    {
        let (_, edges) = grower.tree.edges(ROOT);
        let mut own = Roots::new(&self.moves.iter().map(|entry| entry.action).collect::<Vec<_>>());
        for edge in edges {
            let squares = grower.squares(edge.action);
            self.add(edge.action, edge.visits.into(), edge.total, squares);
            own.add(edge.action, edge.visits.into(), edge.total, squares);
        }
        if let Some(action) = own.decide(decision, Pool::Visits, |_, _| true) {
            if let Some(entry) = self.moves.iter_mut().find(|entry| entry.action == action) {
                entry.votes += 1;
            }
        }
        self.iterations += grower.iterations;
        self.nodes += grower.tree.len() as u64;
        self.max_depth = self.max_depth.max(grower.max_depth);
        self.total_depth += grower.total_depth;
        self.variation = grower.variation();
    }

    /// Adds the results of other trees.
    pub(crate) fn merge(&mut self, other: &Roots<A>) {
        for theirs in &other.moves {
            if let Some(entry) = self.moves.iter_mut().find(|entry| entry.action == theirs.action) {
                entry.visits += theirs.visits;
                entry.total += theirs.total;
                entry.squares += theirs.squares;
                entry.means += theirs.means;
                entry.trees += theirs.trees;
                entry.votes += theirs.votes;
            }
        }
        self.iterations += other.iterations;
        self.nodes += other.nodes;
        self.worlds += other.worlds;
        self.max_depth = self.max_depth.max(other.max_depth);
        self.total_depth += other.total_depth;
    }

    /// The move to play among those that are admitted; any, if none is.
    fn decide(&self, decision: Decision, pool: Pool, admits: impl Fn(A, f64) -> bool) -> Option<A> {
        let value = |entry: &RootMove<A>| entry.value(pool);
        let tried = || self.moves.iter().filter(|entry| entry.visits > 0);
        let admitted = |entry: &&RootMove<A>| admits(entry.action, value(entry));
        let best = |score: &dyn Fn(&RootMove<A>) -> f64| {
            // The first of equals, as in the game's order.
            let first = |best: Option<&RootMove<A>>, entry: &RootMove<A>| match best {
                Some(best) if score(best) >= score(entry) => Some(*best),
                _ => Some(*entry),
            };
            let choose = |list: &mut dyn Iterator<Item = &RootMove<A>>| {
                list.fold(None, |best: Option<RootMove<A>>, entry| first(best.as_ref(), entry))
            };
            let among = choose(&mut tried().filter(admitted));
            among.or_else(|| choose(&mut tried())).map(|entry| entry.action)
        };
        let by_visits = || best(&|entry| entry.visits as f64);
        let by_value = || best(&value);
        match (pool, decision) {
            (Pool::Votes, _) => best(&|entry| entry.votes as f64),
            (Pool::Means, _) | (_, Decision::Mean) => by_value(),
            (_, Decision::Visits) => by_visits(),
            (_, Decision::VisitsAndMean) => by_value(),
            (_, Decision::Secure(caution)) => {
                best(&|entry| value(entry) - caution / (entry.visits as f64).sqrt())
            }
        }
    }

    /// The analysis of all trees together.
    pub(crate) fn analyse(
        &self,
        decision: Decision,
        pool: Pool,
        admits: impl Fn(A, f64) -> bool,
        elapsed: Duration,
    ) -> Analysis<A> {
        let chosen = self.decide(decision, pool, admits).unwrap_or(self.moves[0].action);
        let moves = self.moves.iter().map(|entry| MoveAnalysis {
            action: entry.action,
            visits: entry.visits,
            value: entry.value(pool),
            error: entry.error(),
            prior: entry.prior,
        });
        Analysis {
            chosen,
            moves: moves.collect(),
            iterations: self.iterations,
            nodes: self.nodes,
            max_depth: self.max_depth,
            mean_depth: self.total_depth as f64 / self.iterations.max(1) as f64,
            worlds: self.worlds,
            variation: self.variation.clone(),
            elapsed,
        }
    }
}

impl<A> RootMove<A> {
    fn value(&self, pool: Pool) -> f64 {
        match pool {
            Pool::Visits | Pool::Votes => self.total / self.visits as f64,
            Pool::Means => self.means / self.trees as f64,
        }
    }

    /// The standard error of the mean over all visits.
    fn error(&self) -> f64 {
        let n = self.visits as f64;
        let mean = self.total / n;
        ((self.squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt()
    }
}

impl<G: Game, D: Domain<G>> Grower<'_, G, D> {
    /// The most visited line.
    pub(crate) fn variation(&self) -> Vec<G::Action> {
        let mut line = vec![];
        let mut node = Some(ROOT);
        while let Some((first, edges)) = node.map(|node| self.tree.edges(node)) {
            let most = (0..edges.len()).rev().max_by_key(|&i| edges[i].visits);
            let Some(most) = most.filter(|&i| edges[i].visits > 1 || line.is_empty()) else {
                break;
            };
            line.push(edges[most].action);
            node = self.tree.child(first + most as u32);
        }
        line
    }
}

/// The legal moves of the seat to move.
pub(crate) fn legal_moves<G: Game>(game: &G) -> Actions<G::Action> {
    let mut legal = Actions::new();
    game.actions(&mut legal);
    legal
}

/// An analysis where there is nothing to think about.
pub(crate) fn only_move<A: Copy + PartialEq>(legal: &[A]) -> Option<Analysis<A>> {
    let forced = legal.len() == 1;
    forced.then(|| {
        let roots = Roots::new(legal);
        roots.analyse(Decision::Visits, Pool::Visits, |_, _| true, Duration::ZERO)
    })
}

/// Whose view it is at the root.
pub(crate) fn admits<'a, G: Game, D: Domain<G>>(
    domain: &'a D,
    game: &'a G,
    seat: Seat,
) -> impl Fn(G::Action, f64) -> bool + 'a {
    move |action, mean| domain.admits(game, seat, action, mean)
}
