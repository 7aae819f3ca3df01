//! The workbench under one entry, and what stands where nothing is.

use crate::hands::handle;
use crate::pages::check;
use kontra_browser_tests::{Browser, TestServer};

#[test]
fn the_lab_leads_to_all_its_rooms() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for room in ["leaderboard", "matches", "experiments", "record"] {
        page.goto("/");
        page.see(&handle("nav-lab"));
        assert_eq!(page.count(&handle(&format!("nav-{room}"))), 0, "players are not shown {room}");
        page.click(&handle("nav-lab"));
        page.see(&handle(&format!("lab-{room}")));
        page.click(&handle(&format!("nav-{room}")));
        page.see(&format!("[data-test=nav-{room}][aria-current=page]"));
    }
}

#[test]
fn a_wrong_address_is_a_page_with_a_way_on() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.language("de");
    page.goto("/kein/solcher/ort");
    page.see(&handle("missing"));
    assert!(page.text("h1").contains("gibt es nicht"), "{}", page.text("h1"));
    check(&page, "missing");
    page.click("main a.main");
    page.see(&handle("play-doppelkopf"));
    let notes = page.take_notes();
    assert!(notes.iter().all(|note| note.contains("404")), "only the missing page: {notes:?}");
}
