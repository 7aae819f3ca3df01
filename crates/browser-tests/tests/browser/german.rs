//! Doppelkopf players are German.

use crate::hands::{GAMES, handle, play_some, play_to_the_end, sit_down, texts};
use crate::pages::PAGES;
use crate::people::make_table;
use kontra_browser_tests::{Browser, Page, Shots, TestServer};

#[test]
fn who_asks_for_german_gets_it_at_once() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.language("de-DE");
    page.goto("/");
    page.see(&handle("play-doppelkopf"));
    assert_eq!(page.eval("document.documentElement.lang"), "de");
    Shots::new().take(&page, "home-german");
}

#[test]
fn a_click_changes_the_language_and_it_stays() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.see(&handle("play-doppelkopf"));
    assert_eq!(page.eval("document.documentElement.lang"), "en");
    let english = page.text("main");
    page.click(&handle("lang-de"));
    page.wait("document.documentElement.lang === 'de'", "German");
    let english = serde_json::json!(english);
    page.wait(
        &format!("document.querySelector('main').innerText.trim() !== {english}"),
        "another text",
    );
    for path in ["/rules", "/leaderboard", "/matches", "/experiments", "/record", "/learn", "/mine"]
    {
        page.goto(path);
        page.see("main h1");
        assert_eq!(page.eval("document.documentElement.lang"), "de", "{path}");
    }
    page.click(&handle("lang-en"));
    page.wait("document.documentElement.lang === 'en'", "English");
}

/// Texts that are seen or read aloud and look English: not those that say they are (`lang`), names, and commands.
const ENGLISH: &str = r"(() => {
    const words = /\b(the|and|of|is|are|you|your|with|this|that|for|not|from|have|has|to|at|on|it|was|were|no|all|which|what)\b/gi;
    const foreign = (element) => element?.closest('[lang=en], code, bdi, [data-foreign], .unseen[lang=en]');
    const found = [];
    const look = (text, element) => {
        const hits = new Set((text ?? '').match(words)?.map((word) => word.toLowerCase()));
        ['was', 'all', 'no', 'at', 'to', 'on'].forEach((word) => hits.delete(word));
        if (hits.size && !foreign(element)) found.push(text.trim());
    };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const parent = walk.currentNode.parentElement;
        if (!parent.closest('script, noscript') && getComputedStyle(parent).display !== 'none') look(walk.currentNode.data, parent);
    }
    document.querySelectorAll('[title], [aria-label], [placeholder]').forEach((each) => ['title', 'aria-label', 'placeholder'].forEach((name) => {
        if (!each.hasAttribute('data-spec') && !(name === 'placeholder' && /[(=]/.test(each.placeholder))) look(each.getAttribute(name), each);
    }));
    look(document.title, document.documentElement);
    return found;
})()";

/// Fails on an English sentence on a German page.
#[track_caller]
pub(crate) fn is_german(page: &Page, what: &str) {
    assert_eq!(page.eval("document.documentElement.lang"), "de", "{what}");
    let english = page.eval(ENGLISH);
    assert_eq!(english.as_array().map(Vec::len), Some(0), "{what}: {english:#}");
}

#[test]
fn no_german_page_has_an_english_sentence() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.language("de");
    for (name, path) in PAGES {
        page.goto(path);
        page.see("main h1");
        if name == "home" {
            // What the server has to say about all games comes a moment later.
            page.see(&handle("more-games"));
        }
        page.eval("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
        is_german(&page, name);
    }
    // The test would find one.
    page.eval("document.querySelector('main h1').textContent = 'This is your table'");
    assert_eq!(page.eval(ENGLISH)[0], "This is your table");
    page.goto("/puzzles");
    page.see("[data-test=puzzle][data-puzzle]");
    is_german(&page, "puzzle");
    page.goto("/record");
    page.click(&handle("record-text"));
    page.paste("{\"game\": \"halma\"}");
    page.click(&handle("record-open"));
    page.see(&handle("error"));
    is_german(&page, "a refusal");
    page.take_notes();
    sit_down(&page, "doppelkopf");
    play_some(&page, 2);
    is_german(&page, "a table");
}

#[test]
fn what_leads_to_a_game_and_away_from_it_is_german() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.language("de");
    page.goto("/nirgendwo");
    page.see(&handle("missing"));
    is_german(&page, "where no page is");
    page.take_notes();
    let link = make_table(&page);
    page.see(&handle("invite-code"));
    is_german(&page, "an invitation");
    let friend = browser.page(&server.origin());
    friend.language("de");
    friend.goto(&link);
    friend.see(&handle("sit"));
    is_german(&friend, "the page behind an invitation");
    page.goto("/learn");
    page.click(&handle("first-game-just4fun"));
    page.see("[data-test=guide]:not([data-step=''])");
    is_german(&page, "a guided game");
    play_to_the_end(&page);
    page.see(&handle("over"));
    is_german(&page, "a result");
    page.click(&handle("review"));
    page.click(&handle("start-review"));
    page.see("[data-test=review-state][data-state=done]");
    is_german(&page, "a review");
    page.click(&handle("share-deal"));
    page.click(&handle("deal-link"));
    page.see(&handle("deal-play"));
    is_german(&page, "the page behind a link to a deal");
    page.goto("/mine");
    page.see(&handle("stat-mistakes"));
    is_german(&page, "my games");
}

#[test]
fn a_german_game_is_explained_in_german() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.language("de");
    for game in GAMES {
        sit_down(&page, game);
        play_some(&page, 1);
    }
    sit_down(&page, "doppelkopf");
    play_to_the_end(&page);
    page.see(&handle("over"));
    let lines = texts(&page, "sheet-line").join("\n");
    let german =
        ["gewonnen", "angesagt", "unter", "Gegen", "Fuchs", "Karlchen", "Doppelkopf", "Solo"];
    assert!(german.iter().any(|word| lines.contains(word)), "{lines}");
    Shots::new().take(&page, "doppelkopf-over-german");
}
