use crate::just4fun::network::{Judge, fields};
use kontra_game::{Actions, Game, View};
use kontra_just4fun::{Action, Field, Fields, Just4Fun, PlayerView};
use kontra_search::{Analysis, MoveAnalysis};

/// Equation 6.1: close to linear between −1 and 1, and never beyond −4 and 4.
pub fn scaled(x: f64) -> f64 {
    4.0 * (x * 0.25_f64.atanh()).tanh()
}

/// The cross-entropy of an agent that gives the expected moves this probability together (section 6.4).
pub fn cross_entropy(probability: f64) -> f64 {
    -(probability + f64::EPSILON).ln()
}

/// What an agent said about one case, and what the network within it said.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Metrics {
    /// The probability of the expected moves together, by the agent's policy (cP_mcts).
    pub policy: f64,
    /// The mean of the scaled values of the expected moves (Q_mcts), where the agent has values.
    pub value: Option<f64>,
    /// The mean of the scaled values plus what the search adds to explore (UCT).
    pub uct: Option<f64>,
    /// The network's value of the position (V_net).
    pub network_value: Option<f64>,
    /// The probability of the expected moves by the network's policy over legal moves (cP_net).
    pub network_policy: Option<f64>,
    /// The same by its policy over all fields (cP_net^pre).
    pub network_policy_before: Option<f64>,
    /// The mean of the scaled values of the positions after the expected moves (Q_net).
    pub network_action_value: Option<f64>,
}

pub(super) fn field(action: Action) -> Option<Field> {
    match action {
        Action::Field(field) => Some(field),
        Action::Cards(cards) => Some(cards.field()),
        Action::Redraw => None,
    }
}

fn is_expected(action: Action, expected: Fields) -> bool {
    field(action).is_some_and(|field| expected.contains(field))
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for x in numbers.filter(|x| x.is_finite()) {
        sum += x;
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}

impl Metrics {
    /// What an agent without opinions says: all moves are the same.
    pub fn of_uniform(view: &PlayerView, expected: Fields) -> Metrics {
        let mut legal = Actions::new();
        view.actions(&mut legal);
        let hits = legal.iter().filter(|action| is_expected(**action, expected)).count();
        Metrics { policy: hits as f64 / legal.len() as f64, ..Metrics::default() }
    }

    /// What an analysis says. With one iteration or none the policy is that of the priors, else that of the visits.
    pub fn of_analysis(analysis: &Analysis<Action>, expected: Fields, exploration: f64) -> Metrics {
        let searched = analysis.iterations > 1;
        let weight = |m: &MoveAnalysis<Action>| if searched { m.visits as f64 } else { m.prior };
        let all: f64 = analysis.moves.iter().map(weight).sum();
        let hits = || analysis.moves.iter().filter(|m| is_expected(m.action, expected));
        let visits: u64 = analysis.moves.iter().map(|m| m.visits).sum();
        // A move that was never tried is worth nothing in the formula.
        let value = |m: &MoveAnalysis<Action>| if m.visits == 0 { 0.0 } else { m.value };
        let bonus = |m: &MoveAnalysis<Action>| {
            exploration * m.prior * (visits as f64).sqrt() / (1.0 + m.visits as f64)
        };
        Metrics {
            policy: if all > 0.0 { hits().map(weight).sum::<f64>() / all } else { 0.0 },
            value: mean(hits().map(|m| scaled(value(m)))).filter(|_| searched),
            uct: mean(hits().map(|m| scaled(value(m) + bonus(m)))).filter(|_| searched),
            ..Metrics::default()
        }
    }

    /// Adds what a network says about the position, and about those after the expected moves. Which cards they cost is
    /// drawn by the first way to pay.
    pub fn add_network(&mut self, judge: &mut Judge, game: &Just4Fun, expected: Fields) {
        let kontra_game::Turn::Seat(seat) = game.turn() else { return };
        let view = game.view(seat);
        let mut legal = Actions::new();
        view.actions(&mut legal);
        judge.judge(&[view]);
        self.network_value = Some(judge.value(0).into());
        let [before, after] = judge.policy(0, &view, fields(&legal));
        let hits: Vec<Field> =
            legal.iter().filter_map(|a| field(*a)).filter(|f| expected.contains(*f)).collect();
        let sum = |shares: &[f32; Field::COUNT]| -> f64 {
            hits.iter().map(|field| f64::from(shares[field.index()])).sum()
        };
        self.network_policy = Some(sum(&after));
        self.network_policy_before = Some(sum(&before));
        let values = hits.iter().map(|field| scaled(action_value(judge, game, *field)));
        self.network_action_value = mean(values);
    }
}

/// The reward where the game ends, else the other's value turned to the player who moved.
fn action_value(judge: &mut Judge, game: &Just4Fun, field: Field) -> f64 {
    let mover = game.table().mover();
    let mut next = *game;
    next.play(Action::Field(field));
    let mut ways = kontra_game::Chances::new();
    next.chances(&mut ways);
    if let Some((way, _)) = ways.first() {
        next.play(*way);
    }
    match next.turn() {
        kontra_game::Turn::Seat(seat) => {
            judge.judge(&[next.view(seat)]);
            let value = f64::from(judge.value(0));
            if seat == mover { value } else { -value }
        }
        _ => next.payoffs().as_slice()[mover.index()],
    }
}
