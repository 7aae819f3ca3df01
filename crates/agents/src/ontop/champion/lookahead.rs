use crate::ontop::network::{AfterstateJudge, WinShares, final_shares};
use arrayvec::ArrayVec;
use kontra_game::{Actions, Chances, Game, MAX_ACTIONS};
use kontra_ontop::OnTop;

/// Looks ahead from positions in which a tile is about to be drawn.
///
/// Every tile counts as often as it is drawn, and every player makes the move that is best for itself. At the last move
/// all successors are valued by the network; before that, only those that it likes most are looked into.
pub(super) struct Lookahead<'a> {
    pub(super) judge: &'a AfterstateJudge,
    /// How many moves are looked into, by the number of further moves to look ahead (from 1).
    pub(super) widths: &'a [usize],
    /// Positions valued so far.
    pub(super) nodes: u64,
    /// Whether it is time to answer. Asked before every position that is looked into.
    pub(super) late: &'a dyn Fn() -> bool,
}

impl Lookahead<'_> {
    /// What a position is worth `depth` moves ahead; `None` where the time is up.
    pub(super) fn value(&mut self, state: &OnTop, depth: usize) -> Option<WinShares> {
        if let Some(shares) = final_shares(state) {
            return Some(shares);
        }
        if depth == 0 {
            self.nodes += 1;
            return Some(self.judge.value(state));
        }
        if (self.late)() {
            return None;
        }
        let before = self.judge.before(state);
        let own = state.mover().index();
        let mut chances = Chances::new();
        state.chances(&mut chances);
        let mut all = WinShares::default();
        for (draw, probability) in chances {
            let mut drawn = *state;
            drawn.play(draw);
            let before = self.judge.drawn(&before, &drawn);
            let mut moves = Actions::new();
            drawn.actions(&mut moves);
            let mut valued: ArrayVec<(OnTop, WinShares), MAX_ACTIONS> = ArrayVec::new();
            let mut best = WinShares::default();
            best[own] = f32::MIN;
            for &action in &moves {
                let mut after = drawn;
                after.play(action);
                let shares = self.judge.after(&before, &after);
                if depth > 1 {
                    valued.push((after, shares));
                } else if shares[own] > best[own] {
                    best = shares;
                }
            }
            self.nodes += moves.len() as u64;
            if depth > 1 {
                let width = self.widths.get(depth - 2).copied().unwrap_or(1).max(1);
                if valued.len() > width {
                    valued.select_nth_unstable_by(width - 1, |a, b| b.1[own].total_cmp(&a.1[own]));
                    valued.truncate(width);
                }
                for (after, _) in &valued {
                    let shares = self.value(after, depth - 1)?;
                    if shares[own] > best[own] {
                        best = shares;
                    }
                }
            }
            for (sum, share) in all.iter_mut().zip(best) {
                *sum += probability as f32 * share;
            }
        }
        Some(all)
    }
}
