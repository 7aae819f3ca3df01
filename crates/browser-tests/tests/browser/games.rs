//! A complete game of each kind against agents, to the explained score.

use crate::hands::{another, handle, play_to_the_end, sit_down, texts};
use crate::pages::check;
use kontra_browser_tests::{Browser, Page, TestServer};

/// Plays a game and stops at its result.
fn play(game: &str, look: impl FnOnce(&Page, usize)) {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, game);
    let moves = play_to_the_end(&page);
    page.see(&handle("over"));
    look(&page, moves);
    check(&page, &format!("{game}-over"));
    another(&page);
}

#[test]
fn a_game_of_doppelkopf_ends_with_an_explained_score() {
    play("doppelkopf", |page, moves| {
        assert!(moves >= 12, "twelve cards are played, found {moves} moves");
        let lines = texts(page, "sheet-line");
        assert!(!lines.is_empty(), "somebody has won, for some reason");
        for line in &lines {
            assert!(line.chars().any(char::is_alphabetic), "a line says why: {line}");
            assert!(line.chars().any(|c| c.is_ascii_digit()), "a line says how much: {line}");
        }
        page.see(&handle("totals"));
    });
}

#[test]
fn a_game_of_just_4_fun_ends_with_an_explained_score() {
    play("just4fun", |page, moves| {
        assert!(moves >= 4, "four in a row take four moves, found {moves}");
        let seats = texts(page, "sheet-seat");
        assert!(seats.len() >= 2, "each seat has its fields and points: {seats:?}");
    });
}

#[test]
fn a_game_of_ontop_ends_with_an_explained_score() {
    play("ontop", |page, moves| {
        assert!(moves >= 4, "circles take several tiles, found {moves} moves");
        let lines = texts(page, "sheet-line");
        assert!(!lines.is_empty(), "each scored circle has its line");
    });
}

#[test]
fn tricks_and_tiles_may_move() {
    let server = TestServer::start_with(&["--pace", "60"], &[]);
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.with_motion();
    for game in crate::hands::GAMES {
        sit_down(&page, game);
        crate::hands::play_some(&page, 4);
    }
}
