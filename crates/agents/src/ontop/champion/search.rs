use super::fallback::fallback_search;
use super::lookahead::Lookahead;
use crate::ontop::network::{AfterstateJudge, PositionNetwork, WinShares, payoff};
use kontra_game::{Actions, Game, Open, SearchRng};
use kontra_ontop::{Action, Lineup, OnTop};
use kontra_search::{
    Analysis, Blueprint, Budget, Clock, Cost, Costs, Limits, MoveAnalysis, Search,
};

/// How far the champion looks ahead.
#[derive(Clone, PartialEq, Debug)]
pub struct LookaheadSettings {
    /// Time, or as many further moves as its iterations say.
    pub budget: Budget,
    /// How many moves of a player are looked into with one, two, ... further moves behind them.
    pub widths: Vec<usize>,
    /// A move is looked into further as long as it is at most this share of a win behind the best one, by depth.
    pub margins: Vec<f32>,
}

impl LookaheadSettings {
    /// No move ahead.
    pub fn greedy() -> LookaheadSettings {
        LookaheadSettings { budget: Budget::iterations(0), widths: vec![], margins: vec![] }
    }
}

/// A search that is described and not yet built.
#[derive(Clone, Debug)]
pub struct ChampionBlueprint {
    /// What values positions.
    pub network: PositionNetwork,
    /// How far it looks.
    pub settings: LookaheadSettings,
}

impl Costs<OnTop> for ChampionBlueprint {
    fn cost(&self, nodes: usize) -> Cost {
        let ChampionBlueprint { network, settings } = self;
        let LookaheadSettings { budget, widths: _, margins: _ } = settings;
        // At every depth some states with their values, and the sums of one.
        let deepest = DEEPEST as usize + 2;
        let bytes = deepest * (network.sparse().shape().width * 4 + (1 << 18));
        let own = Cost { bytes: bytes as u64, threads: 1, time: budget.time };
        own.or(Costs::<OnTop>::cost(&fallback_search(*budget), nodes))
    }
}

impl Blueprint<OnTop> for ChampionBlueprint {
    type Search = ChampionSearch;

    fn build(&self) -> ChampionSearch {
        let ChampionBlueprint { network, settings } = self.clone();
        ChampionSearch { network, settings, judge: None }
    }
}

/// Looks ahead with a network: one move more after the other until the time is up, each time only with moves that still
/// look good.
#[derive(Debug)]
pub struct ChampionSearch {
    network: PositionNetwork,
    settings: LookaheadSettings,
    judge: Option<AfterstateJudge>,
}

/// A move at the root.
#[derive(Clone, Copy)]
pub(super) struct LookaheadMove {
    pub(super) action: Action,
    after: OnTop,
    pub(super) shares: WinShares,
    /// Moves that its value looks ahead.
    pub(super) depth: u32,
    nodes: u64,
}

/// Nobody looks further ahead: that many moves take longer than anybody waits.
pub(super) const DEEPEST: u64 = 12;

impl Search<Open<OnTop>> for ChampionSearch {
    fn search(
        &mut self,
        view: &Open<OnTop>,
        limits: &Limits,
        rng: &mut SearchRng,
    ) -> Analysis<Action> {
        let game: &OnTop = view;
        let clock = self.settings.budget.start(limits);
        let Some(judge) = judge(&mut self.judge, &self.network, game) else {
            return fallback_search(self.settings.budget).search(view, limits, rng);
        };
        let late = || clock.is_late();
        let found = look_ahead(judge, &self.settings, game, &late);
        analysis(game, &found, &clock)
    }
}

/// What was found out about the moves at the root.
pub(super) struct FoundMoves {
    pub(super) chosen: Action,
    pub(super) moves: Vec<LookaheadMove>,
    /// Positions valued.
    nodes: u64,
}

