//! The table that a person gets who chooses nothing.

use crate::hands::{another, handle, play_quickly};
use kontra_browser_tests::{Browser, Page, TestServer};
use serde_json::Value;

/// The finished game as anyone may see it.
fn result(page: &Page) -> Value {
    page.eval(
        "fetch(`/api/tables/${location.pathname.split('/')[2]}`)
            .then(answer => answer.json()).then(state => state.over)",
    )
}

/// Whether a team announced more than no 90 and did not keep it.
fn broke_a_high_word(sheet: &Value, team: &str, others: &str) -> bool {
    let (points, tricks) = (sheet[others]["points"].as_u64(), sheet[others]["tricks"].as_u64());
    match sheet[team]["announced"].as_str() {
        Some("no60") => points >= Some(60),
        Some("no30") => points >= Some(30),
        Some("black") => tricks > Some(0),
        _ => false,
    }
}

/// This holds for any seed: the engines of this table (`club`) announce no 90 at most, and a person who clicks what comes first
/// announces nothing.
#[test]
fn nobody_announces_what_cannot_be_kept() {
    let server = TestServer::start_with(&["--requests-per-second", "0"], &[]);
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.click(&handle("play-doppelkopf"));
    page.see("[data-test=table][data-version]");
    let games = if std::env::var_os("KONTRA_FULL").is_some() { 20 } else { 3 };
    let mut announced = 0;
    for game in 1..=games {
        play_quickly(&page);
        let over = result(&page);
        let sheet = &over["sheet"];
        for (team, others) in [("re", "kontra"), ("kontra", "re")] {
            assert!(sheet[team]["points"].is_u64(), "the sheet of game {game}: {over}");
            assert!(!broke_a_high_word(sheet, team, others), "game {game}: {sheet}");
            announced += usize::from(sheet[team]["announced"].is_string());
        }
        if game < games {
            another(&page);
        }
    }
    println!("{announced} announcements in {games} games");
}
