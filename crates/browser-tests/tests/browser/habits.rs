//! How a person likes to play: the pace of engines, sounds, being asked again before what is hardly meant.

use crate::hands::{handle, is_asked, make_a_move, sit_down, table};
use kontra_browser_tests::{Browser, Key, Page, TestServer};

/// The pace of the table as the server has it.
fn pace(page: &Page) -> u64 {
    let asked = page.eval(
        "fetch(`/api/tables/${location.pathname.split('/')[2]}`).then(answer => answer.json()).then(state => state.pace_ms)",
    );
    asked.as_u64().unwrap_or_default()
}

#[test]
fn the_pace_of_engines_is_chosen_at_the_table() {
    let server = TestServer::start_with(&["--pace", "600"], &[]);
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "ontop");
    assert_eq!(pace(&page), 600, "as the server says");
    page.eval("document.querySelector('[data-test=pace]').focus()");
    page.press(Key::Home);
    page.wait("document.querySelector('[data-test=pace]').value === '0'", "another pace");
    page.wait(
        "fetch(`/api/tables/${location.pathname.split('/')[2]}`).then(answer => answer.json()).then(state => state.pace_ms === 0)",
        "the server to know it",
    );
    page.reload();
    page.see("[data-test=table][data-version]");
    assert_eq!(page.eval("document.querySelector('[data-test=pace]').value"), "0");
}

#[test]
fn sounds_are_off_until_somebody_wants_them() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "ontop");
    let on = "document.querySelector('[data-test=sounds]').checked";
    assert_eq!(page.eval(on), false);
    page.click(&handle("sounds"));
    let before = page.eval("performance.getEntriesByType('resource').length");
    assert!(is_asked(&page));
    make_a_move(&page, Page::click);
    assert!(is_asked(&page));
    let audio = page.eval(
        "performance.getEntriesByType('resource').filter(each => /mp3|ogg|wav/.test(each.name)).length",
    );
    assert_eq!((page.eval(on), audio), (true.into(), 0.into()), "after {before} files");
    page.reload();
    page.see("[data-test=table][data-version]");
    assert_eq!(page.eval(on), true, "and they stay on");
}

#[test]
fn black_before_the_fifth_card_is_asked_again() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    let black = "[data-test=announce] [data-test=choice]:last-of-type";
    // In a marriage nobody announces anything before the bride has found a partner: another table then.
    for _ in 0..20 {
        sit_down(&page, "doppelkopf");
        while is_asked(&page) && page.count("[data-test=question]") > 0 {
            make_a_move(&page, Page::click);
        }
        if page.count(black) > 0 {
            break;
        }
    }
    let version = table(&page, "version");
    assert_eq!(page.text(black), "black");
    page.click(black);
    page.see(&handle("doubt"));
    page.click(&handle("doubt-no"));
    page.see_no_more(&handle("doubt"));
    assert_eq!(table(&page, "version"), version, "nothing was announced");
    // Who does not want to be asked is not.
    page.click(&handle("confirm"));
    page.click(black);
    crate::hands::await_progress(&page, &version);
    page.see(".south .bubble");
}

#[test]
fn teams_of_ontop_can_be_seen() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    let path = page.eval(
        "fetch('/api/tables', {
            method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ game: 'ontop', rules: { teams: true }, seats: [{ person: 'Anna' }, ...Array(3).fill({ agent: 'random' })] }),
        }).then(answer => answer.json()).then(made => made.links[0].path)",
    );
    page.goto(path.as_str().unwrap_or_default());
    let teams: Vec<String> =
        (0..4).map(|seat| page.text(&handle(&format!("team-{seat}")))).collect();
    assert_eq!(teams, ["Team A", "Team B", "Team A", "Team B"]);
}
