use kontra_game::{Game, SearchRng, View};
use kontra_search::{
    ActionOf, Analysis, Blueprint, Budget, Clock, Cost, Costs, Limits, MoveAnalysis, Search,
};

/// Decides by exact solutions where the end of the game is near.
pub trait DecideEnd<G: Game>: Clone + Send + Sync + 'static {
    /// What each move is worth exactly, or on average over exactly solved worlds; `None` where the end is too far, where
    /// there is only one move, or where this is no decision that a solution can make.
    ///
    /// `None` too where the limits end it early: a part of the worlds would be no exact answer. Where nothing is begun, no
    /// random number is used.
    fn decide(
        &self,
        view: &G::View,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Option<Analysis<G::Action>>;

    /// What a decision may use at most.
    fn cost(&self) -> Cost;
}

/// No end is decided exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoEnd;

impl<G: Game> DecideEnd<G> for NoEnd {
    fn decide(&self, _: &G::View, _: &Limits, _: &mut SearchRng) -> Option<Analysis<G::Action>> {
        None
    }

    fn cost(&self) -> Cost {
        Cost::NOTHING
    }
}

/// A search that leaves the end of the game to exact solutions.
#[derive(Clone, Debug)]
pub struct ExactEnd<S, E> {
    search: S,
    end: E,
}

impl<S, E> ExactEnd<S, E> {
    /// This search, and this end.
    pub fn new(search: S, end: E) -> ExactEnd<S, E> {
        ExactEnd { search, end }
    }
}

impl<V: View, S: Search<V>, E: DecideEnd<V::Game>> Search<V> for ExactEnd<S, E> {
    fn search(&mut self, view: &V, limits: &Limits, rng: &mut SearchRng) -> Analysis<ActionOf<V>> {
        // Where the end cannot be decided in half of the time, the search has the other half.
        let decided = self.end.decide(view, &limits.half(), rng);
        decided.unwrap_or_else(|| self.search.search(view, limits, rng))
    }
}

impl<G: Game, P: Costs<G>, E: DecideEnd<G>> Costs<G> for ExactEnd<P, E> {
    fn cost(&self, nodes: usize) -> Cost {
        let ExactEnd { search, end } = self;
        let searching = search.cost(nodes);
        // What the end has used is given back when the search begins. A clock is for the search; solutions take as long
        // as they take, within the limits of those who wait.
        Cost { time: searching.time, ..searching.or(end.cost()) }
    }
}

impl<G: Game, P: Blueprint<G>, E: DecideEnd<G>> Blueprint<G> for ExactEnd<P, E> {
    type Search = ExactEnd<P::Search, E>;

    fn build(&self) -> Self::Search {
        ExactEnd { search: self.search.build(), end: self.end.clone() }
    }
}

/// The exact values of all moves in several worlds, averaged.
pub(crate) struct Averages<A> {
    moves: Vec<Sum<A>>,
    weight: f64,
    worlds: u64,
    clock: Clock,
}

struct Sum<A> {
    action: A,
    values: f64,
    squares: f64,
}

impl<A: Copy> Averages<A> {
    /// Nothing is known of these moves.
    pub(crate) fn new(moves: &[A], limits: &Limits) -> Averages<A> {
        let fresh = |&action| Sum { action, values: 0.0, squares: 0.0 };
        let moves = moves.iter().map(fresh).collect();
        let clock = Budget::iterations(u64::MAX).start(limits);
        Averages { moves, weight: 0.0, worlds: 0, clock }
    }

    /// Whether somebody outside wants an answer now.
    pub(crate) fn is_late(&self) -> bool {
        self.clock.is_late()
    }

    /// Adds what each move is worth in a world of this weight, in the order of the moves.
    pub(crate) fn add(&mut self, values: impl IntoIterator<Item = f64>, weight: f64) {
        for (sum, value) in self.moves.iter_mut().zip(values) {
            sum.values += weight * value;
            sum.squares += weight * value * value;
        }
        self.weight += weight;
        self.worlds += 1;
    }

    /// The analysis: the highest mean is played, the first of equals. Where these were all the worlds there are, means
    /// are exact.
    pub(crate) fn analysis(&self, nodes: u64, all_worlds: bool) -> Option<Analysis<A>> {
        let mean = |sum: &Sum<A>| sum.values / self.weight;
        let best = |a, b| if mean(b) > mean(a) { b } else { a };
        let chosen = self.moves.iter().reduce(best).filter(|_| self.worlds > 0)?.action;
        let error = |sum: &Sum<A>| match self.worlds {
            _ if all_worlds => 0.0,
            1 => f64::NAN,
            worlds => {
                let variance = (sum.squares / self.weight - mean(sum).powi(2)).max(0.0);
                (variance / (worlds - 1) as f64).sqrt()
            }
        };
        let moves = self.moves.iter().map(|sum| MoveAnalysis {
            action: sum.action,
            visits: self.worlds,
            value: mean(sum),
            error: error(sum),
            prior: 1.0 / self.moves.len() as f64,
        });
        Some(Analysis {
            chosen,
            moves: moves.collect(),
            iterations: self.worlds,
            nodes,
            max_depth: 0,
            mean_depth: 0.0,
            worlds: self.worlds,
            effective_worlds: self.worlds as f64,
            variation: vec![chosen],
            elapsed: self.clock.elapsed(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worlds_count_by_their_weight() {
        let mut averages = Averages::new(&['a', 'b'], &Limits::none());
        averages.add([1.0, 3.0], 3.0);
        averages.add([5.0, 1.0], 1.0);
        let analysis = averages.analysis(7, true).unwrap();
        let values: Vec<f64> = analysis.moves.iter().map(|entry| entry.value).collect();
        assert_eq!((values, analysis.chosen), (vec![2.0, 2.5], 'b'));
        assert_eq!((analysis.worlds, analysis.nodes, analysis.moves[0].error), (2, 7, 0.0));
    }

    #[test]
    fn errors_are_those_of_a_sample_of_worlds() {
        let mut averages = Averages::new(&['a'], &Limits::none());
        [1.0, 2.0, 3.0, 4.0].into_iter().for_each(|value| averages.add([value], 1.0));
        let error = averages.analysis(0, false).unwrap().moves[0].error;
        assert!((error - (1.25_f64 / 3.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn the_first_of_equals_is_played_and_without_a_world_nothing() {
        let mut averages = Averages::new(&['a', 'b'], &Limits::none());
        assert!(averages.analysis(0, false).is_none());
        averages.add([1.0, 1.0], 1.0);
        assert_eq!(averages.analysis(0, true).unwrap().chosen, 'a');
    }
}
