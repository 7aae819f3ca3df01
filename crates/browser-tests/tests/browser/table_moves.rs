//! The table moves like a table: what one chose is not lost, nothing can be done before the table shows why, what is hardly
//! meant is asked again, and against engines a move can be taken back.

use crate::hands::{
    GAMES, await_progress, handle, is_asked, make_a_move, play_some, sit_down, table,
};
use crate::people::{a_card_waits, accept, make_table_of};
use kontra_browser_tests::{Browser, Page, Screen, TestServer};

/// Makes tables of Doppelkopf until one's own hand is as wanted, and sits down there.
fn sit_with_hand(page: &Page, wanted: &str) {
    page.goto("/");
    let found = page.eval(&format!(
        "(async () => {{
            const ask = async (path, token, body) => (await fetch(path, {{
                method: body ? 'POST' : 'GET', body: body && JSON.stringify(body),
                headers: {{ ...(token && {{ authorization: `Bearer ${{token}}` }}), ...(body && {{ 'content-type': 'application/json' }}) }},
            }})).json();
            for (let tables = 0; tables < 400; tables++) {{
                const seats = [{{ person: '' }}, ...Array(3).fill({{ agent: 'random' }})];
                const made = await ask('/api/tables', null, {{ game: 'doppelkopf', seats }});
                const hand = (await ask(`/api/tables/${{made.table}}`, made.links[0].token)).view.cards;
                if (({wanted})(hand)) return made.links[0].path;
            }}
        }})()"
    ));
    page.goto(found.as_str().expect("such a hand is dealt sooner or later"));
    page.see("[data-test=table][data-version]");
}

fn fast_server() -> TestServer {
    TestServer::start_with(&["--requests-per-second", "0"], &[])
}

#[test]
fn a_card_that_was_chosen_stays_chosen_while_somebody_announces() {
    let server = TestServer::start();
    let browser = Browser::start();
    let [anna, bernd] = a_card_waits(&browser, &server);
    let card = "document.querySelector('[data-test=hand] .planned [data-card]')?.dataset.card";
    let chosen = anna.eval(card);
    let version = table(&bernd, "version");
    bernd.click("[data-test=announce] [data-test=choice]");
    await_progress(&bernd, &version);
    // Bernd might say more, as often as there is more to say, and does not.
    for _ in 0..6 {
        let version = table(&bernd, "version");
        anna.wait(
            &format!(
                "(table => Number(table.dataset.version) >= {version} && (table.dataset.turn === '1' || !!table.querySelector('[data-test=hand] [data-chosen]')))
                 (document.querySelector('[data-test=table]'))"
            ),
            "Bernd to be asked, or Anna",
        );
        if table(&anna, "turn") != "1" {
            break;
        }
        assert!(is_asked(&bernd));
        make_a_move(&bernd, Page::click);
    }
    anna.see("[data-test=hand] [data-chosen]");
    assert_eq!(anna.eval(card), chosen, "the same card is still lifted");
    let status = anna.text(&handle("status"));
    assert!(status.contains("announces") && status.contains("again to play it"), "{status}");
    // One click, and it is played.
    let cards = "document.querySelectorAll('[data-test=hand] [data-card]').length";
    let before = anna.eval(cards).as_u64().unwrap_or_default();
    anna.click("[data-test=hand] [data-chosen]");
    anna.wait(
        &format!("{cards} === {} || !!{card}", before - 1),
        "the card to be played or to wait",
    );
}

/// Looks in every frame whether something can be done while a complete trick lies on the table.
const WATCH: &str = "(() => {
    window.early = 0;
    window.tricks = 0;
    let lay = false;
    const look = () => {
        const lies = document.querySelectorAll('[data-test=trick] .slot').length === 4;
        if (lies && !lay) window.tricks += 1;
        lay = lies;
        if (lies && document.querySelector('[data-test=choice]:not(:disabled)')) window.early += 1;
        requestAnimationFrame(look);
    };
    look();
})()";

#[test]
fn nothing_can_be_done_before_the_table_shows_why() {
    let server = TestServer::start_with(&["--pace", "120"], &[]);
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "doppelkopf");
    page.eval(WATCH);
    while page.eval("window.tricks").as_u64() < Some(3) && is_asked(&page) {
        make_a_move(&page, Page::click);
    }
    assert!(page.eval("window.tricks").as_u64() >= Some(3), "tricks were looked at");
    assert_eq!(page.eval("window.early"), 0, "frames in which a move came too early");
}

#[test]
fn engines_play_one_card_after_the_other() {
    let server = TestServer::start_with(&["--pace", "60"], &[]);
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "doppelkopf");
    // Cards in the trick as they were drawn, frame by frame: never two more at once.
    page.eval(
        "(() => {
            window.jumps = 0;
            let before = 0;
            new MutationObserver(() => {
                const now = document.querySelectorAll('[data-test=trick] .slot').length;
                if (now > before + 1) window.jumps += 1;
                before = now;
            }).observe(document.body, { childList: true, subtree: true });
        })()",
    );
    play_some(&page, 5);
    assert_eq!(page.eval("window.jumps"), 0);
}

/// Counts the frames in which a card is on its way.
const FLIGHTS: &str = "(() => {
    window.flights = 0;
    const look = () => {
        const flies = slot => slot.getAnimations().some(each => !('animationName' in each) && !('transitionProperty' in each));
        if ([...document.querySelectorAll('.slot')].some(flies)) window.flights += 1;
        requestAnimationFrame(look);
    };
    look();
})()";

