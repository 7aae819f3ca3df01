//! Two people at one table, each in a browser of their own.

use crate::hands::{handle, is_asked, make_a_move, table};
use kontra_browser_tests::{Browser, Page, TestServer};

/// Makes a table of OnTop for me and a friend, and gives the invite link.
pub(crate) fn make_table(page: &Page) -> String {
    make_table_of(page, "ontop")
}

/// The same for any game; engines take the other seats.
pub(crate) fn make_table_of(page: &Page, game: &str) -> String {
    page.goto("/");
    page.click("[data-test=setup] > summary");
    choose(page, "setup-game", game);
    if game != "doppelkopf" {
        choose(page, "setup-players", "2");
    }
    // One's own seat last: only one can be that, and a list is searched from its beginning.
    choose(page, "seat-1-kind", "friend");
    choose(page, "seat-0-kind", "me");
    page.click(&handle("setup-make"));
    page.see(&handle("links"));
    let link = page.eval("document.querySelector('[data-test=invite-link]').value");
    let link = link.as_str().unwrap_or_default().to_owned();
    let (_, path) = link.split_once("/join/").unwrap_or_else(|| panic!("an invite link: {link}"));
    page.click(&handle("enter"));
    page.see("[data-test=table][data-version]");
    format!("/join/{path}")
}

/// Opens an invite link and sits down.
pub(crate) fn accept(page: &Page, link: &str) {
    page.goto(link);
    page.click(&handle("sit"));
    page.see("[data-test=table][data-version]");
}

/// Chooses in a select by keyboard, as its list is drawn by the system, outside of the page.
fn choose(page: &Page, name: &str, value: &str) {
    use kontra_browser_tests::Key;
    let select = handle(name);
    page.see(&select);
    page.eval(&format!("document.querySelector('{select}').focus()"));
    let now = || page.eval(&format!("document.querySelector('{select}').value"));
    if now() == value {
        return;
    }
    page.press(Key::Home);
    for _ in 0..20 {
        if now() == value {
            return;
        }
        page.press(Key::Down);
    }
    panic!("{name}: expected to find {value}, found {} at last", now());
}

#[test]
fn going_through_the_list_of_a_seat_takes_no_other_seat_away() {
    use kontra_browser_tests::Key;
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.click("[data-test=setup] > summary");
    // The seats are drawn when the games are known.
    page.wait("document.getElementById('kind1') !== null", "the seats");
    let kind = |seat: usize| page.eval(&format!("document.getElementById('kind{seat}').value"));
    assert_eq!((kind(0), kind(1)), ("me".into(), "friend".into()));
    page.eval("document.getElementById('kind1').focus()");
    for key in [Key::End, Key::Home, Key::Up, Key::Down, Key::Up] {
        page.press(key);
        assert_eq!(kind(0), "me", "after {key:?}");
        assert!(kind(1) != "me", "after {key:?}");
    }
    // A person who gives a seat up may take another one.
    choose(&page, "seat-0-kind", "friend");
    choose(&page, "seat-1-kind", "me");
    assert_eq!((kind(0), kind(1)), ("friend".into(), "me".into()));
}

/// Anna and Bernd at a table of Doppelkopf, at the moment when a card of Anna's has to wait for Bernd's answer.
pub(crate) fn a_card_waits(browser: &Browser, server: &TestServer) -> [Page; 2] {
    let anna = browser.page(&server.origin());
    anna.goto("/");
    // Agents that play cards and say no to everything else: it will be a normal game, whatever is dealt.
    let paths = anna.eval(
        "fetch('/api/tables', {
            method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ game: 'doppelkopf', seats: [{ person: 'Anna' }, { friend: 'Bernd' }, ...Array(2).fill({ agent: 'random-cards' })] }),
        }).then(answer => answer.json()).then(made => [made.links[0].path, made.invite])",
    );
    anna.goto(paths[0].as_str().unwrap_or_else(|| panic!("a link of one's own: {paths}")));
    let bernd = browser.page(&server.origin());
    accept(&bernd, paths[1].as_str().unwrap_or_else(|| panic!("a friend's link: {paths}")));
    bernd.click("details:has([data-test=ask-always]) > summary");
    bernd.click(&handle("ask-always"));
    bernd.wait("document.querySelector('[data-test=ask-always]').checked", "to be asked always");
    // Anna leads a card, which says healthy and announces nothing. Bernd says healthy, too, and may announce something before it lies there.
    anna.click("[data-test=hand] [data-test=choice][data-card]");
    bernd.click("[data-test=question] [data-test=choice][data-choice$=no]");
    bernd.see("[data-test=announce] [data-test=choice]");
    anna.see("[data-test=hand] .planned");
    [anna, bernd]
}

#[test]
fn a_card_that_waits_for_others_is_named_in_words() {
    let server = TestServer::start();
    let browser = Browser::start();
    let [anna, _bernd] = a_card_waits(&browser, &server);
    let card = anna.eval("document.querySelector('[data-test=hand] .planned [data-card]').title");
    let card = card.as_str().expect("a card has a name");
    let follows = serde_json::json!(format!("{card} follows unless somebody announces"));
    let status = "document.querySelector('[data-test=status]').innerText";
    anna.wait(&format!("{status}.includes({follows})"), "the card's name in the status");
}

