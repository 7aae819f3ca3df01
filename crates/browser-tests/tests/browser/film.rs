//! The beginning of a game as a series of pictures, from which the README's moving picture is made.

use crate::hands::{is_asked, make_a_move, sit_down};
use kontra_browser_tests::{Browser, Page, Screen, Shots, TestServer};

/// How many pictures there are.
const SCENES: usize = 24;

#[test]
fn the_first_tricks_are_filmed() {
    let server = TestServer::start_with(&["--pace", "400"], &[]);
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.screen(Screen::Landscape);
    sit_down(&page, "doppelkopf");
    let shots = Shots::new();
    let mut before = String::new();
    let mut scenes = 0;
    while scenes < SCENES {
        let now = scene(&page);
        if now != before {
            // A click scrolls to what is clicked; the film shows the whole table.
            page.eval("scrollTo(0, 0)");
            shots.take(&page, &format!("film-{scenes:02}"));
            scenes += 1;
            before = now;
        } else if may_move(&page) {
            assert!(is_asked(&page), "a game is longer than this film");
            make_a_move(&page, Page::click);
        }
    }
}

/// What makes a new picture worth it: the cards on the table, the hand, what was said.
fn scene(page: &Page) -> String {
    let seen = "[...document.querySelectorAll(
        '[data-test=trick] .slot, [data-test=hand] [data-card], .bubble, [data-test=question]'
    )].map((each) => each.textContent).join()";
    page.eval(seen).as_str().unwrap_or_default().to_owned()
}

fn may_move(page: &Page) -> bool {
    page.count("[data-test=choice]:not(:disabled, [aria-disabled=true])") > 0
}
