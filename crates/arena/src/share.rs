use crate::Clusters;

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A share of games, such as the games won, with a confidence interval that is honest about repeated deals.
///
/// Wilson's interval is made for independent games: it never leaves 0 to 1, and it is right for shares near
/// these ends and for few games. Games on the same deal are not independent, so it is not given the number
/// of games but the *effective* number: that of independent games which would leave the share as uncertain as the
/// deals leave it, `p (1 − p)` divided by the squared standard error over deals. For few deals that error is
/// itself uncertain, so the effective number is lowered by the squared ratio of the normal to Student's t
/// quantile (Korn and Graubard 1998).
///
/// Where every deal has the same share there is no spread to go by. The effective number is then that of the games,
/// and if all games or none were won, that of the deals.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Share {
    deals: Clusters,
    games: u64,
}

impl Share {
    /// Adds a deal: `hits` of its `games`.
    pub fn add(&mut self, hits: u64, games: u64) {
        self.games += games;
        self.deals.add(hits as f64 / games.max(1) as f64);
    }

    /// The share.
    pub fn value(&self) -> f64 {
        self.deals.mean()
    }

    /// The number of independent games that would leave the share as uncertain; `None` with fewer than two deals.
    pub fn effective_games(&self) -> Option<f64> {
        let (p, error) = (self.value(), self.deals.squared_error()?);
        let number = match error {
            e if e > 0.0 => p * (1.0 - p) / e,
            _ if p > 0.0 && p < 1.0 => self.games as f64,
            _ => self.deals.count() as f64,
        };
        Some(number * (Z / self.deals.quantile()?).powi(2))
    }

    /// The 95 % confidence interval; `None` with fewer than two deals.
    pub fn interval(&self) -> Option<[f64; 2]> {
        Some(wilson(self.value(), self.effective_games()?))
    }
}

/// Half the width of Wilson's 95 % interval for the share `p` of `n` independent games, before it is cut at 0 and 1.
pub fn wilson_half_width(p: f64, n: f64) -> f64 {
    let z2 = Z * Z / n;
    (p * (1.0 - p) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2)
}

/// Wilson's interval for the share `p` of `n` independent games.
fn wilson(p: f64, n: f64) -> [f64; 2] {
    let z2 = Z * Z / n;
    let centre = (p + z2 / 2.0) / (1.0 + z2);
    let half = wilson_half_width(p, n);
    [(centre - half).max(0.0), (centre + half).min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded([low, high]: [f64; 2]) -> [f64; 2] {
        [low, high].map(|x| (x * 1e4).round() / 1e4)
    }

    #[test]
    fn textbook_intervals() {
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, games, expected) in [
            (81.0, 263.0, [0.2553, 0.3662]),
            (15.0, 148.0, [0.0624, 0.1605]),
            (0.0, 20.0, [0.0, 0.1611]),
            (1.0, 29.0, [0.0061, 0.1718]),
        ] {
            assert_eq!(rounded(wilson(hits / games, games)), expected);
        }
    }

    #[test]
    fn games_that_always_end_alike_count_as_one() {
        // 100 deals of 6 games, on each of which all or none are won.
        let mut share = Share::default();
        (0..100).for_each(|deal| share.add(6 * (deal % 2), 6));
        let effective = share.effective_games().unwrap();
        assert!((95.0..100.0).contains(&effective), "{effective}");
    }

    #[test]
    fn deals_that_say_nothing_about_their_spread() {
        let all_alike = |hits: u64| {
            let mut share = Share::default();
            (0..100).for_each(|_| share.add(hits, 6));
            share.effective_games().unwrap()
        };
        // Student's t with 99 degrees of freedom is 1.98422.
        assert!((all_alike(3) - 600.0 * 0.975_75).abs() < 0.1);
        assert!((all_alike(6) - 100.0 * 0.975_75).abs() < 0.1);
    }

    #[test]
    fn one_deal_has_no_interval() {
        let mut share = Share::default();
        share.add(3, 6);
        assert_eq!((share.value(), share.interval()), (0.5, None));
    }
}
