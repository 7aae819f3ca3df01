//! Games without a face of their own: facts and buttons.

use crate::hands::{handle, is_asked, make_a_move, play_to_the_end, sit_down, table, texts};
use crate::phone::fits;
use kontra_browser_tests::{Browser, Key, Page, Screen, Shots, TestServer};

#[test]
fn kuhn_poker_is_played_by_clicking() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "kuhn-poker");
    page.see("[data-fact=card]");
    // The other card is hidden, and so is the button for a move that is not legal.
    assert_eq!(page.text("[data-fact=other_card] dd").trim(), "–");
    assert!(play_to_the_end(&page) >= 1);
    page.see(&handle("over"));
    assert_eq!(texts(&page, "sheet-seat").len(), 2);
    page.click(&handle("next"));
    page.wait(
        "document.querySelector('[data-test=table]').dataset.number !== '1'",
        "the next game",
    );
}

#[test]
fn hearts_is_played_by_clicking_and_passes_stay_hidden() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "hearts");
    // Three cards are passed first.
    for _ in 0..3 {
        assert!(is_asked(&page));
        assert_eq!(
            page.eval(
                "document.querySelector('[data-test=choice]').dataset.choice.startsWith('pass-')"
            ),
            true
        );
        make_a_move(&page, Page::click);
    }
    assert!(is_asked(&page));
    let log = page.text(&handle("log"));
    assert_eq!(log.matches("pass-").count(), 3, "only the own passes are told: {log}");
    assert!(log.matches("something hidden").count() == 9, "that others pass is seen: {log}");
    Shots::new().take_all(&page, "hearts");
    let moves = play_to_the_end(&page);
    assert_eq!(moves, 13, "every card is played");
    assert_eq!(texts(&page, "sheet-seat").len(), 4);
    // The finished game can be reviewed, and there everything is seen.
    page.click(&handle("review"));
    page.see("[data-test=game][data-game=hearts]");
    page.see("[data-fact=hand]");
}

#[test]
fn a_generic_table_works_by_keyboard_by_finger_and_in_german() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.language("de-DE");
    sit_down(&page, "tic-tac-toe");
    assert!(is_asked(&page));
    assert_eq!(
        page.eval("document.querySelector('[data-test=moves]').getAttribute('aria-label')"),
        "Deine Züge"
    );
    // With the arrow keys to the second move, and Enter.
    page.eval("document.querySelector('[data-test=choice]').focus()");
    page.press(Key::Right);
    let second = page.eval(
        "[...document.querySelectorAll('[data-test=choice]')].indexOf(document.activeElement)",
    );
    assert_eq!(second, 1);
    let version = table(&page, "version");
    page.press(Key::Enter);
    crate::hands::await_progress(&page, &version);
    page.screen(Screen::Phone);
    for _ in 0..2 {
        if is_asked(&page) {
            fits(&page, "tic-tac-toe");
            make_a_move(&page, Page::tap);
        }
    }
}

#[test]
fn rules_of_any_game_are_chosen_on_the_first_page() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.click("[data-test=setup] > summary");
    page.see(&handle("setup-game"));
    let choose = |name: &str, value: &str| {
        page.eval(&format!(
            "(field => {{ field.value = '{value}'; field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})
             (document.querySelector('[data-test=\"{name}\"]'))"
        ));
    };
    choose("setup-game", "pig");
    page.see(&handle("rule-target"));
    choose("rule-target", "12");
    choose("seat-1-kind", "easy");
    page.click(&handle("setup-make"));
    page.see("[data-test=table][data-game=pig]");
    assert_eq!(page.text("[data-fact=target] dd").trim(), "12");
}
