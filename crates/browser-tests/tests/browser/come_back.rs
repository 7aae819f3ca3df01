//! Who reloads, changes devices, or sits at a server that is restarted finds the same seat and the same position.

use crate::hands::{
    GAMES, await_progress, handle, is_asked, make_a_move, play_some, play_to_the_end, sit_down,
    table,
};
use kontra_browser_tests::{Browser, Page, TestServer};

/// What a person sees of the position: whose turn, which moves, which cards.
fn sight(page: &Page) -> String {
    let found = page.eval(
        "(table => JSON.stringify([
            table.dataset.version, table.dataset.turn, table.dataset.you, table.dataset.number,
            [...table.querySelectorAll('[data-card], [data-choice], [data-spot], [data-field]')]
                .map(each => [each.dataset.card, each.dataset.choice, each.dataset.spot, each.dataset.field, each.disabled]),
        ]))(document.querySelector('[data-test=table]'))",
    );
    found.as_str().unwrap_or_default().to_owned()
}

#[track_caller]
fn same_sight(page: &Page, before: &str) {
    assert!(is_asked(page));
    assert_eq!(sight(page), before);
}

#[test]
fn a_reload_changes_nothing() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for game in GAMES {
        sit_down(&page, game);
        play_some(&page, 2);
        assert!(is_asked(&page));
        let before = sight(&page);
        page.reload();
        page.see("[data-test=table][data-version]");
        same_sight(&page, &before);
        make_a_move(&page, Page::click);
    }
}

#[test]
fn another_device_shows_the_same_seat_and_both_go_on() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "just4fun");
    play_some(&page, 2);
    assert!(is_asked(&page));
    let other = browser.page(&server.origin());
    other.goto(&page.path());
    other.see("[data-test=table][data-version]");
    same_sight(&other, &sight(&page));
    let version = table(&page, "version");
    make_a_move(&other, Page::click);
    await_progress(&page, &version);
}

#[test]
fn a_table_is_found_again_on_the_first_page() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "ontop");
    assert!(is_asked(&page));
    let before = sight(&page);
    page.goto("/");
    // The box above appears a little later and moves the rest of the page.
    page.see(&handle("resume-row"));
    page.click("[data-test=mine-row] a, a[data-test=mine-row]");
    page.see("[data-test=table][data-version]");
    same_sight(&page, &before);
}

#[test]
fn a_killed_server_loses_no_game() {
    let mut server = TestServer::start();
    let browser = Browser::start();
    let sit = |game: &&str| {
        let page = browser.page(&server.origin());
        sit_down(&page, game);
        play_some(&page, 3);
        assert!(is_asked(&page));
        page
    };
    let pages: Vec<Page> = GAMES.iter().map(sit).collect();
    let before: Vec<String> = pages.iter().map(sight).collect();
    server.kill();
    for page in &pages {
        page.see("[data-test=connection]:not([data-state=on])");
    }
    server.restart();
    for (page, before) in pages.iter().zip(&before) {
        page.see("[data-test=connection][data-state=on]");
        same_sight(page, before);
        make_a_move(page, Page::click);
        page.forgive_lost_connection();
    }
    play_to_the_end(&pages[0]);
}
