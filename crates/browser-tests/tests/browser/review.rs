//! The review of a finished game: every decision valued, the biggest mistakes first, each replayable.

use crate::hands::{handle, play_to_the_end, sit_down};
use crate::pages::check;
use kontra_browser_tests::{Browser, Key, Page, TestServer};

/// Plays a game badly, by taking the first legal move, and opens its review.
pub(crate) fn finished_game(page: &Page, game: &str) -> String {
    sit_down(page, game);
    play_to_the_end(page);
    page.click(&handle("review"));
    page.see("[data-test=game][data-ply]");
    let path = page.path();
    let id = path.trim_start_matches("/game/").split(['?', '#']).next().unwrap_or_default();
    id.to_owned()
}

fn ply(page: &Page) -> u64 {
    let ply = page.eval("Number(document.querySelector('[data-test=game]').dataset.ply)");
    ply.as_u64().unwrap_or_default()
}

#[track_caller]
fn await_ply(page: &Page, ply: u64) {
    let there = format!("document.querySelector('[data-test=game]').dataset.ply === '{ply}'");
    page.wait(&there, &format!("position {ply}"));
}

#[test]
fn a_review_has_the_biggest_mistakes_first() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    finished_game(&page, "just4fun");
    let eyes = page.eval("document.querySelector('[data-test=eyes]').selectedOptions[0].text");
    assert_eq!(eyes, "everybody: all cards open");
    page.click(&handle("start-review"));
    page.see(&handle("mistake"));
    let plies = page.eval(
        "[...document.querySelectorAll('[data-test=mistake]')].map(each => Number(each.dataset.ply))",
    );
    let first = plies[0].as_u64().expect("a player who takes what comes first makes mistakes");
    page.click(&handle("mistake"));
    await_ply(&page, first);
    page.see(&handle("decision"));
    check(&page, "review");
    page.click(&handle("analyse"));
    page.see(&handle("bar"));
    // My statistics know it from now on.
    page.goto("/mine");
    page.see(&handle("stat-mistakes"));
    let kinds = page.text("[data-test=stat-mistakes] tbody");
    assert!(kinds.starts_with("Move"), "{kinds}");
}

#[test]
fn a_result_can_be_saved_as_a_picture() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    finished_game(&page, "ontop");
    page.see(&handle("picture"));
    let size = page.eval(
        "(async () => {
            const picture = new Image();
            picture.src = document.querySelector('[data-test=picture]').href;
            await picture.decode();
            return [picture.naturalWidth, picture.naturalHeight];
        })()",
    );
    assert_eq!(size, serde_json::json!([1200, 630]));
}

#[test]
fn a_game_is_stepped_through_by_buttons_and_keys() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    let id = finished_game(&page, "doppelkopf");
    page.click(&handle("last"));
    page.wait("Number(document.querySelector('[data-test=game]').dataset.ply) > 48", "the end");
    page.click(&handle("first"));
    await_ply(&page, 0);
    page.click(&handle("forward"));
    // A step leads to the next ply at which something is to be seen.
    page.wait("document.querySelector('[data-test=game]').dataset.ply !== '0'", "a step");
    let second = ply(&page);
    page.click(&handle("back"));
    await_ply(&page, 0);
    page.press(Key::Right);
    await_ply(&page, second);
    page.press(Key::Left);
    await_ply(&page, 0);
    page.click(&handle("last"));
    page.wait("Number(document.querySelector('[data-test=game]').dataset.ply) > 48", "the end");
    let last = ply(&page);
    page.press(Key::Left);
    let earlier =
        format!("Number(document.querySelector('[data-test=game]').dataset.ply) < {last}");
    page.wait(&earlier, "a step back");
    page.goto(&format!("/game/{id}?ply=12&seat=0"));
    page.see("[data-test=game][data-ply]");
    await_ply(&page, 12);
}
