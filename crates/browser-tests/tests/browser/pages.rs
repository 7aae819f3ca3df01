//! Every page in both themes: accessible to everybody, with a picture of each.

use crate::hands::{GAMES, handle, is_asked, play_some, sit_down};
use kontra_browser_tests::{Browser, Page, Shots, TestServer, Theme};

/// The pages that need no game; those of the arena with nothing in them.
pub(crate) const PAGES: [(&str, &str); 9] = [
    ("home", "/"),
    ("learn", "/learn"),
    ("mine-empty", "/mine"),
    ("lab", "/lab"),
    ("rules", "/rules"),
    ("leaderboard-empty", "/leaderboard"),
    ("matches-empty", "/matches"),
    ("experiments-empty", "/experiments"),
    ("record", "/record"),
];

/// Checks a page in both themes, and takes its pictures.
#[track_caller]
pub(crate) fn check(page: &Page, name: &str) {
    for theme in [Theme::Light, Theme::Dark] {
        page.theme(theme);
        let name_of_theme = format!("{theme:?}").to_lowercase();
        page.wait(
            &format!("document.documentElement.dataset.theme === '{name_of_theme}'"),
            "the theme to be there",
        );
        page.is_accessible(&format!("{name}, {theme:?}"));
    }
    page.theme(Theme::Light);
    Shots::new().take_all(page, name);
}

#[test]
fn every_page_is_accessible() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for (name, path) in PAGES {
        page.goto(path);
        page.see("main h1");
        check(&page, name);
    }
}

#[test]
fn every_table_is_accessible() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for game in GAMES {
        sit_down(&page, game);
        play_some(&page, 4);
        assert!(is_asked(&page));
        check(&page, game);
    }
}

#[test]
fn the_theme_is_a_choice_that_stays() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.see(&handle("theme"));
    let theme = || page.eval("document.documentElement.dataset.theme");
    assert_eq!(theme(), "light");
    page.click(&handle("theme"));
    assert_eq!(theme(), "dark");
    page.goto("/rules");
    page.see("main h1");
    assert_eq!(theme(), "dark", "on the next page, against the system's choice");
    page.theme(Theme::Dark);
    page.click(&handle("theme"));
    assert_eq!(theme(), "light");
    page.reload();
    assert_eq!(theme(), "light", "after a reload, against the system's choice");
}