#[test]
fn a_card_that_waits_for_others_can_be_taken_back() {
    let server = TestServer::start();
    let browser = Browser::start();
    let [anna, bernd] = a_card_waits(&browser, &server);
    let cards = || anna.eval("document.querySelectorAll('[data-test=hand] [data-card]').length");
    let before = cards();
    anna.click(&handle("take-back"));
    anna.wait(
        "!document.querySelector('[data-test=take-back], [data-test=hand] .planned')",
        "nothing that is planned",
    );
    // Once Bernd has answered, Anna is asked for a card, and has all that she had.
    assert!(is_asked(&bernd));
    bernd.click("[data-test=question] [data-test=choice]");
    anna.see("[data-test=hand] [data-test=choice]:not(:disabled)");
    assert_eq!((cards(), table(&anna, "turn")), (before, "0".to_owned()));
}

#[test]
fn two_people_play_a_game_to_the_end() {
    let server = TestServer::start();
    let browsers = [Browser::start(), Browser::start()];
    let anna = browsers[0].page(&server.origin());
    let bernd = browsers[1].page(&server.origin());
    let link = make_table(&anna);
    anna.wait(
        "document.querySelector('[data-test=seat-1]').dataset.here === 'false'",
        "an empty seat",
    );
    let offered = anna.eval("document.querySelector('[data-test=invite] button').dataset.link");
    assert!(offered.as_str().unwrap_or_default().ends_with(&link), "the table shows it too");
    accept(&bernd, &link);
    anna.wait("!document.querySelector('[data-test=invite]')", "no invitation to a full table");
    anna.wait("document.querySelector('[data-test=seat-1]').dataset.here === 'true'", "the friend");
    assert_eq!((table(&anna, "you"), table(&bernd, "you")), ("0".to_owned(), "1".to_owned()));
    let mut moves = 0;
    loop {
        let mover = if table(&anna, "turn") == "0" { &anna } else { &bernd };
        if !is_asked(mover) {
            break;
        }
        make_a_move(mover, Page::click);
        let version = table(mover, "version");
        for page in [&anna, &bernd] {
            let there = format!(
                "Number(document.querySelector('[data-test=table]').dataset.version) >= {version}"
            );
            page.wait(&there, "the move to arrive at both");
        }
        moves += 1;
        assert!(moves < 200, "the game does not end");
    }
    for page in [&anna, &bernd] {
        page.see(&handle("over"));
    }
    // Nobody is taken away from the result: the next game begins when both are ready.
    anna.click(&handle("next"));
    anna.see(&handle("ready"));
    assert_eq!((table(&bernd, "number"), bernd.count(&handle("over"))), ("1".to_owned(), 1));
    bernd.click(&handle("next"));
    for page in [&anna, &bernd] {
        page.wait("document.querySelector('[data-test=table]').dataset.number === '2'", "game 2");
    }
}

#[test]
fn who_leaves_is_seen_to_be_away() {
    let server = TestServer::start();
    let browser = Browser::start();
    let anna = browser.page(&server.origin());
    let link = make_table(&anna);
    let bernd = browser.page(&server.origin());
    accept(&bernd, &link);
    anna.wait("document.querySelector('[data-test=seat-1]').dataset.here === 'true'", "the friend");
    bernd.goto("/");
    anna.wait(
        "document.querySelector('[data-test=seat-1]').dataset.here === 'false'",
        "an empty seat",
    );
}

#[test]
fn an_invite_link_seats_each_friend_once_and_then_nobody() {
    let server = TestServer::start();
    let browsers = [Browser::start(), Browser::start()];
    let anna = browsers[0].page(&server.origin());
    let link = make_table(&anna);
    // Anna's own link is not the friend's, and hers does not seat her twice.
    let own = anna.path();
    anna.goto(&link);
    anna.see("[data-test=table][data-version]");
    assert_eq!(anna.path(), own);
    let bernd = browsers[1].page(&server.origin());
    accept(&bernd, &link);
    let seat = bernd.path();
    assert_ne!(seat, own);
    // Who opens the link again comes back to the seat; the others find the table full.
    bernd.goto(&link);
    bernd.see("[data-test=table][data-version]");
    assert_eq!(bernd.path(), seat);
    let browser = Browser::start();
    let clara = browser.page(&server.origin());
    clara.goto(&link);
    clara.see(&handle("full"));
}

#[test]
fn a_name_turns_nothing_round_that_stands_beside_it() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.goto("/");
    page.eval("localStorage.setItem('kontra.name', JSON.stringify('\\u05d0\\u202e\\u05d1'))");
    page.reload();
    page.click(&handle("play-ontop"));
    page.see("[data-test=table][data-version]");
    let name = page.eval("document.querySelector('[data-test=seat-0] bdi').textContent");
    assert_eq!(name.as_str(), Some("\u{5d0}\u{5d1}"));
}
