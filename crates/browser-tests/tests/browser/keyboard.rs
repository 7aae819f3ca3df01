//! A whole game without a mouse: Tab, Enter, the arrow keys and letters.

use crate::hands::{await_progress, handle, is_asked, table};
use kontra_browser_tests::{Browser, Key, Page, TestServer};

/// What has the focus: whether it matches a selector.
fn is_on(page: &Page, selector: &str) -> bool {
    page.eval(&format!("document.activeElement.matches('{selector}')")) == true
}

/// Presses Tab until something has the focus, and sees that one can see it.
#[track_caller]
fn tab_to(page: &Page, selector: &str) {
    for _ in 0..100 {
        if is_on(page, selector) {
            let style = page.eval(
                "(style => [style.outlineStyle, style.outlineWidth, style.boxShadow])(getComputedStyle(document.activeElement))",
            );
            let seen = style[0] != "none" && style[1] != "0px" || style[2] != "none";
            assert!(seen, "{selector}: the focus cannot be seen: {style}");
            return;
        }
        page.press(Key::Tab);
    }
    panic!("{selector}: Tab does not get there");
}

/// Walks over the board with the arrow keys until a move has the focus.
#[track_caller]
fn walk_to_a_choice(page: &Page) {
    let choice = "[data-test=choice]:not(:disabled, [aria-disabled=true])";
    let here = "[data-test=board] *";
    if !is_on(page, here) {
        tab_to(page, here);
    }
    // Row by row: to the right, and where that ends to the left, then down.
    for row in 0..12 {
        let across = if row % 2 == 0 { Key::Right } else { Key::Left };
        for _ in 0..6 {
            if is_on(page, choice) {
                return;
            }
            page.press(across);
        }
        page.press(if row < 6 { Key::Down } else { Key::Up });
    }
    panic!("the arrow keys do not get to a move");
}

#[test]
fn a_whole_game_without_a_mouse() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.see(&handle("play-just4fun"));
    tab_to(&page, "input[type=radio]");
    for _ in 0..3 {
        if is_on(&page, &handle("strength-easy")) {
            break;
        }
        page.press(Key::Left);
    }
    assert!(is_on(&page, &handle("strength-easy")), "arrows go from radio to radio");
    tab_to(&page, &handle("play-just4fun"));
    page.press(Key::Enter);
    page.see("[data-test=table][data-version]");
    let mut moves = 0;
    while is_asked(&page) {
        let version = table(&page, "version");
        walk_to_a_choice(&page);
        page.press(if moves % 2 == 0 { Key::Enter } else { Key::Space });
        await_progress(&page, &version);
        moves += 1;
        assert!(moves < 200, "the game does not end");
    }
    tab_to(&page, &handle("review"));
    page.press(Key::Enter);
    page.see("[data-test=game][data-ply]");
}

#[test]
fn a_puzzle_without_a_mouse() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.see(&handle("to-puzzle"));
    tab_to(&page, &handle("to-puzzle"));
    page.press(Key::Enter);
    page.see("[data-test=puzzle][data-answered=false]");
    tab_to(&page, &handle("choice"));
    page.press(Key::Enter);
    page.see(&handle("puzzle-verdict"));
    tab_to(&page, &handle("puzzle-next"));
    page.press(Key::Enter);
    page.see("[data-test=puzzle][data-answered=false]");
}

#[test]
fn a_first_game_and_my_games_without_a_mouse() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.see(&handle("nav-learn"));
    tab_to(&page, &handle("nav-learn"));
    page.press(Key::Enter);
    page.see(&handle("first-game-doppelkopf"));
    tab_to(&page, &handle("first-game-doppelkopf"));
    page.press(Key::Enter);
    page.see("[data-test=table][data-version]");
    assert!(is_asked(&page));
    tab_to(&page, &handle("guide-end"));
    page.press(Key::Enter);
    page.see_no_more(&handle("guide"));
    let version = table(&page, "version");
    tab_to(&page, "[data-test=choice]:not(:disabled)");
    page.press(Key::Enter);
    await_progress(&page, &version);
    page.goto("/mine");
    page.see(&handle("resume-row"));
    tab_to(&page, "[data-test=resume-row] a");
    page.press(Key::Enter);
    page.see("[data-test=table][data-version]");
}

#[test]
fn letters_ask_the_engine() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    crate::hands::sit_down(&page, "just4fun");
    assert!(is_asked(&page));
    page.press(Key::Letter('h'));
    page.see("[data-hinted]");
    page.press(Key::Letter('a'));
    page.see(&handle("bar"));
}

#[test]
fn the_first_tab_leads_past_the_header() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/rules");
    page.see("main h1");
    page.press(Key::Tab);
    assert!(is_on(&page, &handle("skip")), "the first stop skips the header");
    page.press(Key::Enter);
    page.press(Key::Tab);
    assert_eq!(page.eval("!!document.activeElement.closest('header')"), false);
}
