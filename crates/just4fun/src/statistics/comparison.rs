use super::{RandomPlay, combinations_by_size, reachability};
use crate::{Board, Field};
use std::fmt;

/// One number of the thesis beside ours.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// What is counted or measured.
    pub name: String,
    /// Where the thesis has it.
    pub place: &'static str,
    /// The thesis's number.
    pub paper: f64,
    /// Our number.
    pub ours: f64,
    /// The standard error of the difference, from the thesis's sample and ours together; 0 if both are exact.
    pub error: f64,
    /// With how many decimals the thesis gives its number.
    pub decimals: usize,
}

impl Comparison {
    /// Whether the numbers agree within this many standard errors and the thesis's rounding.
    pub fn agrees(&self, errors: f64) -> bool {
        let rounding = 0.5 * 0.1_f64.powi(self.decimals as i32) + 1e-9;
        (self.ours - self.paper).abs() <= rounding + errors * self.error
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Comparison { name, place, paper, ours, error, decimals } = self;
        let sampled = *error > 0.0;
        let more = if sampled { decimals + 1 } else { *decimals };
        write!(f, "{name:<42} {place:<13} {paper:>9.decimals$} {ours:>10.more$}")?;
        if sampled { write!(f, "  ± {error:.more$}") } else { Ok(()) }
    }
}

/// The thesis's statistics of the deck and of random play beside ours, which come from `games` of its RandomPlayer
/// ([`RandomPlay::over_combinations`]) with two players on the original board.
///
/// ```
/// use kontra_just4fun::{Rules, statistics};
/// let games = statistics::RandomPlay::over_combinations(&Rules::default(), 1, 0..500);
/// for row in statistics::compare(&games) {
///     println!("{row}");
///     assert!(row.agrees(4.0), "{row}");
/// }
/// ```
pub fn compare(games: &RandomPlay) -> Vec<Comparison> {
    let mut rows = exact_rows();
    rows.extend(endings(games));
    rows.extend(turns(games));
    rows
}

/// How many hands the thesis sampled for figure 3.5.
const HANDS: f64 = 1e6;

/// The share of hands that reach each field, row by row on the original board (equation 5.11).
const SAMPLED: [f64; Field::COUNT] = [
    0.26729, 0.46924, 0.19872, 0.33259, 0.48385, 0.45061, // 1 14 30 24 19 8
    0.13534, 0.54831, 0.48448, 0.47750, 0.10548, 0.40535, // 33 11 9 16 35 21
    0.39241, 0.26695, 0.17633, 0.41948, 0.31642, 0.57851, // 6 27 31 20 3 12
    0.47742, 0.14947, 0.36902, 0.22352, 0.48332, 0.28535, // 15 32 5 29 17 26
    0.38196, 0.51268, 0.48087, 0.09019, 0.30623, 0.28683, // 22 10 18 36 25 2
    0.24392, 0.42499, 0.36178, 0.33798, 0.46713, 0.11814, // 28 7 23 4 13 34
];

/// The thesis's estimate of every field's reachability beside the exact share, in percent.
pub fn compare_reachability() -> Vec<Comparison> {
    let exact = reachability();
    let fields = Board::ORIGINAL.numbers().into_iter().zip(SAMPLED);
    let row = |(number, sampled): (u8, f64)| {
        let share = exact[usize::from(number) - 1];
        Comparison {
            name: format!("hands that reach field {number}, %"),
            place: "equation 5.11",
            paper: 100.0 * sampled,
            ours: 100.0 * share,
            error: 100.0 * (share * (1.0 - share) / HANDS).sqrt(),
            decimals: 3,
        }
    };
    fields.map(row).collect()
}

fn exact_rows() -> Vec<Comparison> {
    let combinations: u64 = combinations_by_size().iter().sum();
    let mut rows = vec![Comparison {
        name: "different combinations of cards".to_owned(),
        place: "section 5",
        paper: 3923.0,
        ours: combinations as f64,
        error: 0.0,
        decimals: 0,
    }];
    let shown = [1, 12, 36].map(|field| format!("hands that reach field {field}, %"));
    rows.extend(compare_reachability().into_iter().filter(|row| shown.contains(&row.name)));
    rows
}

fn endings(games: &RandomPlay) -> Vec<Comparison> {
    let share = |name: &str, place, count: u64, of: u64, ours: u64| {
        let (paper, own) = (count as f64 / of as f64, ours as f64 / games.games as f64);
        let error = (paper * (1.0 - paper) * (1.0 / of as f64 + 1.0 / games.games as f64)).sqrt();
        let (paper, ours, error) = (100.0 * paper, 100.0 * own, 100.0 * error);
        Comparison { name: name.to_owned(), place, paper, ours, error, decimals: 2 }
    };
    let (first, table) = ("section 3.1.1", "table 7.1");
    let RandomPlay { patterns, points, highest_fields, won_by_starter, .. } = *games;
    vec![
        share("games won by a pattern, %", first, 45_317, 100_000, patterns),
        share("games won by points, %", first, 54_247, 100_000, points),
        share("games won by the highest field, %", first, 436, 100_000, highest_fields),
        share("games won by a pattern, %", table, 5938 + 5387 + 5427 + 6032, 50_000, patterns),
        share("games won by points, %", table, 6532 + 6801 + 6979 + 6686, 50_000, points),
        share(
            "games won by the highest field, %",
            table,
            54 + 48 + 59 + 57,
            50_000,
            highest_fields,
        ),
        // Player 1's wins of games they started, and their losses of the others.
        share("games won by who began, %", table, 12_524 + 12_775, 50_000, won_by_starter),
    ]
}

fn turns(games: &RandomPlay) -> Vec<Comparison> {
    // The thesis's sample is 50,000 games: what one game contributes to an error is taken from ours.
    let error = |of_one_game: f64| of_one_game * (1.0 / 50_000.0 + 1.0 / games.games as f64).sqrt();
    let row = |name: &str, paper, ours, error, decimals| {
        let place = "section 3.1.1";
        Comparison { name: name.to_owned(), place, paper, ours, error, decimals }
    };
    let deviation = games.deviation_of_playable();
    vec![
        row(
            "turns of a game",
            1_745_860.0 / 50_000.0,
            games.mean_turns(),
            error(games.deviation_of_turns()),
            3,
        ),
        row(
            "playable fields in a turn, mean",
            11.603,
            games.mean_playable(),
            error(games.error_of_mean_playable_per_game()),
            3,
        ),
        // As if each game were one independent observation: more than the true error.
        row(
            "playable fields in a turn, deviation",
            2.210,
            deviation,
            error(deviation / 2.0_f64.sqrt()),
            3,
        ),
        row("playable fields in a turn, median", 12.0, games.median_playable() as f64, 0.0, 0),
    ]
}
