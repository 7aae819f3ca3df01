use super::{
    Sample, expectimax_nodes, mean_of_means, placement_sequences, state_space_complexity,
    tree_complexity,
};
use crate::{OnTop, Rules, Start};
use std::fmt;

/// One number of the thesis beside ours.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What is counted.
    pub name: &'static str,
    /// Where the thesis says it.
    pub source: &'static str,
    /// The thesis's value, where it gives one.
    pub paper: Option<f64>,
    /// Ours.
    pub ours: f64,
    /// The standard error of ours; 0 where it is exact.
    pub error: f64,
}

impl Figure {
    /// Ours minus the thesis's.
    pub fn difference(&self) -> Option<f64> {
        self.paper.map(|paper| self.ours - paper)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paper = self.paper.map_or("-".to_owned(), plain);
        let difference = self.difference().map_or("-".to_owned(), |d| format!("{d:+.2}"));
        let Figure { name, source, ours, error, .. } = self;
        let error = if *error == 0.0 { String::new() } else { format!("±{error:.3}") };
        let ours = plain(*ours);
        write!(f, "{name:52} {source:14} {paper:>8} {ours:>11} {error:7} {difference:>8}")
    }
}

/// Whole numbers as such, others with three digits.
fn plain(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number}") } else { format!("{number:.3}") }
}

/// All figures about the game itself: exact ones for the rules' board, the others from a sample of games.
///
/// The thesis's averages come from 1400 games of a Monte-Carlo tree search against Star2. A sample of other
/// players differs for that reason alone.
pub fn figures(rules: &Rules, sample: &Sample) -> Vec<Figure> {
    let mut figures = exact_figures(rules);
    figures.extend(sample_figures(sample));
    figures
}

/// What follows from the board and the tiles alone.
fn exact_figures(rules: &Rules) -> Vec<Figure> {
    let exact = |name, source, paper, ours: u64| {
        let ours = ours as f64;
        Figure { name, source, paper, ours, error: 0.0 }
    };
    let game = OnTop::new(&Start::usual(rules.table, rules.board));
    let root = rules.board.tiles().iter().max_by_key(|(_, count)| *count).map(|(tile, _)| *tile);
    let searched = root.and_then(|tile| {
        let kind = rules.board.kind(&tile.to_string())?;
        let mut game = game;
        game.draw(kind);
        Some(game)
    });
    let nodes = |depth| searched.map_or(0, |game| expectimax_nodes(&game, depth));
    let kinds = rules.board.tiles().len() as u64;
    let first = placement_sequences(&game, 1);
    vec![
        exact("moves in the opening", "section 3.1", Some(24.0), first),
        exact("boards with one tile", "equation 3.3", Some(120.0), first * kinds),
        exact("sequences of two placements", "", None, placement_sequences(&game, 2)),
        exact("sequences of three placements", "", None, placement_sequences(&game, 3)),
        exact("Expectimax nodes, opening, depth 1", "figure 5.2", None, nodes(1)),
        exact("Expectimax nodes, opening, depth 2", "figure 5.3", None, nodes(2)),
        exact("Expectimax nodes, opening, depth 3", "figure 5.4", None, nodes(3)),
    ]
}

fn sample_figures(sample: &Sample) -> Vec<Figure> {
    let figure = |name, source, paper, ours, error| Figure { name, source, paper, ours, error };
    let (branching, chances) = (mean_of_means(&sample.branching), mean_of_means(&sample.chances));
    let length = sample.length.mean();
    let peak = |value: &dyn Fn(&super::Spread) -> f64| {
        let by_ply = sample.branching.iter().enumerate();
        by_ply.max_by(|a, b| value(a.1).total_cmp(&value(b.1))).map_or(0.0, |(i, _)| i as f64 + 1.0)
    };
    let games = sample.games().max(1) as f64;
    let share = |count: u64| (count as f64 / games, share_error(count, games));
    let ((premature, premature_error), (draws, draws_error)) =
        (share(sample.active_stones + sample.passive_stones), share(sample.draws));
    let (tree, tree_error) = (
        tree_complexity(branching, chances, length),
        sample.length.error() * (branching * chances).log10(),
    );
    let space = state_space_complexity(branching, chances, sample.chances.len() as u32);
    vec![
        figure("game length in plies", "section 3.1", Some(31.36), length, sample.length.error()),
        figure(
            "shortest game that did not end prematurely",
            "figure 2.5",
            Some(27.0),
            f64::from(sample.full_length.least()),
            0.0,
        ),
        figure(
            "branching factor, average over plies",
            "section 3.1",
            Some(23.77),
            branching,
            mean_error(&sample.branching),
        ),
        figure(
            "ply with the largest average branching factor",
            "figure 3.4",
            Some(7.0),
            peak(&super::Spread::mean),
            0.0,
        ),
        figure(
            "ply with the largest branching factor",
            "figure 3.4",
            Some(12.0),
            peak(&|spread| f64::from(spread.most())),
            0.0,
        ),
        figure(
            "chance events, average over plies",
            "section 3.1",
            Some(4.16),
            chances,
            mean_error(&sample.chances),
        ),
        figure("game-tree complexity, log 10", "equation 3.2", Some(62.57), tree, tree_error),
        figure("state-space complexity, log 10", "equation 3.5", Some(88.31), space, 0.0),
        figure("share of premature endings", "table 5.17", Some(0.268), premature, premature_error),
        figure("share of draws", "", None, draws, draws_error),
    ]
}

/// The standard error of a share, never quite 0.
fn share_error(count: u64, games: f64) -> f64 {
    let share = (count as f64 + 1.0) / (games + 2.0);
    (share * (1.0 - share) / games).sqrt()
}

/// The standard error of an average over plies. Numbers of one game go together, so the errors of the plies
/// are simply added: too large rather than too small.
fn mean_error(by_ply: &[super::Spread]) -> f64 {
    by_ply.iter().map(super::Spread::error).sum::<f64>() / by_ply.len().max(1) as f64
}
