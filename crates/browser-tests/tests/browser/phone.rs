//! On a phone: nothing sticks out sideways, everything can be reached with a finger.

use crate::hands::{GAMES, is_asked, make_a_move, play_some, sit_down, table};
use crate::pages::PAGES;
use kontra_browser_tests::{Browser, Page, Screen, TestServer};

/// Fails if the page can be scrolled sideways, or a control lies outside of what can be scrolled to.
#[track_caller]
pub(crate) fn fits(page: &Page, what: &str) {
    let wide =
        page.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert_eq!(wide, 0, "{what}: the page is this many pixels too wide");
    assert_eq!(page.eval("window.innerWidth"), 360, "{what}: the page is as wide as the phone");
    let outside = page.eval(
        "[...document.querySelectorAll('a[href], button, input, select, textarea, [role=button]')]
            .filter(each => each.checkVisibility({visibilityProperty: true, opacityProperty: true}))
            .filter(each => !each.closest('.visually-hidden, [data-test=skip]'))
            .filter(each => {
                // What scrolls by itself, as a wide table does, can be scrolled to.
                for (let up = each.parentElement; up; up = up.parentElement) {
                    if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX)) return false;
                }
                const box = each.getBoundingClientRect();
                return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
            })
            .map(each => each.outerHTML.slice(0, 160))",
    );
    assert_eq!(outside.as_array().map(Vec::len), Some(0), "{what}: out of reach: {outside:#}");
}

fn phone(browser: &Browser, server: &TestServer) -> Page {
    let page = browser.page(&server.origin());
    page.screen(Screen::Phone);
    page
}

#[test]
fn every_page_fits_a_phone() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = phone(&browser, &server);
    for (_, path) in PAGES {
        page.goto(path);
        page.see("main h1");
        fits(&page, path);
    }
}

#[test]
fn every_table_fits_a_phone_and_is_played_by_finger() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = phone(&browser, &server);
    for game in GAMES {
        sit_down(&page, game);
        for _ in 0..4 {
            if is_asked(&page) {
                fits(&page, game);
                make_a_move(&page, Page::tap);
            }
        }
    }
}

#[test]
fn a_game_on_a_phone_comes_to_its_end() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = phone(&browser, &server);
    sit_down(&page, "doppelkopf");
    play_some(&page, 1);
    while is_asked(&page) {
        make_a_move(&page, Page::tap);
    }
    assert_eq!(table(&page, "over"), "true");
    fits(&page, "the result");
}
