//! Doppelkopf players are German.

use crate::hands::{GAMES, handle, play_some, play_to_the_end, sit_down, texts};
use kontra_browser_tests::{Browser, Shots, TestServer};

#[test]
fn who_asks_for_german_gets_it_at_once() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.language("de-DE");
    page.goto("/");
    page.see(&handle("play-doppelkopf"));
    assert_eq!(page.eval("document.documentElement.lang"), "de");
    Shots::new().take(&page, "home-german");
}

#[test]
fn a_click_changes_the_language_and_it_stays() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.see(&handle("play-doppelkopf"));
    assert_eq!(page.eval("document.documentElement.lang"), "en");
    let english = page.text("main");
    page.click(&handle("lang-de"));
    page.wait("document.documentElement.lang === 'de'", "German");
    assert_ne!(page.text("main"), english);
    for path in ["/rules", "/leaderboard", "/matches", "/experiments", "/record"] {
        page.goto(path);
        page.see("main h1");
        assert_eq!(page.eval("document.documentElement.lang"), "de", "{path}");
    }
    page.click(&handle("lang-en"));
    page.wait("document.documentElement.lang === 'en'", "English");
}

#[test]
fn a_german_game_is_explained_in_german() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.language("de");
    for game in GAMES {
        sit_down(&page, game);
        play_some(&page, 1);
    }
    sit_down(&page, "doppelkopf");
    play_to_the_end(&page);
    page.see(&handle("over"));
    let lines = texts(&page, "sheet-line").join("\n");
    let german =
        ["gewonnen", "angesagt", "unter", "Gegen", "Fuchs", "Karlchen", "Doppelkopf", "Solo"];
    assert!(german.iter().any(|word| lines.contains(word)), "{lines}");
    Shots::new().take(&page, "doppelkopf-over-german");
}
