//! The table that a person gets who chooses nothing.

use crate::hands::{another, handle, play_boldly, play_quickly};
use kontra_browser_tests::{Browser, Page, TestServer};
use serde_json::Value;

/// What became of the announcements of a finished game.
#[derive(Default, Debug)]
struct Announcements {
    /// How many teams announced something.
    made: usize,
    /// The teams that announced more than no 90 and did not keep it: how it ended.
    lost: Vec<Value>,
}

/// The announcements of the game that is over, as anyone may see them.
fn announcements(page: &Page) -> Announcements {
    let sheet = page.eval(
        "fetch(`/api/tables/${location.pathname.split('/')[2]}`)
            .then(answer => answer.json()).then(state => state.over.sheet)",
    );
    let mut found = Announcements::default();
    for (team, others) in [("re", "kontra"), ("kontra", "re")] {
        let of = |name: &str| {
            let number = sheet[others][name].as_u64();
            number.unwrap_or_else(|| panic!("{others}, {name}: expected a number in {sheet}"))
        };
        let (points, tricks) = (of("points"), of("tricks"));
        let word = sheet[team].get("announced");
        let word = word.unwrap_or_else(|| panic!("{team}: expected 'announced' in {sheet}"));
        found.made += usize::from(!word.is_null());
        let is_kept = match word.as_str() {
            None | Some("re" | "kontra" | "no90") => true,
            Some("no60") => points < 60,
            Some("no30") => points < 30,
            Some("black") => tricks == 0,
            Some(other) => panic!("an announcement that is not known: '{other}' in {sheet}"),
        };
        if !is_kept {
            found.lost.push(sheet.clone());
        }
    }
    found
}

/// Sits down where two clicks lead to.
fn sit_down(server: &TestServer, browser: &Browser) -> Page {
    let page = browser.page(&server.origin());
    page.goto("/");
    page.click(&handle("play-doppelkopf"));
    page.see("[data-test=table][data-version]");
    page
}

/// The most games in which something is looked for that most games have.
const ENOUGH: usize = 60;

/// A person who clicks what comes first announces nothing: what is announced here is the engines'.
#[test]
fn engines_lose_no_announcement_above_no_90_in_twenty_games() {
    let server = TestServer::start_with(&["--requests-per-second", "0"], &[]);
    let browser = Browser::start();
    let page = sit_down(&server, &browser);
    let (mut games, mut made) = (0, 0);
    // Games in which nobody announces say nothing.
    while games < 20 || made == 0 {
        assert!(games < ENOUGH, "nobody announced anything in {games} games");
        if games > 0 {
            another(&page);
        }
        play_quickly(&page);
        games += 1;
        let found = announcements(&page);
        assert!(found.lost.is_empty(), "game {games}: {found:?}");
        made += found.made;
    }
    println!("{made} announcements in {games} games");
}

/// What the other test looks for is found where it happens: a person who announces everything loses it.
#[test]
fn an_announcement_above_no_90_that_is_lost_is_noticed() {
    let server = TestServer::start_with(&["--requests-per-second", "0"], &[]);
    let browser = Browser::start();
    let page = sit_down(&server, &browser);
    for game in 1..=ENOUGH {
        play_boldly(&page);
        if !announcements(&page).lost.is_empty() {
            println!("in game {game}");
            return;
        }
        another(&page);
    }
    panic!("no announcement was lost in {ENOUGH} games");
}
