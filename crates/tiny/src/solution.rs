use kontra_game::{Actions, Chances, Game, Open, Seat, Turn};
use std::collections::HashMap;
use std::hash::Hash;

/// Values have settled when no value changes by more than this in a whole sweep.
const PRECISION: f64 = 1e-14;

/// A perfect-information zero-sum game for two, solved: the value of every state that can be reached.
///
/// Found by value iteration, so games that can come back to the same state, such as Pig, are no problem as
/// long as they end sooner or later.
pub struct Solution<G: Game> {
    numbers: HashMap<G, usize>,
    nodes: Vec<Node<G::Action>>,
    values: Vec<f64>,
}

/// A state and the states that may follow.
struct Node<A> {
    turn: Turn,
    payoff: f64,
    next: Vec<(A, f64, usize)>,
}

impl<G: Game<View = Open<G>> + Eq + Hash> Solution<G> {
    /// Solves the game from `root` on.
    pub fn of(root: G) -> Solution<G> {
        let mut solution = Solution { numbers: HashMap::new(), nodes: vec![], values: vec![] };
        solution.explore(root);
        solution.values = solution.nodes.iter().map(|node| node.payoff).collect();
        while solution.sweep() > PRECISION {}
        solution
    }

    /// What `state` is worth to seat 0 when both play as well as can be; `None` if the root does not lead there.
    pub fn value(&self, state: &G) -> Option<f64> {
        Some(self.values[*self.numbers.get(state)?])
    }

    /// The moves of the seat to move that keep the value of `state`.
    pub fn best_moves(&self, state: &G) -> Vec<G::Action> {
        let Some(&number) = self.numbers.get(state) else { return vec![] };
        let (node, value) = (&self.nodes[number], self.values[number]);
        let keeps = |next: usize| (self.values[next] - value).abs() < 1e-9;
        match node.turn {
            Turn::Seat(_) => node.next.iter().filter(|n| keeps(n.2)).map(|n| n.0).collect(),
            Turn::Chance | Turn::Over => vec![],
        }
    }

    /// The number of states that were solved.
    pub fn states(&self) -> usize {
        self.nodes.len()
    }

    fn explore(&mut self, root: G) {
        let mut open = vec![root.clone()];
        self.numbers.insert(root, 0);
        self.nodes.push(Node { turn: Turn::Over, payoff: 0.0, next: vec![] });
        while let Some(state) = open.pop() {
            let over = state.turn() == Turn::Over;
            let payoff = if over { state.payoffs()[Seat::wrapping(0, 2)] } else { 0.0 };
            let next = choices(&state)
                .into_iter()
                .map(|(action, probability)| {
                    let mut after = state.clone();
                    after.play(action);
                    (action, probability, self.number(after, &mut open))
                })
                .collect();
            let number = self.numbers[&state];
            self.nodes[number] = Node { turn: state.turn(), payoff, next };
        }
    }

    fn number(&mut self, state: G, open: &mut Vec<G>) -> usize {
        let fresh = self.nodes.len();
        let number = *self.numbers.entry(state.clone()).or_insert(fresh);
        if number == fresh {
            self.nodes.push(Node { turn: Turn::Over, payoff: 0.0, next: vec![] });
            open.push(state);
        }
        number
    }

    /// Computes every value from those that follow; returns the largest change.
    fn sweep(&mut self) -> f64 {
        let mut change: f64 = 0.0;
        for (number, node) in self.nodes.iter().enumerate().rev() {
            let after =
                node.next.iter().map(|&(_, probability, next)| (probability, self.values[next]));
            let value = match node.turn {
                Turn::Over => node.payoff,
                Turn::Chance => after.map(|(probability, value)| probability * value).sum(),
                Turn::Seat(seat) if seat.index() == 0 => {
                    after.map(|(_, value)| value).fold(f64::NEG_INFINITY, f64::max)
                }
                Turn::Seat(_) => after.map(|(_, value)| value).fold(f64::INFINITY, f64::min),
            };
            change = change.max((value - self.values[number]).abs());
            self.values[number] = value;
        }
        change
    }
}

/// The choices of a state; those of a seat have no probability.
fn choices<G: Game>(state: &G) -> Vec<(G::Action, f64)> {
    let (mut actions, mut chances) = (Actions::new(), Chances::new());
    state.actions(&mut actions);
    state.chances(&mut chances);
    actions.into_iter().map(|action| (action, 0.0)).chain(chances).collect()
}
