//! What the engine thinks: a hint, and the panel with its bars.

use crate::hands::{GAMES, handle, is_asked, play_some, sit_down, texts};
use kontra_browser_tests::{Browser, Page, Shots, TestServer};

/// Sits down and goes to a position with a real choice.
fn at_a_choice(page: &Page, game: &str) {
    sit_down(page, game);
    play_some(page, 2);
    assert!(is_asked(page));
}

#[test]
fn a_hint_marks_one_of_the_choices() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for game in GAMES {
        at_a_choice(&page, game);
        page.click(&handle("hint"));
        page.see("[data-hinted]");
        // Both copies of a card are marked: they are one choice.
        let marked = page.eval(
            "new Set([...document.querySelectorAll('[data-hinted]')]
                .map(each => each.dataset.choice ?? each.dataset.spot)).size",
        );
        assert_eq!(marked, 1, "{game}");
    }
}

#[test]
fn the_panel_shows_a_bar_for_each_move() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for game in GAMES {
        at_a_choice(&page, game);
        page.click(&handle("analyse"));
        page.see(&handle("bar"));
        let bars = texts(&page, "bar");
        assert!(bars.iter().all(|bar| bar.chars().any(char::is_alphanumeric)), "{game}: {bars:?}");
        Shots::new().take(&page, &format!("{game}-analysis"));
    }
}
