//! The decision at the root: iterative deepening, budgets, and what is told about every move.

use super::moves::OrderedMoves;
use super::{Algorithm, Guide, Side, Span, Star, Window};
use crate::{Analysis, Limits, MoveAnalysis, Search};
use kontra_game::{Game, Open, SearchRng, Turn, View};

/// No game is searched deeper step by step, however much time there is.
const MOST_ITERATIONS: u32 = 1000;

/// A move at the root.
#[derive(Clone, Copy)]
struct Line<A> {
    number: u8,
    action: A,
    /// Its value for the seat to move.
    span: Span,
    /// The nodes below it, in all iterations.
    nodes: u64,
}

impl<G: Game, K: Guide<G>> Star<G, K> {
    /// Thinks about the decision in a state. A search that knows the whole state is one for games in which nothing
    /// is hidden, or for those who may cheat.
    ///
    /// Each move has as value what it is worth to the seat to move; where a better move made it pointless to
    /// find that out, it has what it is worth at most, and as error how far below that it may be. As visits it
    /// has the nodes below it.
    ///
    /// # Panics
    /// When it is no seat's turn.
    pub fn analyze(&mut self, root: &G) -> Analysis<G::Action> {
        self.analyze_within(root, &Limits::none())
    }

    /// The same, within these limits.
    ///
    /// # Panics
    /// When it is no seat's turn.
    pub fn analyze_within(&mut self, root: &G, limits: &Limits) -> Analysis<G::Action> {
        let Turn::Seat(seat) = root.turn() else { panic!("a search needs somebody's turn") };
        let last = self.last_iteration(root);
        self.begin(root, last, limits);
        let side = self.guide.side(root, seat);
        let mut lines = self.lines(root);
        let first = if self.settings.deepening { 1 } else { last };
        let (mut completed, mut deepest) = (0, first);
        for plies in first..=last {
            self.answered = plies > first;
            if plies > first && self.is_spent() {
                break;
            }
            let unsure = self.unsure();
            self.guide.prepare(root, plies);
            self.root_plies = plies;
            self.look_again();
            deepest = plies;
            self.iterate(root, side, plies, &mut lines);
            if self.stopped {
                break;
            }
            completed = plies;
            if unsure == self.unsure() {
                break;
            }
        }
        self.report(lines, completed, deepest)
    }

    /// Counts the nodes whose value may be another at another depth: those that were judged, and those where
    /// bounds or the table told what is known at this depth.
    fn unsure(&self) -> u64 {
        self.counts.judged + self.counts.asked + self.counts.found + self.counts.lookups
    }

    fn last_iteration(&self, root: &G) -> u32 {
        let most = if self.settings.deepening { MOST_ITERATIONS } else { u32::MAX };
        let asked = self.settings.budget.iterations.clamp(1, u64::from(most)) as u32;
        self.useful(root, asked).max(1)
    }

    fn lines(&self, root: &G) -> Vec<Line<G::Action>> {
        let mut moves = OrderedMoves::new(root, &self.guide, self.settings.ordering, None);
        std::iter::from_fn(|| moves.next())
            .map(|(number, action)| Line { number, action, span: Span::ALL, nodes: 0 })
            .collect()
    }

    /// Searches every move, and puts the best one first. When time runs out, those searched so far count.
    fn iterate(&mut self, root: &G, side: Side, plies: u32, lines: &mut [Line<G::Action>]) {
        let open = self.settings.every_move || self.settings.algorithm == Algorithm::Expectimax;
        let mut alpha = f64::NEG_INFINITY;
        let mut searched = 0;
        for line in lines.iter_mut() {
            let before = self.counts.nodes();
            let mut next = root.clone();
            next.play(line.action);
            self.counts.moves += 1;
            self.watch();
            let window =
                Window { alpha: if open { f64::NEG_INFINITY } else { alpha }, ..Window::OPEN };
            let found = side.sees(self.search(&next, plies - 1, side.sees(window)));
            line.nodes += self.counts.nodes() - before;
            if self.stopped {
                break;
            }
            line.span = found;
            alpha = alpha.max(found.low);
            searched += 1;
        }
        lines[..searched].sort_by(|a, b| b.span.high.total_cmp(&a.span.high));
    }

    fn report(
        &self,
        mut lines: Vec<Line<G::Action>>,
        completed: u32,
        deepest: u32,
    ) -> Analysis<G::Action> {
        let chosen = lines[0].action;
        lines.sort_by_key(|line| line.number);
        let moves = lines.iter().map(|line| MoveAnalysis {
            action: line.action,
            visits: line.nodes,
            value: if line.span.high.is_finite() { line.span.high } else { f64::NAN },
            error: if line.span.is_exact() { 0.0 } else { line.span.high - line.span.low },
            prior: 1.0 / lines.len() as f64,
        });
        Analysis {
            chosen,
            moves: moves.collect(),
            iterations: u64::from(completed),
            nodes: self.counts.nodes(),
            max_depth: deepest,
            mean_depth: self.counts.mean_depth(),
            worlds: 0,
            effective_worlds: 0.0,
            variation: vec![chosen],
            elapsed: self.clock.elapsed(),
        }
    }
}

impl<G, K> Search<Open<G>> for Star<G, K>
where
    G: Game<View = Open<G>>,
    Open<G>: View<Game = G>,
    K: Guide<G>,
{
    /// The random numbers are not needed.
    fn search(
        &mut self,
        view: &Open<G>,
        limits: &Limits,
        _rng: &mut SearchRng,
    ) -> Analysis<G::Action> {
        self.analyze_within(view, limits)
    }
}
