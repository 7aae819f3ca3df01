//! Friends at a table: they come by a link, may have to leave, and come back; they talk.

use crate::hands::{handle, is_asked, make_a_move, table};
use crate::pages::check;
use crate::people::{accept, make_table, make_table_of};
use crate::phone::fits;
use crate::pictures::scanned;
use kontra_browser_tests::{Browser, Key, Page, Screen, Shots, TestServer};
use serde_json::json;

#[test]
fn a_friend_joins_leaves_is_replaced_and_returns() {
    let server = TestServer::start_with(&["--absence", "1"], &[]);
    let browser = Browser::start();
    let anna = browser.page(&server.origin());
    let link = make_table(&anna);
    anna.see(&handle("invite-code"));
    // The friend scans the code on the screen: it is the link that can be copied, and that was shown before.
    let scanned = scanned(&anna, "invitation");
    let copied = anna.eval("document.querySelector('[data-test=copy-invite]').dataset.link");
    assert_eq!((json!(scanned), scanned.strip_prefix(&server.origin())), (copied, Some(&*link)));
    check(&anna, "invitation");
    let bernd = browser.page(&server.origin());
    bernd.screen(Screen::Phone);
    bernd.goto(&link);
    bernd.see(&handle("sit"));
    fits(&bernd, "join");
    bernd.is_accessible("join");
    Shots::new().take(&bernd, "join-phone");
    bernd.click(&handle("name"));
    bernd.paste("Bernd");
    bernd.tap(&handle("sit"));
    bernd.see("[data-test=table][data-version]");
    let seat = bernd.path();
    assert!(is_asked(&anna));
    make_a_move(&anna, Page::click);
    // It is Bernd's turn, and Bernd has to leave.
    bernd.goto("/");
    anna.see(&handle("replace-1"));
    anna.click(&handle("replace-1"));
    anna.see(&handle("stand-in-1"));
    anna.wait("document.querySelector('[data-test=table]').dataset.turn === '0'", "the engine");
    assert!(is_asked(&anna));
    // Bernd is back: the seat is free for the owner again, who makes the next move.
    bernd.goto(&seat);
    bernd.see("[data-test=table][data-version]");
    anna.see_no_more(&handle("stand-in-1"));
    make_a_move(&anna, Page::click);
    assert!(is_asked(&bernd));
    let version = table(&bernd, "version");
    make_a_move(&bernd, Page::tap);
    crate::hands::await_progress(&anna, &version);
}

#[test]
fn friends_talk_and_watchers_hear_nothing() {
    let server = TestServer::start();
    let browser = Browser::start();
    let anna = browser.page(&server.origin());
    let link = make_table_of(&anna, "doppelkopf");
    let bernd = browser.page(&server.origin());
    accept(&bernd, &link);
    bernd.click(&handle("emote-well-played"));
    anna.see(&handle("said"));
    assert!(anna.text(&handle("said")).contains("Well played!"));
    anna.click(&handle("talk-line"));
    anna.paste("<b>Danke</b>");
    anna.press(Key::Enter);
    bernd.wait(
        "[...document.querySelectorAll('[data-test=said]')].some(each => each.innerText.includes('<b>Danke</b>'))",
        "the answer, as it was typed",
    );
    check(&bernd, "talk");
    let clara = browser.page(&server.origin());
    let path = anna.path();
    clara.goto(path.split('#').next().unwrap_or_default());
    clara.see("[data-test=table][data-version]");
    assert_eq!(clara.count("[data-test=talk], [data-test=said], .bubble.said"), 0);
}
