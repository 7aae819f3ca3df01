//! My games: what was played in this browser, what it says about one's play, and how to take it elsewhere.

use crate::hands::{handle, is_asked, play_to_the_end, sit_down, texts};
use crate::pages::check;
use crate::phone::fits;
use kontra_browser_tests::{Browser, Page, Screen, TestServer};
use serde_json::json;

/// Gives a text to a field for files, as a person who picks a file does.
fn upload(page: &Page, name: &str, text: &str) {
    let (field, text) = (json!(handle(name)), json!(text));
    page.eval(&format!(
        "(() => {{
            const field = document.querySelector({field}), picked = new DataTransfer();
            picked.items.add(new File([{text}], 'games.json', {{type: 'application/json'}}));
            field.files = picked.files;
            field.dispatchEvent(new Event('change', {{bubbles: true}}));
        }})()"
    ));
}

#[test]
fn a_finished_game_is_mine_and_goes_with_me() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/mine");
    page.see(&handle("mine-none"));
    sit_down(&page, "doppelkopf");
    play_to_the_end(&page);
    page.see(&handle("over"));
    page.goto("/mine");
    page.see(&handle("my-game"));
    assert_eq!(texts(&page, "stat-games"), ["Games\n1"]);
    page.see(&handle("stat-roles"));
    check(&page, "mine");
    page.screen(Screen::Phone);
    fits(&page, "mine");
    page.screen(Screen::Desktop);
    let saved = page.download(&handle("mine-export"));
    // The same table again notes the same game once.
    page.reload();
    page.see(&handle("my-game"));
    assert_eq!(page.count(&handle("my-game")), 1);

    let other = browser.page(&server.origin());
    other.goto("/mine");
    other.see(&handle("mine-none"));
    upload(&other, "mine-import", "{\"kontra\": 1, \"games\": [{\"id\": 7}]}");
    other.see(&handle("error"));
    assert_eq!(other.count(&handle("my-game")), 0, "a bad file changes nothing");
    upload(&other, "mine-import", &saved);
    other.see(&handle("mine-imported"));
    assert_eq!(other.count(&handle("my-game")), 1);
    other.click(&handle("my-review"));
    other.see("[data-test=game][data-ply]");
}

#[test]
fn a_game_that_is_not_over_is_on_top_of_the_first_page() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "just4fun");
    let table = page.path();
    page.goto("/");
    page.see(&handle("resume-row"));
    let first = page.eval("document.querySelector('main > *').dataset.test");
    assert_eq!(first, "resume");
    page.click("[data-test=resume-row] a");
    page.see("[data-test=table][data-version]");
    assert_eq!(page.path(), table);
}

#[test]
fn a_friend_plays_the_same_deal_and_is_told_who_made_more_of_it() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "just4fun");
    let hand = |page: &Page| {
        page.eval("[...document.querySelectorAll('[data-test=hand] *')].map(each => each.textContent).join(' ')")
    };
    is_asked(&page);
    let dealt = hand(&page);
    play_to_the_end(&page);
    page.click(&handle("review"));
    page.see(&handle("share-deal"));
    page.click(&handle("share-deal"));
    page.see(&handle("deal-link"));
    let link = page.eval("document.querySelector('[data-test=share-deal]').dataset.link");
    let link = link.as_str().unwrap_or_default().trim_start_matches(&server.origin()).to_owned();

    let friend = browser.page(&server.origin());
    friend.goto(&link);
    friend.see(&handle("deal-play"));
    check(&friend, "deal");
    // Links come by phone.
    friend.screen(Screen::Phone);
    fits(&friend, "deal");
    friend.tap(&handle("deal-play"));
    friend.see("[data-test=table][data-version]");
    is_asked(&friend);
    assert_eq!(hand(&friend), dealt, "the same cards");
    assert_eq!(friend.count(&handle("rival")), 0, "nothing is told before the end");
    play_to_the_end(&friend);
    let told = friend.text(&handle("rival"));
    fits(&friend, "the comparison");
    assert!(told.starts_with("The same cards:"), "{told}");

    // And the champion with the same cards, for everybody to watch.
    page.click(&handle("champion"));
    page.see("[data-test=table][data-version]");
}
