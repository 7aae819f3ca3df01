//! A tournament: 24 games in which everybody owes a solo, with its list.

use crate::hands::{another, handle, play_quickly, table, texts};
use kontra_browser_tests::{Browser, Shots, TestServer};

#[test]
fn a_tournament_is_played_to_its_end() {
    let server = TestServer::start_with(&["--requests-per-second", "0"], &[]);
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    // The shortest tournament is four games, in which everybody is made to play the solo that they owe.
    let games = if std::env::var_os("KONTRA_FULL").is_some() { 24 } else { 4 };
    let path = page.eval(&format!(
        "fetch('/api/tables', {{
            method: 'POST', headers: {{ 'content-type': 'application/json' }},
            body: JSON.stringify({{ game: 'doppelkopf', tournament: {games}, seats: [{{ person: 'Anna' }}, ...Array(3).fill({{ agent: 'random' }})] }}),
        }}).then(answer => answer.json()).then(made => made.links[0].path)"
    ));
    page.goto(path.as_str().unwrap_or_default());
    page.see("[data-test=list-solos]");
    assert_eq!(texts(&page, "list-solos")[0].matches("owes").count(), 4);
    for game in 1..=games {
        play_quickly(&page);
        assert_eq!(table(&page, "number"), game.to_string());
        if game < games {
            another(&page);
        }
    }
    page.see(&handle("list-final"));
    Shots::new().take(&page, "tournament");
    page.is_accessible("tournament");
    assert_eq!(page.count(&handle("list-line")), games);
    // The next game is the first of a new tournament, with an empty list.
    page.click(&handle("next"));
    page.wait("!document.querySelector('[data-test=list-line]')", "an empty list");
    assert_eq!(table(&page, "over"), "false");
    assert_eq!(texts(&page, "list-solos")[0].matches("owes").count(), 4);
}
