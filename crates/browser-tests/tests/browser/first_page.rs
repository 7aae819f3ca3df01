//! How much the first page fetches, and how long until one can click.

use crate::hands::handle;
use kontra_browser_tests::{Browser, TestServer};

/// Measured and told, not judged: how busy the machine is decides.
#[test]
fn the_first_click_is_possible_soon() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.see(&handle("play-doppelkopf"));
    let after = page.eval("performance.now()");
    let loaded =
        page.eval("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd");
    println!("first page: content after {loaded} ms, clickable before {after} ms");
    let bytes = page.eval(
        "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize ?? 0), 0)",
    );
    println!("first page: {bytes} bytes transferred");
    assert!(bytes.as_u64().is_some_and(|bytes| bytes > 0 && bytes < 300_000), "{bytes}");
}

#[test]
fn two_clicks_lead_to_the_first_card() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    let cards = "document.querySelectorAll('[data-test=hand] [data-card]').length";
    let led = (0..10).any(|_| {
        page.goto("/");
        page.click(&handle("play-doppelkopf"));
        page.see("[data-test=table][data-version]");
        // Two queens of clubs are a marriage, and a solo or a marriage of somebody else is another game: then there is more to say.
        if page.count("[data-test=hand] [data-test=choice][data-card]") == 0 {
            return false;
        }
        page.click("[data-test=hand] [data-test=choice][data-card]");
        let over = "/[Ss]olo|Marriage/.test(document.querySelector('.info strong')?.textContent)";
        page.wait(&format!("{cards} === 11 || {over}"), "the card to be played");
        page.eval(cards) == 11
    });
    assert!(led, "no card was led in ten games");
}

#[test]
fn the_shell_opens_without_the_server() {
    let mut server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.see(&handle("play-doppelkopf"));
    let manifest = page.eval("fetch('/manifest.webmanifest').then((found) => found.json())");
    assert_eq!((&manifest["start_url"], &manifest["display"]), (&"/".into(), &"standalone".into()));
    page.wait(
        "navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')",
        "the shell to be kept",
    );
    server.kill();
    for path in ["/mine", "/learn", "/"] {
        page.goto(path);
        page.see("main h1");
        page.see(&handle("nav-play"));
    }
    page.click(&handle("play-doppelkopf"));
    page.see(&handle("error"));
    // Nothing but the missing server is noted.
    let notes = page.take_notes();
    let lost = |note: &String| note.contains("ERR_") || note.contains("Failed to load");
    assert!(notes.iter().all(lost), "{notes:?}");
}