/// Looks one move further ahead after the other, until it is `late`.
pub(super) fn look_ahead(
    judge: &AfterstateJudge,
    settings: &LookaheadSettings,
    game: &OnTop,
    late: &dyn Fn() -> bool,
) -> FoundMoves {
    let own = game.mover().index();
    let mut moves = candidates(judge, game);
    let all = moves.len() as u64;
    let mut lookahead = Lookahead { judge, widths: &settings.widths, nodes: all, late };
    let deepest = if all < 2 { 0 } else { settings.budget.iterations.min(DEEPEST) };
    moves.sort_by(|a, b| b.shares[own].total_cmp(&a.shares[own]));
    // The moves as they were before a depth that left out none of them and did not come to its end.
    let mut even = None;
    for depth in 1..=deepest.min(u64::from(game.tiles_left())) {
        let margin = settings.margins.get(depth as usize - 1);
        let margin = margin.or(settings.margins.last()).copied().unwrap_or(f32::MAX);
        let least = moves[0].shares[own] - margin;
        let before = |m: &LookaheadMove| u64::from(m.depth) + 1 == depth;
        let leaves_out_none = moves.iter().all(|m| before(m) && m.shares[own] >= least);
        even = leaves_out_none.then(|| moves.clone());
        let mut looked = 0;
        for candidate in moves.iter_mut().filter(|m| before(m)) {
            if candidate.shares[own] < least && looked > 0 {
                continue;
            }
            let nodes = lookahead.nodes;
            let Some(shares) = lookahead.value(&candidate.after, depth as usize) else { break };
            candidate.nodes += lookahead.nodes - nodes;
            (candidate.shares, candidate.depth) = (shares, depth as u32);
            looked += 1;
        }
        // Those that were looked into furthest come first, the best of them at the front.
        moves.sort_by(|a, b| (b.depth.cmp(&a.depth)).then(b.shares[own].total_cmp(&a.shares[own])));
        if leaves_out_none && looked == moves.len() {
            even = None;
        }
        if looked < 2 || late() {
            break;
        }
    }
    // A state in which no seat is asked is against the contract of `Search`.
    let chosen = moves.first().expect("a seat that is asked has moves").action;
    // Values of different depths cannot be compared. So those of the last depth that all moves came to are told; the move is
    // chosen by all that is known, and the best one is always looked into first.
    FoundMoves { chosen, moves: even.unwrap_or(moves), nodes: lookahead.nodes }
}

fn judge<'a>(
    kept: &'a mut Option<AfterstateJudge>,
    network: &PositionNetwork,
    game: &OnTop,
) -> Option<&'a AfterstateJudge> {
    if kept.as_ref().is_none_or(|judge| judge.board() != game.board()) {
        *kept = AfterstateJudge::new(network.clone(), game.board());
    }
    kept.as_ref()
}

fn candidates(judge: &AfterstateJudge, game: &OnTop) -> Vec<LookaheadMove> {
    let before = judge.before(game);
    let mut moves = Actions::new();
    game.actions(&mut moves);
    let valued = moves.into_iter().map(|action| {
        let mut after = *game;
        after.play(action);
        LookaheadMove { action, after, shares: judge.after(&before, &after), depth: 0, nodes: 1 }
    });
    valued.collect()
}

/// All moves are told in the game's order.
fn analysis(game: &OnTop, found: &FoundMoves, clock: &Clock) -> Analysis<Action> {
    let FoundMoves { chosen, moves, nodes } = found;
    let own = game.mover().index();
    let lineup: Lineup = game.table();
    let deepest = moves.iter().map(|m| m.depth).max().unwrap_or(0);
    let mut order = Actions::new();
    game.actions(&mut order);
    let told = |action: Action| {
        let found = moves.iter().find(|m| m.action == action)?;
        Some(MoveAnalysis {
            action,
            visits: found.nodes,
            value: payoff(found.shares[own], lineup),
            error: f64::NAN,
            prior: 1.0 / moves.len() as f64,
        })
    };
    Analysis {
        chosen: *chosen,
        moves: order.into_iter().filter_map(told).collect(),
        iterations: u64::from(deepest),
        nodes: *nodes,
        max_depth: deepest + 1,
        mean_depth: moves.iter().map(|m| f64::from(m.depth + 1)).sum::<f64>() / moves.len() as f64,
        worlds: 0,
        effective_worlds: 0.0,
        variation: vec![*chosen],
        elapsed: clock.elapsed(),
    }
}
