use super::PositionNetwork;
use super::layout::{WINS, head};
use super::perspective::{BoardFacts, Perspective, SeenPosition, SetBits};
use kontra_game::{Game, MAX_SEATS, Seat};
use kontra_nets::sparse::HeadInput;
use kontra_ontop::{Board, Lineup, OnTop};
use std::sync::Arc;

/// What share of a win each seat has: how likely its side wins. Who shares the first place has a part of it.
pub type WinShares = [f32; MAX_SEATS];

/// Values positions with a network.
#[derive(Clone, Debug)]
pub struct AfterstateJudge {
    network: PositionNetwork,
    facts: Arc<BoardFacts>,
}

/// A position whose successors are to be valued.
#[derive(Clone, Debug)]
pub struct Before {
    perspective: Perspective,
    seen: SeenPosition,
    sums: Vec<f32>,
}

impl AfterstateJudge {
    /// A judge for games on this board; `None` where it has another outline than the default board.
    pub fn new(network: PositionNetwork, board: Board) -> Option<AfterstateJudge> {
        Some(AfterstateJudge { network, facts: Arc::new(BoardFacts::new(board)?) })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.facts.board
    }

    /// Prepares to value what the seat to move can make of a position, whatever tile it draws or has drawn.
    pub fn before(&self, state: &OnTop) -> Before {
        let next = Seat::wrapping(state.mover().index() + 1, state.seats());
        let perspective = Perspective::new(state, next);
        let seen = perspective.see(&self.facts, state);
        let rows = perspective.rows(&self.facts, &seen);
        let mut sums = vec![0.0; self.network.sparse().shape().width];
        self.network.sparse().sums(&rows, &mut sums);
        Before { perspective, seen, sums }
    }

    /// The same once the tile was drawn: what follows from that is added once for all successors.
    pub fn drawn(&self, before: &Before, state: &OnTop) -> Before {
        let (seen, [plus, minus]) = before.perspective.see_drawn(&before.seen, state);
        let mut sums = before.sums.clone();
        self.network.sparse().change(&mut sums, &plus, &minus);
        Before { perspective: before.perspective.clone(), seen, sums }
    }

    /// The value of a position after a move from another one.
    #[inline]
    pub fn after(&self, before: &Before, state: &OnTop) -> WinShares {
        if let Some(shares) = final_shares(state) {
            return shares;
        }
        let perspective = &before.perspective;
        let (mut plus, mut minus) = (SetBits::new(), SetBits::new());
        perspective.changes(&self.facts, &before.seen, state, [&mut plus, &mut minus]);
        let head = head(state.table(), state.tiles_left());
        let input = HeadInput { sums: &before.sums, plus: &plus, minus: &minus, head };
        let outputs = self.network.sparse().outputs(input);
        shares(&outputs[WINS..WINS + 4], state.table(), perspective.seat())
    }

    /// The bits that are set in a position in which a tile is about to be drawn, and its head.
    pub fn rows(&self, state: &OnTop) -> (Vec<u16>, usize) {
        let perspective = Perspective::new(state, state.mover());
        let seen = perspective.see(&self.facts, state);
        let rows = perspective.rows(&self.facts, &seen).to_vec();
        (rows, head(state.table(), state.tiles_left()))
    }

    /// The value of a position in which a tile is about to be drawn.
    pub fn value(&self, state: &OnTop) -> WinShares {
        if let Some(shares) = final_shares(state) {
            return shares;
        }
        let (rows, head) = self.rows(state);
        let trace = self.network.sparse().trace(&rows, head);
        shares(&trace.outputs[WINS..WINS + 4], state.table(), state.mover())
    }
}

/// Who won a game that is over.
#[inline]
pub fn final_shares(state: &OnTop) -> Option<WinShares> {
    let outcome = state.outcome()?;
    let lineup = state.table();
    let mut winners = [false; MAX_SEATS];
    for seat in Seat::all(lineup.seats()) {
        winners[lineup.side(seat)] |= outcome.wins(seat);
    }
    let count = winners.iter().filter(|&&wins| wins).count().max(1);
    let mut shares = [0.0; MAX_SEATS];
    for seat in Seat::all(lineup.seats()) {
        shares[seat.index()] = if outcome.wins(seat) { 1.0 / count as f32 } else { 0.0 };
    }
    Some(shares)
}

/// What a head says, as shares of the seats.
#[inline]
fn shares(logits: &[f32], lineup: Lineup, first: Seat) -> WinShares {
    let (sides, seats) = (lineup.sides(), lineup.seats());
    let mut shares = [0.0; MAX_SEATS];
    let probabilities = softmax(logits, sides);
    for (steps, seat) in
        (0..seats).map(|steps| (steps, Seat::wrapping(first.index() + steps, seats)))
    {
        shares[seat.index()] = probabilities[steps % sides];
    }
    shares
}

/// Probabilities of the first sides.
#[inline]
pub fn softmax(logits: &[f32], sides: usize) -> [f32; 4] {
    if sides == 2 {
        let first = 1.0 / (1.0 + (logits[1] - logits[0]).exp());
        return [first, 1.0 - first, 0.0, 0.0];
    }
    let most = logits[..sides].iter().copied().fold(f32::MIN, f32::max);
    let mut all = [0.0; 4];
    let mut sum = 0.0;
    for (p, logit) in all.iter_mut().zip(&logits[..sides]) {
        *p = (logit - most).exp();
        sum += *p;
    }
    all.map(|p| p / sum)
}

/// A share of a win as a payoff of the game.
#[inline]
pub fn payoff(share: f32, lineup: Lineup) -> f64 {
    let sides = lineup.sides() as f64;
    (sides * f64::from(share) - 1.0) / (sides - 1.0)
}
