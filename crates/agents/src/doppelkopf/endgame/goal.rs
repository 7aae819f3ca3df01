use kontra_doppelkopf::{GameTally, Level, SeatSet};

/// What re wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// As many card points as possible.
    Points,
    /// At least this many score points more than kontra.
    Score(i32),
}

/// More than anybody needs or can have.
pub(super) const NEVER: i32 = 1000;

/// The highest difference in score points that is told apart; none is higher.
pub(super) const HIGHEST: i32 = 31;

/// How many card points re needs for a score, special points apart.
///
/// Card points are counted from -1, re without a trick, to 241, kontra without one. More card points never
/// mean a lower score, so one number says it all.
#[derive(Clone, Debug)]
pub(super) struct PointsNeeded {
    points: [i16; 2 * HIGHEST as usize + 1],
}

/// The result of re without a trick.
pub(super) const RE_BLACK: i32 = -1;
/// The result of kontra without a trick.
pub(super) const KONTRA_BLACK: i32 = 241;

impl PointsNeeded {
    /// The needs in a game with these teams and announcements.
    pub(super) fn new(re: SeatSet, levels: [Level; 2]) -> PointsNeeded {
        let mut points = [NEVER as i16; 2 * HIGHEST as usize + 1];
        let mut last = -HIGHEST;
        for result in RE_BLACK..=KONTRA_BLACK {
            let score = plain_score(re, levels, result);
            debug_assert!(score >= last || result == RE_BLACK, "more points, lower score");
            let first = if result == RE_BLACK { -HIGHEST } else { last + 1 };
            for need in first..=score {
                points[(need + HIGHEST) as usize] =
                    if result == RE_BLACK { -NEVER as i16 } else { result as i16 };
            }
            last = last.max(score);
        }
        PointsNeeded { points }
    }

    /// The card points that are enough for this score, and no fewer are.
    #[inline]
    pub(super) fn for_score(&self, score: i32) -> i32 {
        i32::from(self.points[(score.clamp(-HIGHEST, HIGHEST) + HIGHEST) as usize])
    }
}

/// The score of re, special points apart, when the card points end like this.
pub(super) fn plain_score(re: SeatSet, levels: [Level; 2], result: i32) -> i32 {
    let points = result.clamp(0, 240) as u16;
    GameTally {
        re,
        points: [points, 240 - points],
        tricks: [u8::from(result != RE_BLACK), u8::from(result != KONTRA_BLACK)],
        levels,
        foxes: [0; 2],
        charlie: None,
        doppelkopfs: [0; 2],
    }
    .difference()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kontra_game::Seat;

    fn teams() -> [SeatSet; 2] {
        [1, 2].map(|count| Seat::all(count).collect())
    }

    #[test]
    fn more_card_points_never_mean_a_lower_score() {
        for re in teams() {
            for levels in Level::ALL.into_iter().flat_map(|a| Level::ALL.map(|b| [a, b])) {
                let scores: Vec<i32> =
                    (RE_BLACK..=KONTRA_BLACK).map(|p| plain_score(re, levels, p)).collect();
                assert!(scores.is_sorted(), "{levels:?}");
                assert!(scores.iter().all(|score| score.abs() < HIGHEST));
            }
        }
    }

    #[test]
    fn needs_are_where_the_score_changes() {
        for re in teams() {
            for levels in Level::ALL.into_iter().flat_map(|a| Level::ALL.map(|b| [a, b])) {
                let needs = PointsNeeded::new(re, levels);
                for score in -HIGHEST..=HIGHEST {
                    for result in RE_BLACK..=KONTRA_BLACK {
                        let reached = plain_score(re, levels, result) >= score;
                        assert_eq!(result >= needs.for_score(score), reached, "{levels:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn re_needs_121_to_win_when_nobody_says_anything() {
        let needs = PointsNeeded::new(teams()[1], [Level::Silent; 2]);
        assert_eq!(needs.for_score(1), 121);
        assert_eq!(needs.for_score(2), 151);
        assert_eq!(needs.for_score(-2), 90);
    }
}
