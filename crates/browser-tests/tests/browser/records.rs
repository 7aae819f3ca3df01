//! Games as text: taken away, brought back, and refused with a reason.

use crate::hands::handle;
use crate::review::finished_game;
use kontra_browser_tests::{Browser, TestServer};

#[test]
fn a_record_is_downloaded_and_pasted_back() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    let id = finished_game(&page, "just4fun");
    let record = page.download(&handle("download"));
    assert_eq!(record, server.get(&format!("/api/games/{id}/record")).expect("the record"));
    page.goto("/record");
    page.click(&handle("record-text"));
    page.paste(&record);
    page.click(&handle("record-open"));
    page.see("[data-test=game][data-ply]");
}

#[test]
fn what_is_no_record_is_refused_with_a_reason() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/record");
    page.click(&handle("record-text"));
    page.paste("{\"game\": \"halma\"}");
    page.click(&handle("record-open"));
    let sentence = page.text(&handle("error"));
    assert!(sentence.contains("expected"), "{sentence}");
    let notes = page.take_notes();
    assert!(notes.iter().all(|note| note.contains("400")), "only the refusal is noted: {notes:?}");
}

#[test]
fn a_table_that_never_was_is_no_empty_page() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/table/aaaaaaaaaaaa");
    page.see("[data-test=connection][data-state=gone]");
    let notes = page.take_notes();
    let expected = |note: &String| note.contains("404") || note.contains("WebSocket");
    assert!(notes.iter().all(expected), "only what is missing is noted: {notes:?}");
}