#[test]
fn cards_fly_for_those_who_like_it_and_lie_still_for_others() {
    let server = TestServer::start_with(&["--pace", "100"], &[]);
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for moves in [false, true] {
        if moves {
            page.with_motion();
        }
        sit_down(&page, "doppelkopf");
        page.eval(FLIGHTS);
        while is_asked(&page) && page.count("[data-test=question]") > 0 {
            make_a_move(&page, Page::click);
        }
        play_some(&page, 3);
        assert_eq!(page.eval("window.flights > 0"), moves);
    }
}

#[test]
fn with_both_old_ladies_marriage_is_the_usual_answer() {
    let server = fast_server();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_with_hand(&page, "hand => hand.filter(card => card === 'CQ').length === 2");
    assert!(is_asked(&page));
    assert_eq!(page.text("[data-test=question] .main"), "Marriage");
    page.click("[data-test=question] .main");
    // Somebody else may play a solo; otherwise one line says how it stands with the partner.
    page.wait(
        "document.querySelector('[data-test=log]').innerText.includes('You: marriage.')",
        "the marriage to be said",
    );
    page.wait("!document.querySelector('[data-test=question]')", "the game to be found");
    if page.text(".info").contains("Marriage") {
        let line = page.text(&handle("couple"));
        assert!(line.starts_with("You look for a partner") || line.contains("play"), "{line}");
    }
}

#[test]
fn a_player_who_thinks_of_a_solo_may_change_their_mind() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "doppelkopf");
    assert!(is_asked(&page));
    let version = table(&page, "version");
    let healthy = page.text("[data-test=question] .main");
    page.click(&handle("solo"));
    let kinds = "document.querySelectorAll('[data-test=question] [data-test=choice]').length === 7";
    page.wait(kinds, "the kinds of solo");
    page.click(&handle("solo-back"));
    let usual = serde_json::json!(healthy);
    page.wait(
        &format!(
            "document.querySelector('[data-test=question] .main')?.innerText.trim() === {usual}"
        ),
        "the first question again",
    );
    assert_eq!(table(&page, "version"), version, "nothing was said");
    // What the engine would not do is asked again.
    page.click(&handle("solo"));
    page.click("[data-test=question] [data-test=choice][data-choice$=aces-solo]");
    page.wait(
        "!!document.querySelector('[data-test=doubt]') || document.querySelector('.info').innerText.includes('Aces solo')",
        "a doubt or the solo",
    );
    if page.count(&handle("doubt")) > 0 {
        page.click(&handle("doubt-no"));
        assert_eq!(table(&page, "version"), version, "nothing was said");
        page.click("[data-test=question] [data-test=choice][data-choice$=aces-solo]");
        page.click(&handle("doubt-yes"));
    }
    page.wait("document.querySelector('.info').innerText.includes('Aces solo')", "the solo");
}

#[test]
fn against_engines_a_move_is_taken_back() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    for game in GAMES {
        sit_down(&page, game);
        play_some(&page, 2);
        assert!(is_asked(&page));
        let sight = "[...document.querySelectorAll('[data-choice], [data-spot]')].map(each => each.dataset.choice ?? each.dataset.spot).join(' ')";
        let (version, before) = (table(&page, "version"), page.eval(sight));
        make_a_move(&page, Page::click);
        assert!(is_asked(&page), "{game}");
        let later = table(&page, "version");
        page.click(&handle("undo"));
        await_progress(&page, &later);
        assert_eq!((table(&page, "version"), page.eval(sight)), (version, before), "{game}");
        make_a_move(&page, Page::click);
    }
}

#[test]
fn where_a_friend_plays_nothing_is_taken_back() {
    let server = TestServer::start();
    let browser = Browser::start();
    let anna = browser.page(&server.origin());
    let link = make_table_of(&anna, "ontop");
    let bernd = browser.page(&server.origin());
    accept(&bernd, &link);
    assert!(is_asked(&anna));
    make_a_move(&anna, Page::click);
    assert_eq!(anna.count(&handle("undo")), 0);
}

/// Where the hand and the middle of the table are.
const PLACES: &str = "['hand', 'trick'].map(name => document.querySelector(`[data-test=${name}]`).getBoundingClientRect().top + scrollY).join(' ')";

#[test]
fn an_announcement_moves_nothing_on_a_phone() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    page.screen(Screen::Phone);
    let announcement = "[data-test=announce] [data-test=choice]";
    // In a marriage nobody can announce before the first trick.
    let offered = (0..10).any(|_| {
        sit_down(&page, "doppelkopf");
        while is_asked(&page) && page.count("[data-test=question]") > 0 {
            make_a_move(&page, Page::tap);
        }
        page.count(announcement) > 0
    });
    assert!(offered, "no announcement in ten games");
    let before = page.eval(PLACES);
    let version = table(&page, "version");
    page.tap(announcement);
    await_progress(&page, &version);
    page.see(".south .bubble");
    assert_eq!(page.eval(PLACES), before);
}

#[test]
fn a_table_is_light_and_kept() {
    let server = TestServer::start();
    let browser = Browser::start();
    let page = browser.page(&server.origin());
    sit_down(&page, "doppelkopf");
    page.without_service_worker();
    page.reload();
    page.see("[data-test=table][data-version]");
    // What a first visit transfers, compressed; this one may have found some of it in the browser's memory.
    let weight = page.eval(
        "performance.getEntries().filter(each => 'encodedBodySize' in each).reduce((sum, each) => sum + each.encodedBodySize + 300, 0)",
    );
    println!("a table of Doppelkopf: {weight} bytes");
    assert!(weight.as_u64() < Some(90_000), "{weight} bytes");
    let kept = page.eval(
        "performance.getEntriesByType('resource').filter(each => /\\.(js|css)$/.test(each.name)).every(each => each.name.includes('/a/'))",
    );
    assert_eq!(kept, true, "scripts and styles have names that change with them");
}
