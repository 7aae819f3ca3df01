//! What can still happen within some moves: bounds that hold.

use super::circles::{Circles, PATTERNS, pattern, ways, worth};
use super::{FeatureWeights, features};
use kontra_game::Seat;
use kontra_ontop::{Colour, OnTop};
use kontra_search::expectimax::Span;

/// The most a tile can add to one circle: two sixths itself, and two more where it leaves black triangles.
const SIXTHS_FOR_TILE: u32 = 4;

/// The most circles that one tile can close: its own four, and the far corners of four black triangles.
const CIRCLES_FOR_TILE: u32 = 8;

/// The most positions that one tile can take away: three contain each of its triangles, and it is one of both.
const POSITIONS_FOR_TILE: u32 = 5;

/// The number of ways to cover a circle: at most six sixths of four colours.
const WAYS: usize = 210;

/// For every way a circle may be covered, the least and the most it may add to the evaluation one day.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ReachTables {
    /// The number of the way a circle is covered, by pattern.
    ways: Box<[u8; PATTERNS]>,
    /// By gold, by missing sixths, by way.
    spans: Box<[[[Span; WAYS]; 7]; 2]>,
}

impl ReachTables {
    /// The tables for the colours and sides of this game.
    pub(super) fn new(weights: &FeatureWeights, root: &OnTop, hero: Seat) -> ReachTables {
        let signs = features::signs(root, hero);
        let mut tables = ReachTables {
            ways: Box::new([0; PATTERNS]),
            spans: Box::new([[[Span::exact(0.0); WAYS]; 7]; 2]),
        };
        for (way, (pattern, _)) in ways().enumerate() {
            tables.ways[pattern] = way as u8;
        }
        for (missing, gold) in (0..7).flat_map(|missing| [(missing, false), (missing, true)]) {
            for (way, (pattern, sixths)) in ways().enumerate() {
                let covered: u8 = sixths.iter().sum();
                tables.spans[usize::from(gold)][missing][way] = match missing {
                    // The game may end before the circle is evaluated.
                    0 => Span::exact(0.0).hull(worth(weights, signs, sixths, gold)),
                    _ if usize::from(covered) + missing > 6 => Span::exact(0.0),
                    _ => tables.with_one_more(pattern, missing, gold),
                };
            }
        }
        tables
    }

    /// What can come of a circle when one more sixth is covered, by a colour or black.
    fn with_one_more(&self, pattern: usize, missing: usize, gold: bool) -> Span {
        let colours = (0..4).map(|colour| pattern + (1 << (3 * colour)));
        colours.fold(self.span(pattern, missing - 1, gold), |span, pattern| {
            let other = self.span(pattern, missing - 1, gold);
            span.hull(other.low).hull(other.high)
        })
    }

    #[inline]
    fn span(&self, pattern: usize, missing: usize, gold: bool) -> Span {
        let way = usize::from(self.ways[pattern & (PATTERNS - 1)]);
        self.spans[usize::from(gold)][missing.min(6)][way.min(WAYS - 1)]
    }

    /// What the open circles can add within this many moves, and how many of them can be closed.
    #[inline]
    pub(super) fn changes(&self, circles: &Circles, state: &OnTop, plies: u32) -> (Span, u32) {
        let most_missing = plies.saturating_mul(SIXTHS_FOR_TILE);
        let (mut sum, mut count) = (Span::exact(0.0), 0);
        for circle in state.board().circles() {
            let missing = state.missing(circle);
            if missing > 0 && u32::from(missing) <= most_missing {
                let pattern = pattern(state.sixths(circle));
                let span = self.span(pattern, usize::from(missing), circles.is_gold(circle));
                sum = Span::new(sum.low + span.low, sum.high + span.high);
                count += 1;
            }
        }
        (sum, count.min(plies.saturating_mul(CIRCLES_FOR_TILE)))
    }
}

/// How the game may end within some moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// It may be over.
    pub(super) possible: bool,
    /// It must be over.
    pub(super) sure: bool,
}

impl Ends {
    /// Looks for no tile left, no position left, and somebody's last stone, if this many circles can be closed.
    #[inline]
    pub(super) fn within(state: &OnTop, plies: u32, closable: u32) -> Ends {
        let sure = state.tiles_left() <= plies;
        let stones = Colour::ALL.into_iter().map(|colour| state.stones(colour)).min();
        let possible = sure
            || state.branching() <= plies.saturating_mul(2 * POSITIONS_FOR_TILE)
            || stones.is_some_and(|stones| u32::from(stones) <= closable);
        Ends { possible, sure }
    }
}
