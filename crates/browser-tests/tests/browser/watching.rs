//! Watching agents play, and asking them to hurry.

use crate::hands::{GAMES, handle, table};
use kontra_browser_tests::{Browser, TestServer};

#[test]
fn a_game_of_agents_goes_on_by_itself() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for game in GAMES {
        page.goto("/");
        page.click(&handle(&format!("watch-{game}")));
        page.see("[data-test=table][data-version]");
        assert_eq!(table(&page, "you"), "", "{game}: nobody's seat");
        page.wait(
            "Number(document.querySelector('[data-test=table]').dataset.version) > 2",
            "moves",
        );
        assert_eq!(page.count("[data-test=choice]:not(:disabled)"), 0, "{game}: nothing to decide");
    }
}
