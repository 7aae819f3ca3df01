//! How large long tests are. The only place that reads the environment for it.

use std::env::var;

/// Whether long tests run at full size: the environment has `KONTRA_FULL`.
pub fn is_full() -> bool {
    std::env::var_os("KONTRA_FULL").is_some()
}

/// The size of a long test: `short`, or `full` with `KONTRA_FULL`.
pub fn size<T>(short: T, full: T) -> T {
    if is_full() { full } else { short }
}

/// A number of games: `usual`, or any other number with `KONTRA_GAMES`.
pub fn games(usual: u64) -> u64 {
    var("KONTRA_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
